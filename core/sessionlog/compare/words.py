"""What changed between two texts, word by word, under caps: only for a pair that is looked at."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sessionlog.compare.alignment import matches

MOST_CHARS = 1 << 15
"""Characters of a text that are compared and shown side by side; what follows is only counted."""

LEAD = 2_000
"""Equal characters that are shown before the first difference of texts that are longer than that."""

ALIKE = 0.2
"""The share of equal characters under which two texts are different ones, marked whole."""

_HAN = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORD = re.compile(rf"[{_HAN}]|[^\W{_HAN}]+|\s+|[^\w\s]")

Marks = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class TextChanges:
    """Both texts cut to `MOST_CHARS`, with the changed ranges (start, length) in code points.

    The first `start` characters, equal in both, are left out of texts longer than the cap.
    `left_chars` and `right_chars` are the lengths of the whole texts.
    """

    left: str
    right: str
    left_marks: Marks
    right_marks: Marks
    left_chars: int
    right_chars: int
    start: int = 0

    @property
    def first(self) -> tuple[int, int]:
        """Where the first change stands in both texts; their cut ends where that lies behind."""
        return (
            self.left_marks[0][0] if self.left_marks else len(self.left),
            self.right_marks[0][0] if self.right_marks else len(self.right),
        )


def compare_texts(left: str, right: str) -> TextChanges:
    """Two texts with what differs between them. Costs at most `MOST_CHARS` of each."""
    start = 0
    if max(len(left), len(right)) > MOST_CHARS:
        start = max(0, common_prefix(left, right) - LEAD)
    ours, theirs = left[start : start + MOST_CHARS], right[start : start + MOST_CHARS]
    gone, come, equal = _changes(ours, theirs)
    longest = max(len("".join(ours.split())), len("".join(theirs.split())))
    if longest and equal < ALIKE * longest:
        gone, come = _whole(ours), _whole(theirs)
    return TextChanges(ours, theirs, gone, come, len(left), len(right), start)


def changed_words(left: str, right: str) -> tuple[Marks, Marks]:
    """The changed ranges of two texts that belong together, grown to whole words and joined over spaces."""
    return _changes(left, right)[:2]


def _changes(left: str, right: str) -> tuple[Marks, Marks, int]:
    """The changed ranges of both, and how many characters that are no white space stayed."""
    before, after = _WORD.findall(left), _WORD.findall(right)
    pairs = list(matches(*_numbered(before, after)))
    gone = _ranges(before, {a for a, _ in pairs})
    come = _ranges(after, {b for _, b in pairs})
    equal = sum(len(before[a]) for a, _ in pairs if not before[a].isspace())
    return _joined(gone, left), _joined(come, right), equal


def common_prefix(left: str, right: str) -> int:
    """The number of characters that both texts begin with, found by halving: texts may be long."""
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _numbered(before: list[str], after: list[str]) -> tuple[list[int], list[int]]:
    numbers: dict[str, int] = {}
    ours = [numbers.setdefault(word, len(numbers)) for word in before]
    return ours, [numbers.setdefault(word, len(numbers)) for word in after]


def _whole(text: str) -> Marks:
    return ((0, len(text)),) if text else ()


def _ranges(words: list[str], kept: set[int]) -> list[tuple[int, int]]:
    made: list[tuple[int, int]] = []
    at = 0
    for number, word in enumerate(words):
        if number not in kept:
            made.append((at, len(word)))
        at += len(word)
    return made


def _joined(ranges: list[tuple[int, int]], text: str) -> Marks:
    """Ranges with only spaces between them are one."""
    joined: list[tuple[int, int]] = []
    for start, length in ranges:
        if joined and not text[sum(joined[-1]) : start].strip():
            joined[-1] = (joined[-1][0], start + length - joined[-1][0])
        else:
            joined.append((start, length))
    return tuple(joined)
