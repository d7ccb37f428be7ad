"""The library: the one door of window and terminal to sessions, wherever they are kept."""

from __future__ import annotations

import itertools
import logging
import threading
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from sessionlog.access.deleting import Deletions
from sessionlog.access.following import Follow, KeptFollow, OpenedFollow, changes_of
from sessionlog.access.gaps import file_of_kept, file_of_opened
from sessionlog.access.importing import Importer
from sessionlog.access.infos import info_of
from sessionlog.access.marking import Marks
from sessionlog.access.opened import OpenedSource
from sessionlog.access.others import OthersWatch
from sessionlog.access.places import default_library
from sessionlog.access.reading import EvidenceFaces
from sessionlog.access.storage import Storage
from sessionlog.access.values import (
    LIBRARY_SOURCE,
    ImportResult,
    Progress,
    SessionInfo,
    SessionRef,
    SourceInfo,
)
from sessionlog.model.changes import Changes
from sessionlog.model.errors import EnvironmentFault, UserError
from sessionlog.model.log import EventLog
from sessionlog.sources.discover import discover
from sessionlog.sources.files import place_of
from sessionlog.sources.gap_bytes import GapBytes, read_gap
from sessionlog.sources.places import KnownPlace, known_places
from sessionlog.store import connection as cx
from sessionlog.store import spill
from sessionlog.store.keeper import FlushStatus, Keeper
from sessionlog.store.moved import require_there, stations
from sessionlog.store.native import NativeSessions
from sessionlog.store.rows_append import Appended
from sessionlog.store.store import Store, open_library

if TYPE_CHECKING:  # most starts neither export, fork, compare nor open a case: these come when they are asked
    from sessionlog.access.comparing import Comparing
    from sessionlog.access.exporting import Exporter
    from sessionlog.access.forking import Forked, Forking
    from sessionlog.access.support import SupportCase
    from sessionlog.lineage.preview import ForkPreview

__all__ = [
    "LIBRARY_SOURCE",
    "FlushStatus",
    "Follow",
    "GapBytes",
    "ImportResult",
    "KnownPlace",
    "Library",
    "Progress",
    "SessionInfo",
    "SessionRef",
    "SourceInfo",
    "default_library",
]

log = logging.getLogger(__name__)
Subscriber = Callable[[int, Changes], None]
Tell: TypeAlias = Callable[[Progress], None] | None
Ask: TypeAlias = Callable[[], bool] | None


class Library(EvidenceFaces):
    """Sessions that are kept, and places that are only opened. Every method may run on any thread.

    Faults are `UserError` (somebody can mend it) and `EnvironmentFault` (the machine refuses), each
    with one sentence and a remedy; nothing that was stored is lost by them.
    """

    def __init__(self, store: Store, spills: spill.SpillFolders) -> None:
        """Use `open`."""
        self.path = store.path
        self._store = store
        self._keeper = Keeper(store, self._on_stored, spills=spills)
        self.native = NativeSessions(store, self._keeper)
        self._opened: dict[int, OpenedSource] = {}
        self._numbers = itertools.count(LIBRARY_SOURCE + 1)
        self._lock = threading.Lock()
        self._importing = threading.Lock()
        self._subscribers: dict[int, Subscriber] = {}
        self._grown: set[int] = set()
        self.deletions = Deletions(store, self._keeper, self._publish)
        self.marks = Marks(store, self._publish)
        self.storage = Storage(store, self._keeper, self.verify)
        self._others = OthersWatch(store, lambda changes: self._publish(LIBRARY_SOURCE, changes))

    @classmethod
    def open(cls, path: Path | None = None, *, spills: spill.SpillFolders | None = None) -> Library:
        """Open the library file, made where it is not there; the usual one without a path.

        A library that was moved is found where it lies now. Raises `UserError` for a newer library or a
        foreign database, `EnvironmentFault` when the machine refuses.
        """
        asked = place_of(path) if path is not None else default_library()
        *before, place = stations(asked)
        require_there(asked, place)
        folders = spills or spill.SpillFolders.usual()

        def before_writing(store: Store, connection: cx.Connection) -> None:
            for known in (*before, store.path):  # what was open while it was moved spilled under its old path
                spill.replay(folders, known, connection, store.terms)

        return cls(open_library(place, before_writing=before_writing), folders)

    @cached_property
    def forking(self) -> Forking:
        from sessionlog.access.forking import Forking

        def keep(make: Callable[[], Importer]) -> list[ImportResult]:
            return self._run_import(make)[0]

        return Forking(self._store, self._keeper, self, self._source, keep, self._publish)

    @cached_property
    def comparing(self) -> Comparing:
        from sessionlog.access.comparing import Comparing

        return Comparing(self)

    # -- what is there ---------------------------------------------------------------------

    def sources(self) -> list[SourceInfo]:
        """The library first, then what is opened, in the order of opening."""
        with self._lock:
            opened = list(self._opened.values())
        library = SourceInfo(
            LIBRARY_SOURCE,
            "library",
            str(self.path),
            self.path.name,
            self._store.count(),
            self._store.read_only,
            "ok",
        )
        return [library, *(source.info() for source in opened)]

    def sessions(self, source: int) -> list[SessionInfo]:
        """The sessions of a source, the last human prompt first. Raises `UserError` for a closed one."""
        if source != LIBRARY_SOURCE:
            return self._source(source).sessions()
        grown = self._grown
        return [info_of(source, stored, growing=stored.key in grown) for stored in self._store.sessions()]

    def session(self, ref: SessionRef) -> SessionInfo:
        if ref.source != LIBRARY_SOURCE:
            return self._source(ref.source).session(ref.key)
        return info_of(ref.source, self._store.session(ref.key), growing=ref.key in self._grown)

    def log(self, ref: SessionRef) -> EventLog:
        """The rows of a session. An opened log answers from its tail until `prepare_log` is done.

        Raises `FormatRefused` for what may not be interpreted.
        """
        if ref.source != LIBRARY_SOURCE:
            return self._source(ref.source).log(ref.key)
        return self._store.log(ref.key)

    def exporter(self, ref: SessionRef) -> Exporter:
        """What hands a session over: raw ZIP, HTML, Markdown. Everything queued for it is saved first."""
        from sessionlog.access.exporting import kept_exporter, opened_exporter

        if ref.source != LIBRARY_SOURCE:
            return opened_exporter(self._source(ref.source), ref.key)
        self._keeper.flush()
        return kept_exporter(self._store, self.sessions(LIBRARY_SOURCE), ref.key)

    def support_case(self, source: int, progress: Tell = None, cancel: Ask = None) -> SupportCase:
        """What stands in an opened place, every session of it read to its end."""
        from sessionlog.access.support import support_case

        return support_case(self._source(source), self._publish, progress, cancel)

    def gap_bytes(self, ref: SessionRef, first_offset: int, last_offset: int) -> list[GapBytes]:
        """What stands in a session's file where rows could not be read, at most 64 KiB of it.

        The offsets are those of the gap. Raises `UserError` where there are no such bytes.
        """
        if ref.source == LIBRARY_SOURCE:
            path = file_of_kept(self._store, ref.key)
        else:
            path = file_of_opened(self._source(ref.source).artifact(ref.key))
        return read_gap(path, self.session(ref).generation, first_offset, last_offset)

    def prepare_log(self, ref: SessionRef, progress: Tell = None, cancel: Ask = None) -> None:
        """Read the whole log of an opened session into its scratch index, on the caller's thread."""
        if ref.source != LIBRARY_SOURCE and self._source(ref.source).prepare(ref.key, progress, cancel):
            self._publish(ref.source, Changes(sessions=frozenset({ref.key})))

    # -- places ----------------------------------------------------------------------------

    def known_places(self) -> list[KnownPlace]:
        """Where a harness usually keeps its sessions, and what was found there."""
        return known_places()

    def open_path(self, path: Path | str, *, kind: str | None = None) -> SourceInfo:
        """Read a place where it stands; nothing is imported and nothing written beside it.

        A place that is open already is given back. `kind` overrides `folder` or `file` (`samples`).
        Raises `UserError` when there is no log.
        """
        place = place_of(path)
        with self._lock:
            for known in self._opened.values():
                if known.path == place:
                    return known.info()
        source = OpenedSource(next(self._numbers), discover(place), kind=kind)
        with self._lock:
            self._opened[source.id] = source
        self._publish(source.id, Changes(sources=True))
        return source.info()

    def close_source(self, source: int) -> None:
        """Forget an opened place and its scratch library. The library itself stays."""
        with self._lock:
            opened = self._opened.pop(source, None)
        if opened is not None:
            opened.close()
            self._publish(source, Changes(sources=True))

    def import_path(
        self,
        path: Path | str,
        *,
        progress: Callable[[Progress], None] | None = None,
        cancel: Callable[[], bool] | None = None,
        link: bool = False,
    ) -> list[ImportResult]:
        """Keep the logs of a place in the library; it is safe when this returns.

        With `link`, the original bytes of a log that its lines cannot give back stay where they are.

        What did not change is not read. Raises `UserError` when there is nothing to import and
        `EnvironmentFault` when the library cannot take it; what was finished before stays.
        """
        return self._import(Path(path), progress, cancel, link=link)[0]

    def _import(
        self,
        path: Path,
        progress: Callable[[Progress], None] | None,
        cancel: Callable[[], bool] | None,
        *,
        link: bool = False,
    ) -> tuple[list[ImportResult], Changes]:
        return self._run_import(lambda: Importer(self._store, path, progress, cancel, link=link))

    def _run_import(self, make: Callable[[], Importer]) -> tuple[list[ImportResult], Changes]:
        with self._importing:
            self._keeper.flush()  # nothing may be queued for a session that is extended otherwise
            results, changes = make().run()
        if changes != Changes():
            self._keeper.note_saved()
            self._publish(LIBRARY_SOURCE, changes)
        return results, changes

    def follow(self, ref: SessionRef) -> Follow:
        """Follow the file of a session; where it is also kept, what comes is queued for the library."""
        if ref.source == LIBRARY_SOURCE:
            return self._follow(None, ref.key)
        source = self._source(ref.source)
        kept = self._store.of_file(source.artifact(ref.key).path)
        return self._follow(OpenedFollow(source, ref.key), None if kept is None else kept.key)

    def _follow(self, opened: OpenedFollow | None, key: int | None) -> Follow:
        kept = None
        if key is not None:
            kept = KeptFollow(self._store, self._keeper, key, self._importing, self._grown)

        def replaced() -> Changes:
            path = None if key is None else self._store.session(key).path
            if path is None:
                return Changes()
            return self._import(Path(path), None, None)[1]

        return Follow(opened, kept, replaced)

    # -- forks and deletions ---------------------------------------------------------------

    def fork_preview(
        self,
        ref: SessionRef,
        at: int | None = None,
        *,
        exact: bool = False,
        progress: Callable[[Progress], None] | None = None,
    ) -> ForkPreview:
        """What a fork at a message would be; nothing is written. Raises `ForkRefused` with the reason.

        The cut is that of the whole turn around seq `at`, of the last completed turn for `None`;
        with `exact` it falls after `at`, where the format allows it.
        """
        return self.forking.preview(ref, at, exact=exact, progress=progress)

    def fork(
        self,
        ref: SessionRef,
        at: int | None = None,
        *,
        exact: bool = False,
        title: str | None = None,
        progress: Callable[[Progress], None] | None = None,
        cancel: Callable[[], bool] | None = None,
    ) -> Forked:
        """Fork into the library, from any source; the child is durable when this returns.

        The parent of an opened session is kept in the library first. Raises `ForkRefused`,
        `UserError` or `EnvironmentFault`; then there is no child.
        """
        return self.forking.fork(ref, at, exact=exact, title=title, progress=progress, cancel=cancel)

    def undo_fork(self, ref: SessionRef) -> None:
        """Delete a fork while it has nothing of its own. Raises `UserError` (`fork.used`)."""
        self.forking.undo(ref)

    # -- what is waiting to be saved -------------------------------------------------------

    def flush_status(self) -> FlushStatus:
        return self._keeper.status()

    def flush(self) -> None:
        """A barrier: everything queued is on the disk when it returns. Raises what failed."""
        self._keeper.flush()

    def retry_now(self) -> None:
        """Try to save what failed, without waiting for it."""
        self._keeper.retry_now()

    # -- news and the end ------------------------------------------------------------------

    def subscribe(self, callback: Subscriber) -> Callable[[], None]:
        """Be told of every change with its source, on whatever thread made it; returns the end of it.

        From the first subscriber on, commits of other programs are noticed too.
        """
        self._others.start()
        token = next(self._numbers)
        with self._lock:
            self._subscribers[token] = callback

        def stop() -> None:
            with self._lock:
                self._subscribers.pop(token, None)

        return stop

    def close(self) -> None:
        """Save or spill what is queued, then let go of every file.

        Raises `EnvironmentFault` when rows could be neither saved nor spilled.
        """
        self._others.close()
        lost: list[EnvironmentFault] = self._keeper.close()
        with self._lock:
            opened = list(self._opened.values())
            self._opened.clear()
            self._subscribers.clear()
        for source in opened:
            source.close()
        self._store.close()
        if lost:
            raise lost[0]

    def _source(self, source: int) -> OpenedSource:
        with self._lock:
            opened = self._opened.get(source)
        if opened is None:
            raise UserError("source.closed", "This place is no longer open.", "Open it again.")
        return opened

    def _on_stored(self, appended: Appended) -> None:
        self._store.sealer.flushed(appended.session)
        changes = changes_of(appended)
        if changes != Changes():
            self._publish(LIBRARY_SOURCE, changes)

    def _publish(self, source: int, changes: Changes) -> None:
        with self._lock:
            subscribers = list(self._subscribers.values())
        for subscriber in subscribers:
            subscriber(source, changes)
