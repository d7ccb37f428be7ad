"""The subcommands. Each returns the exit status: 0 fine, 1 something was damaged or refused."""

from __future__ import annotations

import argparse
import hashlib
from typing import Any

from sessionlog.access.infos import chosen_by, known_inherited
from sessionlog.cli.derive import Derivation
from sessionlog.cli.output import Printer
from sessionlog.cli.place import Ambiguous, Place
from sessionlog.cli.reading import DAMAGED, complain_of_place, complain_of_session, is_damaged, whole_log
from sessionlog.cli.verify import diagnosed
from sessionlog.conversation.assembler import Assembler
from sessionlog.conversation.node import Node, NodeKind, Section, SectionKind
from sessionlog.history.loader import load_page, page_of
from sessionlog.library import Library, Progress, SessionInfo
from sessionlog.model.errors import EnvironmentFault, FormatRefused, SessionlogError, UserError
from sessionlog.model.inherited import inherited_events
from sessionlog.model.json import canonical
from sessionlog.model.log import EventLog
from sessionlog.model.page import Bounds
from sessionlog.model.page import Place as LogPlace
from sessionlog.model.severity import Severity
from sessionlog.query.findings import log_findings

MOST_NAMED = 10
"""Sessions that are listed where an id is ambiguous."""
SHOWN = {SectionKind.PROSE, SectionKind.OUTPUT, SectionKind.DIFF, SectionKind.JSON}


def ls(args: argparse.Namespace, printer: Printer) -> int:
    with Place.open(args.path, args.library) as place:
        sessions = place.sessions()
        status = complain_of_place(place, printer)
        for number, session in enumerate(sessions, 1):
            if args.deep and session.severity is Severity.UNCHECKED:
                printer.progress(f"reading {number} of {len(sessions)}")
                session = _checked(place, session, printer)
            if session.severity is Severity.REFUSED:
                _complain_of_refusal(place, session, printer)
            if session.severity in DAMAGED:
                status = 1
            printer.result(_listed(session))
    printer.table(
        [("id", "ID"), ("title", "TITLE"), ("generation", "GEN"), ("events", "EVENTS"), ("severity", "STATE")]
    )
    return status


def _complain_of_refusal(place: Place, session: SessionInfo, printer: Printer) -> None:
    try:
        place.log(session)
    except FormatRefused as refusal:
        complain_of_session(session, refusal, printer)


def _checked(place: Place, session: SessionInfo, printer: Printer) -> SessionInfo:
    try:
        place.prepare(session, lambda progress: None)
    except (FormatRefused, UserError) as fault:
        complain_of_session(session, fault, printer)
    return place.session(session)


def _listed(session: SessionInfo) -> dict[str, Any]:
    return {
        "id": session.id,
        "title": session.title,
        "generation": session.generation if session.generation >= 0 else None,
        "createdAt": session.created_at,
        "updatedAt": session.updated_at,
        "cwd": session.cwd,
        "parentSession": session.parent_session,
        "seeded": session.seed_length is not None,
        "inheritedEvents": known_inherited(session),
        "events": session.events,
        "artifact": session.artifact,
        "severity": str(session.severity),
    }


def inspect(args: argparse.Namespace, printer: Printer) -> int:
    with Place.open(args.path, args.library) as place:
        status = complain_of_place(place, printer) if place.is_empty_library else 0
        for session in place.chosen(args.session):
            described = _inspected(place, session, printer, strict=args.strict)
            printer.result(described)
            if described["severity"] in DAMAGED or (
                args.strict and described["harness"]["verdict"] == "refuses"
            ):
                status = 1
    printer.sheet()
    return status


def _inspected(place: Place, session: SessionInfo, printer: Printer, *, strict: bool) -> dict[str, Any]:
    log: EventLog | None = None
    try:
        log = whole_log(place, session, printer)
    except FormatRefused as refusal:
        complain_of_session(session, refusal, printer)
    diagnosis = place.diagnosis(session)
    refused = log is None or (strict and diagnosis.harness.verdict == "refuses")
    derived = {} if refused or log is None else _derived(log, session, printer, strict=strict)
    header = {name: value for name, value in log.header.value.items() if name != "type"} if log else None
    return {
        "id": session.id,
        "generation": session.generation if session.generation >= 0 else None,
        "header": header,
        "events": derived.get("events"),
        "eventsSha256": derived.get("eventsSha256"),
        "surface": derived.get("surface"),
        "derivedMessages": derived.get("derivedMessages"),
        "messagesSha256": derived.get("messagesSha256"),
        "requestHeader": derived.get("requestHeader"),
        "requestContext": derived.get("requestContext"),
        "closers": derived.get("closers", []),
        "inheritedEvents": inherited_events(log) if log is not None and log.header.is_seeded else None,
        **diagnosed(diagnosis, [] if refused or log is None else log_findings(log)),
    }


def _derived(log: EventLog, session: SessionInfo, printer: Printer, *, strict: bool) -> dict[str, Any]:
    whole = session.events

    def tick(done: int) -> None:
        printer.progress(f"{session.id}: {done:,} of {whole:,} events" if whole else f"{done:,} events")

    made = Derivation(log, strict=strict, tick=tick)
    messages, surface = made.messages(), made.surface
    return {
        "events": made.count,
        "eventsSha256": made.events_sha256,
        "surface": None
        if surface is None
        else {"nodes": surface.nodes(), "replaceGeneration": surface.replace_generation},
        "derivedMessages": None if messages is None else len(messages),
        "messagesSha256": None if messages is None else hashlib.sha256(canonical(messages)).hexdigest(),
        "requestHeader": made.headers.header,
        "requestContext": made.headers.context,
        "closers": made.closers,
    }


def page(args: argparse.Namespace, printer: Printer) -> int:
    with Place.open(args.path, args.library) as place:
        session = place.one(args.session)
        log = whole_log(place, session, printer)
        _, cut = page_of(log, _before(log, args.before), _bounds(args))
        printer.result(
            {
                "fromSeq": cut.from_seq,
                "toSeq": cut.to_seq,
                "hasMore": cut.has_more,
                "messages": cut.messages,
                "bytes": cut.bytes,
                "endedBy": cut.ended_by,
            }
        )
        status = is_damaged(place, session)
    printer.sheet()
    return status


def nodes(args: argparse.Namespace, printer: Printer) -> int:
    with Place.open(args.path, args.library) as place:
        session = place.one(args.session)
        log = whole_log(place, session, printer)
        assembler = Assembler(log.dialect, log.header.id, live=False)
        assembler.replace(load_page(log, _before(log, args.before), _bounds(args)))
        for node in assembler.nodes:
            if args.audit or node.kind not in (NodeKind.AUDIT, NodeKind.EMPTY):
                printer.result(_node(node, audit=args.audit))
        status = is_damaged(place, session)
    printer.table(
        [("seq", "SEQ"), ("kind", "KIND"), ("status", "STATE"), ("title", "TITLE"), ("text", "TEXT")]
    )
    return status


def _bounds(args: argparse.Namespace) -> Bounds:
    standard = Bounds()
    return Bounds(
        args.messages,
        getattr(args, "max_bytes", None) or standard.max_bytes,
        getattr(args, "max_events", None) or standard.max_events,
    )


def _before(log: EventLog, before: int | None) -> LogPlace | None:
    """A seq may stand in several parts of a damaged log: the last part that has rows below it is meant."""
    if before is None:
        return None
    for part in reversed(log.parts):
        if part.first_seq < before:
            return LogPlace(part.number, before)
    return LogPlace(log.parts[0].number, before)


def _node(node: Node, *, audit: bool) -> dict[str, Any]:
    children = [_node(child, audit=audit) for child in node.children]
    if audit:
        children += [
            _attempt(node, section) for section in node.sections if section.kind == SectionKind.ATTEMPT
        ]
    texts = [section.text for section in node.sections if section.kind in SHOWN and section.text]
    said = str(node.facts.get("summary") or node.facts.get("reason") or node.facts.get("cause") or "")
    return {
        "key": node.key,
        "kind": str(node.kind),
        "seq": node.seq,
        "anchorSeq": node.anchor[0],
        "turn": node.turn,
        "step": node.step,
        "status": node.status,
        "title": node.title,
        "text": "\n\n".join(texts) if texts else said,
        "children": children,
    }


def _attempt(node: Node, section: Section) -> dict[str, Any]:
    facts = section.facts
    return {
        "key": f"{node.key}/{section.key}",
        "kind": "attempt",
        "seq": facts.get("first_seq"),
        "anchorSeq": facts.get("first_seq"),
        "turn": node.turn,
        "step": node.step,
        "status": facts.get("outcome"),
        "title": section.title,
        "text": section.text,
        "children": [],
    }


def import_(args: argparse.Namespace, printer: Printer) -> int:
    status = 0
    library = Library.open(args.library)
    try:
        for path in args.paths:
            status = max(status, _import_one(library, path, printer, link=args.keep == "link"))
    finally:
        library.close()
    printer.table([("id", "ID"), ("result", "RESULT"), ("reason", "REASON")])
    return status


def _import_one(library: Library, path: str, printer: Printer, *, link: bool) -> int:
    def tell(progress: Progress) -> None:
        printer.progress(f"importing {progress.done:,} of {progress.total:,}")

    try:
        results = library.import_path(path, progress=tell, link=link)
    except EnvironmentFault:
        raise
    except SessionlogError as fault:
        printer.complain(str(fault))
        return 2 if isinstance(fault, UserError) else 1
    for result in results:
        printer.result({"id": result.id, "result": result.result, "reason": result.reason})
    return int(any(result.result in ("skipped", "conflict") for result in results))


def list_ambiguous(fault: Ambiguous, printer: Printer) -> None:
    """Which sessions an ambiguous id could mean."""
    for session in fault.found[:MOST_NAMED]:
        generation = chosen_by(session)
        name = session.id if generation < 0 else f"{session.id}@g{generation}"
        printer.complain(f"  {name}  {session.artifact or ''}".rstrip())
    more = len(fault.found) - MOST_NAMED
    if more > 0:
        printer.complain(f"  … and {more} more; sessionlog ls lists them")
