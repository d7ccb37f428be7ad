"""Bodies of tool and raw cards: terminal and generic output, arguments, JSON."""

from __future__ import annotations

import re

from PySide6.QtGui import QPainter

from sessionloom.conversation.documents import LaidOut, Span, lay_out_mono
from sessionloom.conversation.look import Look
from sessionloom.conversation.painters.base import RowBox, TextPainter
from sessionloom.conversation.painters.boxes import paint_border, paint_ground
from sessionloom.conversation.placement import Frame, Placement
from sessionloom.conversation.rows import Row, subject

SIDE = 12
PADDING = 8
LABEL = 20

_ERROR_LINE = re.compile(
    r"^(E\s{2,}\S|(?:\w+\.)*\w*(?:Error|Exception)\b|error(?:\[\w+\])?:|fatal:|FAILED\b|panic:|npm ERR!)"
)
_REMOVED = re.compile(r"^(E\s+)(- .*)$")
_ADDED = re.compile(r"^(E\s+)(\+ .*)$")
_PLACE = re.compile(r"^\S+\.\w{1,5}:\d+: \w*(?:Error|Exception)?\s*$")


class OutputPainter(TextPainter):
    """Monospace text on the sunken ground, wrapped anywhere; a line stands above its first piece."""

    def insets(self, row: Row, place: Placement, look: Look) -> tuple[int, int, int, int]:
        in_card = place.frame in (Frame.TOOLS, Frame.RAW)
        label = look.px(LABEL) if body_label(row) else 0
        top = (look.px(PADDING) + 1 + label) if row.block.first else 0
        bottom = (look.px(PADDING) if row.block.last else 0) + (1 if place.closes and in_card else 0)
        return look.px(SIDE) + 1, top, look.px(SIDE) + 1, bottom

    def build(self, row: Row, place: Placement, look: Look, width: int) -> LaidOut:
        left, _, right, _ = self.insets(row, place, look)
        laid_out = lay_out_mono(row.block.text, "output", width - left - right, look, wrap=True)
        if subject(row).status == "error":
            laid_out.set_spans(error_spans(row.block.text))
        return laid_out

    def paint(self, painter: QPainter, box: RowBox) -> None:
        look = box.look
        paint_ground(painter, box, "bg.sunken")
        if box.row.block.first and not box.place.opens:
            look.hairline(painter, box.left, box.top, box.right, "line.default")
        label = body_label(box.row)
        if label and box.row.block.first:
            middle = box.top + look.px(PADDING) + 1 + look.px(8)
            look.text(painter, box.left + look.px(SIDE) + 1, middle, label, "label", "text.tertiary")
        super().paint(painter, box)
        paint_border(painter, box)


def body_label(row: Row) -> str:
    """`In` or `Out` above the raw text of a generic card."""
    return str(row.block.facts.get("label", "")) if row.block.first else ""


def error_spans(text: str) -> list[Span]:
    """The lines of a failed tool's output that say so, by token."""
    spans: list[Span] = []
    for number, line in enumerate(text.split("\n")):
        if found := _REMOVED.match(line):
            spans.append(Span(number, len(found[1]), len(found[2]), "error"))
        elif found := _ADDED.match(line):
            spans.append(Span(number, len(found[1]), len(found[2]), "ok"))
        elif _PLACE.match(line):
            spans.append(Span(number, 0, len(line), "text.tertiary"))
        elif _ERROR_LINE.match(line):
            spans.append(Span(number, 0, len(line), "error"))
    return spans
