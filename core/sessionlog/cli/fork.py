"""`sessionlog fork`: a child of a session, into the library or as a session artifact in a folder."""

from __future__ import annotations

import argparse
from contextlib import closing

from sessionlog.access.forking import plan_of, write_fork
from sessionlog.cli.output import Printer
from sessionlog.cli.place import Place, library_with_sessions, one_of
from sessionlog.library import LIBRARY_SOURCE, Library, Progress
from sessionlog.lineage.cut import ForkRefused
from sessionlog.model.errors import UserError
from sessionlog.model.log import EventLog
from sessionlog.sources.files import place_of

REFUSED = 1
_WRONG_USE = frozenset({"INVALID_BOUNDARY"})


def fork(args: argparse.Namespace, printer: Printer) -> int:
    """Prints the child; 1 when the rules of forking refuse it."""
    try:
        result = _into_library(args, printer) if args.output is None else _into_folder(args, printer)
    except ForkRefused as refusal:
        if refusal.code in _WRONG_USE:
            raise
        printer.complain(str(refusal))
        return REFUSED
    printer.result(result)
    printer.sheet()
    return 0


def _into_library(args: argparse.Namespace, printer: Printer) -> dict[str, object]:
    def tell(progress: Progress) -> None:
        printer.progress(f"keeping {progress.label}: {progress.bytes_done} of {progress.bytes_total} bytes")

    opening = library_with_sessions if args.path is None else Library.open
    with closing(opening(args.library)) as library:
        source = LIBRARY_SOURCE if args.path is None else library.open_path(args.path).id
        parent = one_of(library.sessions(source), args.session)
        library.prepare_log(parent.ref, tell)
        log = library.log(parent.ref)
        _check_event(log, args.at)
        _say_what_is_left(log, printer)
        made = library.fork(parent.ref, args.at, exact=args.exact, title=args.title, progress=tell)
        return {
            "childId": made.child_id,
            "parentSession": made.parent_session,
            "cutSeq": made.cut_seq,
            "inheritedEvents": made.inherited_events,
            "title": made.title,
            "artifact": None,
        }


def _into_folder(args: argparse.Namespace, printer: Printer) -> dict[str, object]:
    with Place.open(args.path, args.library) as place:
        parent = place.one(args.session)
        place.prepare(parent, lambda progress: printer.progress(f"reading {progress.label}"))
        log = place.log(parent)
        _check_event(log, args.at)
        _say_what_is_left(log, printer)
        titles = [session.title for session in place.sessions() if session.title]
        plan = plan_of(log, args.at, exact=args.exact, title=args.title, taken=titles)
        artifact = write_fork(log, plan, place_of(args.output))
        return {
            "childId": plan.child_id,
            "parentSession": plan.parent_id,
            "cutSeq": plan.cut.events - 1,
            "inheritedEvents": plan.cut.events,
            "title": plan.title,
            "artifact": str(artifact),
        }


def _check_event(log: EventLog, at: int | None) -> None:
    """Raises `UserError` for an event that is named and is not there.

    The host takes the last completed turn for it (spec 02 section 2.1); a person mistyped it.
    """
    if at is None:
        return
    last = max(part.last_seq for part in log.parts)
    prefix = log.parts[0].last_seq
    if at > last:
        ends = f"it ends at #{last}" if last >= 0 else "it has none"
        raise UserError(
            "no-event", f"The log has no event #{at}; {ends}.", "List them with sessionlog records."
        )
    if at > prefix:
        raise UserError(
            "no-event",
            f"Event #{at} stands behind damage or inside it; what can be inherited ends at #{prefix}.",
            "Name an event before the damage.",
        )


def _say_what_is_left(log: EventLog, printer: Printer) -> None:
    """A child inherits from the strict prefix alone: what stands behind damage is never in it."""
    if len(log.parts) == 1:
        return
    ends = f"ends at #{log.parts[0].last_seq}" if log.parts[0].last_seq >= 0 else "is empty"
    printer.complain(
        f"note: the log is damaged; what a fork can inherit {ends}, and nothing behind the damage is in it"
    )
