"""Texts of a log made fit to show: whole surrogates, one line, a bounded piece."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def clean(text: str) -> str:
    """The text with surrogate halves joined and a lone one shown as U+FFFD (F16).

    A half may end one delta and its other half begin the next; both arrive here as single code
    points. The stored row stays as it is.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def text_of(value: object) -> str:
    """A member that should be a text; nothing for any other value."""
    if not isinstance(value, str):
        return ""
    return value if value.isascii() else clean(value)


def first_line(text: str, limit: int = 160) -> str:
    """The first line that is not blank, at most `limit` characters, looking at a bounded piece only."""
    piece = text[: limit * 8].strip()
    line = piece.split("\n", 1)[0].rstrip("\r")
    if len(line) > limit:
        return line[: limit - 1].rstrip() + "…"
    return line


def one_line(text: str, limit: int = 200) -> str:
    """The beginning of a text with its white space, line ends too, as single spaces."""
    words = " ".join(text[: limit * 4].split())
    return words[: limit - 1].rstrip() + "…" if len(words) > limit else words


def mapping(value: object) -> Mapping[str, Any]:
    """An object member that may be missing or of another type in a foreign or damaged row."""
    return value if isinstance(value, dict) else {}


def objects(value: object) -> list[dict[str, Any]]:
    """The objects of a list member; whatever else it holds is left out."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def integer(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def counted(count: int, one: str, many: str) -> str:
    """`1 event`, `2,098 events`."""
    return f"{count:,} {one if count == 1 else many}"


def seconds(ms: float) -> str:
    """A duration as a reader says it: `0.2 s`, `41 s`, `1 m 09 s`."""
    if ms < 9_950:
        return f"{max(ms, 0) / 1000:.1f} s"
    whole = round(ms / 1000)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} m {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} m"
