"""What a turn's boundaries show: its head, its tail, and why it did not complete."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sessionlog.conversation.node import Node, NodeKind, event_node
from sessionlog.conversation.retry import failure_text
from sessionlog.conversation.text import integer, mapping, text_of
from sessionlog.model.row import IndexEntry

ABORTED = {
    "user": "stopped by you",
    "parent": "stopped by the parent session",
    "hook": "stopped by a hook",
    "disposed": "stopped when the session was closed",
    "legacy": "stopped",
}
CAUSES = {
    "blocked": "blocked before it began",
    "max-tokens": "stopped at the output limit",
    "interrupted": "closed by recovery",
    "forked": "closed by the fork",
    "error": "failed",
}


@dataclass(frozen=True, slots=True)
class Closing:
    """The newest committed message of the turn: what the turn's tail speaks of."""

    seq: int
    time: int
    first_token_time: int | None
    first_token_ms: int | None
    output_tokens: int | None
    readable: bool

    def tokens_per_second(self) -> float | None:
        """Output tokens over the time from the first token to the commit."""
        if self.first_token_time is None or not self.output_tokens or self.time <= self.first_token_time:
            return None
        return self.output_tokens * 1000 / (self.time - self.first_token_time)


@dataclass(frozen=True, slots=True)
class Carry:
    """What a step inherits from the steps before it in its turn."""

    turn: int | None = None
    turn_start_time: int | None = None
    closing: Closing | None = None


def turn_node(part: int, entry: IndexEntry) -> Node:
    number = entry.turn
    title = f"Turn {number}" if number is not None else "Turn"
    return event_node(NodeKind.TURN, part, entry, title=title)


def end_nodes(part: int, entry: IndexEntry, data: Mapping[str, Any], carry: Carry) -> list[Node]:
    """An error or a limit as a row of its own, never left out beside a retry; then the turn's tail."""
    reason = mapping(data.get("reason"))
    kind = text_of(reason.get("kind"))
    nodes = []
    if kind == "error":
        nodes.append(_error(part, entry, mapping(reason.get("error"))))
    elif kind == "max-tokens":
        nodes.append(_max_tokens(part, entry, carry.closing))
    nodes.append(_tail(part, entry, reason, carry))
    return nodes


def _error(part: int, entry: IndexEntry, error: Mapping[str, Any]) -> Node:
    facts: dict[str, Any] = {"reason": failure_text(error), "code": text_of(error.get("code"))}
    if (status := integer(error.get("status"))) is not None:
        facts["http_status"] = status
    return event_node(NodeKind.ERROR, part, entry, status="error", title="Turn failed", facts=facts)


def _max_tokens(part: int, entry: IndexEntry, closing: Closing | None) -> Node:
    facts = {"tokens": closing.output_tokens} if closing and closing.output_tokens else {}
    title = "Stopped at the output limit"
    return event_node(NodeKind.MAX_TOKENS, part, entry, status="stopped", title=title, facts=facts)


def _tail(part: int, entry: IndexEntry, reason: Mapping[str, Any], carry: Carry) -> Node:
    kind, closing = text_of(reason.get("kind")), carry.closing
    facts: dict[str, Any] = {"outcome": kind}
    if carry.turn_start_time is not None:
        facts["duration_ms"] = max(0, entry.time - carry.turn_start_time)
    if closing is not None:
        facts["closing_seq"] = closing.seq
        facts["can_fork"] = closing.readable
        if closing.first_token_ms is not None:
            facts["first_token_ms"] = closing.first_token_ms
        if (speed := closing.tokens_per_second()) is not None:
            facts["tokens_per_s"] = round(speed, 1)
    status, cause = _cause(kind, reason)
    if cause:
        facts["cause"] = cause
    if kind == "aborted":
        facts["cause_code"] = text_of(mapping(reason.get("reason")).get("kind"))
    return event_node(NodeKind.TURN_TAIL, part, entry, rank=1, status=status, title="Turn end", facts=facts)


def _cause(kind: str, reason: Mapping[str, Any]) -> tuple[str, str]:
    if kind == "completed":
        return "ok", ""
    if kind == "aborted":
        why = mapping(reason.get("reason"))
        text = ABORTED.get(text_of(why.get("kind")), "stopped")
        detail = text_of(why.get("reason"))
        return "stopped", f"{text}: {detail}" if detail else text
    status = {"error": "error", "interrupted": "interrupted"}.get(kind, "stopped")
    return status, CAUSES.get(kind, kind)
