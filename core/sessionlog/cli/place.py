"""Where a command looks: a path that is read in place, or the library when no path is given."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from sessionlog.access.exporting import Exporter, opened_exporter
from sessionlog.access.opened import OpenedSource
from sessionlog.library import LIBRARY_SOURCE, Library, Progress, SessionInfo
from sessionlog.model.errors import UserError
from sessionlog.model.log import EventLog
from sessionlog.model.severity import Diagnosis, Problem
from sessionlog.sources.discover import discover
from sessionlog.sources.files import place_of

_WITH_GENERATION = re.compile(r"(?P<id>.+)@g(?P<generation>[0-9]{1,16})\Z", re.DOTALL)


class Ambiguous(UserError):
    """An id that names several sessions; `found` are they."""

    def __init__(self, id: str, found: list[SessionInfo]) -> None:
        super().__init__("ambiguous-session", f"{id!r} names {len(found)} sessions.", "Say which with ID@gN.")
        self.found = found


class Place:
    """What a command reads: an opened path, or the library. A path needs no library at all."""

    def __init__(self, library: Library | None, opened: OpenedSource | None) -> None:
        """Use `open`."""
        self._library = library
        self._opened = opened

    @classmethod
    def open(cls, path: str | None, library: Path | None) -> Place:
        """Raises `UserError` or `EnvironmentFault` when there is nothing to read."""
        if path is None:
            return cls(Library.open(library), None)
        return cls(None, OpenedSource(LIBRARY_SOURCE + 1, discover(place_of(path))))

    def __enter__(self) -> Place:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._opened is not None:
            self._opened.close()
        if self._library is not None:
            self._library.close()

    def sessions(self) -> list[SessionInfo]:
        if self._opened is not None:
            return self._opened.sessions()
        assert self._library is not None
        return self._library.sessions(LIBRARY_SOURCE)

    def problems(self) -> list[Problem]:
        """What is to be said of the place itself: of a folder, or of entries of a ZIP."""
        return [] if self._opened is None else list(self._opened.problems)

    def chosen(self, id: str | None) -> list[SessionInfo]:
        """The sessions that a `--session` names: all of the place for `None`.

        `ID` is the highest generation, `ID@gN` another. Raises `Ambiguous`, or `UserError` when
        there is no such session.
        """
        return named(self.sessions(), id)

    def one(self, id: str | None) -> SessionInfo:
        """The one session that is meant. Raises `Ambiguous` or `UserError`."""
        return only_one(self.chosen(id), id)

    def prepare(self, session: SessionInfo, progress: Callable[[Progress], None]) -> None:
        """Read the whole log of a session that is read in place. Raises `FormatRefused`."""
        if self._opened is not None:
            self._opened.prepare(session.ref.key, progress, None)

    def session(self, session: SessionInfo) -> SessionInfo:
        """The same session as it is known now."""
        if self._opened is not None:
            return self._opened.session(session.ref.key)
        assert self._library is not None
        return self._library.session(session.ref)

    def log(self, session: SessionInfo) -> EventLog:
        if self._opened is not None:
            return self._opened.log(session.ref.key)
        assert self._library is not None
        return self._library.log(session.ref)

    def exporter(self, session: SessionInfo) -> Exporter:
        if self._opened is not None:
            return opened_exporter(self._opened, session.ref.key)
        assert self._library is not None
        return self._library.exporter(session.ref)

    def verified(self, session: SessionInfo) -> Diagnosis:
        """As `diagnosis`; what the library keeps is first proved to be what was stored."""
        return self.diagnosis(session) if self._library is None else self._library.verify(session.ref)

    def diagnosis(self, session: SessionInfo) -> Diagnosis:
        if self._opened is not None:
            return self._opened.diagnosis(session.ref.key)
        assert self._library is not None
        return self._library.diagnosis(session.ref)


def named(sessions: list[SessionInfo], id: str | None) -> list[SessionInfo]:
    """Which of the sessions an id means: all for `None`. Raises `Ambiguous` or `UserError`."""
    if id is None:
        return sessions
    with_generation = _WITH_GENERATION.match(id)
    found = [session for session in sessions if session.id == id]
    if not found and with_generation is not None:
        generation = int(with_generation["generation"])
        found = [s for s in sessions if s.id == with_generation["id"] and s.generation == generation]
    if not found:
        raise UserError("no-session", f"There is no session {id!r} here.", "List them with sessionlog ls.")
    highest = max(session.generation for session in found)
    found = [session for session in found if session.generation == highest]
    if len(found) > 1:
        raise Ambiguous(id, found)
    return found


def only_one(found: list[SessionInfo], id: str | None) -> SessionInfo:
    """Raises `Ambiguous`, or `UserError` where there is none."""
    if not found:
        raise UserError("no-session", "There is no session here.")
    if len(found) > 1:
        raise Ambiguous(id or "this path", found)
    return found[0]
