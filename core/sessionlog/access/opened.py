"""A place that is opened and not imported: its sessions, and a scratch library for their index."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from sessionlog.access.beside import Format, FormatsBeside
from sessionlog.access.infos import info_of, info_of_refused
from sessionlog.access.places import ScratchFolder
from sessionlog.access.values import Progress, SessionInfo, SourceInfo
from sessionlog.model.errors import FormatRefused, UserError
from sessionlog.model.log import EventLog
from sessionlog.model.severity import Diagnosis
from sessionlog.sources import origin
from sessionlog.sources.artifact import Artifact, Refused
from sessionlog.sources.discover import Discovery, PlaceKind
from sessionlog.sources.names import claimed_generation
from sessionlog.store import faults
from sessionlog.store.ingest import Cancelled, Watch
from sessionlog.store.store import Store, open_scratch

SCRATCH_NAME = "scratch.db"
_KINDS = {PlaceKind.FILE: "file", PlaceKind.ARCHIVE: "zip"}


class OpenedSource:
    """Read in place. Nothing is ever written beside it.

    A session's log answers from the tail of its file until `prepare` has filled the scratch
    library, and from there afterwards. Sessions that may not be interpreted have negative keys.
    """

    def __init__(self, id: int, discovery: Discovery, *, kind: str | None = None) -> None:
        """Raises `EnvironmentFault` when no scratch library can be made."""
        self.id = id
        self.path = discovery.path
        self.kind = kind or _KINDS.get(discovery.kind, "folder")
        self.problems = discovery.problems
        self.grown: set[int] = set()
        self._beside = FormatsBeside()
        self._filling: dict[int, threading.Lock] = {}
        self._lock = threading.Lock()
        try:
            self._folder = ScratchFolder()
        except OSError as error:
            raise faults.of_os(error, Path(SCRATCH_NAME)) from error
        self.store: Store = open_scratch(self._folder.path / SCRATCH_NAME)
        self._artifacts: dict[int, Artifact] = {}
        self._refused: dict[int, Refused] = {}
        self._list(discovery)

    def _list(self, discovery: Discovery) -> None:
        place = self.store.add_source(self.kind, str(self.path))
        artifacts = discovery.artifacts
        keys = self.store.list_sessions(place, [(item.header, item.identity) for item in artifacts])
        for key, artifact in zip(keys, artifacts):
            if not key:  # the same id once more: a place of its own, so that both are seen
                again = self.store.add_source("duplicate", artifact.path)
                (key,) = self.store.list_sessions(again, [(artifact.header, artifact.identity)])
            self._artifacts[key] = artifact
        for number, refused in enumerate(discovery.refused, 1):
            self._refused[-number] = refused

    def info(self) -> SourceInfo:
        state = "ok" if os.path.exists(self.path) else "missing"
        count = len(self._artifacts) + len(self._refused)
        return SourceInfo(self.id, self.kind, str(self.path), self.path.name, count, True, state)

    def sessions(self) -> list[SessionInfo]:
        """The last human prompt first; what was refused at the end."""
        stored = self.store.sessions()
        return [info_of(self.id, item, growing=item.key in self.grown) for item in stored] + [
            info_of_refused(self.id, key, refused) for key, refused in self._refused.items()
        ]

    def session(self, key: int) -> SessionInfo:
        refused = self._refused.get(key)
        if refused is not None:
            return info_of_refused(self.id, key, refused)
        return info_of(self.id, self.store.session(key), growing=key in self.grown)

    def diagnosis(self, key: int) -> Diagnosis:
        refused = self._refused.get(key)
        if refused is not None:
            return refused.diagnosis
        known = self.store.diagnosis(key)
        own = self.artifact(key)
        folder = Path(own.path).parent
        others = [
            self._format(other, artifact)
            for other, artifact in self._artifacts.items()
            if artifact.session_id == own.session_id and Path(artifact.path).parent == folder
        ]
        unreadable = [
            (claimed_generation(refused.path, -1), refused.path)
            for refused in self._refused.values()
            if Path(refused.path).parent == folder
        ]
        beside = (
            self._beside.told(self._format(key, own), others, unreadable)
            if len(others) > 1 or unreadable
            else []
        )
        return replace(known, problems=(*known.problems, *beside)) if beside else known

    def _format(self, key: int, artifact: Artifact) -> Format:
        events = self.store.session(key).events
        return Format(key, artifact.generation, artifact.path, events, partial(self.log, key))

    def artifact(self, key: int) -> Artifact:
        """Raises `FormatRefused` for what may not be interpreted, `UserError` for an unknown key."""
        refused = self._refused.get(key)
        if refused is not None:
            raise FormatRefused(refused.code, refused.sentence, refused.remedy)
        artifact = self._artifacts.get(key)
        if artifact is None:
            raise UserError("session.gone", "This session is no longer there.", "Refresh the list.")
        return artifact

    def prepared(self, key: int) -> bool:
        """Whether the scratch library holds the session's log."""
        return not self.store.session(key).listed

    def log(self, key: int) -> EventLog:
        artifact = self.artifact(key)
        return self.store.log(key) if self.prepared(key) else origin.tail(artifact)

    def prepare(
        self, key: int, progress: Callable[[Progress], None] | None, cancel: Callable[[], bool] | None
    ) -> bool:
        """Read the whole log into the scratch library; False where that was done or cancelled."""
        artifact = self.artifact(key)
        with self._lock:
            filling = self._filling.setdefault(key, threading.Lock())
        with filling:
            if self.prepared(key):
                return False
            scan = origin.scan(artifact)

            def tell(done: int) -> None:
                if progress is not None:
                    progress(Progress(0, 1, artifact.session_id, done, scan.bytes_total))

            ingest = self.store.ingest()
            try:
                ingest.fill(key, scan, Watch(tell, cancel))
            except Cancelled:
                return False
            finally:
                ingest.finish()
            return True

    def renew(self, key: int) -> None:
        """The session's file was rewritten: read its header again and forget what was indexed."""
        self._artifacts[key] = origin.read_again(Path(self.artifact(key).path))
        self.store.unlist(key)

    def close(self) -> None:
        self.store.close()
        self._folder.close()
