"""Where a command looks: a path that is read in place, or the library when no path is given."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from sessionlog.access.exporting import Exporter, opened_exporter
from sessionlog.access.infos import chosen_by
from sessionlog.access.opened import OpenedSource
from sessionlog.access.places import LIBRARY_NAME, ScratchFolder, default_library, moved_to
from sessionlog.library import LIBRARY_SOURCE, Library, Progress, SessionInfo
from sessionlog.model.errors import FormatRefused, UserError
from sessionlog.model.log import EventLog
from sessionlog.model.severity import Diagnosis, Problem
from sessionlog.sources.discover import discover
from sessionlog.sources.files import place_of

_WITH_GENERATION = re.compile(r"(?P<id>.+)@g(?P<generation>[0-9]{1,16})\Z", re.DOTALL)


class Ambiguous(UserError):
    """An id that names several sessions; `found` are they."""

    def __init__(self, id: str | None, found: list[SessionInfo]) -> None:
        several = "There are" if id is None else f"{id!r} names"
        names = Counter((session.id, chosen_by(session)) for session in found)
        if id is not None and max(names.values()) > 1:
            remedy = "Name the file of one of them as PATH: its id and generation do not tell them apart."
        else:
            remedy = "Say which with --session ID or ID@gN, or give the path of its log."
        super().__init__("ambiguous-session", f"{several} {len(found)} sessions.", remedy)
        self.found = found


class Place:
    """What a command reads: an opened path, or the library. A path needs no library at all.

    Neither is there while the usual library was not made yet: that reads as an empty one.
    """

    def __init__(self, library: Library | None, opened: OpenedSource | None) -> None:
        """Use `open`."""
        self._library = library
        self._opened = opened

    @classmethod
    def open(cls, path: str | None, library: Path | None) -> Place:
        """Raises `UserError` or `EnvironmentFault` when there is nothing to read. Makes no library."""
        if path is None:
            return cls(_existing(library), None)
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
        return [] if self._library is None else self._library.sessions(LIBRARY_SOURCE)

    @property
    def is_empty_library(self) -> bool:
        return self._opened is None and not self.sessions()

    def problems(self) -> list[Problem]:
        """What is to be said of the place itself: of a folder, or of entries of a ZIP."""
        return [] if self._opened is None else list(self._opened.problems)

    def chosen(self, id: str | None) -> list[SessionInfo]:
        """The sessions that a `--session` names: all of the place for `None`.

        `ID` is the highest generation, `ID@gN` another. Raises `Ambiguous`, or `UserError` when
        there is no such session.
        """
        if id is not None and self.is_empty_library:
            raise empty_library()
        return named(self.sessions(), id)

    def one(self, id: str | None) -> SessionInfo:
        """The one session that is meant. Raises as `one_of`."""
        if self.is_empty_library:
            raise empty_library()
        return one_of(self.sessions(), id)

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


def empty_library() -> UserError:
    return UserError(
        "library.empty",
        "The library is empty.",
        "Import sessions with sessionlog import PATH, or name a PATH.",
    )


def library_with_sessions(library: Path | None) -> Library:
    """The library, for a command that finds its session in it. Raises `UserError` for an empty one."""
    found = _existing(library)
    if found is None:
        raise empty_library()
    if not found.sessions(LIBRARY_SOURCE):
        found.close()
        raise empty_library()
    return found


@contextmanager
def library_beside(library: Path | None) -> Iterator[Library]:
    """A library to open a path in, for a command that only reads: an empty one where none was made yet.

    Raises `UserError` (`library.not-there`) for one that is named and not there.
    """
    found, scratch = _existing(library), None
    if found is None:
        scratch = ScratchFolder()
        found = Library.open(scratch.path / LIBRARY_NAME)
    try:
        yield found
    finally:
        found.close()
        if scratch is not None:
            scratch.close()


def _existing(library: Path | None) -> Library | None:
    """A library that is there; `None` where the usual one was not made yet.

    Raises `UserError` (`library.not-there`) for one that is named: reading makes none.
    """
    asked = default_library() if library is None else place_of(library)
    if moved_to(asked) == asked and _is_missing(asked):
        if library is None:
            return None
        raise UserError(
            "library.not-there",
            f"There is no library at {asked}.",
            "Check the path; sessionlog import PATH makes a library there.",
        )
    return Library.open(library)


def _is_missing(path: Path) -> bool:
    """Whether nothing stands at the path; what cannot be looked at is the fault of opening it."""
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return True
    except (OSError, ValueError):
        return False
    return False


def named(sessions: list[SessionInfo], id: str | None) -> list[SessionInfo]:
    """Which of the sessions an id means: all for `None`. Raises `Ambiguous` or `UserError`.

    The highest generation counts also where it cannot be read: nobody is given an older one unasked
    (spec 03 section 1).
    """
    if id is None:
        return sessions
    found = _called(sessions, id)
    highest = max(map(chosen_by, found))
    found = [session for session in found if chosen_by(session) == highest]
    if len(found) > 1:
        raise Ambiguous(id, found)
    return found


def one_of(sessions: list[SessionInfo], id: str | None) -> SessionInfo:
    """The one session that is meant.

    Raises `Ambiguous`, `UserError` where there is none, and `FormatRefused` where the log that counts
    cannot be read and an older one can.
    """
    found = named(sessions, id)
    if not found:
        raise UserError("no-session", "There is no session here.")
    if len(found) > 1:
        raise Ambiguous(id, found)
    if found[0].generation < 0 and id is not None:
        older = [session.generation for session in _called(sessions, id) if session.generation >= 0]
        if older:
            raise _highest_refused(found[0], id, max(older))
    return found[0]


def _called(sessions: list[SessionInfo], id: str) -> list[SessionInfo]:
    """Every log of the session `ID`, or of `ID@gN` those of that generation. Raises `UserError`."""
    found = _logs_of(sessions, id)
    with_generation = _WITH_GENERATION.match(id)
    if not found and with_generation is not None:
        generation = int(with_generation["generation"])
        all_of = _logs_of(sessions, with_generation["id"])
        found = [session for session in all_of if chosen_by(session) == generation]
        found = found or [session for session in all_of if session.generation == generation]
    if not found:
        raise UserError("no-session", f"There is no session {id!r} here.", "List them with sessionlog ls.")
    return found


def _logs_of(sessions: list[SessionInfo], id: str) -> list[SessionInfo]:
    """The logs with an id, and what could not be read in their folders: that has no header to say it."""
    found = [session for session in sessions if session.id == id]
    folders = {_folder(session) for session in found if session.generation >= 0} - {None}
    return found + [
        session
        for session in sessions
        if session.generation < 0
        and session.id != id
        and chosen_by(session) >= 0
        and _folder(session) in folders
    ]


def _folder(session: SessionInfo) -> Path | None:
    return None if session.artifact is None or session.native else Path(session.artifact).parent


def _highest_refused(session: SessionInfo, id: str, older: int) -> FormatRefused:
    return FormatRefused(
        "highest-refused",
        f"The log of {id!r} in format v{chosen_by(session)} counts and cannot be read: {session.artifact}.",
        f"sessionlog verify says what is wrong; {id}@g{older} is the older log beside it.",
    )
