"""Diffs: two number columns, a sign column, fills for lines and stronger ones for changed words."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from sessionloom.conversation.diffs import DiffLine, LineKind, parse
from sessionloom.conversation.documents import LaidOut, Span, lay_out_mono
from sessionloom.conversation.look import Look
from sessionloom.conversation.painters.base import RowBox, TextPainter
from sessionloom.conversation.painters.boxes import paint_border
from sessionloom.conversation.painters.code import paint_scroller, sideways
from sessionloom.conversation.placement import Placement
from sessionloom.conversation.rows import Row

NUMBER = 40
SIGN = 24
FOOT = 6

FILLS = {LineKind.ADDED: "diff.addBg", LineKind.REMOVED: "diff.delBg", LineKind.HUNK: "bg.sunken"}
WORD_FILLS = {LineKind.ADDED: "diff.addWord", LineKind.REMOVED: "diff.delWord"}
SIGNS = {LineKind.ADDED: ("+", "ok"), LineKind.REMOVED: ("−", "error")}

parsed = lru_cache(maxsize=64)(parse)


class DiffPainter(TextPainter):
    """A piece of a diff. Its document holds the lines without their signs."""

    def insets(self, row: Row, place: Placement, look: Look) -> tuple[int, int, int, int]:
        top = 1 if row.block.first else 0
        left = look.px(2 * NUMBER + SIGN) + 1
        bottom = (look.px(FOOT) if row.block.last else 0) + (1 if place.closes else 0)
        return left, top, look.px(12), bottom

    def build(self, row: Row, place: Placement, look: Look, width: int) -> LaidOut:
        text = "\n".join(line.text for line in parsed(row.block.text))
        laid_out = lay_out_mono(text, "diff", width, look, wrap=False)
        laid_out.source = None
        heads = [number for number, line in enumerate(parsed(row.block.text)) if line.kind is LineKind.HUNK]
        laid_out.set_spans(Span(number, 0, 1 << 16, "text.tertiary") for number in heads)
        return laid_out

    def text_clip(self, box: RowBox) -> QRectF:
        left = self.insets(box.row, box.place, box.look)[0]
        return box.clip.intersected(box.rect().adjusted(left, 0, -1, 0))

    def side_padding(self, box: RowBox) -> int:
        return self.insets(box.row, box.place, box.look)[0] + box.look.px(12)

    def origin(self, box: RowBox) -> QPointF:
        corner = super().origin(box)
        return QPointF(corner.x() - sideways(box), corner.y())

    def paint(self, painter: QPainter, box: RowBox) -> None:
        look = box.look
        painter.fillRect(
            box.rect().adjusted(0, 0, 0, -(4 if box.place.closes else 0)), look.color("bg.raised")
        )
        if box.row.block.first:
            look.hairline(painter, box.left, box.top, box.right, "line.default")
        line_height = look.line("diff")
        _, top, _, _ = self.insets(box.row, box.place, look)
        lines = parsed(box.row.block.text)
        first = max(0, int((box.clip.top() - box.top - top) // line_height))
        last = min(len(lines), int((box.clip.bottom() - box.top - top) // line_height) + 1)
        for number in range(first, last):
            self._paint_line(painter, box, lines[number], box.top + top + number * line_height, line_height)
        painter.save()
        painter.setClipRect(self.text_clip(box))
        super().paint(painter, box)
        painter.restore()
        paint_border(painter, box)
        paint_scroller(painter, box, self.side_padding(box))

    def _paint_line(self, painter: QPainter, box: RowBox, line: DiffLine, top: float, height: int) -> None:
        look = box.look
        area = QRectF(box.left + 1, top, box.width - 2, height)
        if fill := FILLS.get(line.kind):
            painter.fillRect(area, look.color(fill))
        middle = top + height / 2
        for column, number in enumerate((line.old, line.new), 1):
            if number is not None:
                label = str(number)
                x = box.left + 1 + look.px(NUMBER) * column - look.width(label, "diff")
                look.text(painter, x, middle, label, "diff", "text.tertiary")
        if line.kind in SIGNS:
            sign, token = SIGNS[line.kind]
            x = box.left + 1 + look.px(2 * NUMBER) + (look.px(SIGN) - look.width(sign, "diff")) / 2
            look.text(painter, x, middle, sign, "diff", token)
            look.text(painter, x + 0.4, middle, sign, "diff", token)
        self._paint_marks(painter, box, line, top, height)

    def _paint_marks(self, painter: QPainter, box: RowBox, line: DiffLine, top: float, height: int) -> None:
        fill = WORD_FILLS.get(line.kind)
        if not line.marks or fill is None:
            return
        look = box.look
        left = self.origin(box).x()
        painter.save()
        painter.setClipRect(self.text_clip(box))
        for start, length in line.marks:
            x1 = look.width(line.text[:start], "diff")
            x2 = look.width(line.text[: start + length], "diff")
            painter.fillRect(QRectF(left + x1, top + 1, x2 - x1, height - 2), look.color(fill))
        painter.restore()
