"""Forks for the window and the terminal: a preview, the fork itself, and its undo."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

from sessionlog.access.importing import Importer
from sessionlog.access.opened import OpenedSource
from sessionlog.access.values import LIBRARY_SOURCE, Progress, SessionInfo, SessionRef
from sessionlog.export.session_artifact import sessions_root, write_session
from sessionlog.lineage.cut import ForkRefused
from sessionlog.lineage.fork import ForkPlan, plan_fork
from sessionlog.lineage.preview import ForkPreview, preview_fork
from sessionlog.model.changes import Changes
from sessionlog.model.errors import UserError
from sessionlog.model.log import EventLog
from sessionlog.sources.artifact import Artifact, Refused
from sessionlog.sources.discover import Discovery, PlaceKind
from sessionlog.store import deletion, sharing
from sessionlog.store.keeper import Keeper
from sessionlog.store.store import Store

Tell = Callable[[Progress], None] | None
Ask = Callable[[], bool] | None


@dataclass(frozen=True, slots=True)
class Forked:
    """A child that is stored with its whole prefix. `cut_seq` is the last inherited seq, -1 for none."""

    ref: SessionRef
    child_id: str
    parent_session: str
    cut_seq: int
    inherited_events: int
    title: str | None


def plan_of(
    log: EventLog, at: int | None, *, exact: bool, title: str | None, taken: Sequence[str]
) -> ForkPlan:
    """The plan of a fork made now, under a new id. Raises `ForkRefused`."""
    return plan_fork(
        log,
        child_id=f"session-{uuid.uuid4()}",
        now=time.time_ns() // 1_000_000,
        at=at,
        exact=exact,
        title=title,
        taken_titles=taken,
    )


def write_fork(log: EventLog, plan: ForkPlan, folder: Path) -> Path:
    """Write a fork as a session log that the harness opens, in its home or in any folder.

    Raises `UserError` where the folder cannot take it and `EnvironmentFault`; nothing is left then.
    """
    inherited = (row.raw for row in log.rows(0, plan.cut.events - 1))
    header = log.dialect.read_header(plan.header_line)
    return write_session(sessions_root(folder), header, chain(inherited, plan.lines))


class Place(Protocol):
    """What forking needs of the library around it."""

    def session(self, ref: SessionRef) -> SessionInfo: ...

    def sessions(self, source: int) -> list[SessionInfo]: ...

    def log(self, ref: SessionRef) -> EventLog: ...

    def prepare_log(self, ref: SessionRef, progress: Tell = None, cancel: Ask = None) -> None: ...


class Forking:
    """Forks into one library, from it and from every opened place. Every method runs on a worker."""

    def __init__(
        self,
        store: Store,
        keeper: Keeper,
        place: Place,
        source: Callable[[int], OpenedSource],
        run_import: Callable[[Callable[[], Importer]], Any],
        publish: Callable[[int, Changes], None],
    ) -> None:
        self._store = store
        self._keeper = keeper
        self._place = place
        self._source = source
        self._run_import = run_import
        self._publish = publish

    def preview(
        self, ref: SessionRef, at: int | None = None, *, exact: bool = False, progress: Tell = None
    ) -> ForkPreview:
        """What a fork would be; nothing is written. Raises `ForkRefused` with the reason."""
        self._place.prepare_log(ref, progress)
        log = self._place.log(ref)
        plan = self._plan(ref, log, at, exact, None)
        return preview_fork(log, plan, anchor=at, exact=exact)

    def fork(
        self,
        ref: SessionRef,
        at: int | None = None,
        *,
        exact: bool = False,
        title: str | None = None,
        progress: Tell = None,
        cancel: Ask = None,
    ) -> Forked:
        """Make the child in the library; it is durable when this returns.

        The parent of a session that is only opened is kept in the library first. Raises
        `ForkRefused`, `UserError` and `EnvironmentFault`; then there is no child.
        """
        if ref.source == LIBRARY_SOURCE:
            key = ref.key
        else:
            self._place.prepare_log(ref, progress, cancel)
            self._plan(ref, self._place.log(ref), at, exact, title)  # refused before anything is kept
            key = self._keep(ref, progress, cancel)
        waiting = self._keeper.waiting(key)
        if waiting:
            self._keeper.flush()
        log = self._store.log(key)
        plan = self._plan(ref, log, at, exact, title)
        child = sharing.read_child(plan.header_line, plan.cut.events, plan.lines, log.header.generation)
        made = sharing.fork(self._store, key, child, self._keeper.waiting(key))
        self._keeper.note_saved()
        self._publish(LIBRARY_SOURCE, Changes(sessions=frozenset({made}), sources=True, lineage=True))
        return Forked(
            SessionRef(LIBRARY_SOURCE, made),
            plan.child_id,
            plan.parent_id,
            plan.cut.events - 1,
            plan.cut.events,
            self._store.session(made).title,
        )

    def undo(self, ref: SessionRef) -> None:
        """Delete a fork while it has nothing of its own. Raises `UserError` (`fork.used`)."""
        deletion.undo_fork(self._store, ref.key)
        self._publish(LIBRARY_SOURCE, Changes(removed=frozenset({ref.key}), sources=True, lineage=True))

    def to_folder(
        self,
        ref: SessionRef,
        folder: Path,
        at: int | None = None,
        *,
        exact: bool = False,
        title: str | None = None,
        progress: Tell = None,
    ) -> Path:
        """Fork as a session log in a folder or a harness home; returns the file. Raises as `fork` does."""
        self._place.prepare_log(ref, progress)
        log = self._place.log(ref)
        return write_fork(log, self._plan(ref, log, at, exact, title), folder)

    def _plan(
        self, ref: SessionRef, log: EventLog, at: int | None, exact: bool, title: str | None
    ) -> ForkPlan:
        taken = {
            info.title
            for source in {LIBRARY_SOURCE, ref.source}
            for info in self._place.sessions(source)
            if info.title
        }
        return plan_of(log, at, exact=exact, title=title, taken=tuple(taken))

    def _keep(self, ref: SessionRef, progress: Tell, cancel: Ask) -> int:
        """The library's key of an opened session, kept now unless it is kept already."""
        source = self._source(ref.source)
        one = _OneSession(source, source.artifact(ref.key))
        results = self._run_import(lambda: Importer(self._store, source.path, progress, cancel, one))
        kept = results[0].ref if results else None  # nothing at all where it was cancelled at once
        if kept is not None:
            return int(kept.key)
        if cancel is not None and cancel():
            raise ForkRefused("cancelled", "The fork was cancelled.", "Nothing was made.")
        reason = (results[0].reason if results else "") or ""
        raise UserError(
            "fork.not-kept",
            f"The session could not be kept in the library, so it was not forked. {reason}",
            "Import it, then fork what was imported.",
        )


class _OneSession(Discovery):
    """One session of a place, found already."""

    def __init__(self, source: OpenedSource, artifact: Artifact) -> None:
        super().__init__(source.path, PlaceKind.FILE if source.kind == "file" else PlaceKind.FOLDER)
        self._artifact = artifact

    def __iter__(self) -> Iterator[Artifact | Refused]:
        yield self._artifact
