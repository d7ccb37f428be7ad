"""Conversation nodes and blocks: what a reader sees, without saying how it looks.

A node is one thing in the conversation (a prompt, an answer, a tool call). A block is one
paintable piece of it: at most `MAX_BLOCK_LINES` lines and `MAX_BLOCK_CHARS` characters.
Keys come from the log, not from the loaded window, so they stay when earlier pages arrive.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from sessionlog.model.row import IndexEntry

MAX_BLOCK_LINES = 200
MAX_BLOCK_CHARS = 8192


class NodeKind(StrEnum):
    TURN = "turn"
    USER = "user"
    STEERING = "steering"
    CONTEXT = "context"
    ASSISTANT = "assistant"
    TOOL_CALL = "tool-call"
    RETRY = "retry"
    INTERRUPTED = "interrupted"
    ERROR = "error"
    MAX_TOKENS = "max-tokens"
    EMPTY = "empty"
    COMPACTION = "compaction"
    TURN_TAIL = "turn-tail"
    GAP = "gap"
    RAW = "raw"
    AUDIT = "audit"


class SectionKind(StrEnum):
    """What a piece of a node's text is; it decides how the text is cut into blocks and drawn."""

    PROSE = "prose"  # Markdown
    THINKING = "thinking"  # quiet row, collapsed
    OUTPUT = "output"  # monospace, terminal or generic output
    INPUT = "input"  # a tool call's arguments
    DIFF = "diff"
    JSON = "json"
    IMAGE = "image"  # an attachment reference, never fetched
    ATTEMPT = "attempt"  # a failed partial stream; `title` says why it failed


@dataclass(frozen=True, slots=True)
class Section:
    """A text of a node. `key` is unique within the node; `text` is whole, however long."""

    key: str
    kind: SectionKind
    text: str
    title: str = ""
    language: str = ""
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Node:
    """`key` is `<kind>:<part>:<seq>` of the node's first event.

    Nodes are ordered by part, then by `anchor` (seq, sub-order): a synthetic node such as an
    interrupted answer stands just before the event that closed it.
    `status` is one of running, ok, error, stopped, unknown, not-started, interrupted, retried,
    or "". `facts` holds the numbers and names that a row shows (model, first_token_ms,
    duration_ms, retries, reason, tool name, exit code); its keys are listed in
    `conversation/facts.py`.
    """

    key: str
    kind: NodeKind
    part: int
    seq: int
    anchor: tuple[int, int]
    turn: int | None
    step: int | None
    time: int | None
    status: str = ""
    title: str = ""
    sections: tuple[Section, ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)
    last_seq: int | None = None
    children: tuple[Node, ...] = ()


def event_node(
    kind: NodeKind,
    part: int,
    entry: IndexEntry,
    *,
    rank: int = 0,
    step: int | None = None,
    status: str = "",
    title: str = "",
    sections: tuple[Section, ...] = (),
    facts: dict[str, Any] | None = None,
) -> Node:
    """The node of one event: its key, place, turn and time are the entry's own.

    `rank` orders nodes of the same seq (`Node.anchor`).
    """
    return Node(
        key=f"{kind}:{part}:{entry.seq}",
        kind=kind,
        part=part,
        seq=entry.seq,
        anchor=(entry.seq, rank),
        turn=entry.turn,
        step=step,
        time=entry.time,
        status=status,
        title=title,
        sections=sections,
        facts={} if facts is None else facts,
    )


class BlockKind(StrEnum):
    """One row of the canvas (look.md section 6)."""

    TURN = "turn"
    HEADER = "header"
    PROSE = "prose"
    CODE = "code"
    QUIET = "quiet"
    TOOL = "tool"
    OUTPUT = "output"
    DIFF = "diff"
    JSON = "json"
    IMAGE = "image"
    RETRY = "retry"
    ATTEMPT = "attempt"
    ATTEMPT_TEXT = "attempt-text"
    INTERRUPTED = "interrupted"
    NOTICE = "notice"
    COMPACTION = "compaction"
    GAP = "gap"
    RAW = "raw"
    TAIL = "tail"
    MORE = "more"


@dataclass(frozen=True, slots=True)
class Block:
    """One paintable piece. `key` is `<node key>/<section>.<piece>`, stable under insertion before it.

    `first` and `last` say whether it opens or closes its section's frame (continuation blocks
    in between share one frame). `text` is what it shows and what copying it yields. `start` is
    the offset of `text` in the section's text.
    """

    key: str
    node_key: str
    kind: BlockKind
    text: str
    language: str = ""
    section: str = ""
    start: int = 0
    first: bool = True
    last: bool = True
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Splice:
    """`removed` nodes at `index` give way to `nodes`. Applied in order, each on the result before it."""

    index: int
    removed: int
    nodes: tuple[Node, ...]
