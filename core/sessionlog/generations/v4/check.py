"""What the harness checks of generation 4 (spec 03b section 7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sessionlog.generations.finding import Finding, Stage
from sessionlog.generations.v3.check import StrictCheckThree
from sessionlog.generations.v3.row_rule import has_empty_members
from sessionlog.generations.v4.admission import WITH_MESSAGES, message_faults, result_fault
from sessionlog.generations.v4.catalog import catalog_fault
from sessionlog.generations.v4.developer import DeveloperHeaders
from sessionlog.generations.v4.vocabulary import KNOWN_TYPES
from sessionlog.model.header import Header
from sessionlog.model.json import is_seq
from sessionlog.model.message_shape import Wrong
from sessionlog.model.row import Row
from sessionlog.model.rules import GENERATION_4, SurfaceRules

_DELIVERY = "session-log-deepseek/delivery-accepted"
_WRONG = "current-generation delivery marker names the wrong Session"


class StrictCheckFour(StrictCheckThree):
    """Relations between events are kept on every read."""

    generation = 4
    known = frozenset(KNOWN_TYPES)
    rules: SurfaceRules = GENERATION_4
    admitted = StrictCheckThree.admitted | WITH_MESSAGES
    related = StrictCheckThree.related | {_DELIVERY, "subagent/catalog"}
    relations_stage = Stage.VALIDATION

    def __init__(
        self, session_id: str, state: dict[str, Any] | None = None, header: Header | None = None
    ) -> None:
        super().__init__(session_id, state, header)
        self._headers = DeveloperHeaders(state["headers"] if state else None)
        self._foreign: list[int] = list(state["foreign"]) if state else []
        self._children: list[str] = list(state["children"]) if state else []
        self._children_since: int | None = state["children_since"] if state else None

    def state(self) -> dict[str, Any]:
        return {
            **super().state(),
            "headers": self._headers.state(),
            "foreign": list(self._foreign),
            "children": list(self._children),
            "children_since": self._children_since,
        }

    def _admission(self, row: Row, kind: str, data: Any) -> Iterator[Finding]:
        yield from super()._admission(row, kind, data)
        for said in message_faults(kind, row.seq, data):
            yield self._refusal("message", said, kind)
        if kind == "tool/result":
            said = result_fault(data)
            if said:
                yield self._refusal("tool-result", f"format v4 tool/result at seq {row.seq} {said}", said)
        elif kind == "request/header":
            said = self._headers.header(row.seq, data)
            if said:
                yield self._refusal("request-header", said)
        elif kind == "developer/message":
            said = self._headers.developer(data, row.seq)
            if said:
                yield self._refusal("developer-message", said)

    def _message_fault(self, kind: str, data: Any) -> Wrong | None:
        if kind == "tool/result":
            return None  # admission has its own rules
        return super()._message_fault(kind, data)

    def _surface(self, row: Row, kind: str, data: Any) -> Iterator[Finding]:
        yield from super()._surface(row, kind, data)
        if kind != "system/message" or not isinstance(data, dict):
            return
        message = data.get("message")
        source = message.get("source") if isinstance(message, dict) else None
        owner = source.get("kind") if isinstance(source, dict) else None
        if owner != "system-prompt" and owner != "plugin":
            text = f"session event at seq {row.seq} message must have system-prompt source"
            said = f'stored session "{self._session_id}" failed validation: {text}'
            yield Finding(
                Stage.VALIDATION, "system-source", f"The harness refuses the log: {text}.", said=said
            )

    def _relations(self, row: Row, kind: str, data: Any) -> Iterator[Finding]:
        yield from super()._relations(row, kind, data)
        if kind == "request/header" and has_empty_members(data):
            text = f"format v4 request/header at seq {row.seq} empty optional header fields must be omitted"
            yield self._relation(text, "empty members")
        if kind == "subagent/catalog":
            said = catalog_fault(data)
            if said:
                yield self._relation(said, said)
            else:
                yield from self._catalog(data["childId"])
        if kind == _DELIVERY and self._whole and isinstance(data, dict):
            yield from self._delivery(row.seq, data)

    def _catalog(self, child: str) -> Iterator[Finding]:
        """A session lists each child of its own once; what it inherited before the cut is its parent's."""
        if self._children_since != self._cut:
            self._children_since, self._children = self._cut, []
        if child in self._children:
            yield self._relation(f"duplicate catalog child {child}", "catalog")
        self._children.append(child)

    def _delivery(self, seq: int, data: dict[str, Any]) -> Iterator[Finding]:
        """A marker of this format names its own session, unless it was inherited (spec 03b section 7.2)."""
        version = data.get("sessionFormatVersion", 0)
        if not is_seq(version):
            text = "delivery sessionFormatVersion must be a non-negative safe integer"
            yield self._relation(text, "delivery version")
        if version != 4:
            return
        through = data.get("throughSeq")
        if not is_seq(through) or through >= seq:
            yield self._relation(
                f"delivery marker at seq {seq} covers events that are not earlier", "through"
            )
        if not data.get("sessionId") or not isinstance(data["sessionId"], str):
            yield self._relation("delivery requires a nonempty Session id", "delivery id")
            return
        if data["sessionId"] == self._session_id:
            return
        if self._header is not None and self._header.is_seeded and self._header.parent_session is not None:
            self._foreign.append(seq)  # the last marker of the seed decides
        else:
            yield self._relation(_WRONG, "delivery")

    def finish(self) -> list[Finding]:
        found = super().finish()
        if self._cut is not None and any(seq > self._cut for seq in self._foreign):
            found.append(self._relation(_WRONG, "delivery"))
        return found
