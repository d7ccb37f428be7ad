"""Deleting sessions of the library: recently deleted, brought back, or gone for good."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sessionlog.access.infos import info_of
from sessionlog.access.values import LIBRARY_SOURCE, SessionInfo, SessionRef
from sessionlog.model.changes import Changes
from sessionlog.model.errors import EnvironmentFault, UserError
from sessionlog.store import deletion
from sessionlog.store.keeper import Keeper
from sessionlog.store.sizes import Sizes, sizes_of
from sessionlog.store.store import Store


@dataclass(frozen=True, slots=True)
class DeletedSession:
    """A session in "Recently deleted". It goes for good at `until`; times are ms since the epoch."""

    info: SessionInfo
    since: int
    until: int


@dataclass(frozen=True, slots=True)
class WhatGoes:
    """What deleting for good would mean.

    `freed` bytes come back; `attachments` is how many files that only these sessions have go with them.
    `forks` keep what they share with the sessions, `backups` are older
    copies of the library that still hold them, `files` are where they came from: never touched.
    """

    freed: int
    forks: tuple[SessionInfo, ...]
    backups: tuple[Path, ...]
    files: tuple[str, ...]
    attachments: int


class Deletions:
    """Every method may run on any thread; those that write wait for the disk."""

    def __init__(self, store: Store, keeper: Keeper, publish: Callable[[int, Changes], None]) -> None:
        self._store = store
        self._keeper = keeper
        self._publish = publish

    def put_away(self, refs: Sequence[SessionRef]) -> None:
        """Move sessions to "Recently deleted", from where they can be brought back for 30 days."""
        keys = kept_keys(refs)
        deletion.put_away(self._store, keys)
        self._publish(LIBRARY_SOURCE, Changes(removed=frozenset(keys), sources=True, lineage=True))

    def bring_back(self, refs: Sequence[SessionRef]) -> None:
        """Undo `put_away`. Raises `UserError` for a session that was deleted for good meanwhile."""
        keys = kept_keys(refs)
        deletion.bring_back(self._store, keys)
        self._publish(LIBRARY_SOURCE, Changes(sessions=frozenset(keys), sources=True, lineage=True))

    def recently_deleted(self) -> list[DeletedSession]:
        """The last deleted first."""
        return [
            DeletedSession(info_of(LIBRARY_SOURCE, away.session, growing=False), away.since, away.until)
            for away in deletion.recently_deleted(self._store)
        ]

    def what_goes(self, refs: Sequence[SessionRef]) -> WhatGoes:
        """What deleting these for good would take away, and what of them stays elsewhere."""
        keys = kept_keys(refs)
        shared = deletion.sharing_of(self._store, keys)
        sizes = [sizes_of(self._store, key) for key in keys]
        paths = [self._store.session(key).path for key in keys]
        attached = 0 if self._store.attachments is None else self._store.attachments.size(shared.attachments)
        return WhatGoes(
            sum(size.own + size.original for size in sizes) + attached,
            tuple(info_of(LIBRARY_SOURCE, fork, growing=False) for fork in shared.forks),
            shared.backups,
            tuple(path for path in paths if path is not None),
            len(shared.attachments),
        )

    def delete_now(self, refs: Sequence[SessionRef]) -> None:
        """Delete for good: no byte of the sessions is left in the library. Their files are not touched.

        Raises `EnvironmentFault` (`library.left-over`) when a file beside the library could not be
        removed; the sessions are gone then.
        """
        keys = kept_keys(refs)
        for key in keys:
            self._keeper.forget(key)
        left = deletion.delete_now(self._store, keys)
        self._publish(LIBRARY_SOURCE, Changes(removed=frozenset(keys), sources=True, lineage=True))
        if left:
            raise EnvironmentFault(
                "library.left-over",
                f"Deleted, but a file that was kept for it could not be removed: {left[0]}.",
                "Give yourself write access to its folder; it goes when the library is next written to.",
            )

    def sizes(self, ref: SessionRef) -> Sizes:
        """Logical size, and what it takes on the disk alone and shared. Bytes."""
        (key,) = kept_keys([ref])
        return sizes_of(self._store, key)


def kept_keys(refs: Sequence[SessionRef]) -> list[int]:
    """The keys of sessions of the library. Raises `UserError` (`session.not-kept`) for any other."""
    if any(ref.source != LIBRARY_SOURCE for ref in refs):
        raise UserError(
            "session.not-kept",
            "Only sessions of the library can be deleted; a place that is opened is never written to.",
            "Close the place instead.",
        )
    return [ref.key for ref in refs]
