"""What the library's door hands out: plain values, safe to pass between threads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sessionlog.model.severity import Severity

LIBRARY_SOURCE = 1
"""The id of the library among the sources; opened places have greater ones."""


@dataclass(frozen=True, slots=True)
class SourceInfo:
    """A place that sessions are read from.

    `kind` is `library`, `folder`, `file`, `zip` or `samples`; `state` is `ok`, `missing` or `reading`.
    """

    id: int
    kind: str
    path: str | None
    name: str
    sessions: int
    read_only: bool
    state: str


class SessionRef(NamedTuple):
    """A session of a source. `key` is its row id in that source's store."""

    source: int
    key: int


class SessionInfo(NamedTuple):
    """A session as lists show it. Times are ms; `updated_at` is the last human prompt, else creation.

    `events` and `turns` are `None` until the log has been read to its end. `title` is the log's; `name`
    and `archived` are what a person set here, beside the log. Like its reference it is a tuple, because
    a list makes 10,000 of them at once.
    """

    ref: SessionRef
    id: str
    generation: int
    title: str | None
    created_at: int
    updated_at: int
    cwd: str | None
    parent_session: str | None
    origin: str | None
    seed_length: int | None
    events: int | None
    turns: int | None
    severity: Severity
    running: bool
    interrupted: bool
    native: bool
    artifact: str | None
    last_prompt: str | None
    name: str | None = None
    archived: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a long task is: sessions and bytes, and the name of what is being read."""

    done: int
    total: int
    label: str
    bytes_done: int
    bytes_total: int


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What an import did with one log.

    `result` is `added`, `updated` (grown), `unchanged`, `replaced`, `conflict` or `skipped`;
    `reason` says why, where that is not plain.
    """

    path: str
    id: str | None
    generation: int | None
    result: str
    reason: str | None
    ref: SessionRef | None
