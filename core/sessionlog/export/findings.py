"""Looking for what one may not want to hand over: a detector's patterns, and rules for paths, mail, keys.

What is found is shown in its place, for a person to choose. It is never all there is.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sessionlog.model.errors import RowFault
from sessionlog.model.json import decode
from sessionlog.sources.lines import LineCutter

MOST_FINDINGS = 2_000
MOST_PLACES = 20
_PIECE = 64 * 1024
_OVERLAP = 4 * 1024
_SHORTEST = 6
_AROUND = 40

_NOISY = ("Base64HighEntropyString", "HexHighEntropyString", "IPPublicDetector", "KeywordDetector")
_RULES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "private-key",
        re.compile(
            r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]{0,20000}?-----END [A-Z ]{0,40}PRIVATE KEY-----"
        ),
    ),
    ("key", re.compile(r"\b(?:sk|pk|rk|api|key)[-_][A-Za-z0-9_-]{16,200}\b")),
    ("key", re.compile(r"(?i)\bbearer\s+([A-Za-z0-9._~+/=-]{16,2000})")),
    (
        "home-path",
        re.compile(r"(?:/home/|/Users/|\b[A-Za-z]:(?:\\{1,8}|/)Users(?:\\{1,8}|/))[^/\\\s\"'<>:|]{1,64}"),
    ),
    ("e-mail", re.compile(r"\b[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,6}\b")),
)
_KEYWORDS = re.compile(r"(?i)passw|secret|token|api_?key|private_?key|credential|pwd|auth")
_PUBLIC_USERS = re.compile(r"(?:/Users/|Users\\+)(?:Shared|Public|Default)\Z")


@dataclass(frozen=True, slots=True)
class FoundAt:
    """One place of a finding: entry, line (the header is 1), seq, and the text around it."""

    entry: str
    line: int
    seq: int | None
    before: str
    after: str


@dataclass(slots=True)
class Finding:
    """A text that was found `count` times. `rule` says by what; at most `MOST_PLACES` places are kept."""

    rule: str
    text: str
    count: int = 0
    places: list[FoundAt] = field(default_factory=list)

    @property
    def id(self) -> str:
        """Stable from one look to the next, and tells nothing of the text."""
        return hashlib.sha256(f"{self.rule}\0{self.text}".encode("utf-8", "replace")).hexdigest()[:16]


class Detective:
    """Fed with the texts of logs; holds at most one line of them, and a bounded number of findings."""

    def __init__(self) -> None:
        self._found: dict[str, Finding] = {}
        self.more = False
        """Whether there was more than can be listed."""

    def findings(self) -> list[Finding]:
        """In the order in which they were met."""
        return list(self._found.values())

    def look(self, entry: str, pieces: Iterator[bytes]) -> None:
        """Look through a log. Delta rows are left out: a redacted export empties them altogether."""
        cutter, number = LineCutter(), 0
        for piece in pieces:
            for line in cutter.cut(piece):
                number += 1
                if line is not None:
                    self._look_at(entry, number, line)

    def _look_at(self, entry: str, number: int, line: bytes) -> None:
        try:
            row = decode(line)
        except RowFault:
            row = line.decode("utf-8", "replace")
        seq = row.get("seq") if isinstance(row, dict) else None
        for text in leaves(row):
            for rule, start, stop in spans(text):
                self._note(rule, text, start, stop, FoundAt(
                    entry,
                    number,
                    seq if type(seq) is int else None,
                    text[max(0, start - _AROUND) : start],
                    text[stop : stop + _AROUND],
                ))  # fmt: skip

    def _note(self, rule: str, text: str, start: int, stop: int, place: FoundAt) -> None:
        secret = text[start:stop]
        known = self._found.get(secret)
        if known is None:
            if len(self._found) >= MOST_FINDINGS:
                self.more = True
                return
            known = self._found[secret] = Finding(rule, secret)
        known.count += 1
        if len(known.places) < MOST_PLACES:
            known.places.append(place)


def leaves(row: Any) -> Iterator[str]:
    """Every string of a row in document order; a stream's deltas are not among them."""
    if is_delta_row(row):
        return
    waiting = [row]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            waiting.extend(reversed(value))
        elif isinstance(value, dict):
            waiting.extend(value[name] for name in reversed(value) if name != "stream")


def is_delta_row(row: Any) -> bool:
    """Whether a row of generation 0 or 1 holds what the model streamed piece by piece."""
    return isinstance(row, dict) and row.get("type") in (
        "text-chunks",
        "reasoning-chunks",
        "tool-call-chunks",
        "assistant/chunk",
    )


def spans(text: str) -> Iterator[tuple[str, int, int]]:
    """What is found in a text: rule, start, stop; none within another."""
    found: list[tuple[int, int, str]] = []
    for base in range(0, max(1, len(text)), _PIECE):
        piece = text[base : base + _PIECE + _OVERLAP]
        found += [(base + start, base + stop, rule) for rule, start, stop in _piece_spans(piece)]
    reach = -1
    for start, stop, rule in sorted(set(found), key=lambda item: (item[0], -item[1])):
        if start >= reach and stop - start >= _SHORTEST and not text[start:stop].isdigit():
            yield rule, start, stop
            reach = stop


def _piece_spans(text: str) -> Iterator[tuple[str, int, int]]:
    for rule, pattern in _RULES:
        for match in pattern.finditer(text):
            if rule == "home-path" and _PUBLIC_USERS.search(match[0]):
                continue
            yield rule, *_span(match)
    for rule, patterns in _detectors():
        for pattern in patterns:
            for match in pattern.finditer(text):
                yield rule, *_span(match)
    if _KEYWORDS.search(text):
        yield from _keyword_spans(text)


def _span(match: re.Match[str]) -> tuple[int, int]:
    """Of a pattern with groups its longest one, where that is long enough to be the secret."""
    best = max(range(1, len(match.groups()) + 1), key=lambda n: len(match[n] or ""), default=0)
    return match.span(best if best and len(match[best] or "") >= 8 else 0)


def _keyword_spans(text: str) -> Iterator[tuple[str, int, int]]:
    detector, base = _keyword_detector(), 0
    for line in text.splitlines(keepends=True):
        if len(line) <= _OVERLAP and _KEYWORDS.search(line):
            for secret in set(detector.analyze_string(line)):
                at = line.find(secret)
                if at >= 0:
                    yield "Secret Keyword", base + at, base + at + len(secret)
        base += len(line)


# The detector takes a third of a second to load, which a start must not pay for.


@cache
def _keyword_detector() -> Any:
    from detect_secrets.plugins.keyword import KeywordDetector

    return KeywordDetector()


@cache
def _detectors() -> tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]:
    """The patterns of detect-secrets, by the type that it names. Nothing is ever verified over a network."""
    from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
    from detect_secrets.plugins.base import RegexBasedDetector

    made: list[tuple[str, tuple[re.Pattern[str], ...]]] = []
    plugins: dict[str, type[Any]] = get_mapping_from_secret_type_to_class()
    for kind, plugin in plugins.items():
        if plugin.__name__ not in _NOISY and issubclass(plugin, RegexBasedDetector):
            made.append((str(kind), tuple(plugin().denylist)))
    return tuple(made)
