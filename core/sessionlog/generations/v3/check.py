"""What the harness checks of generation 3 (spec 03 sections 1, 3 and 5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sessionlog.generations.finding import Finding, Stage
from sessionlog.generations.one_row import chains, commands, compactions
from sessionlog.generations.one_row.check import UNSUPPORTED, OneRowCheck
from sessionlog.generations.one_row.relations import HEAD_TEXT, TYPES, Relations
from sessionlog.generations.v3.vocabulary import CODE_DISPATCH, KNOWN_TYPES
from sessionlog.model.header import Header
from sessionlog.model.row import Row
from sessionlog.model.rules import GENERATION_3, SurfaceRules


class StrictCheckThree(OneRowCheck):
    """Relations between events are kept only by strict reading: what breaks them is told, not refused."""

    generation = 3
    known = frozenset(KNOWN_TYPES)
    rules: SurfaceRules = GENERATION_3
    admitted = CODE_DISPATCH | {"request/header", "system/message"}
    related = TYPES | chains.TYPES | commands.TYPES | compactions.TYPES
    relations_stage = Stage.NOTE

    def __init__(
        self, session_id: str, state: dict[str, Any] | None = None, header: Header | None = None
    ) -> None:
        super().__init__(session_id, state, header)
        self._between = Relations(state["relations"] if state else None)
        self._chains = chains.Chains(state["chains"] if state else None)
        # a state that an earlier version kept does not know the commands and compactions before it
        self._pairs = state is None or "commands" in state
        self._commands = commands.Commands(state.get("commands") if state else None)
        self._compactions = compactions.Compactions(state.get("compactions") if state else None)

    def state(self) -> dict[str, Any]:
        state = {**super().state(), "relations": self._between.state(), "chains": self._chains.state()}
        if self._pairs:
            state |= {"commands": self._commands.state(), "compactions": self._compactions.state()}
        return state

    def _admission(self, row: Row, kind: str, data: Any) -> Iterator[Finding]:
        version = f"format v{self.generation}"
        if kind in CODE_DISPATCH and row.value.get("ignorable") is not True:
            said = f"{version} rejects retired event type {kind}"
            yield self._refusal("retired-type", said)._replace(error=UNSUPPORTED)
        if kind == "request/header" and isinstance(data, dict):
            header = data.get("header")
            if isinstance(header, dict) and "system" in header:
                yield self._refusal(
                    "request-header", f"{version} request/header rejects retired header.system"
                )
        if kind == "system/message":
            wrong = system_fault(data)
            if wrong:
                yield self._refusal(
                    "system-message", f"{version} system/message at seq {row.seq} {wrong}", wrong
                )
            else:
                for wrong in block_faults(data["message"]["content"]):
                    yield self._refusal("system-message", f"{version} system {wrong}", wrong)

    def _surface(self, row: Row, kind: str, data: Any) -> Iterator[Finding]:
        late = kind == "system/message" and self._whole and self._late_head()
        yield from super()._surface(row, kind, data)
        if late:
            yield self._relation(HEAD_TEXT, "head")

    def _late_head(self) -> bool:
        return self._positions.head is None and not self._positions.empty

    def _relations(self, row: Row, kind: str, data: Any) -> Iterator[Finding]:
        if not self._whole:
            return
        if kind in TYPES:
            for text in self._between.apply(row.value):
                yield self._relation(text, kind)
        if kind in chains.TYPES:
            for text in self._chains.apply(row.value):
                yield self._relation(text, kind)
        if self._pairs and kind in commands.TYPES:
            for text in self._commands.apply(row.value):
                yield self._relation(text, kind)
        if self._pairs and kind in compactions.TYPES:
            for text in self._compactions.apply(row.value, self._positions):
                yield self._relation(text, "compaction")

    def finish(self) -> list[Finding]:
        crossed = self._compactions.finish() if self._pairs and self._whole else ()
        return [*super().finish(), *(self._relation(text, "crossed") for text in crossed)]

    def _relation(self, text: str, key: str) -> Finding:
        said = f'session "{self._session_id}": stored log is corrupt: {text}'
        refuses = self.relations_stage is not Stage.NOTE
        message = f"{'The harness refuses the log' if refuses else 'Strict reading refuses the log'}: {text}."
        return Finding(self.relations_stage, "relation", message, key, said=said)


def system_fault(data: Any) -> str:
    """What a `system/message` lacks; every reader refuses a malformed one."""
    if not isinstance(data, dict):
        return "has no payload"
    for name in ("turn", "step"):
        if type(data.get(name)) is not int or data[name] < 1:
            return f"has no {name}"
    message = data.get("message")
    if not isinstance(message, dict):
        return "has no message"
    if not isinstance(message.get("id"), str) or not message["id"]:
        return "has no message id"
    if message.get("role") != "system" or not isinstance(message.get("content"), list):
        return "has no system message"
    return ""


def block_faults(content: list[Any]) -> Iterator[str]:
    """What the blocks of a system message lack."""
    for block in content:
        kind = block.get("type") if isinstance(block, dict) else None
        if not isinstance(block, dict):
            yield "content block requires an object"
        elif not isinstance(kind, str) or not kind:
            yield "content type requires a string with content"
        elif kind in ("text", "reasoning") and not isinstance(block.get("text"), str):
            yield "content text requires a string"
        elif kind == "image" and not isinstance(block.get("attachment"), dict):
            yield "image attachment requires an object"
        elif kind == "tool-call" and not (isinstance(block.get("id"), str) and block["id"]):
            yield "tool-call id requires a string with content"
