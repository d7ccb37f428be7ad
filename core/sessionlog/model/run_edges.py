"""The first and the last members of a very long run of deltas, without decoding what lies between.

A run of 25 MB decoded whole holds the interpreter for a third of a second. Strings of a JSON array
are found from both ends: inside a string every quote has an odd number of backslashes before it.
"""

from __future__ import annotations

import re

from sessionlog.model.errors import RowFault
from sessionlog.model.json import decode

MOST_MEMBERS = 20_000
"""Members looked at from each end; most may be empty."""

_MEMBER = re.compile(rb'[\s,\[]*("[^"\\]*(?:\\.[^"\\]*)*")')
_BETWEEN = b" \t\r\n,"


def edge_texts(array: bytes, characters: int) -> list[str] | None:
    """Members of an array of strings: from the beginning and from the end, each until they have so many
    characters. All of them where the two meet; `None` for what is no such array."""
    if not (array.startswith(b"[") and array.endswith(b"]")):
        return None
    try:
        head, reached = _head(array, characters)
        return head + _tail(array, reached, characters)
    except RowFault:
        return None


def _head(array: bytes, characters: int) -> tuple[list[str], int]:
    texts: list[str] = []
    at, room = 0, characters
    while room > 0 and len(texts) < MOST_MEMBERS:
        found = _MEMBER.match(array, at)
        if found is None:
            break
        texts.append(_text(found[1]))
        room -= len(texts[-1])
        at = found.end()
    return texts, at


def _tail(array: bytes, reached: int, characters: int) -> list[str]:
    """Backwards from the closing bracket, down to the byte that the head has reached."""
    texts: list[str] = []
    end, room = len(array) - 1, characters
    while room > 0 and len(texts) < MOST_MEMBERS:
        while end > reached and array[end - 1] in _BETWEEN:
            end -= 1
        if end <= reached or array[end - 1 : end] != b'"':
            break
        start = _opening(array, reached, end - 1)
        if start < 0:
            break
        texts.append(_text(array[start:end]))
        room -= len(texts[-1])
        end = start
    return texts[::-1]


def _opening(array: bytes, low: int, closing: int) -> int:
    """Where the string that ends at a quote begins, -1 where it does not."""
    at = closing
    while (at := array.rfind(b'"', low, at)) >= 0:
        escapes = at
        while escapes > low and array[escapes - 1 : escapes] == b"\\":
            escapes -= 1
        if (at - escapes) % 2 == 0:
            return at
    return -1


def _text(quoted: bytes) -> str:
    value = decode(quoted)
    if not isinstance(value, str):
        raise RowFault("json", "no string")
    return value
