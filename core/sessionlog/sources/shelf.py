"""Logs that are read where they stand, as a shelf of sessions for the read faces."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from sessionlog.generations import dialect_of
from sessionlog.model.errors import UserError
from sessionlog.model.header import Header
from sessionlog.model.scan import ScannedRow
from sessionlog.sources import origin
from sessionlog.sources.artifact import Artifact
from sessionlog.sources.discover import discover
from sessionlog.sources.files import path_error
from sessionlog.sources.memory_log import MemoryLog


class SourceShelf:
    """Implements `model.faces.Shelf` with session ids as keys; of several logs with one id that of the
    highest generation counts, of two alike the first.

    A log is read whole where it is asked for: large ones belong into a scratch library.
    """

    def __init__(self, place: Path) -> None:
        """Raises `UserError` or `EnvironmentFault` when there is no log at the place."""
        self._place = place
        self._found: dict[str, Artifact] = {}
        self._look()

    def headers(self) -> Sequence[tuple[str, Header]]:
        self._look()
        return [(name, artifact.header) for name, artifact in self._found.items()]

    def revision(self, key: str) -> str:
        """What the file system says of a file, and what a database says of a session in it."""
        path = Path(self._artifact(key).path)
        again = origin.read_again(path)
        if again.database is not None:
            return f"{again.identity.header_sha256}:{again.identity.size}"
        try:
            found = os.stat(path)
        except OSError as fault:
            raise path_error(fault, path) from None
        return ":".join(
            str(part)
            for part in (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)
        )

    def log(self, key: str) -> MemoryLog:
        artifact = origin.read_again(Path(self._artifact(key).path))
        return MemoryLog(
            artifact.header, dialect_of(artifact.generation), origin.scan(artifact), complete=True
        )

    def text(self, key: str) -> Iterator[bytes]:
        """The lines of the strict prefix and of what can be read behind it."""
        artifact = origin.read_again(Path(self._artifact(key).path))
        yield artifact.header.raw + b"\n"
        for item in origin.scan(artifact):
            if isinstance(item, ScannedRow):
                yield item.row.raw + b"\n"

    def _look(self) -> None:
        found: dict[str, Artifact] = {}
        for artifact in discover(self._place).artifacts:
            known = found.get(artifact.session_id)
            if known is None or known.generation < artifact.generation:
                found[artifact.session_id] = artifact
        self._found = found

    def _artifact(self, key: str) -> Artifact:
        if key not in self._found:
            self._look()
        artifact = self._found.get(key)
        if artifact is None:
            raise UserError("session.gone", f"There is no session {key!r} here.", "Refresh the list.")
        return artifact
