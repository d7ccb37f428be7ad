"""One attachment of a session, wherever its place keeps it: for whoever shows or saves it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from sessionlog.access.opened import OpenedSource
from sessionlog.access.values import LIBRARY_SOURCE, SessionRef
from sessionlog.export.attached import Attached, Contents, contents, look_up, whereabouts
from sessionlog.export.blobs import blobs_in, blobs_near
from sessionlog.export.entries import Blob
from sessionlog.export.references import Reference
from sessionlog.model.errors import FormatRefused
from sessionlog.store.store import Store


class Lookup:
    """Looks only where the session's place keeps attachments, by hash; a name leads nowhere, and nothing is
    fetched. Every method may take long: call them on a worker. Raises the `SessionlogError` of a session
    or a place that is gone."""

    def __init__(self, store: Store, source: Callable[[int], OpenedSource]) -> None:
        """`source` gives an opened place by its number."""
        self._store = store
        self._source = source

    def contents(self, ref: SessionRef, reference: Reference, most: int) -> Contents:
        """The bytes, their hash checked; of more than `most` bytes none are read."""
        return contents(reference, self._blobs(ref), most)

    def whereabouts(self, ref: SessionRef, reference: Reference) -> Contents:
        """Whether something is there, and where; nothing is read."""
        return whereabouts(reference, self._blobs(ref))

    def find(self, ref: SessionRef, reference: Reference) -> Attached:
        """The attachment to be saved, its hash checked, however large it is and of whatever type."""
        if not reference.extension:
            reference = replace(reference, kind="file")
        return look_up(reference, self._blobs(ref), lambda _size: None)

    def _blobs(self, ref: SessionRef) -> Callable[[str], Iterator[Blob]]:
        if ref.source == LIBRARY_SOURCE:
            return partial(kept_blobs, self._store, self._store.session(ref.key).path)
        return partial(opened_blobs, self._source(ref.source), ref.key)


def kept_blobs(store: Store, log: str | None, digest: str) -> Iterator[Blob]:
    """What may be an attachment of a kept session, whose log came from a path: beside the library, then
    around that log."""
    yield from blobs_in(store.path.parent, digest)
    if log is not None:
        yield from blobs_near(Path(log), digest)


def opened_blobs(source: OpenedSource, key: int, digest: str) -> Iterator[Blob]:
    """What may be an attachment of an opened session: in its folder, around its log, in its ZIP."""
    if os.path.isdir(source.path):
        yield from blobs_in(source.path, digest)
    try:
        artifact = source.artifact(key)
    except FormatRefused:
        return
    if artifact.copy is None:
        yield from blobs_near(Path(artifact.path), digest)
        return
    found = artifact.copy.unpacked.archive.attachment(digest)
    if found is not None:
        yield found
