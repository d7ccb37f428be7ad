"""Older shapes of generation 0, normalised in the view and never in the log (spec 01 section 2.5 item 4).

Each rule takes a stored event and gives the current form, or the same object when it is current
already. An event that looks old but has none of the old forms raises `RowFault` with code
`legacy`: the harness refuses it, a reader shows it as stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from sessionlog.generations.source_ranges import expanded, has_ranges
from sessionlog.generations.v0.rows import expand, is_packed
from sessionlog.generations.v0.vocabulary import (
    ASSISTANT_MESSAGE,
    CURRENT_NAME,
    TOOL_RESULT,
    TURN_END,
    TURN_START,
    USER_MESSAGE,
)
from sessionlog.model.errors import RowFault
from sessionlog.model.json import is_safe_int
from sessionlog.model.row import Row

Event = dict[str, Any]
IdAt = Callable[[int], str | None]
"""The id of the message of an earlier seq, where it is known."""

_BARE_REASONS = frozenset({"completed", "blocked", "max-tokens", "interrupted"})
_FAILURE_MEMBERS: dict[str, type | tuple[type, ...]] = {
    "message": str,
    "code": str,
    "status": (int, float),
    "providerRetryAfterMs": (int, float),
    "requestId": str,
}
_MAYBE_OLD = (
    frozenset({TURN_START, TURN_END, USER_MESSAGE, ASSISTANT_MESSAGE, TOOL_RESULT}) | CURRENT_NAME.keys()
)


def minted_id(session_id: str, seq: int) -> str:
    return f"legacy-message:{session_id}:{seq}"


def normalised(event: Event, session_id: str, id_at: IdAt | None = None) -> Event:
    """The current form of a stored event, runs of cited seqs written out.

    Raises `RowFault` as `current_shape`.
    """
    if event["type"] in _MAYBE_OLD and has_ranges(event.get("sourceEventSeqs")):
        event = with_plain_sources(event)
    return current_shape(event, session_id, id_at)


def current_shape(event: Event, session_id: str, id_at: IdAt | None = None) -> Event:
    """The current form of a stored event, its sources as stored. Raises `RowFault` with code `legacy`.

    `id_at` tells ids of earlier messages: a replacing `tool/result` of the old form inherits the
    id of the message that it replaces. Without it, that message is taken to be of the old form
    and no replacement itself.
    """
    kind = event["type"]
    if kind not in _MAYBE_OLD:
        return event
    data = event["data"]
    if kind == "steering/message":
        return _steering(event, data, session_id)
    if kind in CURRENT_NAME:
        return {**event, "type": CURRENT_NAME[kind]}
    if not isinstance(data, dict):
        return event
    if kind == TURN_START:
        return _turn_start(event, data)
    if kind == TURN_END:
        return _turn_end(event, data)
    if kind == USER_MESSAGE:
        return _user_message(event, data, session_id)
    if "message" in data:
        return event
    if kind == ASSISTANT_MESSAGE:
        return _assistant_message(event, data, session_id)
    return _tool_result(event, data, session_id, id_at)


def with_plain_sources(event: Event) -> Event:
    """The event with runs of cited seqs written out; as stored where they are none."""
    sources = expanded(event["sourceEventSeqs"])
    return event if sources is None else {**event, "sourceEventSeqs": sources}


def view(event: Event, session_id: str, id_at: IdAt | None = None) -> Event:
    """As `normalised`; what has no current form stays as stored."""
    try:
        return normalised(event, session_id, id_at)
    except RowFault:
        return with_plain_sources(event) if has_ranges(event.get("sourceEventSeqs")) else event


def _is_turn(value: object) -> bool:
    return is_safe_int(value) and value >= 1


def _kind_of(value: object) -> str | None:
    kind = value.get("kind") if isinstance(value, dict) else None
    return kind if isinstance(kind, str) else None


def _turn_start(event: Event, data: dict[str, Any]) -> Event:
    if "trigger" not in data:
        return event
    if data.keys() != {"turn", "trigger"} or not _is_turn(data["turn"]) or not _kind_of(data["trigger"]):
        raise RowFault("legacy", f"turn/start at seq {event['seq']} has a trigger in no known form")
    return {**event, "data": {"turn": data["turn"]}}


def _turn_end(event: Event, data: dict[str, Any]) -> Event:
    reason = data.get("reason")
    if data.keys() != {"turn", "reason"} or not _is_turn(data["turn"]) or _kind_of(reason) is None:
        raise RowFault("legacy", f"turn/end at seq {event['seq']} is not exactly a turn and a reason")
    assert isinstance(reason, dict)
    current = _reason(reason, event["seq"])
    return event if current is reason else {**event, "data": {**data, "reason": current}}


def _reason(reason: dict[str, Any], seq: int) -> dict[str, Any]:
    kind = reason["kind"]
    if kind in _BARE_REASONS and len(reason) != 1:
        raise RowFault("legacy", f"turn/end at seq {seq} has a reason {kind} with further members")
    if kind == "aborted" and "reason" not in reason:
        if len(reason) != 1:
            raise RowFault("legacy", f"turn/end at seq {seq} has a reason {kind} with further members")
        return {"kind": "aborted", "reason": {"kind": "legacy"}}
    if kind == "disposed":
        if len(reason) != 1:
            raise RowFault("legacy", f"turn/end at seq {seq} has a reason disposed with further members")
        return {"kind": "aborted", "reason": {"kind": "disposed"}}
    if kind == "error" and "error" not in reason:
        return {"kind": "error", "error": _old_failure(reason, seq)}
    return reason


def _old_failure(reason: dict[str, Any], seq: int) -> dict[str, Any]:
    step = reason.get("step")
    if is_safe_int(step) and step >= 0:
        failure = reason.get("failure")
        if reason.keys() == {"kind", "step", "failure"}:
            if isinstance(failure, dict) and _is_failure(failure):
                return failure
        elif reason.keys() <= {"kind", "step", "message", "code"}:
            failure = {"message": reason.get("message"), "code": reason.get("code", "UNKNOWN")}
            if _is_failure(failure):
                return failure
    raise RowFault("legacy", f"turn/end at seq {seq} has an error in no known form")


def _is_failure(failure: dict[str, Any]) -> bool:
    """A message and a code, and the other members of a failure in their form; values are not judged."""
    return {"message", "code"} <= failure.keys() <= _FAILURE_MEMBERS.keys() and all(
        isinstance(value, _FAILURE_MEMBERS[name]) and not isinstance(value, bool)
        for name, value in failure.items()
    )


def _steering(event: Event, data: object, session_id: str) -> Event:
    """The type is gone, so that every payload has to have one of its two forms."""
    known = data if isinstance(data, dict) and is_safe_int(data.get("turn")) else {}
    if known.keys() == {"turn", "message"} and isinstance(known["message"], dict):
        message = known["message"]
    elif known.keys() == {"turn", "content", "source"}:
        message = {
            "content": known["content"],
            "source": known["source"],
            "id": minted_id(session_id, event["seq"]),
            "role": "user",
        }
    else:
        raise RowFault("legacy", f"steering/message at seq {event['seq']} has no known form")
    return {**event, "type": USER_MESSAGE, "data": message}


def _user_message(event: Event, data: dict[str, Any], session_id: str) -> Event:
    if "content" not in data or "source" not in data or "id" in data or "role" in data or "message" in data:
        return event
    return {**event, "data": {**data, "id": minted_id(session_id, event["seq"]), "role": "user"}}


def _assistant_message(event: Event, data: dict[str, Any], session_id: str) -> Event:
    provenance = data.get("provenance")
    if "content" not in data or provenance is None:
        return event
    if not isinstance(provenance, dict):
        raise RowFault("legacy", f"assistant/message at seq {event['seq']} has a provenance in no known form")
    rest = {key: member for key, member in data.items() if key not in ("content", "provenance")}
    rest["message"] = {
        "id": minted_id(session_id, event["seq"]),
        "role": "assistant",
        "content": data["content"],
        "source": {**provenance, "kind": "model"},
    }
    return {**event, "data": rest}


def _tool_result(event: Event, data: dict[str, Any], session_id: str, id_at: IdAt | None) -> Event:
    if "callId" not in data or "content" not in data or "isError" not in data:
        return event
    call = data["callId"]
    block = {
        "type": "tool-result",
        "toolCallId": call,
        "content": data["content"],
        "isError": data["isError"],
    }
    rest = {key: member for key, member in data.items() if key not in ("callId", "content", "isError")}
    rest["message"] = {
        "id": _result_id(event, session_id, id_at),
        "role": "user",
        "content": [block],
        "source": {"kind": "tool", "callId": call},
    }
    return {**event, "data": rest}


def _result_id(event: Event, session_id: str, id_at: IdAt | None) -> str:
    op = event.get("surfaceOp")
    start = op.get("start") if isinstance(op, dict) else None
    if type(start) is not int:
        return minted_id(session_id, event["seq"])
    inherited = id_at(start) if id_at is not None else None
    return inherited if inherited is not None else minted_id(session_id, start)


class Normaliser:
    """Normalises a run of events in order, remembering the ids that a replacement may inherit."""

    def __init__(self, session_id: str) -> None:
        self._session_id = session_id
        self._result_ids: dict[int, str] = {}

    def events(self, rows: Iterable[Row]) -> Iterator[Event]:
        """Every event of the rows, packed rows expanded. What has no current form stays as stored."""
        for row in rows:
            if is_packed(row):
                yield from expand(row)
            else:
                yield self.event(row.value)

    def event(self, stored: Event) -> Event:
        current = view(stored, self._session_id, self._result_ids.get)
        if current["type"] == TOOL_RESULT:
            self._remember(current)
        return current

    def strict(self, stored: Event) -> Event:
        """As `event`, but raises `RowFault` where the harness refuses the form; sources stay as stored."""
        current = current_shape(stored, self._session_id, self._result_ids.get)
        if current["type"] == TOOL_RESULT:
            self._remember(current)
        return current

    def _remember(self, event: Event) -> None:
        data = event["data"]
        message = data.get("message") if isinstance(data, dict) else None
        identity = message.get("id") if isinstance(message, dict) else None
        if isinstance(identity, str):
            self._result_ids[event["seq"]] = identity
