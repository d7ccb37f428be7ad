"""A span: the rows from one `step/start` or `turn/start` up to the next, folded into nodes.

Whatever belongs together in a conversation (attempts and their answer, a call and its result,
the brackets of a compaction) lies in one step, so nodes are a function of their span's rows and
of what the turn carries into it. Spans are independent of the loaded window, which is what
makes a node the same cold, live, paged or jumped into.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sessionlog.conversation.audit import audit_node, raw_node
from sessionlog.conversation.call import Call, Result
from sessionlog.conversation.compaction import Compaction
from sessionlog.conversation.message import assistant_node, context_node, user_node
from sessionlog.conversation.node import Node
from sessionlog.conversation.stream import Stream
from sessionlog.conversation.text import integer, mapping, objects, text_of
from sessionlog.conversation.turn import Carry, Closing, end_nodes, turn_node
from sessionlog.conversation.vocabulary import Fate, fate_of
from sessionlog.conversation.waiting import Waiting
from sessionlog.model.dialect import Dialect
from sessionlog.model.embedded import EmbeddedStream
from sessionlog.model.errors import RowFault
from sessionlog.model.page import Elision, PageRow
from sessionlog.model.row import IndexEntry, Row, SurfaceOp

STARTS = frozenset({"turn/start", "step/start"})
"""Types that begin a span."""


@dataclass(frozen=True, slots=True)
class Head:
    """What is known at the first row of a span: the turn so far, the open step's times."""

    carry: Carry = field(default_factory=Carry)
    step_start_time: int | None = None
    first_delta_time: int | None = None


class Span:
    """Feed rows in seq order; `nodes` gives the conversation of the rows fed so far."""

    def __init__(self, part: int, dialect: Dialect, session_id: str, head: Head, first_seq: int) -> None:
        """`first_seq` is where the span, or the page that cuts it, begins: its first rows may be
        chunks that are not read."""
        self.part = part
        self.carry = head.carry
        self.first_seq = first_seq
        self._dialect = dialect
        self._session_id = session_id
        self._step_start_time = head.step_start_time
        self._first_delta_time = head.first_delta_time
        self._nodes: list[Node] = []
        self._stream = Stream(part)
        self._calls: list[Call] = []
        self._call_of: dict[str, Call] = {}
        self._waiting = Waiting(part)
        self._compactions: list[Compaction] = []
        self._compaction_of: dict[str, Compaction] = {}
        self._heads: set[int] = set()
        self._closed = False

    def head(self) -> Head:
        """What a span right after this one begins with."""
        return Head(self.carry)

    # -- feeding ---------------------------------------------------------------------------

    def lend(self, row: PageRow) -> None:
        """A call, or the answer that asked for it, from before the window: shown if used."""
        entry, stored = row.entry, row.row
        assert entry is not None and stored is not None
        data = self._data(stored)
        if data is None:
            return
        if entry.type == "tool/call":
            self._start_call(entry, data, foreign=True)
        elif entry.type == "assistant/message":
            self._waiting.ask(entry, _call_blocks(data), foreign=True)

    def feed(self, row: PageRow) -> None:
        entry, stored = row.entry, row.row
        if entry is None:
            assert stored is not None
            run = self._dialect.stream_run(stored)
            if run is not None:
                self._stream.run(run, len(stored.raw))
        elif stored is None:
            self._first_token(entry.time)
        else:
            self._event(entry, stored)

    def feed_elision(self, elision: Elision) -> None:
        self._stream.elide(elision)

    def _first_token(self, time: int) -> None:
        if self._first_delta_time is None:
            self._first_delta_time = time

    def _data(self, row: Row) -> dict[str, Any] | None:
        """The payload of an event in its current shape; `None` when it has not the shape of its type."""
        try:
            data = self._dialect.event(row, self._session_id)["data"]
        except RowFault:
            return None
        return data if isinstance(data, dict) else None

    def _event(self, entry: IndexEntry, row: Row) -> None:
        fate = fate_of(entry.type)
        if fate is None:
            self._nodes.append(raw_node(self.part, entry, row, "unknown type"))
            return
        if fate == Fate.STATE and entry.type not in HANDLERS:
            return
        data = self._data(row)
        if data is None:
            self._nodes.append(raw_node(self.part, entry, row, "not the shape of its type"))
        elif fate == Fate.AUDIT:
            self._nodes.append(audit_node(self.part, entry, data))
            if entry.type == "session/end-seed":
                self._stream.limit()
        else:
            HANDLERS[entry.type](self, entry, row, data)

    def _turn_start(self, entry: IndexEntry, row: Row, data: dict[str, Any]) -> None:
        self.carry = Carry(entry.turn, entry.time)
        self._nodes.append(turn_node(self.part, entry))
        self._stream.limit()

    def _turn_end(self, entry: IndexEntry, row: Row, data: dict[str, Any]) -> None:
        self._close(entry)
        if text_of(mapping(data.get("reason")).get("kind")) == "error":
            self._stream.failed = True
        carry = self.carry if self.carry.turn == entry.turn else Carry(closing=self.carry.closing)
        self._nodes.extend(end_nodes(self.part, entry, data, carry))
        self.carry = Carry()

    def _step_start(self, entry: IndexEntry, row: Row, data: dict[str, Any]) -> None:
        self._step_start_time, self._first_delta_time = entry.time, None
        self._stream.limit()

    def _step_end(self, entry: IndexEntry, row: Row, data: dict[str, Any]) -> None:
        self._close(entry)

    def _close(self, entry: IndexEntry) -> None:
        self._closed = True
        self._stream.close(entry.seq)

    def _user(self, entry: IndexEntry, row: Row, data: dict[str, Any]) -> None:
        source = mapping(data.get("source"))
        if entry.op == SurfaceOp.REPLACE:
            if source.get("kind") == "compact-checkpoint" or (
                source.get("kind") == "plugin" and source.get("plugin") == "compact"
            ):
                self._compaction(entry, text_of(source.get("compactionId")) or f"@{entry.seq}", data)
            return
        if source.get("kind") == "user":
            # A turn's first step takes in its prompt; what a person says later steers it.
            steering = row.type == "steering/message" or (entry.step or 0) > 1
            self._nodes.append(user_node(self.part, entry, data, steering=steering))
        else:
            self._nodes.append(context_node(self.part, entry, data))

    def _chunk(self, entry: IndexEntry, row: Row, data: dict[str, Any]) -> None:
        run = self._dialect.stream_run(row)
        if run is not None:
            self._stream.run(run, len(row.raw))
            return
        place = (integer(data.get("turn")), integer(data.get("step")))
        self._stream.chunk(entry, place, dict(mapping(data.get("chunk"))))

    def _attempt(self, entry: IndexEntry, row: Row, data: dict[str, Any]) -> None:
        """An attempt that committed nothing (generation 2 and later)."""
        stream = self._dialect.attempt_stream(row)
        if stream is not None:
            self._first_streamed(stream)
            self._stream.settled(entry, stream)

    def _first_streamed(self, stream: EmbeddedStream) -> None:
        if self._first_delta_time is None:
            self._first_delta_time = stream.first_token_time()

    def _answer(self, entry: IndexEntry, row: Row, data: dict[str, Any]) -> None:
        self._stream.commit(entry)
        stream = self._dialect.attempt_stream(row)
        if stream is not None and entry.op != SurfaceOp.REPLACE:
            self._first_streamed(stream)
        if entry.op == SurfaceOp.REPLACE:
            return
        first_seq = entry.group_start
        if first_seq < self.first_seq or first_seq in self._heads:
            first_seq = entry.seq  # cites chunks that are not its own alone: a key of its own
        self._heads.add(first_seq)
        node = assistant_node(
            self.part,
            entry,
            data,
            first_seq=first_seq,
            anchor=(first_seq, 0),
            first_token_ms=self.first_token_ms(),
        )
        if node is not None:
            self._nodes.append(node)
        if data.get("interrupted") is True:
            self._nodes.append(self._stream.interrupted_mark(entry))
        self._waiting.ask(entry, _call_blocks(data))
        self._note_closing(entry, data)

    def _note_closing(self, entry: IndexEntry, data: dict[str, Any]) -> None:
        closing = closing_of(entry, data, self._first_delta_time, self.first_token_ms())
        self.carry = Carry(self.carry.turn, self.carry.turn_start_time, closing)

    def first_token_ms(self) -> int | None:
        """From the step's start to its first non-empty delta; it survives retries."""
        if self._first_delta_time is None or self._step_start_time is None:
            return None
        return max(0, self._first_delta_time - self._step_start_time)

    def _call(self, entry: IndexEntry, row: Row, data: dict[str, Any]) -> None:
        self._start_call(entry, data, foreign=False)

    def _start_call(self, entry: IndexEntry, data: dict[str, Any], *, foreign: bool) -> None:
        call_id = text_of(data.get("callId"))
        call = Call(self.part, entry.seq, call_id, entry.time, entry.turn, entry.step, data, foreign)
        self._calls.append(call)
        self._call_of[call_id] = call
        self._waiting.start(call_id, entry.seq)

    def _result(self, entry: IndexEntry, row: Row, data: dict[str, Any]) -> None:
        if entry.op == SurfaceOp.REPLACE:
            return  # a shortened copy for the model, not what the tool said
        call_id = text_of(mapping(mapping(data.get("message")).get("source")).get("callId"))
        result = Result(entry.seq, entry.time, data, entry.turn, entry.step)
        call = self._call_of.get(call_id)
        if call is not None and call.result is None:
            call.give_result(result)
        elif call is not None or not self._waiting.settle(call_id, result):
            orphan = Call(self.part, entry.seq, call_id, entry.time, entry.turn, entry.step, None)
            orphan.give_result(result)
            self._calls.append(orphan)

    def give_later_result(self, row: PageRow) -> None:
        """A result from after the window whose call is in it."""
        if row.entry is not None and row.row is not None:
            data = self._data(row.row)
            call = self._call_of.get(row.entry.ref or "")
            if data is not None and call is not None and call.result is None:
                entry = row.entry
                call.give_result(Result(entry.seq, entry.time, data, entry.turn, entry.step))

    def _dispatch(self, entry: IndexEntry, row: Row, data: dict[str, Any]) -> None:
        call = self._call_of.get(text_of(data.get("rootCallId")))
        if call is None:
            self._nodes.append(raw_node(self.part, entry, row, "its call is not in the log"))
        else:
            call.give_dispatch(
                entry.seq, entry.time, data, entry.type in ("tool/code-dispatch", "tool/ptc-dispatch")
            )

    def _retry(self, entry: IndexEntry, row: Row, data: dict[str, Any]) -> None:
        self._stream.retry(entry, data)

    def _retry_started(self, entry: IndexEntry, row: Row, data: dict[str, Any]) -> None:
        self._stream.retry_started(entry)

    def _compacting(self, entry: IndexEntry, row: Row, data: dict[str, Any]) -> None:
        self._compaction(entry, entry.ref or f"@{entry.seq}", data)

    def _compaction(self, entry: IndexEntry, id: str, data: Mapping[str, Any]) -> None:
        found = self._compaction_of.get(id)
        if found is None or (entry.type == "compaction/start" and found.ended):
            # An id that begins again (a foreign log) gets a marker of its own.
            found = self._compaction_of[id] = Compaction(self.part, entry, entry.seq)
            self._compactions.append(found)
        found.take(entry, data)

    # -- reading ---------------------------------------------------------------------------

    def nodes(self, state: str, *, complete: bool = True) -> list[Node]:
        """The nodes in order. `state` says how the span ends: open, closed, ended or gap.

        `complete`: no rows of the span are left out after the last one fed.
        """
        if self._closed and state != "closed":
            state = "closed"
        made = list(self._nodes)
        made += [
            call.node(state) for call in self._calls if not call.foreign or call.result or call.dispatches
        ]
        made += [compaction.node(state) for compaction in self._compactions]
        made += self._stream.nodes(state, self.first_token_ms())
        made += self._waiting.nodes(complete)
        made.sort(key=lambda node: node.anchor)
        return made


def closing_of(
    entry: IndexEntry, data: Mapping[str, Any], first_token_time: int | None, first_token_ms: int | None
) -> Closing:
    """What a turn's tail says of a committed message."""
    texts = objects(mapping(data.get("message")).get("content"))
    readable = any(block.get("type") == "text" and text_of(block.get("text")).strip() for block in texts)
    tokens = integer(mapping(data.get("usage")).get("outputTokens"))
    return Closing(entry.seq, entry.time, first_token_time, first_token_ms, tokens, readable)


def _call_blocks(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    content = objects(mapping(data.get("message")).get("content"))
    return [block for block in content if block.get("type") == "tool-call"]


Handler = Callable[[Span, IndexEntry, Row, dict[str, Any]], None]

HANDLERS: dict[str, Handler] = {
    "turn/start": Span._turn_start,
    "turn/end": Span._turn_end,
    "step/start": Span._step_start,
    "step/end": Span._step_end,
    "user/message": Span._user,
    "assistant/chunk": Span._chunk,
    "assistant/attempt": Span._attempt,
    "assistant/message": Span._answer,
    "tool/call": Span._call,
    "tool/result": Span._result,
    "tool/code-dispatch-start": Span._dispatch,
    "tool/code-dispatch": Span._dispatch,
    "tool/ptc-dispatch-start": Span._dispatch,
    "tool/ptc-dispatch": Span._dispatch,
    "llm/retry": Span._retry,
    "llm/retry-started": Span._retry_started,
    "compaction/start": Span._compacting,
    "compaction/summary": Span._compacting,
    "compaction/end": Span._compacting,
}
