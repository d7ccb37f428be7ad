"""`sessionlog records` and `sessionlog trace`: events and where they stand, sessions and their family."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sessionlog.access.infos import known_inherited
from sessionlog.cli.output import Printer
from sessionlog.cli.place import Place
from sessionlog.cli.reading import is_damaged, whole_log
from sessionlog.library import SessionInfo
from sessionlog.lineage.trace import Descendant, Lineage, SessionHead
from sessionlog.query.event_trace import trace_event
from sessionlog.query.filters import EventFilter, Standing
from sessionlog.query.records import EventRecord, Records


def records(args: argparse.Namespace, printer: Printer) -> int:
    wanted = EventFilter(
        types=frozenset(args.type) if args.type else None,
        surface=frozenset({Standing(args.surface)}) if args.surface else None,
    )
    with Place.open(args.path, args.library) as place:
        session = place.one(args.session)
        log = whole_log(place, session, printer)
        for part in log.parts if not args.strict else log.parts[:1]:
            for record in Records(log, part.number).all(wanted):
                printer.result(_record(record))
        status = is_damaged(place, session)
    printer.table([("seq", "SEQ"), ("type", "TYPE"), ("time", "TIME"), ("surface", "SURFACE")])
    return status


def trace(args: argparse.Namespace, printer: Printer) -> int:
    with Place.open(args.path, args.library) as place:
        session = place.one(args.session)
        if args.event is None:
            printer.result(_session_trace(place.sessions(), session))
            status = is_damaged(place, session)
        else:
            log = whole_log(place, session, printer)
            traced = trace_event(log, args.event)
            printer.result(
                {
                    "session": _session(session),
                    "target": {"sessionId": session.id, **_record(traced.target)},
                    **({} if traced.replaced_by is None else {"replacedBy": traced.replaced_by}),
                    "replacementChain": list(traced.replacement_chain),
                    "replacedEventSeqs": list(traced.replaced_event_seqs),
                    "sourceEventSeqs": list(traced.source_event_seqs),
                    "derivedEventSeqs": list(traced.derived_event_seqs),
                }
            )
            status = is_damaged(place, session)
    printer.sheet()
    return status


def _record(record: EventRecord) -> dict[str, Any]:
    return {"seq": record.seq, "type": record.type, "time": record.time, "surface": str(record.surface)}


def _session_trace(sessions: list[SessionInfo], target: SessionInfo) -> dict[str, Any]:
    """Of several generations of one session, the highest stands for it, unless another is asked for."""
    newest = sorted(sessions, key=lambda session: -session.generation)
    known = {session.id: session for session in reversed(newest)} | {target.id: target}
    family = Lineage(SessionHead(s.id, s.created_at, s.parent_session) for s in newest).trace(target.id)

    def described(head: SessionHead) -> dict[str, Any]:
        return _session(known[head.id])

    end: dict[str, Any] = (
        {"complete": True, "root": described(family.root)}
        if family.root is not None
        else {"complete": False, "unresolvedParentId": family.unresolved_parent_id}
    )
    return {
        "target": described(family.target),
        "ancestors": [described(head) for head in family.ancestors],
        "descendants": _forest(family.descendants, described),
        **end,
    }


@dataclass(slots=True)
class _Level:
    """Siblings that are being described, and where they go."""

    left: list[Descendant]
    into: list[dict[str, Any]]


def _forest(
    descendants: tuple[Descendant, ...], described: Callable[[SessionHead], dict[str, Any]]
) -> list[dict[str, Any]]:
    """Nested as the family is; without recursion, because a chain of forks may be long."""
    forest: list[dict[str, Any]] = []
    levels = [_Level(list(descendants), forest)]
    while levels:
        level = levels[-1]
        if not level.left:
            levels.pop()
            continue
        child = level.left.pop(0)
        node = {**described(child.session), "descendants": []}
        level.into.append(node)
        levels.append(_Level(list(child.children), node["descendants"]))
    return forest


def _session(session: SessionInfo) -> dict[str, Any]:
    header = {
        "version": session.generation,
        "id": session.id,
        "createdAt": session.created_at,
        "cwd": session.cwd,
        "parentSession": session.parent_session,
        "seedLength": known_inherited(session),
        "origin": session.origin,
    }
    return {
        "header": {name: value for name, value in header.items() if value is not None},
        "live": session.running,
        "persisted": True,
    }
