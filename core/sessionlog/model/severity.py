"""What is wrong with a session, and how bad it is (architecture section 4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Severity(StrEnum):
    UNCHECKED = "unchecked"
    OK = "ok"
    REPAIRED = "repaired"
    DAMAGED = "damaged"
    REFUSED = "refused"


class Level(StrEnum):
    INFO = "info"
    WARN = "warn"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding. `line` counts from 1 (the header), `frame` from 1, `offset` is bytes in the file."""

    code: str
    level: Level
    message: str
    seq: int | None = None
    line: int | None = None
    frame: int | None = None
    offset: int | None = None
    affected: str | None = None


@dataclass(frozen=True, slots=True)
class HarnessVerdict:
    """What the harness itself would do: `opens`, `repairs` or `refuses`, with error class and text."""

    verdict: str
    error_class: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Diagnosis:
    severity: Severity
    problems: tuple[Problem, ...] = ()
    harness: HarnessVerdict = field(default_factory=lambda: HarnessVerdict("opens"))


@dataclass(frozen=True, slots=True)
class Gap:
    """Lines that could not be read as rows, between two parts of a damaged log."""

    rows: int
    first_line: int
    last_line: int
    first_offset: int
    last_offset: int
    before_seq: int | None
    after_seq: int | None
    code: str
    message: str
