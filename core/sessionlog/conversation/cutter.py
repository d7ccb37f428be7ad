"""Cutting texts into paintable pieces, never inside what a reader sees as one character.

Work is bounded by the pieces that are asked for: a text of millions of characters is never
scanned to show its beginning and its end.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from sessionlog.conversation.node import MAX_BLOCK_CHARS, MAX_BLOCK_LINES

MAX_CLUSTER = 512
"""A longer cluster (a letter under thousands of marks) is cut; nobody can read it whole."""

_ZWJ = "\u200d"
_EXTENDING = frozenset({"Mn", "Me", "Mc"})


def _extends(char: str) -> bool:
    """Whether a character belongs to the one before it."""
    if char < "\u0300":
        return False
    return (
        unicodedata.category(char) in _EXTENDING
        or char in (_ZWJ, "\u200c")
        or "\U0001f3fb" <= char <= "\U0001f3ff"  # skin tones
        or "\U000e0020" <= char <= "\U000e007f"  # tags of subdivision flags
        or "\uff9e" <= char <= "\uff9f"
    )


def _is_regional(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _hangul(char: str) -> str:
    """The syllable type of a Hangul character (L, V, T, LV, LVT), empty for others."""
    if "\u1100" <= char <= "\u115f" or "\ua960" <= char <= "\ua97c":
        return "L"
    if "\u1160" <= char <= "\u11a7" or "\ud7b0" <= char <= "\ud7c6":
        return "V"
    if "\u11a8" <= char <= "\u11ff" or "\ud7cb" <= char <= "\ud7fb":
        return "T"
    if "\uac00" <= char <= "\ud7a3":
        return "LV" if (ord(char) - 0xAC00) % 28 == 0 else "LVT"
    return ""


_HANGUL_JOINS = {"L": ("L", "V", "LV", "LVT"), "V": ("V", "T"), "LV": ("V", "T"), "T": ("T",), "LVT": ("T",)}


def _joins(text: str, at: int, start: int) -> bool:
    """Whether the characters before and after `at` belong together."""
    before, after = text[at - 1], text[at]
    if after < "\u0300" and before < "\u0300":
        return before == "\r" and after == "\n"
    if _extends(after) or before == _ZWJ:
        return True
    if "\ud800" <= before <= "\udbff" and "\udc00" <= after <= "\udfff":
        return True
    if unicodedata.combining(before) == 9 and unicodedata.category(after) == "Lo":
        return True  # a virama joins two consonants
    if _is_regional(before) and _is_regional(after):
        run = 1
        while at - 1 - run >= start and _is_regional(text[at - 1 - run]):
            run += 1
        return run % 2 == 1
    kind = _hangul(before)
    return bool(kind) and _hangul(after) in _HANGUL_JOINS[kind]


def cut_before(text: str, start: int, at: int) -> int:
    """The last place in `start + 1 .. at` that splits no cluster. `start` is such a place itself."""
    if at >= len(text):
        return len(text)
    floor = max(start + 1, at - MAX_CLUSTER)
    place = at
    while place > floor and _joins(text, place, start):
        place -= 1
    return at if _joins(text, place, start) else place


def cut_after(text: str, at: int) -> int:
    """The first place at or after `at` that splits no cluster."""
    place, limit = at, min(len(text), at + MAX_CLUSTER)
    while 0 < place < limit and _joins(text, place, max(0, place - MAX_CLUSTER)):
        place += 1
    return place


def head_end(
    text: str, start: int, end: int, lines: int = MAX_BLOCK_LINES, chars: int = MAX_BLOCK_CHARS
) -> int:
    """Where a piece from `start` ends: after at most `lines` lines and `chars` characters.

    It ends after a line's end where there is one, else at a cluster boundary.
    """
    limit = min(end, start + chars)
    place, found = start, -1
    for _ in range(lines):
        place = text.find("\n", place, limit)
        if place < 0:
            break
        place += 1
        found = place
    else:
        return found
    if limit == end:
        return end
    return found if found > start else cut_before(text, start, limit)


def tail_start(
    text: str, start: int, end: int, lines: int = MAX_BLOCK_LINES, chars: int = MAX_BLOCK_CHARS
) -> int:
    """Where the last piece before `end` begins, within the same limits."""
    limit = max(start, end - chars)
    place, found = end - 1 if end > start and text[end - 1] == "\n" else end, -1
    for _ in range(lines):
        place = text.rfind("\n", limit, place)
        if place < 0:
            break
        found = place + 1
    else:
        return found
    if limit == start:
        return start
    return found if found >= 0 else min(cut_after(text, limit), end)


def pieces(text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
    """The whole of a text as pieces of at most 200 lines and 8,192 characters, in order."""
    end = len(text) if end is None else end
    while start < end:
        stop = head_end(text, start, end)
        yield start, stop
        start = stop
