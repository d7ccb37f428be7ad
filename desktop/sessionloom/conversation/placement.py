"""How a row stands among its neighbours: frames, gaps and the thread (look.md section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from sessionlog.conversation.node import Block, BlockKind, NodeKind, SectionKind
from sessionloom.conversation.rows import Row


class Frame(Enum):
    """The box that a row is part of."""

    NONE = auto()
    PROMPT = auto()
    TOOLS = auto()
    RAW = auto()
    CODE = auto()


class Gap(Enum):
    """The space below a row; the canvas knows how many px each is."""

    NONE = 0
    HEAD = 2
    PART = 4
    PARAGRAPH = 8
    ATTEMPT = 10
    TIGHT = -1
    NODE = -2


@dataclass(frozen=True, slots=True)
class Placement:
    """`opens` and `closes`: whether the row is the first or last of its frame.

    `after_body`: the row above shows text of the same frame, so a line stands between.
    """

    frame: Frame
    opens: bool
    closes: bool
    gap: Gap
    first_of_node: bool
    last_of_node: bool
    thread_starts: bool
    thread_ends: bool
    thread_broken: bool


QUIET_NODES = frozenset({NodeKind.CONTEXT, NodeKind.AUDIT, NodeKind.EMPTY})
PROMPTS = frozenset({NodeKind.USER, NodeKind.STEERING})
NOTICE_NODES = frozenset({NodeKind.ERROR, NodeKind.MAX_TOKENS, NodeKind.COMPACTION, NodeKind.GAP})


def place(rows: Sequence[Row], index: int) -> Placement:
    """The placement of `rows[index]`. Looks at its two neighbours only."""
    row = rows[index]
    before = rows[index - 1] if index else None
    after = rows[index + 1] if index + 1 < len(rows) else None
    frame = frame_of(row)
    first_of_node = before is None or before.node.key != row.node.key
    last_of_node = after is None or after.node.key != row.node.key
    return Placement(
        frame=frame,
        opens=before is None or not _shares_frame(before, row, frame),
        closes=after is None or not _shares_frame(row, after, frame),
        gap=_gap(row, after),
        first_of_node=first_of_node,
        last_of_node=last_of_node,
        thread_starts=before is None,
        thread_ends=after is None,
        thread_broken=_broken(row),
    )


def frame_of(row: Row) -> Frame:
    """Which box a row is part of."""
    kind = row.node.kind
    if kind in PROMPTS:
        return Frame.PROMPT
    if kind is NodeKind.TOOL_CALL:
        return Frame.TOOLS
    if kind is NodeKind.RAW:
        return Frame.RAW
    if row.block.kind is BlockKind.CODE or _is_more_of_code(row.block):
        return Frame.CODE
    return Frame.NONE


def _is_more_of_code(block: Block) -> bool:
    return block.kind is BlockKind.MORE and bool(block.language)


def _shares_frame(upper: Row, lower: Row, frame: Frame) -> bool:
    if frame is Frame.NONE or frame_of(upper) is not frame_of(lower):
        return False
    if frame is Frame.CODE:
        return upper.node is lower.node and not (lower.block.first and lower.block.kind is BlockKind.CODE)
    # A run of calls is one group, over steps too: only what is seen between them parts it (spec 02
    # section 11, item 29).
    return upper.node.key == lower.node.key or frame is Frame.TOOLS


def _broken(row: Row) -> bool:
    node = row.node
    if node.kind is NodeKind.ASSISTANT:
        return node.status == "interrupted"
    return node.kind in (NodeKind.GAP, NodeKind.INTERRUPTED)


def _gap(row: Row, after: Row | None) -> Gap:
    if after is None:
        return Gap.NODE
    if row.node.key == after.node.key:
        return _gap_inside(row.block, after.block, frame_of(row))
    if row.block.kind is BlockKind.TURN:
        return Gap.NONE
    if frame_of(row) is Frame.TOOLS and _shares_frame(row, after, Frame.TOOLS):
        return Gap.NONE
    if after.node.kind is NodeKind.INTERRUPTED and row.node.kind is NodeKind.ASSISTANT:
        return Gap.PART
    tight = (
        (row.node.kind in QUIET_NODES and row.block.kind in (BlockKind.QUIET, BlockKind.NOTICE))
        or (row.node.kind is NodeKind.RETRY and row.block.kind is BlockKind.RETRY)
        or (row.node.kind in NOTICE_NODES and after.node.kind in NOTICE_NODES)
        or after.node.kind is NodeKind.TURN_TAIL
    )
    return Gap.TIGHT if tight else Gap.NODE


def _gap_inside(block: Block, after: Block, frame: Frame) -> Gap:
    if frame in (Frame.TOOLS, Frame.RAW):
        return Gap.NONE
    if after.kind is BlockKind.INTERRUPTED:
        return Gap.PART
    if block.kind is BlockKind.HEADER:
        return Gap.NONE if after.kind is BlockKind.QUIET else Gap.HEAD
    if block.kind is BlockKind.QUIET:
        return Gap.NONE if after.kind is BlockKind.QUIET else Gap.HEAD
    if after.kind is BlockKind.QUIET:
        return Gap.PART
    if after.kind is BlockKind.ATTEMPT:
        return Gap.ATTEMPT if block.kind is not BlockKind.RETRY else Gap.PART
    if after.kind is BlockKind.ATTEMPT_TEXT:
        return Gap.NONE if block.kind is BlockKind.ATTEMPT or not after.first else Gap.PARAGRAPH
    same_section = block.section == after.section
    if same_section and after.kind is block.kind and _goes_on(after):
        return Gap.NONE
    if same_section and BlockKind.MORE in (block.kind, after.kind) and not _is_more_of_code(block):
        return Gap.NONE
    return Gap.PARAGRAPH


def _goes_on(block: Block) -> bool:
    """Whether a block goes on with the paragraph or the frame of the one above it."""
    if block.kind in (BlockKind.PROSE, BlockKind.ATTEMPT_TEXT):
        return bool(block.facts.get("continues"))
    return not block.first


def section_kind(row: Row) -> SectionKind | None:
    """The kind of the section that a block was cut from."""
    return next((part.kind for part in row.node.sections if part.key == row.block.section), None)
