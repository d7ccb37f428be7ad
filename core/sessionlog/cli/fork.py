"""`sessionlog fork`: a child of a session, into the library or as a session artifact in a folder."""

from __future__ import annotations

import argparse
from contextlib import closing

from sessionlog.access.forking import plan_of, write_fork
from sessionlog.cli.output import Printer
from sessionlog.cli.place import Place, one_of
from sessionlog.library import LIBRARY_SOURCE, Library, Progress
from sessionlog.lineage.cut import ForkRefused
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

    with closing(Library.open(args.library)) as library:
        source = LIBRARY_SOURCE if args.path is None else library.open_path(args.path).id
        parent = one_of(library.sessions(source), args.session)
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
