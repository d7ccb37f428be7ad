"""One painter for each kind of block."""

from __future__ import annotations

from sessionlog.conversation.node import BlockKind
from sessionloom.conversation.painters.base import RowPainter
from sessionloom.conversation.painters.code import CodePainter
from sessionloom.conversation.painters.diff import DiffPainter
from sessionloom.conversation.painters.header import HeaderPainter, TurnPainter
from sessionloom.conversation.painters.image import ImagePainter
from sessionloom.conversation.painters.notices import (
    CompactionPainter,
    GapPainter,
    InterruptedPainter,
    NoticePainter,
)
from sessionloom.conversation.painters.output import OutputPainter
from sessionloom.conversation.painters.prose import ProsePainter
from sessionloom.conversation.painters.quiet import QuietPainter
from sessionloom.conversation.painters.retry import AttemptPainter, AttemptTextPainter, RetryPainter
from sessionloom.conversation.painters.tail import MorePainter, RawPainter, TailPainter
from sessionloom.conversation.painters.tool import ToolPainter

PAINTERS: dict[BlockKind, RowPainter] = {
    BlockKind.TURN: TurnPainter(),
    BlockKind.HEADER: HeaderPainter(),
    BlockKind.PROSE: ProsePainter(),
    BlockKind.CODE: CodePainter(),
    BlockKind.QUIET: QuietPainter(),
    BlockKind.TOOL: ToolPainter(),
    BlockKind.OUTPUT: OutputPainter(),
    BlockKind.DIFF: DiffPainter(),
    BlockKind.JSON: OutputPainter(),
    BlockKind.IMAGE: ImagePainter(),
    BlockKind.RETRY: RetryPainter(),
    BlockKind.ATTEMPT: AttemptPainter(),
    BlockKind.ATTEMPT_TEXT: AttemptTextPainter(),
    BlockKind.INTERRUPTED: InterruptedPainter(),
    BlockKind.NOTICE: NoticePainter(),
    BlockKind.COMPACTION: CompactionPainter(),
    BlockKind.GAP: GapPainter(),
    BlockKind.RAW: RawPainter(),
    BlockKind.TAIL: TailPainter(),
    BlockKind.MORE: MorePainter(),
}
