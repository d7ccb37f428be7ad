"""`BlockAssembler`: the content blocks of one attempt, from its stream (spec 01 section 4).

Deltas come singly or as whole packed rows; a packed row is joined, never expanded.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sessionlog.model.dialect import StreamRun
from sessionlog.model.faults import LogFault
from sessionlog.model.payload import number_in, object_in, text_in

TEXT_TYPES = ("text", "reasoning")
NO_FINISH: Mapping[str, Any] = {"kind": "stop"}
DELTA_KINDS = {"text-delta": "text", "reasoning-delta": "reasoning", "tool-call-delta": "tool-call"}
JS_WHITESPACE = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""What `String.prototype.trim` of JavaScript removes; Python's `strip` differs at both ends."""


class _Partial:
    """One block while it streams. `closed` is the block as its `block-end` gave it."""

    __slots__ = ("arguments", "call_id", "closed", "name", "text", "type")

    def __init__(self, type: str) -> None:
        self.type = type
        self.text: list[str] = []
        self.arguments: list[str] = []
        self.call_id: str | None = None
        self.name: str | None = None
        self.closed: Mapping[str, Any] | None = None

    def type_of_result(self) -> str | None:
        return self.type if self.closed is None else text_in(self.closed, "type")

    def as_block(self, index: int) -> Mapping[str, Any] | None:
        """The block so far; `None` for an open block of a type that deltas cannot make."""
        if self.closed is not None:
            return self.closed
        if self.type in TEXT_TYPES:
            return {"type": self.type, "text": "".join(self.text)}
        if self.type == "tool-call":
            call_id = f"call-{index}" if self.call_id is None else self.call_id
            arguments = "".join(self.arguments)
            return {"type": "tool-call", "id": call_id, "name": self.name or "", "arguments": arguments}
        return None


class BlockAssembler:
    """Feed the chunks of one attempt in order; `usage` and `finish` are the last ones seen."""

    def __init__(self) -> None:
        self._partials: dict[int, _Partial] = {}  # by index, in the order in which they were first seen
        self.usage: Mapping[str, Any] | None = None
        self.finish: Mapping[str, Any] | None = None
        self._replay: Any = None

    def push(self, chunk: Mapping[str, Any]) -> None:
        """One `StreamChunk`. A type outside the closed list, or a chunk without its members, adds nothing."""
        kind = text_in(chunk, "type") or ""
        index = number_in(chunk, "index")
        if kind == "usage":
            self.usage = object_in(chunk, "usage")
        elif kind == "finish":
            self.finish = object_in(chunk, "reason")
            self._replay = chunk.get("replayState")
        elif index is None:
            return
        elif kind == "block-start":
            self._partial(index, text_in(chunk, "blockType") or "")
        elif kind == "block-end":
            block = object_in(chunk, "block")
            if block is not None:
                self._close(index, block)
        elif kind in DELTA_KINDS:
            self._push_delta(DELTA_KINDS[kind], index, chunk)

    def push_run(self, run: StreamRun) -> None:
        """All deltas of a packed row, or the one of a plain delta chunk."""
        self._append(run.kind, run.index, "".join(run.texts), run.call_id, run.call_name)

    def blocks(self) -> list[Mapping[str, Any]]:
        """The content that a message commits. Raises `LogFault` for an open block of an unknown type.

        A finish of `max-tokens` drops every tool call, also those that were fully closed, because
        a call may have been cut before it was whole.
        """
        return [self._block(index, partial) for index, partial in self._kept()]

    def committed_blocks(self) -> list[Mapping[str, Any]]:
        """As `blocks`, with an open block of an unknown type as its bare type, for lists of attempts."""
        return [partial.as_block(index) or {"type": partial.type} for index, partial in self._kept()]

    def partial_blocks(self) -> list[Mapping[str, Any]]:
        """Everything received, for attempts that commit nothing: no block is dropped or refused."""
        return [partial.as_block(i) or {"type": partial.type} for i, partial in self._partials.items()]

    def interrupted_blocks(self) -> list[Mapping[str, Any]]:
        """What a stop by the user keeps: text and reasoning that are more than whitespace, not trimmed."""
        kept = []
        for index, partial in self._partials.items():
            if partial.type_of_result() not in TEXT_TYPES:
                continue
            block = self._block(index, partial)
            if (text_in(block, "text") or "").strip(JS_WHITESPACE):
                kept.append(block)
        return kept

    def finish_reason(self) -> Mapping[str, Any]:
        """The reason given, or `stop` where the stream ended without one."""
        return NO_FINISH if self.finish is None else self.finish

    def replay_state(self) -> Any:
        """The adapter's replay envelope, kept in step with the blocks; `None` where there is none.

        An envelope without `blocks` passes through. One whose `blocks` do not match the blocks
        seen is discarded whole. Where blocks were dropped, the same ones are dropped from it.
        """
        envelope = self._replay
        if not isinstance(envelope, dict) or "blocks" not in envelope:
            return envelope
        blocks = envelope["blocks"]
        if not isinstance(blocks, list) or len(blocks) != len(self._partials):
            return None
        kept = {index for index, _ in self._kept()}
        if len(kept) == len(self._partials):
            return envelope
        by_index = zip(self._partials, blocks, strict=True)
        return {"response": envelope.get("response"), "blocks": [b for index, b in by_index if index in kept]}

    def _kept(self) -> list[tuple[int, _Partial]]:
        seen = list(self._partials.items())
        if self.finish_reason().get("kind") != "max-tokens":
            return seen
        return [(index, partial) for index, partial in seen if partial.type_of_result() != "tool-call"]

    def _block(self, index: int, partial: _Partial) -> Mapping[str, Any]:
        block = partial.as_block(index)
        if block is None:
            raise LogFault(
                "open-block-unknown",
                f'A block of the type "{partial.type}" was begun and never ended.',
                "The attempt cannot be assembled; look at its chunks.",
            )
        return block

    def _partial(self, index: int, type: str) -> _Partial:
        partial = self._partials.get(index)
        if partial is None:
            partial = self._partials[index] = _Partial(type)
        return partial

    def _close(self, index: int, block: Mapping[str, Any]) -> None:
        partial = self._partial(index, text_in(block, "type") or "")
        if partial.closed is None:
            partial.closed = block

    def _push_delta(self, kind: str, index: int, chunk: Mapping[str, Any]) -> None:
        text = text_in(chunk, "argumentsDelta" if kind == "tool-call" else "text")
        self._append(kind, index, text or "", text_in(chunk, "id"), text_in(chunk, "name"))

    def _append(self, kind: str, index: int, text: str, call_id: str | None, name: str | None) -> None:
        partial = self._partial(index, kind)
        if partial.closed is not None:
            return
        if kind != "tool-call":
            partial.text.append(text)
            return
        if call_id is not None:
            partial.call_id = call_id
        if name:
            partial.name = name
        partial.arguments.append(text)
