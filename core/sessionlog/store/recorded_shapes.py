"""What a run looks like in the formats that are written here (spec 01 section 5, spec 03b sections 3 and 5).

Generation 0 has its chunks as events and its prompt in the request header. From generation 2 on an
attempt is one event that holds its stream; in generation 4 the prompt is a message at the head of
the surface, a tool result a message of its own, and a change of tools a `developer/message`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from sessionlog.model.errors import UserError
from sessionlog.model.request_header import canonical_header
from sessionlog.store.journal import ATTEMPT, has_journal
from sessionlog.store.live import Event, LiveSession

Json = dict[str, Any]
SYSTEM = "system/message"


class Shapes(Protocol):
    """Writes what generations spell differently. `place` is the turn and the step."""

    def prompt(self, place: Json, text: str | None) -> None:
        """The system prompt from this step on; `None` keeps the one before."""
        ...

    def header(self, header: Mapping[str, Any]) -> Json:
        """A request header as this generation keeps it."""
        ...

    def tools_changed(self, place: Json, before: Json | None, written: Event) -> None:
        """A request header was written in the place of another one, or as the first."""
        ...

    def begin(self) -> None:
        """The next chunk is the first of an attempt."""
        ...

    def chunk(self, place: Json, chunk: Json) -> None: ...

    def give_up(self, place: Json) -> None:
        """The running attempt comes to nothing; what it streamed stays."""
        ...

    def answer(self, data: Json) -> None: ...

    def result(self, place: Json, call: Event, call_id: str, text: str, error: Json) -> None: ...

    def settle_calls(self) -> None:
        """The step ends: calls without a result get one that says so, where the format asks for it."""
        ...


def shapes_of(session: LiveSession) -> Shapes:
    """How the generation of a session writes what a recorder says."""
    return _Embedded(session) if has_journal(session.header.generation) else _Chunked(session)


class _Chunked:
    """Generation 0."""

    def __init__(self, session: LiveSession) -> None:
        self._session = session
        self._system: str | None = None
        self._chunks: list[int] = []

    def prompt(self, place: Json, text: str | None) -> None:
        if text is not None:
            self._system = text

    def header(self, header: Mapping[str, Any]) -> Json:
        return dict(header) if self._system is None else {**header, "system": self._system}

    def tools_changed(self, place: Json, before: Json | None, written: Event) -> None:
        return None

    def begin(self) -> None:
        self._chunks = []

    def chunk(self, place: Json, chunk: Json) -> None:
        event = self._session.append("assistant/chunk", {**place, "chunk": chunk})
        self._chunks.append(event["seq"])

    def give_up(self, place: Json) -> None:
        self._chunks = []

    def answer(self, data: Json) -> None:
        """It cites the chunks of its own attempt alone."""
        self._session.append("assistant/message", data, surface_op="append", sources=self._chunks)
        self._chunks = []

    def result(self, place: Json, call: Event, call_id: str, text: str, error: Json) -> None:
        block: Json = {"type": "tool-result", "toolCallId": call_id, "content": _text_blocks(text)}
        if error:
            block["isError"] = True
        message: Json = {"id": _result_id(call_id, call), "role": "user"}
        message |= {"source": {"kind": "tool", "callId": call_id}, "content": [block]}
        _append_result(self._session, place, call, message, error)

    def settle_calls(self) -> None:
        return None


class _Embedded:
    """Generation 4."""

    def __init__(self, session: LiveSession) -> None:
        self._session = session

    def prompt(self, place: Json, text: str | None) -> None:
        """The head of the surface is always a system message, an empty one if need be: without it the
        log could not be continued (spec 03b section 10.1)."""
        surface = self._session.surface()
        if not surface:
            self._system(place, text or "", None)
            return
        if text is None:
            return
        head, *later = surface
        if head["type"] != SYSTEM:
            raise UserError(
                "session.no-prompt",
                "This session began without a system prompt and can have none later.",
                "Begin a new session, or continue it without one.",
            )
        for node in later:  # else a later prompt would still be the one in force
            if node["type"] == SYSTEM and _text_of(node):
                self._system(place, "", node)
        if _text_of(head) != text:
            self._system(place, text, head)

    def _system(self, place: Json, text: str, replaced: Event | None) -> None:
        name = f"system-{place['turn']}-{place['step']}-{self._session.next_seq}"
        message = {"id": name, "role": "system", "content": _text_blocks(text) if text else []}
        data = {**place, "message": {**message, "source": {"kind": "system-prompt"}}}
        if replaced is None:
            self._session.append(SYSTEM, data, surface_op="append")
            return
        seq = replaced["seq"]
        op = {"op": "replace", "startSeq": seq, "endSeq": seq}
        self._session.append(SYSTEM, data, surface_op=op, sources=[seq])

    def header(self, header: Mapping[str, Any]) -> Json:
        """Raises `UserError` for a prompt in the header, which is a message in this format."""
        if "system" in header:
            raise UserError(
                "request.system", "In format v4 the system prompt is no part of a request header.", ""
            )
        return canonical_header(header)

    def tools_changed(self, place: Json, before: Json | None, written: Event) -> None:
        if before is None:
            return
        known, now = _tools(before), _tools(written["data"]["header"])
        added = [name for name, tool in now.items() if name not in known and _is_described(tool)]
        content = [{"type": "tool-addition", "toolName": name} for name in added]
        content += [{"type": "tool-removal", "toolName": name} for name in known if name not in now]
        if not content:
            return
        message = {"id": f"tools-{written['seq']}", "role": "developer", "content": content}
        data = {**place, "message": {**message, "source": {"kind": "tool-registry"}}}
        if added:
            data["headerSeq"] = written["seq"]
        self._session.append("developer/message", data, surface_op="append")

    def begin(self) -> None:
        return None

    def chunk(self, place: Json, chunk: Json) -> None:
        self._session.chunk(place["turn"], place["step"], chunk)

    def give_up(self, place: Json) -> None:
        if self._session.running_chunks:
            self._session.settle(ATTEMPT, place)

    def answer(self, data: Json) -> None:
        self._session.settle("assistant/message", data, surface_op="append")

    def result(self, place: Json, call: Event, call_id: str, text: str, error: Json) -> None:
        message: Json = {"role": "tool", "source": {"kind": "tool", "callId": call_id}, "toolCallId": call_id}
        message |= {"content": _text_blocks(text), "isError": bool(error), "id": _result_id(call_id, call)}
        _append_result(self._session, place, call, message, error)

    def settle_calls(self) -> None:
        for event in self._session.unanswered():
            sources = event.get("sourceEventSeqs")
            self._session.append(event["type"], event["data"], surface_op="append", sources=sources)


def _append_result(session: LiveSession, place: Json, call: Event, message: Json, error: Json) -> None:
    data = {**place, "message": message}
    if error:
        data["error"] = error
    session.append("tool/result", data, surface_op="append", sources=[call["seq"]])


def _result_id(call_id: str, call: Event) -> str:
    return f"tool-result-{call_id}-{call['seq']}"


def _text_blocks(text: str) -> list[Json]:
    return [{"type": "text", "text": text}]


def _text_of(event: Event) -> str:
    content: Sequence[Json] = event["data"]["message"]["content"]
    return "".join(block.get("text", "") for block in content if block.get("type") == "text")


def _tools(header: Mapping[str, Any]) -> dict[str, Json]:
    return {tool["name"]: tool for tool in header.get("tools", ())}


def _is_described(tool: Json) -> bool:
    return isinstance(tool.get("description"), str) and isinstance(tool.get("parameters"), dict)
