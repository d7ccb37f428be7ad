"""Which item of one sequence stands beside which of another. Pure; knows nothing of sessions.

Items that occur once on either side are anchors (patience); between anchors the longest common
subsequence decides, computed by rapidfuzz in words of 64 bits. Only digests are compared, so an
item's size costs nothing here. What is left between equal items is paired by label, such as the
kind of a message and its turn: those pairs are what changed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

MOST_CELLS = 100_000_000
"""Of a stretch without anchors: a bit for each, 12 MB. Beyond it the stretch counts as different."""


class Label(NamedTuple):
    """What may stand beside each other although it differs: the same `kind`, in turns that are as
    far from where the sides parted."""

    kind: str
    turn: int


class Pair(NamedTuple):
    """Indexes into both sequences, `None` where a side has nothing. `same`: equal, not only beside."""

    left: int | None
    right: int | None
    same: bool


class _Stretch(NamedTuple):
    """Half-open ranges of both sequences, still to be compared."""

    left: int
    left_end: int
    right: int
    right_end: int


def align(
    left: Sequence[bytes],
    right: Sequence[bytes],
    left_labels: Sequence[Label],
    right_labels: Sequence[Label],
) -> list[Pair]:
    """Every index of both sequences once, in order; what only the left has comes before what only
    the right has.

    The same pairs come out when the sides are swapped. Costs the length for equal stretches, and at
    most `MOST_CELLS` bits between two anchors.
    """
    # Of several longest common subsequences one is taken. Always comparing in one order of the two
    # makes it the same one whichever side is called the left.
    turned = (len(left), list(left)) > (len(right), list(right))
    if turned:
        left, right, left_labels, right_labels = right, left, right_labels, left_labels
    matched = list(matches(*_numbered(left, right)))
    beside = [*matched, *_beside(matched, left_labels, right_labels)]
    same = set(matched)
    if turned:
        left, right = right, left
        beside = [(b, a) for a, b in beside]
        same = {(b, a) for a, b in same}
    return list(_rows(sorted(beside), same, len(left), len(right)))


def _numbered(left: Sequence[Hashable], right: Sequence[Hashable]) -> tuple[list[int], list[int]]:
    numbers: dict[Hashable, int] = {}
    ours = [numbers.setdefault(item, len(numbers)) for item in left]
    return ours, [numbers.setdefault(item, len(numbers)) for item in right]


def matches(left: Sequence[int], right: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Pairs of equal items, ascending on both sides."""
    waiting = [_Stretch(0, len(left), 0, len(right))]
    found: list[tuple[int, int]] = []
    while waiting:
        stretch = _without_ends(waiting.pop(), left, right, found)
        if stretch.left == stretch.left_end or stretch.right == stretch.right_end:
            continue
        anchors = _anchors(stretch, left, right)
        if anchors:
            found += anchors
            waiting += _between(stretch, anchors)
        else:
            found += _longest_common(stretch, left, right)
    yield from sorted(found)


def _without_ends(
    stretch: _Stretch, left: Sequence[int], right: Sequence[int], found: list[tuple[int, int]]
) -> _Stretch:
    """The stretch without what is equal at its ends, which goes into `found`."""
    a, a_end, b, b_end = stretch
    while a < a_end and b < b_end and left[a] == right[b]:
        found.append((a, b))
        a, b = a + 1, b + 1
    while a < a_end and b < b_end and left[a_end - 1] == right[b_end - 1]:
        a_end, b_end = a_end - 1, b_end - 1
        found.append((a_end, b_end))
    return _Stretch(a, a_end, b, b_end)


def _anchors(stretch: _Stretch, left: Sequence[int], right: Sequence[int]) -> list[tuple[int, int]]:
    """The longest rising run of items that occur exactly once on either side of a stretch."""
    ours = Counter(left[stretch.left : stretch.left_end])
    theirs = Counter(right[stretch.right : stretch.right_end])
    place = {right[b]: b for b in range(stretch.right, stretch.right_end) if theirs[right[b]] == 1}
    unique = [
        (a, place[left[a]])
        for a in range(stretch.left, stretch.left_end)
        if ours[left[a]] == 1 and left[a] in place
    ]
    return _rising(unique)


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest part of pairs, ascending in their first member, that ascends in the second, too."""
    ends: list[int] = []
    last: list[int] = []
    before: list[int | None] = []
    for number, (_, b) in enumerate(pairs):
        at = bisect_left(ends, b)
        before.append(last[at - 1] if at else None)
        if at == len(ends):
            ends.append(b)
            last.append(number)
        else:
            ends[at], last[at] = b, number
    run: list[tuple[int, int]] = []
    step = last[-1] if last else None
    while step is not None:
        run.append(pairs[step])
        step = before[step]
    return run[::-1]


def _between(stretch: _Stretch, anchors: list[tuple[int, int]]) -> Iterator[_Stretch]:
    a, b = stretch.left, stretch.right
    for anchor_a, anchor_b in anchors:
        yield _Stretch(a, anchor_a, b, anchor_b)
        a, b = anchor_a + 1, anchor_b + 1
    yield _Stretch(a, stretch.left_end, b, stretch.right_end)


def _longest_common(stretch: _Stretch, left: Sequence[int], right: Sequence[int]) -> list[tuple[int, int]]:
    a, a_end, b, b_end = stretch
    if (a_end - a) * (b_end - b) > MOST_CELLS:
        return []
    from rapidfuzz.distance import LCSseq  # the window imports this room at its start

    blocks = LCSseq.opcodes(left[a:a_end], right[b:b_end])
    return [
        (a + block.src_start + step, b + block.dest_start + step)
        for block in blocks
        if block.tag == "equal"
        for step in range(block.src_end - block.src_start)
    ]


def _beside(
    matched: list[tuple[int, int]], left_labels: Sequence[Label], right_labels: Sequence[Label]
) -> list[tuple[int, int]]:
    """Pairs between the equal ones: those with the same label, as many as there can be."""
    whole = _Stretch(0, len(left_labels), 0, len(right_labels))
    found: list[tuple[int, int]] = []
    for stretch in _between(whole, matched):
        left = _from_its_first_turn(left_labels[stretch.left : stretch.left_end])
        right = _from_its_first_turn(right_labels[stretch.right : stretch.right_end])
        if left and right:
            pairs = matches(*_numbered(left, right))
            found += ((stretch.left + a, stretch.right + b) for a, b in pairs)
    return found


def _from_its_first_turn(labels: Sequence[Label]) -> list[Label]:
    return [Label(kind, turn - labels[0].turn) for kind, turn in labels]


def _rows(beside: list[tuple[int, int]], same: set[tuple[int, int]], left: int, right: int) -> Iterator[Pair]:
    a = b = 0
    for pair in (*beside, (left, right)):
        yield from (Pair(at, None, False) for at in range(a, pair[0]))
        yield from (Pair(None, at, False) for at in range(b, pair[1]))
        a, b = pair[0] + 1, pair[1] + 1
        if pair != (left, right):
            yield Pair(*pair, pair in same)
