"""One log file, its header read and nothing more."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from sessionlog.generations import read_header_line
from sessionlog.model.errors import FormatRefused
from sessionlog.model.header import Header
from sessionlog.model.scan import FileIdentity
from sessionlog.model.severity import Diagnosis, Problem
from sessionlog.sources.files import SourceFile, open_source
from sessionlog.sources.frames import FrameReader, Text
from sessionlog.sources.harness_sqlite.snapshot import Snapshot
from sessionlog.sources.judge import refused
from sessionlog.sources.zip_archive.unpacked import EntryCopy
from sessionlog.sources.zstd_format import MAGIC

_LONGEST_HEADER = 4 * 1024 * 1024
_FIRST_READ = 16 * 1024
_FOREIGN = {
    b"\x1f\x8b": ("gzip", "is compressed with gzip.", "Unpack it with gunzip, then open what comes out."),
    b"PK\x03\x04": (
        "zip",
        "is a ZIP archive, not a session log.",
        "Open it by its own path; a ZIP inside a ZIP has to be taken out first.",
    ),
    b"SQLite format 3\x00": (
        "sqlite",
        "is a SQLite database, not a session log.",
        "Open it by its own path: the harness's database is read, others are not.",
    ),
    b"\xfd7zXZ": ("xz", "is compressed with xz.", "Unpack it with unxz, then open what comes out."),
    b"BZh": ("bzip2", "is compressed with bzip2.", "Unpack it with bunzip2, then open what comes out."),
    b"\xff\xfe": ("utf-16", "is UTF-16 text; a session log is UTF-8.", "Save it as UTF-8."),
    b"\xfe\xff": ("utf-16", "is UTF-16 text; a session log is UTF-8.", "Save it as UTF-8."),
}


@dataclass(frozen=True, slots=True)
class Artifact:
    """A session log. `encoding` is `plain`, `zstd` or `sqlite`, `size` in bytes (a share of its database's);
    `problems` are those of its place, `database` where it stands, for a session in one,
    `copy` its bytes in scratch, for an entry of a ZIP."""

    path: str
    session_id: str
    generation: int
    encoding: str
    header: Header
    size: int
    identity: FileIdentity
    problems: tuple[Problem, ...] = ()
    database: Snapshot | None = field(default=None, compare=False, repr=False)
    copy: EntryCopy | None = field(default=None, compare=False, repr=False)

    def with_problem(self, problem: Problem) -> Artifact:
        return replace(self, problems=(*self.problems, problem))


@dataclass(frozen=True, slots=True)
class Refused:
    """A file that is listed with a reason and not opened."""

    path: str
    diagnosis: Diagnosis
    code: str
    sentence: str
    remedy: str


def read_artifact(path: Path, *, shown: Path | None = None) -> Artifact:
    """Read a file's header line. `shown` is how the file is called to people, where it is a copy.

    Raises `FormatRefused` when nothing in the file may be interpreted, `UserError` or
    `EnvironmentFault` when it cannot be read.
    """
    with open_source(path) as file:
        head = file.read(0, _FIRST_READ)
        _refuse_foreign(shown or path, head)
        zstd = head.startswith(MAGIC)
        line = _zstd_header(file) if zstd else _plain_header(file, head)
        try:
            header = read_header_line(line)
        except FormatRefused as refusal:
            raise _named(refusal, shown or path) from None
        return Artifact(
            str(path),
            header.id,
            header.generation,
            "zstd" if zstd else "plain",
            header,
            file.size,
            file.identity(line),
        )


def as_refused(path: Path, refusal: FormatRefused) -> Refused:
    return Refused(str(path), refused(refusal), refusal.code, refusal.sentence, refusal.remedy)


def _named(refusal: FormatRefused, path: Path) -> FormatRefused:
    if refusal.code in ("newer", "older"):
        return FormatRefused(refusal.code, f"{refusal.sentence} (raw log: {path})", refusal.remedy)
    return FormatRefused(refusal.code, f"{path.name}: {refusal.sentence}", refusal.remedy)


def _refuse_foreign(path: Path, head: bytes) -> None:
    if not head:
        raise FormatRefused(
            "empty", f"{path.name} is empty.", "Choose a session log, a session folder or a harness home."
        )
    for magic, (code, sentence, remedy) in _FOREIGN.items():
        if head.startswith(magic):
            raise FormatRefused(code, f"{path.name} {sentence}", remedy)


def _plain_header(file: SourceFile, head: bytes) -> bytes:
    end = head.find(b"\n")
    if end < 0 and file.size > len(head):
        head = file.read(0, _LONGEST_HEADER)
        end = head.find(b"\n")
    if end < 0 and file.size > _LONGEST_HEADER:
        raise _too_long(file)
    if end < 0:
        raise FormatRefused(
            "no-header",
            f"{file.path.name} has no complete first line.",
            "Choose a session log, a session folder or a harness home.",
        )
    return head[:end]


def _too_long(file: SourceFile) -> FormatRefused:
    return FormatRefused(
        "long-header",
        f"The first line of {file.path.name} is over 4 MiB long; a header is read up to that length.",
        "Choose a session log, a session folder or a harness home.",
    )


def _zstd_header(file: SourceFile) -> bytes:
    """The first line of the first frame, also when that frame is torn behind it."""
    line = b""
    for piece in FrameReader(file, end=min(file.size, _LONGEST_HEADER), ahead=_FIRST_READ).pieces():
        if type(piece) is not Text or piece.frame > 1:
            break
        line += piece.data
        end = line.find(b"\n")
        if 0 <= end <= _LONGEST_HEADER:
            return line[:end]
        if len(line) > _LONGEST_HEADER:
            raise _too_long(file)
    raise FormatRefused(
        "no-header",
        f"{file.path.name} has no readable header frame.",
        "The file is damaged at its very beginning; look for another copy.",
    )
