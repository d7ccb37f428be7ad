"""Exporting from the library and from opened places: the same plan, whatever keeps the bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from sessionlog.access.opened import OpenedSource
from sessionlog.access.values import SessionInfo
from sessionlog.export.blobs import blobs_in, blobs_near
from sessionlog.export.entries import ROWS, Blob, Candidate, LogBytes
from sessionlog.export.log_bytes import FileLog, LinesLog
from sessionlog.model.errors import FormatRefused, UserError
from sessionlog.model.scan import ScannedRow
from sessionlog.sources import origin
from sessionlog.sources.artifact import Artifact
from sessionlog.sources.names import log_name
from sessionlog.sources.zstd_format import MAGIC
from sessionlog.store.originals import original_file
from sessionlog.store.store import Store


def candidate_of(info: SessionInfo) -> Candidate:
    name = Path(info.artifact or "").name
    return Candidate(
        info.ref.key,
        info.id,
        info.generation,
        info.created_at,
        info.parent_session,
        info.origin,
        info.seed_length,
        str(info.severity),
        info.title,
        info.events,
        name if log_name(name) is not None else None,
    )


class KeptPlace:
    """The library as a place to export from."""

    def __init__(self, store: Store, sessions: Sequence[SessionInfo]) -> None:
        self._store = store
        self._sessions = {info.ref.key: info for info in sessions}

    def candidates(self) -> Sequence[Candidate]:
        return [candidate_of(info) for info in self._sessions.values()]

    def log(self, candidate: Candidate) -> LogBytes:
        original = original_file(self._store, candidate.key)
        if original is not None:
            return FileLog(original, zstd=_is_zstd(original))
        return LinesLog(lambda: self._store.text(candidate.key))

    def blobs(self, candidate: Candidate, digest: str) -> Iterator[Blob]:
        yield from blobs_in(self._store.path.parent, digest)
        path = self._sessions[candidate.key].artifact
        if path is not None:
            yield from blobs_near(Path(path), digest)


class OpenedPlace:
    """An opened folder, file, database or ZIP as a place to export from."""

    def __init__(self, source: OpenedSource) -> None:
        self._source = source

    def candidates(self) -> Sequence[Candidate]:
        return [candidate_of(info) for info in self._source.sessions()]

    def log(self, candidate: Candidate) -> LogBytes:
        if candidate.generation < 0:
            return _refused_log(self._source.session(candidate.key))
        artifact = self._source.artifact(candidate.key)
        if artifact.database is not None:
            return LinesLog(lambda: _rows_of(artifact), ROWS)
        path = Path(artifact.path) if artifact.copy is None else artifact.copy.log.path
        return FileLog(path, zstd=artifact.encoding == "zstd")

    def blobs(self, candidate: Candidate, digest: str) -> Iterator[Blob]:
        if self._source.path.is_dir():
            yield from blobs_in(self._source.path, digest)
        try:
            artifact = self._source.artifact(candidate.key)
        except FormatRefused:
            return
        if artifact.copy is None:
            yield from blobs_near(Path(artifact.path), digest)
            return
        found = artifact.copy.unpacked.archive.attachment(digest)
        if found is not None:
            yield found


def _rows_of(artifact: Artifact) -> Iterator[bytes]:
    """The header and every row that a database holds of a session, as lines."""
    scan = origin.scan(artifact)
    yield scan.header.raw + b"\n"
    for item in scan:
        if isinstance(item, ScannedRow):
            yield item.row.raw + b"\n"


def _refused_log(info: SessionInfo) -> LogBytes:
    """A log of which nothing may be interpreted goes in as the bytes that it is."""
    path = Path(info.artifact or "")
    if log_name(path.name) is None:
        raise UserError("export-no-log", f"{path.name} is no session log.", "Choose a session log.")
    return FileLog(path, zstd=_is_zstd(path))


def _is_zstd(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False
