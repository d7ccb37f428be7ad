"""One ZIP, read once: each entry judged, logs streamed into scratch, attachments checked where they stand."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from sessionlog.model.errors import EnvironmentFault
from sessionlog.model.severity import Level, Problem
from sessionlog.sources.files import SourceFile, open_source
from sessionlog.sources.names import log_name
from sessionlog.sources.zip_archive.inflate import EntryFault, EntryStream
from sessionlog.sources.zip_archive.limits import MOST_ENTRIES, MOST_OUT, MOST_REPORTED, RATIO, RATIO_FLOOR
from sessionlog.sources.zip_archive.manifest import MOST_BYTES, Manifest, read_manifest
from sessionlog.sources.zip_archive.names import is_archive_name, named, refused_name
from sessionlog.sources.zip_archive.records import LOCAL, DirectoryFault, Record, directory
from sessionlog.sources.zip_archive.salvage import salvaged


@dataclass(frozen=True, slots=True)
class EntryReport:
    """What became of an entry. `state` is `ok`, `damaged` (read in part), `refused` or `unread`.

    `kind` as in `names.Named`; `size` is bytes unpacked; `message` is a sentence where not all is well.
    """

    name: str
    kind: str
    state: str
    size: int
    code: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class LogCopy:
    """A log entry in scratch. `crc` is of its bytes; `problems` are what its entry says against it."""

    name: str
    path: Path
    size: int
    crc: int
    sha256: str
    problems: tuple[Problem, ...] = ()


class ZipArchive:
    """What is in a ZIP. Nothing in it names a file of ours: logs get numbers in `scratch`."""

    def __init__(self, path: Path, scratch: Path, cancel: Callable[[], bool] | None = None) -> None:
        """Reads everything. Raises `UserError` or `EnvironmentFault` when the ZIP cannot be read or
        its logs not be copied."""
        self.path = path
        self.entries: list[EntryReport] = []
        self.logs: list[LogCopy] = []
        self.manifest: Manifest | None = None
        self.problems: list[Problem] = []
        self.size = 0
        self._scratch = scratch
        self._attachments: dict[str, Record] = {}
        self._seen: set[str] = set()
        self._overlapping: set[Record] = set()
        self._out = self._left_out = 0
        with open_source(path) as file:
            self.size = file.size
            for record in self._records(file):
                if cancel is not None and cancel():
                    break
                self._take(file, record)
        if self._left_out:
            self._problem("zip-more", f"{self._left_out:,} further entries were refused.")
        self._check_manifest()

    @property
    def unpacked(self) -> int:
        """Bytes that came out of all entries that were read."""
        return self._out

    @property
    def attachments(self) -> tuple[str, ...]:
        """The SHA-256 of every attachment that was read and checked."""
        return tuple(self._attachments)

    def attachment(self, digest: str) -> AttachmentBytes | None:
        """The entry that is named for a SHA-256, whose bytes have it."""
        record = self._attachments.get(digest)
        return None if record is None else AttachmentBytes(self.path, record)

    # -- one entry -------------------------------------------------------------------------

    def _records(self, file: SourceFile) -> Iterator[Record]:
        """The entries in the order of the archive, with the directory or without."""
        found: list[Record] = []
        try:
            found.extend(directory(file))
        except DirectoryFault as fault:
            self._problem(
                "zip-directory",
                f"The archive is cut or damaged: {fault}. Entries were looked for one by one.",
                Level.ERROR,
            )
            listed = {record.offset for record in found}
            found += [record for record in salvaged(file, MOST_OUT) if record.offset not in listed]
        if len(found) > MOST_ENTRIES:
            self._problem(
                "zip-entries", f"Only the first {MOST_ENTRIES:,} entries were looked at.", Level.ERROR
            )
            del found[MOST_ENTRIES:]
        self._overlapping = _overlapping(found)
        yield from found

    def _take(self, file: SourceFile, record: Record) -> None:
        fault = self._refusal(record)
        kind, digest = named(record.name) if refused_name(record.name) is None else ("other", "")
        if fault is not None:
            self._report(record, kind, "refused", *fault)
        elif kind == "log":
            self._copy_log(file, record)
        elif kind in ("media", "file"):
            self._check_attachment(file, record, kind, digest)
        elif kind == "manifest":
            self._read_manifest(file, record)
        elif kind == "other":
            message = "It is no session log and no attachment; it was not opened."
            self._report(record, kind, "unread", "zip-other", message)

    def _refusal(self, record: Record) -> tuple[str, str] | None:
        """Why an entry must not be opened, before a byte of it is read."""
        fault = refused_name(record.name)
        if fault is not None:
            return fault
        if record.special:
            what = "a symbolic link" if record.special == "symlink" else "no regular file"
            return f"zip-{record.special}", f"It is {what}."
        if record.name in self._seen:
            return "zip-duplicate", "Another entry has the same name; the first one counts."
        self._seen.add(record.name)
        if is_archive_name(record.name):
            return "zip-nested", "An archive inside the archive is not opened."
        if record in self._overlapping:
            return "zip-overlap", "Its bytes are also those of another entry."
        if record.size is not None and record.packed is not None and record.size > RATIO_FLOOR:
            if record.size > RATIO * max(record.packed, 1):
                return "zip-ratio", f"It would expand more than {RATIO} times."
            if record.size > MOST_OUT - self._out:
                return "zip-too-much", "With it the archive expands to more than may be read."
        return None

    def _copy_log(self, file: SourceFile, record: Record) -> None:
        base = record.name.rpartition("/")[2]
        target = self._scratch / str(len(self.logs) + 1) / (base if log_name(base) else "log.jsonl")
        problems: tuple[Problem, ...] = ()
        try:
            stream = EntryStream(file, record, most=MOST_OUT - self._out)
        except EntryFault as fault:
            self._report(record, "log", "refused", fault.code, str(fault))
            return
        digest = hashlib.sha256()
        try:
            target.parent.mkdir(mode=0o700)
            with target.open("xb") as copy:
                target.chmod(0o600)
                for piece in stream:
                    digest.update(piece)
                    copy.write(piece)
        except EntryFault as fault:
            if not (fault.cut and stream.out):
                target.unlink()
                target.parent.rmdir()
                self._report(record, "log", "refused", fault.code, str(fault))
                return
            problems = (Problem(fault.code, Level.ERROR, str(fault), affected=record.name),)
        except OSError as error:
            raise EnvironmentFault(
                "scratch-full",
                f"No copy of {record.name} could be made: {error.strerror}. The ZIP was not touched.",
                "Free some space, then open it again.",
            ) from error
        self._out += stream.out
        self.logs.append(LogCopy(record.name, target, stream.out, stream.crc, digest.hexdigest(), problems))
        said = problems[0] if problems else None
        state = "damaged" if said else "ok"
        self._report(
            record, "log", state, said.code if said else "", said.message if said else "", stream.out
        )

    def _check_attachment(self, file: SourceFile, record: Record, kind: str, digest: str) -> None:
        found, size = hashlib.sha256(), 0
        try:
            for piece in EntryStream(file, record, most=MOST_OUT - self._out):
                found.update(piece)
                size += len(piece)
        except EntryFault as fault:
            self._report(record, kind, "refused", fault.code, str(fault))
            return
        self._out += size
        if found.hexdigest() != digest:
            self._report(
                record, kind, "refused", "zip-attachment", "Its bytes are not those that its name says."
            )
            return
        self._attachments.setdefault(digest, record)
        self._report(record, kind, "ok", size=size)

    def _read_manifest(self, file: SourceFile, record: Record) -> None:
        pieces: list[bytes] = []
        try:
            pieces += EntryStream(file, record, most=MOST_BYTES)
        except EntryFault as fault:
            self._report(record, "manifest", "refused", fault.code, str(fault))
            return
        text = b"".join(pieces)
        manifest = read_manifest(text)
        if manifest is None:
            self._report(record, "manifest", "refused", "zip-manifest", "It is no manifest of ours.")
            return
        self.manifest = self.manifest or manifest
        self._report(record, "manifest", "ok", size=len(text))

    # -- what is said ----------------------------------------------------------------------

    def _report(
        self,
        record: Record,
        kind: str,
        state: str,
        code: str = "",
        message: str = "",
        size: int | None = None,
    ) -> None:
        if state != "ok" and len(self.entries) - len(self.logs) > MOST_REPORTED:
            self._left_out += 1
            return
        known = record.size or 0 if size is None else size
        self.entries.append(EntryReport(record.name, kind, state, known, code, message))

    def _problem(
        self, code: str, message: str, level: Level = Level.WARN, affected: str | None = None
    ) -> None:
        self.problems.append(Problem(code, level, message, affected=affected))

    def _check_manifest(self) -> None:
        """Compare what is there with what the manifest lists."""
        if self.manifest is None:
            return
        listed = self.manifest.entries
        for number, copy in enumerate(self.logs):
            said = listed.get(copy.name)
            if said is None:
                self._problem("zip-unlisted", "An entry is not in the manifest.", affected=copy.name)
            elif (said.size, said.sha256) != (copy.size, copy.sha256):
                problem = Problem(
                    "zip-changed",
                    Level.WARN,
                    "The log is not the one that the manifest lists: its bytes were changed.",
                    affected=copy.name,
                )
                self.logs[number] = replace(copy, problems=(*copy.problems, problem))
                self.problems.append(problem)
        for name in listed.keys() - self._seen:
            self._problem("zip-missing", "The manifest lists an entry that is not there.", affected=name)


class AttachmentBytes:
    """An attachment, inflated anew each time it is read."""

    def __init__(self, path: Path, record: Record) -> None:
        self._path = path
        self._record = record
        self.size = record.size or 0

    def read(self) -> Iterator[bytes]:
        with open_source(self._path) as file:
            try:
                yield from EntryStream(file, self._record, most=MOST_OUT)
            except EntryFault as fault:
                raise EnvironmentFault(
                    "source-changed", f"{self._path.name} was changed: {fault}", "Open it again."
                ) from fault


def _overlapping(records: list[Record]) -> set[Record]:
    """Entries whose bytes reach into those of an earlier one: what some bombs are made of."""
    found: set[Record] = set()
    reach = -1
    for record in sorted(records, key=lambda record: record.offset):
        if record.offset < reach:
            found.add(record)
        reach = max(reach, record.offset + LOCAL.size + (record.packed or 0))
    return found
