"""The evidence faces of the library's door: events, text, original bytes, and the proof that they agree."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sessionlog.access.beside import KeptFormats
from sessionlog.access.opened import OpenedSource
from sessionlog.access.values import LIBRARY_SOURCE, SessionRef
from sessionlog.access.verifying import verify
from sessionlog.model.changes import Changes
from sessionlog.model.errors import UserError
from sessionlog.model.faces import Inspection, inspection, suffix
from sessionlog.model.log import EventLog
from sessionlog.model.severity import Diagnosis
from sessionlog.store.native import NativeSessions
from sessionlog.store.store import Store

if TYPE_CHECKING:  # most starts show no attachment
    from sessionlog.access.looking_up import Lookup


class EvidenceFaces(ABC):
    """What a library gives of a session beside its log. Every method may run on any thread."""

    _store: Store
    native: NativeSessions
    """Sessions that are made and continued here."""

    @abstractmethod
    def log(self, ref: SessionRef) -> EventLog:
        """The rows of a session."""

    @abstractmethod
    def _source(self, number: int) -> OpenedSource:
        """A place that is opened. Raises `UserError`."""

    @abstractmethod
    def _publish(self, source: int, changes: Changes) -> None:
        """Tell the subscribers."""

    @cached_property
    def _formats(self) -> KeptFormats:
        return KeptFormats(self._store)

    @cached_property
    def attachments(self) -> Lookup:
        """The images and files that sessions refer to, one by one."""
        from sessionlog.access.looking_up import Lookup

        return Lookup(self._store, self._source)

    def diagnosis(self, ref: SessionRef) -> Diagnosis:
        """What is wrong with a session; `unchecked` while nobody has read its log to the end. Logs of the
        same session in other formats are told of, with what only an older one has."""
        if ref.source != LIBRARY_SOURCE:
            return self._source(ref.source).diagnosis(ref.key)
        return self._formats.diagnosis(ref.key)

    def inspect(self, ref: SessionRef) -> Inspection:
        """A session balanced in memory; a turn that runs here is given as it is. Nothing is written."""
        if ref.source == LIBRARY_SOURCE:
            return self.native.inspect(ref.key)
        return inspection(self.log(ref), revision="")

    def read_from(self, ref: SessionRef, from_seq: int) -> Iterator[dict[str, Any]]:
        """The stored events from a seq on, without closers; none past the end."""
        return suffix(self.log(ref), from_seq)

    def text(self, ref: SessionRef) -> Iterator[bytes]:
        """The lines of a kept session, header first, each with its LF and checked against its hash."""
        return self._kept(ref).text(ref.key)

    def original(self, ref: SessionRef) -> Iterator[bytes]:
        """The bytes that a kept session came from: its file's where lines cannot give them back
        (damage, a torn tail), else its text."""
        return self._kept(ref).original(ref.key)

    def verify(self, ref: SessionRef) -> Diagnosis:
        """Prove that a kept session is what was stored, and its rows those of its original bytes.

        Ranges of seqs that are gone are named; an import then brings the session in anew.
        """
        before = self._kept(ref).diagnosis(ref.key)
        found = verify(self._store, ref.key)
        if found != before:
            self._publish(LIBRARY_SOURCE, Changes(sessions=frozenset({ref.key})))
        return found

    def _kept(self, ref: SessionRef) -> Store:
        if ref.source != LIBRARY_SOURCE:
            raise UserError("session.not-kept", "This session is not in the library.", "Import it first.")
        return self._store
