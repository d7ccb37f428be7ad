"""Writing the raw ZIP: every entry byte for byte as stored, streamed, whole or not at all."""

from __future__ import annotations

import hashlib
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

from sessionlog.export.entries import (
    Cancelled,
    Entry,
    ExportProgress,
    Missing,
    Plan,
    Written,
    WrittenEntry,
)
from sessionlog.export.manifest import manifest
from sessionlog.export.names import MANIFEST_NAME
from sessionlog.export.target import Target, write_fault
from sessionlog.model.errors import EnvironmentFault, SessionlogError

_ZIP64_FROM = 1 << 30
"""Entries of this size get room for 64-bit sizes beforehand."""


class Redactor(Protocol):
    """Changes the text of log entries, and says in the manifest what it did."""

    def apply(self, entry: Entry, pieces: Iterator[bytes]) -> Iterator[bytes]: ...

    def takes(self, entry: Entry) -> bool:
        """Whether the entry may go in; original bytes and images cannot be looked into."""
        ...

    def record(self) -> dict[str, Any]: ...

    @property
    def count(self) -> int: ...


def write_raw_zip(
    plan: Plan,
    path: Path,
    *,
    replace: bool = False,
    progress: Callable[[ExportProgress], None] | None = None,
    cancel: Callable[[], bool] | None = None,
    redactor: Redactor | None = None,
) -> Written:
    """Write what was planned to `path`.

    Raises `Cancelled`, `UserError` when something is there already, `EnvironmentFault` naming the
    entry that failed; then nothing is left at the path. A descendant or attachment that can no
    longer be read is left out and said.
    """
    return _Writer(plan, path, replace, progress, cancel, redactor).write()


class _Writer:
    def __init__(
        self,
        plan: Plan,
        path: Path,
        replace: bool,
        progress: Callable[[ExportProgress], None] | None,
        cancel: Callable[[], bool] | None,
        redactor: Redactor | None,
    ) -> None:
        self._plan = plan
        self._path = path
        self._replace = replace
        self._progress = progress
        self._cancel = cancel
        self._redactor = redactor
        self._now = time.time()
        self._written: list[tuple[Entry, WrittenEntry]] = []
        self._missing: list[Missing] = list(plan.missing)
        self._bytes = 0

    def write(self) -> Written:
        with Target(self._path, replace=self._replace) as target:
            try:
                with zipfile.ZipFile(target.file, "w", allowZip64=True) as archive:
                    for number, entry in enumerate(self._plan.entries):
                        self._tell(number, entry)
                        self._add(archive, entry)
                    self._add_manifest(archive)
            except OSError as error:
                raise write_fault(error, self._path) from error
            self._stop_if_asked()
            size, sha256 = target.finish()
        self._tell(len(self._plan.entries), None)
        return Written(
            str(self._path),
            size,
            sha256,
            tuple(done for _, done in self._written),
            tuple(self._missing),
            0 if self._redactor is None else self._redactor.count,
        )

    def _add(self, archive: zipfile.ZipFile, entry: Entry) -> None:
        if self._redactor is not None and not self._redactor.takes(entry):
            if entry.root:
                raise EnvironmentFault(
                    "export-redact",
                    f"{entry.name} holds damaged bytes, which cannot be looked into for redaction.",
                    "Export it as a readable file, or without redaction.",
                )
            self._leave_out(entry, "It cannot be looked into for what is to be redacted.")
            return
        info = self._info(entry.name, entry.size)
        bytes_before = self._bytes
        try:
            done = self._stream(archive, info, entry)
        except SessionlogError as fault:
            if entry.root:
                raise EnvironmentFault(
                    "export-entry",
                    f"{entry.name} could not be exported: {fault.sentence} No half file was left.",
                    fault.remedy or "Try again.",
                ) from fault
            _take_back(archive, info)
            self._bytes = bytes_before
            self._leave_out(entry, fault.sentence)
            return
        self._written.append((entry, done))

    def _stream(self, archive: zipfile.ZipFile, info: zipfile.ZipInfo, entry: Entry) -> WrittenEntry:
        stored, given, size = hashlib.sha256(), hashlib.sha256(), 0
        with archive.open(info, "w", force_zip64=entry.size >= _ZIP64_FROM) as out:

            def passing() -> Iterator[bytes]:
                for piece in entry.read():
                    self._stop_if_asked()
                    stored.update(piece)
                    self._bytes += len(piece)
                    self._tell(len(self._written), entry)
                    yield piece

            pieces = passing()
            for piece in pieces if self._redactor is None else self._redactor.apply(entry, pieces):
                given.update(piece)
                size += len(piece)
                out.write(piece)
        if stored.hexdigest() != entry.sha256:
            raise EnvironmentFault(
                "source-changed", f"{entry.name} was rewritten while it was exported.", "Export it again."
            )
        return WrittenEntry(entry.name, entry.kind, size, given.hexdigest(), entry.content)

    def _add_manifest(self, archive: zipfile.ZipFile) -> None:
        record = None if self._redactor is None else self._redactor.record()
        text = manifest(self._plan, self._written, self._missing, int(self._now * 1000), record)
        with archive.open(self._info(MANIFEST_NAME, len(text)), "w") as out:
            out.write(text)

    def _info(self, name: str, size: int) -> zipfile.ZipInfo:
        info = zipfile.ZipInfo(name, time.localtime(self._now)[:6])
        info.compress_type = zipfile.ZIP_DEFLATED
        # Python 3.13 gave the member its public name.
        setattr(
            info,
            "compress_level" if hasattr(info, "compress_level") else "_compresslevel",
            self._plan.options.level,
        )
        info.create_system = 3
        info.external_attr = 0o100600 << 16
        info.file_size = size
        return info

    def _leave_out(self, entry: Entry, reason: str) -> None:
        session = entry.session
        what = "session" if session is not None else entry.kind
        self._missing.append(Missing(what, entry.name if session is None else session.id, reason))

    def _stop_if_asked(self) -> None:
        if self._cancel is not None and self._cancel():
            raise Cancelled

    def _tell(self, done: int, entry: Entry | None) -> None:
        if self._progress is not None:
            label = "" if entry is None else entry.name
            self._progress(ExportProgress(done, len(self._plan.entries), label, self._bytes, self._plan.size))


def _take_back(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> None:
    """Remove the entry that was written last: its bytes and its line in the directory."""
    if archive.filelist and archive.filelist[-1] is info:
        archive.filelist.pop()
        del archive.NameToInfo[info.filename]
    file = archive.fp
    assert file is not None
    file.seek(info.header_offset)
    file.truncate()
    archive.start_dir = info.header_offset
