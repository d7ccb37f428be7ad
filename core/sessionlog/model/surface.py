"""The model surface: which events the model sees now, folded from the log (spec 01 section 3).

The state is an ordered list of nodes (the seqs of surface events) and a count of replacements.
A replacement names a span by *position*: after an earlier replacement its start may be
numerically larger than its end. Every step costs as much as the nodes it adds or removes,
whatever the length of the surface; `SurfaceFold.steps` counts them.

The surface is what the model sees, not what a person saw: a compaction takes history away from
it. A transcript for people is made of append-origin events (`is_append_origin`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sessionlog.model.dialect import Dialect
from sessionlog.model.faults import LogFault
from sessionlog.model.json import is_seq
from sessionlog.model.json_rules import json_equal
from sessionlog.model.node_order import NodeOrder
from sessionlog.model.payload import message_of, text_in
from sessionlog.model.projection import projected
from sessionlog.model.row import IndexEntry, Row, SurfaceOp
from sessionlog.model.rules import GENERATION_0, SurfaceRules

Event = Mapping[str, Any]

CHECK_LOG = "Open the session for reading; the harness would refuse it at this event."


@dataclass(frozen=True, slots=True)
class SurfaceStep:
    """What one surface event does: `shadowed` are the nodes, in order, that it takes the place of."""

    seq: int
    op: SurfaceOp
    shadowed: tuple[int, ...] = ()


class SurfaceFold:
    """The surface of a log that grows: `apply` its events in order, or `skip` those without a part in it.

    Keeps the current surface events themselves (never the shadowed ones), because a replaced tool
    result is compared with what it replaces and because the derived messages are their payloads.
    """

    def __init__(self, rules: SurfaceRules = GENERATION_0, *, next_seq: int = 0) -> None:
        self.rules = rules
        self.next_seq = next_seq
        self.replace_generation = 0
        self._order = NodeOrder()
        self._head: int | None = None
        self._events: dict[int, Event] = {}
        self._projected: dict[int, Event] = {}

    @property
    def steps(self) -> int:
        """Nodes added, visited or removed so far: the work done, for tests and benchmarks."""
        return self._order.steps

    def nodes(self) -> list[int]:
        return list(self._order)

    def events(self) -> Iterator[Event]:
        """The current surface events in order, each as the model sees it (spec 03b section 4)."""
        return (self._projected.get(seq) or self._events[seq] for seq in self._order)

    def message_id(self, seq: int) -> str | None:
        """The id of a current node's message; `None` for any other seq."""
        event = self._events.get(seq)
        message = message_of(event) if event is not None else None
        return text_in(message, "id") if message is not None else None

    def skip(self, first_seq: int, count: int) -> None:
        """Pass over log-only rows, such as packed deltas, that carry no surface markers."""
        self._expect(first_seq)
        self.next_seq = first_seq + count

    def apply(self, event: Event) -> SurfaceStep | None:
        """Plan and commit one event; `None` for a log-only one. Raises `LogFault`, then changes nothing."""
        step = self.plan(event)
        if event["type"] == self.rules.projection_type:
            self._projected.update(projected(event, self._as_seen))
        self.next_seq += 1
        if step is None:
            return None
        if step.op is SurfaceOp.APPEND:
            if not self._events and event["type"] == self.rules.head_type:
                self._head = step.seq
            self._order.append(step.seq)
        else:
            if self._head in step.shadowed:
                self._head = step.seq
            self._order.replace(step.shadowed, step.seq)
            for seq in step.shadowed:
                del self._events[seq]
                self._projected.pop(seq, None)
            self.replace_generation += 1
        self._events[step.seq] = event
        return step

    def _as_seen(self, seq: int) -> Event | None:
        return self._projected.get(seq) or self._events.get(seq)

    def plan(self, event: Event) -> SurfaceStep | None:
        """Check one event against the surface as it is now, without changing anything."""
        seq = event["seq"]
        self._expect(seq)
        if event["type"] not in self.rules.types:
            if "surfaceOp" in event or "sourceEventSeqs" in event:
                raise _fault("surface-marker-on-log-event", seq, "is log-only but carries a surface marker")
            return None
        if "surfaceOp" not in event:
            raise _fault("surface-op-missing", seq, "belongs to the surface but says no surfaceOp")
        check_sources(event, self.rules)
        op = event["surfaceOp"]
        if op == "append":
            return SurfaceStep(seq, SurfaceOp.APPEND)
        shadowed = self._shadowed(seq, op)
        if not set(event.get("sourceEventSeqs", ())).issuperset(shadowed):
            raise _fault("replace-sources-incomplete", seq, "does not cite every event that it replaces")
        if self._head in shadowed and (len(shadowed) != 1 or event["type"] != self.rules.head_type):
            raise _fault("replace-head", seq, "replaces the system message, which only another one may")
        if event["type"] == self.rules.result_type:
            self._check_result_pair(event, shadowed)
        return SurfaceStep(seq, SurfaceOp.REPLACE, shadowed)

    def _expect(self, seq: object) -> None:
        if seq != self.next_seq or not is_seq(seq):
            raise LogFault(
                "seq-not-dense",
                f"An event has the seq {seq!r} where {self.next_seq} was due.",
                "Read the log with its gaps shown; it must not be continued.",
                seq if is_seq(seq) else None,
            )

    def _shadowed(self, seq: int, op: object) -> tuple[int, ...]:
        start, end = replaced_span(op, self.rules, seq)
        if start not in self._order or end not in self._order:
            raise _fault("replace-not-current", seq, f"replaces {start} to {end}, which are not both current")
        span = self._order.span(start, end)
        if span is None:
            raise _fault(
                "replace-reversed", seq, f"replaces {start} to {end}, but {end} stands before {start}"
            )
        return span

    def _check_result_pair(self, event: Event, shadowed: tuple[int, ...]) -> None:
        seq = event["seq"]
        before = self._events[shadowed[0]]
        if len(shadowed) != 1 or before["type"] != self.rules.result_type:
            raise _fault(
                "replace-result-pair", seq, "is a tool result, which may replace one tool result only"
            )
        frame_of = _result_frame if self.rules.result_blocks else _message_frame
        frame, frame_before = frame_of(event["data"]), frame_of(before["data"])
        if frame is None or not json_equal(frame, frame_before):
            raise _fault("replace-result-changed", seq, "changes more of a tool result than its content")


def is_append_origin(event: Event) -> bool:
    """Whether a person saw this event arrive: appended, not put in the place of others."""
    return bool(event.get("surfaceOp") == "append")


def check_sources(event: Event, rules: SurfaceRules = GENERATION_0) -> None:
    """Raise `LogFault` where the sources of a surface event break a rule of spec 01 section 3."""
    if "sourceEventSeqs" not in event:
        return
    sources, seq = event["sourceEventSeqs"], event["seq"]
    if event["type"] in rules.no_sources:
        raise _fault("sources-forbidden", seq, "cites events, which its type may not")
    if not isinstance(sources, list):
        raise _fault("sources-not-a-list", seq, "has sourceEventSeqs that are no list")
    if not sources:
        if event["type"] not in rules.empty_sources:
            raise _fault("sources-empty", seq, "cites an empty list of events")
        return
    newest = sources[-1]
    if not _is_rising_run(sources):
        if not all(map(is_seq, sources)):
            raise _fault("sources-not-seqs", seq, "cites something that is no seq")
        if len(set(sources)) != len(sources):
            raise _fault("sources-repeated", seq, "cites an event twice")
        newest = max(sources)
    if newest >= seq:
        raise _fault("sources-not-earlier", seq, "cites itself or a later event")


def _is_rising_run(sources: list[Any]) -> bool:
    """The common case, a run of chunks without a break, told by one comparison of two lists.

    From 2 on, because `True` equals 1.
    """
    first, last = sources[0], sources[-1]
    if not (is_seq(first) and is_seq(last)) or first < 2 or last - first + 1 != len(sources):
        return False
    return sources == list(range(first, last + 1))


def replaced_span(op: object, rules: SurfaceRules, seq: int) -> tuple[int, int]:
    """The two ends that a replacement names; raises `LogFault` for any other shape of `surfaceOp`."""
    if (
        not isinstance(op, dict)
        or op.get("op") != "replace"
        or op.keys() != {"op", rules.start_key, rules.end_key}
        or not is_seq(op[rules.start_key])
        or not is_seq(op[rules.end_key])
    ):
        raise _fault("surface-op-invalid", seq, "has a surfaceOp that is neither an append nor a replacement")
    return op[rules.start_key], op[rules.end_key]


def fold_surface(
    rows: Iterable[Row], dialect: Dialect, session_id: str, rules: SurfaceRules | None = None
) -> SurfaceFold:
    """The surface of a whole log (or of a prefix); delta rows are passed over unread."""
    fold = SurfaceFold(rules or dialect.surface)
    for row in rows:
        if dialect.is_delta(row):
            fold.skip(row.seq, row.count)
        else:
            fold.apply(dialect.event(row, session_id, fold.message_id))
    return fold


@dataclass(frozen=True, slots=True)
class SurfaceMap:
    """Where every surface event stands: `nodes` are current, `replaced_by` names what shadowed the others."""

    nodes: list[int]
    replaced_by: dict[int, int]
    replace_generation: int


def map_surface(entries: Iterable[IndexEntry]) -> SurfaceMap:
    """Current and shadowed events from index entries alone, oldest first; reads no payload.

    For lists and traces of logs whose validity is judged elsewhere: a replacement whose ends are
    not current, or stand in the wrong order, shadows nothing and counts as an appended node.
    """
    order = NodeOrder()
    replaced_by: dict[int, int] = {}
    generation = 0
    for entry in entries:
        if entry.op is SurfaceOp.LOG_ONLY:
            continue
        start, end = entry.start, entry.end
        span = None
        if entry.op is SurfaceOp.REPLACE and start is not None and end is not None:
            span = order.span(start, end) if start in order and end in order else None
        if span is None:
            order.append(entry.seq)
            continue
        order.replace(span, entry.seq)
        replaced_by.update(dict.fromkeys(span, entry.seq))
        generation += 1
    return SurfaceMap(list(order), replaced_by, generation)


def _result_frame(data: Any) -> dict[str, Any] | None:
    """A tool result's payload without the content of its one block; `None` where it has no such block."""
    message = data.get("message") if isinstance(data, dict) else None
    if not isinstance(message, dict):
        return None
    blocks = message.get("content")
    if not isinstance(blocks, list) or len(blocks) != 1 or not isinstance(blocks[0], dict):
        return None
    frame = {key: value for key, value in blocks[0].items() if key != "content"}
    return {**data, "message": {**message, "content": [frame]}}


def _message_frame(data: Any) -> dict[str, Any] | None:
    """As `_result_frame`, of a result that is a message of its own."""
    message = data.get("message") if isinstance(data, dict) else None
    if not isinstance(message, dict) or not isinstance(message.get("content"), list):
        return None
    return {**data, "message": {key: value for key, value in message.items() if key != "content"}}


def _fault(code: str, seq: int, what: str) -> LogFault:
    return LogFault(code, f"The event at seq {seq} {what}.", CHECK_LOG, seq)
