"""Getting at the whole log of a session, with progress, and judging what was found."""

from __future__ import annotations

from collections.abc import Callable

from sessionlog.cli.output import Printer
from sessionlog.cli.place import Place, empty_library
from sessionlog.library import Progress, SessionInfo
from sessionlog.model.errors import SessionlogError
from sessionlog.model.log import EventLog
from sessionlog.model.severity import Level, Severity

DAMAGED = (Severity.DAMAGED, Severity.REFUSED)


def complain_of_place(place: Place, printer: Printer) -> int:
    """Say what is wrong with the place itself; 1 when that is more than a note.

    Of an empty library the next step is said.
    """
    if place.is_empty_library:
        printer.complain(str(empty_library()))
    problems = place.problems()
    for problem in problems:
        printer.complain(": ".join(text for text in (problem.affected, problem.message) if text))
    return int(any(problem.level is not Level.INFO for problem in problems))


def complain_of_session(session: SessionInfo, fault: SessionlogError, printer: Printer) -> None:
    """Say why a session cannot be read, with its name in front unless the sentence begins with it."""
    text = str(fault)
    printer.complain(text if text.startswith(session.id) else f"{session.id}: {text}")


def whole_log(place: Place, session: SessionInfo, printer: Printer) -> EventLog:
    """The log, read to its end. Raises `FormatRefused` for one that must not be interpreted."""
    place.prepare(session, reading(printer, session))
    return place.log(session)


def reading(printer: Printer, session: SessionInfo) -> Callable[[Progress], None]:
    def tell(progress: Progress) -> None:
        share = 100 * progress.bytes_done // max(progress.bytes_total, 1)
        printer.progress(f"{session.id}: reading, {share} %")

    return tell


def is_damaged(place: Place, session: SessionInfo) -> int:
    """The exit status that a session's state asks for, after it was read."""
    return int(place.session(session).severity in DAMAGED)
