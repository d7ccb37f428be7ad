"""Calls that an answer asked for and that nothing recorded as started."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sessionlog.conversation.call import Call, Result, pending_node
from sessionlog.conversation.node import Node
from sessionlog.conversation.text import text_of
from sessionlog.model.row import IndexEntry


@dataclass(slots=True)
class _Asked:
    entry: IndexEntry
    position: int
    block: dict[str, Any]
    foreign: bool
    started: int | None = None
    result: Result | None = None


class Waiting:
    """The call blocks of the span's answers, each until its `tool/call` comes."""

    def __init__(self, part: int) -> None:
        self._part = part
        self._asked: list[_Asked] = []

    def ask(self, entry: IndexEntry, blocks: list[dict[str, Any]], *, foreign: bool = False) -> None:
        self._asked += [_Asked(entry, place, block, foreign) for place, block in enumerate(blocks)]

    def _open(self, call_id: str) -> _Asked | None:
        asked = (one for one in reversed(self._asked) if one.started is None and one.result is None)
        return next((one for one in asked if text_of(one.block.get("id")) == call_id), None)

    def start(self, call_id: str, seq: int) -> None:
        if (asked := self._open(call_id)) is not None:
            asked.started = seq

    def settle(self, call_id: str, result: Result) -> bool:
        """Give a result to a call that never started (recovery writes such results)."""
        asked = self._open(call_id)
        if asked is not None:
            asked.result = result
        return asked is not None

    def nodes(self, complete: bool) -> list[Node]:
        """In the order asked, each after the recorded calls of its answer.

        Without the rest of the span (`complete` false) it is not known what started later.
        """
        made: list[Node] = []
        last: dict[int, int] = {}
        for asked in self._asked:
            seq = asked.entry.seq
            if asked.started is not None:
                last[seq] = max(last.get(seq, seq), asked.started)
            elif asked.result is not None or (complete and not asked.foreign):
                made.append(self._node(asked, (last.get(seq, seq), asked.position + 1)))
        return made

    def _node(self, asked: _Asked, anchor: tuple[int, int]) -> Node:
        entry = asked.entry
        node = pending_node(
            self._part, anchor, entry.seq, asked.position, entry.turn, entry.step, asked.block
        )
        if asked.result is None:
            return node
        data = {"name": asked.block.get("name"), "arguments": asked.block.get("arguments")}
        call = Call(
            self._part, entry.seq, text_of(asked.block.get("id")), entry.time, entry.turn, entry.step, data
        )
        call.give_result(asked.result)
        whole = call.node("closed")
        facts = {name: value for name, value in whole.facts.items() if name != "duration_ms"}
        return replace(whole, key=node.key, anchor=anchor, time=None, facts=facts)
