"""What a source gives and a store takes: the neutral items of one pass over a log.

A source opens an artifact and hands out a `Scan`; a store ingests it without knowing whether
the rows came from a plain file, a zstd file or a ZIP entry. Rows come in file order and a scan
holds one line and one step of decoded output in memory, whatever the size of the log.

The order of items. Part 0 opens silently, even when it stays empty. A `ScannedGap` closes the
part before it and opens part `gap.part`: its rows follow (none, when the damage ends the log).
Inside a part the seqs of the rows are dense. `ScanProblem` changes nothing; it comes
near the place it speaks of, and every problem is in `ScanEnd.diagnosis` again.

A gap at the very end of a log is not final: more lines may belong to it. A scan that is resumed
there gives it again, under the same part number; as long as that part has no rows, the gap
given last is the right one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from sessionlog.model.header import Header
from sessionlog.model.row import Row
from sessionlog.model.severity import Diagnosis, Gap, Problem


@dataclass(frozen=True, slots=True)
class FileIdentity:
    """By what a file is known again (architecture section 3). Sizes and offsets are bytes.

    `offset` is the end of the last complete line (plain) or frame (zstd), `tail_sha256` the hash
    of the at most 64 KiB before it; both `None` before a scan has reached the end.
    """

    path: str
    dev: int
    ino: int
    size: int
    mtime_ns: int
    header_sha256: str
    offset: int | None = None
    tail_sha256: str | None = None


class ScannedRow(NamedTuple):
    """One row and where it stands. A tuple, because a log has hundreds of thousands.

    `line` counts from 1 (the header is line 1), `frame` from 1 (0 in a plain log). `offset` is
    the byte in the file at which the line (plain) or the frame in which it ends (zstd) begins.
    """

    part: int
    row: Row
    line: int
    frame: int
    offset: int


class ScannedGap(NamedTuple):
    """Part `part - 1` ends here and part `part` begins; `gap.rows` may be 0 (seqs that jump).

    `gap.after_seq` is `None` where no row follows yet.
    """

    part: int
    gap: Gap


class ScanProblem(NamedTuple):
    problem: Problem


ScanItem = ScannedRow | ScannedGap | ScanProblem


@dataclass(frozen=True, slots=True)
class TornTail:
    """Bytes at the end that are no complete line or frame: never rows.

    `recovered` counts the rows whose complete lines could be flushed out of an incomplete last
    frame; those are facts and were given as rows, the last ones of the scan.
    """

    offset: int
    size: int
    recovered: int


@dataclass(frozen=True, slots=True)
class ResumePoint:
    """Where a later scan takes up the log again; a JSON value by `as_json` and `from_json`.

    A torn zstd frame is read again from its start: the first `given_rows` rows after `offset` were
    given out already, and the resumed scan skips them. `next_seq` is the seq due at `offset`, -1
    when a gap ends what was read and any seq may follow. `state` is opaque: what the judgement of
    the whole log needs to know of its beginning.
    """

    offset: int
    line: int
    frame: int
    part: int
    next_seq: int
    given_rows: int
    state: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}

    @staticmethod
    def from_json(value: dict[str, Any]) -> ResumePoint:
        return ResumePoint(**value)


@dataclass(frozen=True, slots=True)
class ScanEnd:
    """What is known when a scan has read everything.

    `lines` counts complete lines with the header, `events` those of all parts, both of the whole
    log also after a resumed scan. `file_sha256` is of the bytes up to the size at the start of
    the scan, `text_sha256` of the decoded text's complete lines with their LF; both `None` after
    a resumed scan. `reproducible` says whether header and rows, each with an LF, give exactly
    that text (and, in a plain log without a torn tail, the file). `open_turn` is the turn that
    nothing has closed. `has_file` says whether the log is a file of its own; a session in a database
    is not, and its identity's numbers are the database's. `copy` is where its bytes can be read, when
    the identity's path is an entry of a ZIP.
    """

    identity: FileIdentity
    resume: ResumePoint
    lines: int
    events: int
    parts: int
    torn: TornTail | None
    file_sha256: str | None
    text_sha256: str | None
    reproducible: bool
    open_turn: int | None
    diagnosis: Diagnosis
    has_file: bool = True
    copy: str | None = None


class Scan(Protocol):
    """One pass over one log. Iterate once; `end` is there when the iteration has finished.

    Iterating raises `EnvironmentFault` when the machine cannot read on, `UserError` when the log
    expands beyond the caps and nobody has agreed to it.
    """

    @property
    def header(self) -> Header: ...

    @property
    def resumed(self) -> bool: ...

    @property
    def bytes_total(self) -> int:
        """Bytes of the artifact that this scan reads."""
        ...

    @property
    def bytes_done(self) -> int:
        """Bytes read so far, for progress."""
        ...

    def __iter__(self) -> Iterator[ScanItem]: ...

    @property
    def end(self) -> ScanEnd: ...
