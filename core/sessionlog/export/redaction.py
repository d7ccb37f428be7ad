"""Replacing chosen findings in an export. The log itself is never touched, and the export says so."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from sessionlog.export.entries import ORIGINAL, Entry
from sessionlog.export.findings import Finding, is_delta_row
from sessionlog.model.errors import RowFault, UserError
from sessionlog.model.json import decode, encode
from sessionlog.sources.lines import LineCutter

_ESCAPES = 3
"""Levels of JSON within JSON at which a text is looked for."""

_DELTA_MARKS = (b'-chunks"', b'"assistant/chunk"', b'"stream"')
_STREAMED = frozenset({"text", "texts", "args", "arguments", "argumentsDelta", "delta", "signature"})
_USER = re.compile(r"(?P<place>.*[/\\])[^/\\]+\Z", re.DOTALL)


class Redaction:
    """What a person chose to replace. Implements `raw_zip.Redactor`.

    Deltas of streams are emptied wholly: a secret may be cut anywhere between them.
    """

    def __init__(self, chosen: Sequence[Finding], left: Sequence[Finding] = ()) -> None:
        """`left` are the findings that stay; the manifest counts them."""
        self._labels = _labels(chosen)
        self._rules = Counter(finding.rule for finding in chosen)
        self._left = Counter(finding.rule for finding in left)
        forms = {form: label for text, label in self._labels.items() for form in _forms(text)}
        self._table = {form.encode("utf-8", "replace"): label.encode() for form, label in forms.items()}
        longest = sorted(self._table, key=len, reverse=True)
        self._pattern = re.compile(b"|".join(map(re.escape, longest))) if longest else None
        plain = sorted(self._labels, key=len, reverse=True)
        self._plain = re.compile("|".join(map(re.escape, plain))) if plain else None
        self._replaced: Counter[str] = Counter()
        self._emptied = 0

    @property
    def count(self) -> int:
        """Places replaced so far."""
        return sum(self._replaced.values())

    def takes(self, entry: Entry) -> bool:
        """Only text can be looked into: no images, files and damaged bytes."""
        return entry.kind == "log" and entry.content != ORIGINAL

    def apply(self, entry: Entry, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """The text with every chosen finding replaced, line by line."""
        cutter = LineCutter()
        for piece in pieces:
            lines = cutter.cut(piece)
            if None in lines:
                raise UserError(
                    "export-redact",
                    f"{entry.name} has a line too long to be looked into.",
                    "Export it without redaction, or as a readable file.",
                )
            if lines:
                yield b"".join(self.line(line) + b"\n" for line in lines if line is not None)
        rest = cutter.held()
        if rest:
            yield self.line(rest)

    def line(self, line: bytes) -> bytes:
        """One stored line, still a line of JSON where it was one."""
        if any(mark in line for mark in _DELTA_MARKS):
            line = self._without_stream(line)
        return line if self._pattern is None else self._pattern.sub(self._replacement, line)

    def text(self, text: str) -> str:
        """A decoded text, for readable exports."""
        if self._plain is None:
            return text

        def label(match: re.Match[str]) -> str:
            self._replaced[self._labels[match[0]]] += 1
            return self._labels[match[0]]

        return self._plain.sub(label, text)

    def record(self) -> dict[str, Any]:
        """What the manifest says. Nothing of what was replaced is in it."""
        return {
            "label": "redacted copy, not the stored log",
            "chosen": dict(self._rules),
            "notChosen": dict(self._left),
            "replacements": dict(self._replaced),
            "streamRowsEmptied": self._emptied,
            "complete": False,
        }

    def _replacement(self, match: re.Match[bytes]) -> bytes:
        label = self._table[match[0]]
        self._replaced[label.decode()] += 1
        return label

    def _without_stream(self, line: bytes) -> bytes:
        try:
            row = decode(line)
        except RowFault:
            return line
        if not isinstance(row, dict):
            return line
        data = row.get("data")
        if is_delta_row(row):
            emptied = {**row, "data": _emptied(data)}
        elif isinstance(data, dict) and "stream" in data:
            emptied = {**row, "data": {**data, "stream": _emptied(data["stream"])}}
        else:
            return line
        self._emptied += 1
        return encode(emptied)


def _emptied(value: Any) -> Any:
    """The value with every streamed text empty, its structure as it was."""
    if isinstance(value, list):
        return [_emptied(item) for item in value]
    if isinstance(value, dict):
        return {name: _blank(item) if name in _STREAMED else _emptied(item) for name, item in value.items()}
    return value


def _blank(value: Any) -> Any:
    if isinstance(value, str):
        return ""
    if isinstance(value, list):
        return [_blank(item) for item in value]
    return _emptied(value)


def _labels(chosen: Sequence[Finding]) -> dict[str, str]:
    """What stands in the place of each text; a path keeps the form of a path."""
    labels: dict[str, str] = {}
    numbers: Counter[str] = Counter()
    for finding in chosen:
        word = re.sub(r"[^a-z0-9]+", "-", finding.rule.lower()).strip("-")
        numbers[word] += 1
        label = f"[redacted {word} {numbers[word]}]"
        path = _USER.match(finding.text) if finding.rule == "home-path" else None
        if path is not None and "\\" not in path["place"]:
            label = f"{path['place']}redacted-{numbers[word]}"
        labels[finding.text] = label
    return labels


def _forms(text: str) -> set[str]:
    """A text as it is spelled in JSON, with and without escaped letters, and in JSON within JSON."""
    found: set[str] = set()
    for ascii_only in (False, True):
        form = text
        for _ in range(_ESCAPES):
            form = json.dumps(form, ensure_ascii=ascii_only)[1:-1]
            found.add(form)
    return found
