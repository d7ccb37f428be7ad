"""What the command prints: JSON Lines for programs, tables for people, progress on a terminal."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, TextIO

from sessionlog.model import json as codec


class Printer:
    """Prints results as they come (JSON Lines), or as a table when all are there."""

    def __init__(self, out: TextIO, err: TextIO, *, json: bool) -> None:
        self._out = out
        self._err = err
        self._json = json
        self._rows: list[Mapping[str, Any]] = []
        self._progress = False

    def result(self, value: Mapping[str, Any]) -> None:
        self.clear()
        if self._json:
            self._out.write(_json(value) + "\n")
        else:
            self._rows.append(value)

    def table(self, columns: Sequence[tuple[str, str]]) -> None:
        """Print the results so far, for people: (member, heading) for each column."""
        if self._json:
            return
        cells = [[heading for _, heading in columns]]
        cells += [[cell(row.get(name)) for name, _ in columns] for row in self._rows]
        widths = [max(width_of(line[place]) for line in cells) for place in range(len(columns))]
        for line in cells:
            padded = [text + " " * (width - width_of(text)) for text, width in zip(line, widths)]
            self._out.write("  ".join(padded).rstrip() + "\n")
        self._rows.clear()

    def sheet(self) -> None:
        """Print each result so far as a list of its members."""
        for number, row in enumerate(self._rows if not self._json else ()):
            if number:
                self._out.write("\n")
            widest = max(map(len, row))
            for name, value in row.items():
                self._out.write(f"{name.ljust(widest)}  {cell(value, 2000)}\n")
        self._rows.clear()

    def say(self, text: str) -> None:
        """One line for people beside the results; programs get the results alone."""
        self.clear()
        if not self._json:
            self._out.write(_one_line(text) + "\n")

    def complain(self, text: str) -> None:
        """One line, whatever the names in it: they must not be able to say a line of their own."""
        self.clear()
        self._err.write(f"sessionlog: {_one_line(text)}\n")

    def progress(self, text: str) -> None:
        """Say how far long work is; only on a terminal, on one line that is written over."""
        if self._err.isatty():
            self._err.write(f"\r\x1b[K{_one_line(text)}")
            self._err.flush()
            self._progress = True

    def clear(self) -> None:
        if self._progress:
            self._err.write("\r\x1b[K")
            self._err.flush()
            self._progress = False


def cell(value: Any, limit: int = 60) -> str:
    """A value as a person reads it, on one line, without control characters."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        text = value
    elif isinstance(value, int):
        return str(value)
    else:
        text = _json(value)
    text = safe(" ".join(text[: limit * 4].split()))
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _json(value: Any) -> str:
    try:
        return codec.encode(value).decode("utf-8")
    except ValueError:  # a number beyond doubles, which JavaScript reads as infinite and writes as null
        return codec.encode(_finite(value)).decode("utf-8")


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: _finite(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(member) for member in value]
    return value


def safe(text: str) -> str:
    """Text of a log cannot move the cursor, change colours or turn the direction of writing."""
    return "".join("\ufffd" if _acts(char) else char for char in text)


def _one_line(text: str) -> str:
    return safe(text).replace("\n", "\ufffd")


def _acts(char: str) -> bool:
    return char != "\n" and unicodedata.category(char) in ("Cc", "Cf", "Cs")


def width_of(text: str) -> int:
    """Columns of a terminal that a text takes."""
    return sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
