"""Following logs that grow: into the scratch library of an opened place, and into the library."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from sessionlog.access.opened import OpenedSource
from sessionlog.model.changes import Changes, SeqRange
from sessionlog.model.scan import ScannedGap, ScannedRow
from sessionlog.sources.follow import Growth, GrowthKind
from sessionlog.sources.origin import Cursor, cursor, grows, read_again
from sessionlog.store.keeper import Keeper
from sessionlog.store.rows_append import Appended, Pending, append_rows
from sessionlog.store.store import Store


def pending_of(growth: Growth) -> list[Pending]:
    """What a poll found, as what is to be stored; the last item says where the file stands then."""
    items: list[Pending] = []
    for item in growth.items:
        if isinstance(item, ScannedRow):
            items.append(Pending(item.part, item.row))
        elif isinstance(item, ScannedGap):
            items.append(Pending(item.part, None, item.gap))
    if items and growth.end is not None:
        last = items[-1]
        items[-1] = Pending(last.part, last.row, last.gap, growth.end)
    return items


def changes_of(appended: Appended) -> Changes:
    """Which rows a view has to take in."""
    ranges = tuple(SeqRange(appended.session, first, last, part) for part, first, last in appended.ranges)
    return Changes(sessions=frozenset({appended.session}), ranges=ranges) if ranges else Changes()


class KeptFollow:
    """Follows the file of a session that is in the library; new rows go through write-behind."""

    def __init__(
        self, store: Store, keeper: Keeper, key: int, importing: threading.Lock, grown: set[int]
    ) -> None:
        self._store = store
        self._keeper = keeper
        self._key = key
        self._importing = importing
        self._grown = grown
        self._cursor: Cursor | None = None

    def poll(self) -> GrowthKind:
        """Look for growth and queue it. While an import runs nothing is looked at: it comes later."""
        if not self._importing.acquire(blocking=False):
            return GrowthKind.UNCHANGED
        try:
            at_end = self._at_end()
            if at_end is None:
                return GrowthKind.UNCHANGED
            kind = GrowthKind.UNCHANGED
            while True:
                growth = at_end.poll()
                if growth.kind is not GrowthKind.GROWN:
                    return growth.kind if kind is GrowthKind.UNCHANGED else kind
                kind = GrowthKind.GROWN
                self._grown.add(self._key)
                self._keeper.enqueue(self._key, pending_of(growth))
                if not growth.more:
                    return kind
        finally:
            self._importing.release()

    def forget(self) -> None:
        """The file or the stored session is another one now: start from what is stored."""
        self._cursor = None

    def _at_end(self) -> Cursor | None:
        if self._cursor is None:
            resume, identity = self._store.resume(self._key), self._store.identity(self._key)
            if resume is None or identity is None or not grows(Path(identity.path)):
                return None
            self._cursor = cursor(read_again(Path(identity.path)), resume, identity)
        return self._cursor


class OpenedFollow:
    """Follows a session of an opened place, once its scratch index is there."""

    def __init__(self, source: OpenedSource, key: int) -> None:
        self._source = source
        self._key = key
        self._cursor: Cursor | None = None

    def poll(self) -> Changes:
        """What came to the session; before its index is there, nothing."""
        source, key = self._source, self._key
        if not source.prepared(key):
            return Changes()
        at_end = self._at_end()
        if at_end is None:
            return Changes()
        changes = Changes()
        while True:
            growth = at_end.poll()
            if growth.kind is GrowthKind.REPLACED:
                self._cursor = None
                source.renew(key)
                return Changes(sessions=frozenset({key}), replaced=frozenset({key}))
            if growth.kind is not GrowthKind.GROWN:
                return changes
            source.grown.add(key)
            items = pending_of(growth)
            if items:
                appended = source.store.writer.run(
                    lambda connection, items=items: append_rows(  # type: ignore[misc]
                        connection, source.store.terms, key, items
                    )
                )
                changes |= changes_of(appended)
            if not growth.more:
                return changes

    def _at_end(self) -> Cursor | None:
        if self._cursor is None:
            store = self._source.store
            resume, identity = store.resume(self._key), store.identity(self._key)
            if resume is None or identity is None:
                return None
            self._cursor = cursor(self._source.artifact(self._key), resume, identity)
        return self._cursor


class Follow:
    """One followed session. `poll` reads what its file grew by; calls of one follow must not overlap."""

    def __init__(
        self, opened: OpenedFollow | None, kept: KeptFollow | None, replaced: Callable[[], Changes]
    ) -> None:
        self._opened = opened
        self._kept = kept
        self._replaced = replaced

    def poll(self) -> Changes:
        """What changed for the followed session.

        Rows of a session in the library appear when they are flushed, and are told to the
        library's subscribers then; for a rewritten file its key is in `replaced`. Raises
        `UserError` or `EnvironmentFault` when the file cannot be read.
        """
        replaced = Changes()
        if self._kept is not None and self._kept.poll() is GrowthKind.REPLACED:
            self._kept.forget()
            replaced = self._replaced()
        return replaced if self._opened is None else self._opened.poll()
