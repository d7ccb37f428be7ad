"""Sets of seqs as inclusive runs: a message may cite 300,000 chunks in one run."""

from __future__ import annotations

from collections.abc import Iterable

Span = tuple[int, int]


class SeqSpans:
    """Seqs that arrive in rising order, kept as runs."""

    __slots__ = ("count", "spans")

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self.count = 0

    def add(self, first: int, last: int) -> None:
        self.count += last - first + 1
        if self.spans and self.spans[-1][1] == first - 1:
            self.spans[-1] = (self.spans[-1][0], last)
        else:
            self.spans.append((first, last))


def spans_of(seqs: Iterable[int]) -> list[Span]:
    """The runs of a list of seqs in any order; a repeated seq counts once."""
    ordered = sorted(seqs)
    if ordered and ordered[-1] - ordered[0] + 1 == len(ordered) and _is_run(ordered):
        return [(ordered[0], ordered[-1])]
    found: list[Span] = []
    for seq in ordered:
        if found and seq <= found[-1][1] + 1:
            found[-1] = (found[-1][0], seq)
        else:
            found.append((seq, seq))
    return found


def missing_from(spans: list[Span], others: list[Span]) -> list[Span]:
    """The runs of `spans` that `others` do not hold; both sorted and disjoint."""
    left: list[Span] = []
    position = 0
    for first, last in spans:
        while position < len(others) and others[position][1] < first:
            position += 1
        at = position
        while first <= last:
            if at == len(others) or others[at][0] > last:
                left.append((first, last))
                break
            if others[at][0] > first:
                left.append((first, others[at][0] - 1))
            first = others[at][1] + 1
            at += 1
    return left


def _is_run(ordered: list[int]) -> bool:
    return ordered == list(range(ordered[0], ordered[-1] + 1))
