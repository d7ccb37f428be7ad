"""Prose: prompts and answers, and the partial text of failed attempts."""

from __future__ import annotations

from sessionloom.conversation.documents import LaidOut
from sessionloom.conversation.look import Look
from sessionloom.conversation.markdown import lay_out_prose
from sessionloom.conversation.painters.base import TextPainter, frame_insets
from sessionloom.conversation.placement import Frame, Placement
from sessionloom.conversation.rows import Row


class ProsePainter(TextPainter):
    """A Markdown block."""

    def insets(self, row: Row, place: Placement, look: Look) -> tuple[int, int, int, int]:
        top, bottom = frame_insets(place, look)
        if place.frame in (Frame.TOOLS, Frame.RAW):
            side = look.px(12)
            return side, look.px(8), side, look.px(8)
        return 0, top, 0, bottom

    def build(self, row: Row, place: Placement, look: Look, width: int) -> LaidOut:
        left, _, right, _ = self.insets(row, place, look)
        return lay_out_prose(row.block.text, width - left - right, look)
