"""Unified diffs: line numbers and changed words. No Qt here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum, auto

from sessionlog.compare.words import changed_words

MAX_WORD_LINE = 400
ALIKE = 0.4
_HUNK = re.compile(r"^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$")


class LineKind(Enum):
    CONTEXT = auto()
    ADDED = auto()
    REMOVED = auto()
    HUNK = auto()


@dataclass(slots=True)
class DiffLine:
    """One line without its sign. `old` and `new` are line numbers; `marks` changed (start, length) ranges."""

    kind: LineKind
    text: str
    old: int | None = None
    new: int | None = None
    marks: tuple[tuple[int, int], ...] = ()


def parse(text: str) -> list[DiffLine]:
    """The lines of a diff text. Numbers are given only below a hunk head that says where it begins."""
    lines: list[DiffLine] = []
    old: int | None = None
    new: int | None = None
    for raw in text.split("\n"):
        if raw.startswith("@@"):
            found = _HUNK.match(raw)
            old, new = (int(found[1]), int(found[2])) if found else (None, None)
            lines.append(DiffLine(LineKind.HUNK, raw))
        elif raw.startswith("+"):
            lines.append(DiffLine(LineKind.ADDED, raw[1:], None, new))
            new = None if new is None else new + 1
        elif raw.startswith("-"):
            lines.append(DiffLine(LineKind.REMOVED, raw[1:], old, None))
            old = None if old is None else old + 1
        else:
            lines.append(DiffLine(LineKind.CONTEXT, raw[1:] if raw.startswith(" ") else raw, old, new))
            old = None if old is None else old + 1
            new = None if new is None else new + 1
    mark_words(lines)
    return lines


def mark_words(lines: list[DiffLine]) -> None:
    """Marks what differs between removed lines and the added lines that directly follow them."""
    start = 0
    while start < len(lines):
        if lines[start].kind is not LineKind.REMOVED:
            start += 1
            continue
        middle = _run(lines, start, LineKind.REMOVED)
        end = _run(lines, middle, LineKind.ADDED)
        for removed, added in _pairs(lines[start:middle], lines[middle:end]):
            removed.marks, added.marks = changed_words(removed.text, added.text)
        start = max(end, start + 1)


def _pairs(removed: list[DiffLine], added: list[DiffLine]) -> list[tuple[DiffLine, DiffLine]]:
    """Lines that became each other: each removed line with the most similar added one, in order."""
    pairs = []
    floor = 0
    for line in removed:
        best, likeness = None, ALIKE
        for number in range(floor, min(len(added), floor + 8)):
            ratio = _likeness(line.text, added[number].text)
            if ratio > likeness:
                best, likeness = number, ratio
        if best is not None:
            pairs.append((line, added[best]))
            floor = best + 1
    return pairs


def _likeness(one: str, other: str) -> float:
    if max(len(one), len(other)) > MAX_WORD_LINE:
        return 0.0
    return SequenceMatcher(None, one.strip(), other.strip(), autojunk=False).ratio()


def _run(lines: list[DiffLine], start: int, kind: LineKind) -> int:
    end = start
    while end < len(lines) and lines[end].kind is kind:
        end += 1
    return end
