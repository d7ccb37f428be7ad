"""What goes into an export: plain values that window and terminal list before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from sessionlog.export.references import Reference
from sessionlog.sources.zip_archive.manifest import OF_DATABASE

TEXT, ORIGINAL, ROWS = "text", "original bytes", OF_DATABASE


class Cancelled(Exception):
    """The caller asked to stop. Nothing was left behind."""


@dataclass(frozen=True, slots=True)
class Options:
    """`all_generations` takes every stored generation of a session, not only the highest.

    `level` is that of DEFLATE, 0 to 9.
    """

    descendants: bool = True
    media: bool = True
    all_generations: bool = False
    level: int = 6


@dataclass(frozen=True, slots=True)
class Candidate:
    """A session of the place that is exported from. `events` is `None` where nobody counted them."""

    key: int
    id: str
    generation: int
    created_at: int
    parent: str | None
    origin: str | None
    seed_length: int | None
    severity: str
    title: str | None = None
    events: int | None = None
    file_name: str | None = None
    """The name of its file, where that is a canonical one."""


@dataclass(frozen=True, slots=True)
class Survey:
    """One pass over a log: what its entry holds, which attachments it refers to, whom it lists as children.

    `content` is `TEXT` (decoded, as stored), `ORIGINAL` (the file's own bytes, where its text is
    not whole) or `ROWS` (written out of a database). `zstd` says so of the entry's bytes. `end` is
    where the stored bytes ended when they were looked at. Sizes are bytes. `inherited` are the events
    that a marker of the log says it inherited, `None` without one.
    """

    size: int
    sha256: str
    content: str
    zstd: bool
    end: int
    references: tuple[Reference, ...] = ()
    children: tuple[str, ...] = ()
    inherited: int | None = None


class LogBytes(Protocol):
    """The stored bytes of one log, however they are kept."""

    def survey(self, look: Callable[[int], None]) -> Survey:
        """Read everything once. `look` is told of bytes as they pass and may raise `Cancelled`."""
        ...

    def read(self, survey: Survey) -> Iterator[bytes]:
        """What the entry holds, as it was surveyed, also when the log has grown meanwhile."""
        ...

    def lines(self) -> Iterator[bytes]:
        """The decoded text in pieces, as far as it can be read."""
        ...


class Blob(Protocol):
    """The bytes of an attachment. `size` is in bytes."""

    @property
    def size(self) -> int: ...

    def read(self) -> Iterator[bytes]: ...


class Place(Protocol):
    """Where sessions are exported from: the library, or an opened folder, file or ZIP."""

    def candidates(self) -> Sequence[Candidate]: ...

    def log(self, candidate: Candidate) -> LogBytes:
        """Raises a `SessionlogError` for a log that cannot be read."""
        ...

    def blobs(self, candidate: Candidate, digest: str) -> Iterator[Blob]:
        """Whatever may be the attachment with this SHA-256, unchecked."""
        ...


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of an export. `kind` is `log`, `media` or `file`; a log has its session."""

    name: str
    kind: str
    size: int
    sha256: str
    read: Callable[[], Iterator[bytes]] = field(repr=False, compare=False)
    session: Candidate | None = None
    content: str = ""
    root: bool = False


@dataclass(frozen=True, slots=True)
class Missing:
    """What could not be included. `what` is `session`, `media` or `file`; `id` names it."""

    what: str
    id: str
    reason: str
    session: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """What an export will hold, in the order of writing. Nothing is written yet."""

    root: Candidate
    options: Options
    entries: tuple[Entry, ...]
    missing: tuple[Missing, ...]

    @property
    def size(self) -> int:
        return sum(entry.size for entry in self.entries)


@dataclass(frozen=True, slots=True)
class ExportProgress:
    """How far an export is: entries and bytes, and the name of the entry that is being written."""

    done: int
    total: int
    label: str
    bytes_done: int
    bytes_total: int


@dataclass(frozen=True, slots=True)
class WrittenEntry:
    """An entry as it stands in a finished export; `content` as in `Survey`, empty for attachments."""

    name: str
    kind: str
    size: int
    sha256: str
    content: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """A finished export. `sha256` and `size` are those of the file at `path`."""

    path: str
    size: int
    sha256: str
    entries: tuple[WrittenEntry, ...]
    missing: tuple[Missing, ...]
    redactions: int = 0
