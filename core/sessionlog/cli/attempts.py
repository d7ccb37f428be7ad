"""`sessionlog attempts` and `sessionlog request`: what a step received, and what it had been asked."""

from __future__ import annotations

import argparse
import hashlib
from typing import Any

from sessionlog.cli.output import Printer
from sessionlog.cli.place import Place
from sessionlog.cli.reading import is_damaged, whole_log
from sessionlog.model.attempts import Attempt, fold_attempts
from sessionlog.model.errors import UserError
from sessionlog.model.json import canonical
from sessionlog.model.log import EventLog
from sessionlog.model.request import request_before
from sessionlog.model.row import FIRST_DELTA
from sessionlog.model.tool_history import ToolHistory
from sessionlog.query.records import Records


def attempts(args: argparse.Namespace, printer: Printer) -> int:
    with Place.open(args.path, args.library) as place:
        session = place.one(args.session)
        log = whole_log(place, session, printer)
        for part in log.parts if not args.strict else log.parts[:1]:
            rows = log.rows(part.first_seq, part.last_seq, part.number)
            for attempt in fold_attempts(rows, log.dialect, log.header.id):
                printer.result(_attempt(attempt))
        status = is_damaged(place, session)
    columns = ("turn", "step", "firstSeq", "lastSeq", "outcome", "finish", "committedSeq")
    printer.table([(name, name.upper()) for name in columns])
    return status


def request(args: argparse.Namespace, printer: Printer) -> int:
    with Place.open(args.path, args.library) as place:
        session = place.one(args.session)
        log = whole_log(place, session, printer)
        _check_start(log, args.at)
        made = request_before(log.rows(0, args.at), log.dialect, log.header.id, args.at)
        found = {
            "at": args.at,
            "messages": made.messages,
            "messagesSha256": hashlib.sha256(canonical(made.messages)).hexdigest(),
            "header": made.header,
        }
        history = {} if made.tool_history is None else {"toolHistory": _tools(made.tool_history)}
        printer.result(found | history)
        status = is_damaged(place, session)
    printer.sheet()
    return status


def _tools(history: ToolHistory) -> dict[str, Any]:
    """How the request was told its tools; the definitions stand in `header` and in that of `baseline`."""
    return {
        "baseline": history.baseline,
        "inHistory": history.in_history,
        "tools": [tool.get("name") for tool in history.tools],
        "updates": [
            {"seq": update.seq, "added": list(update.added), "removed": list(update.removed)}
            for update in history.updates
        ],
    }


def _attempt(attempt: Attempt) -> dict[str, Any]:
    return {
        "turn": attempt.turn,
        "step": attempt.step,
        "firstSeq": attempt.first_seq,
        "lastSeq": attempt.last_seq,
        "outcome": str(attempt.outcome),
        "blocks": attempt.blocks,
        "usage": attempt.usage,
        "finish": attempt.finish,
        "firstTokenTime": attempt.first_token_time,
        "committedSeq": attempt.committed_seq,
    }


def _check_start(log: EventLog, at: int) -> None:
    """Raises `UserError` unless a request was answered from `at` on: a first chunk or an answer."""
    event = Records(log).event(at)
    if event["type"] == "assistant/attempt":
        return
    if event["type"] == "assistant/message" and event.get("surfaceOp") == "append":
        return
    before = next(log.entries_before(at), None)
    follows_a_chunk = before is not None and (
        before.seq < at - 1  # what the index leaves out are stream deltas
        or before.kind == FIRST_DELTA
        or (before.type == "assistant/chunk" and not (before.kind or "").startswith("finish:"))
    )
    if event["type"] != "assistant/chunk" or follows_a_chunk:
        raise UserError(
            "no-request",
            f"The event at seq {at} is neither the first chunk of an attempt nor an answer.",
            "Take a firstSeq or committedSeq of sessionlog attempts.",
        )
