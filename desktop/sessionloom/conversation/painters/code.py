"""Code: framed, with its language and a Copy button; long lines scroll inside the frame."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from sessionloom.conversation.documents import LaidOut, lay_out_mono
from sessionloom.conversation.look import Look
from sessionloom.conversation.painters.base import RowBox, TextPainter, frame_insets
from sessionloom.conversation.painters.boxes import paint_border, paint_ground
from sessionloom.conversation.placement import Frame, Placement
from sessionloom.conversation.rows import Row
from sessionloom.conversation.wording import tr
from sessionloom.conversation.zones import Action

HEAD = 28
SIDE = 12


class CodePainter(TextPainter):
    """A fenced block, or a piece of one: the first piece has the head, the last one the foot."""

    def insets(self, row: Row, place: Placement, look: Look) -> tuple[int, int, int, int]:
        head = look.px(HEAD) + look.px(10) if place.opens else 0
        foot = look.px(9) if place.closes else 0
        above, below = frame_insets(place, look)
        return look.px(SIDE) + 1, head + above, look.px(SIDE) + 1, foot + below

    def build(self, row: Row, place: Placement, look: Look, width: int) -> LaidOut:
        return lay_out_mono(row.block.text, "code", width, look, wrap=False)

    def text_clip(self, box: RowBox) -> QRectF:
        return box.clip.intersected(box.rect().adjusted(1, 0, -1, 0))

    def side_padding(self, box: RowBox) -> int:
        return 2 * box.look.px(SIDE)

    def origin(self, box: RowBox) -> QPointF:
        corner = super().origin(box)
        return QPointF(corner.x() - sideways(box), corner.y())

    def paint(self, painter: QPainter, box: RowBox) -> None:
        paint_ground(painter, box, "bg.sunken")
        if box.body is not None:
            painter.save()
            painter.setClipRect(self.text_clip(box))
            super().paint(painter, box)
            painter.restore()
        if box.place.opens:
            self._paint_head(painter, box)
        paint_border(painter, box)
        paint_scroller(painter, box, self.side_padding(box))

    def _paint_head(self, painter: QPainter, box: RowBox) -> None:
        look = box.look
        head = look.px(HEAD) + 1
        middle = box.top + head / 2
        language = box.row.block.language or tr("text")
        label = tr("Copy")
        width = look.width(label, "small") + look.px(14 + 6 + 16)
        area = QRectF(box.right - look.px(4) - width, box.top + look.px(3), width, look.px(HEAD - 5))
        hovered = box.zone(area, Action.COPY_SECTION, box.row.block.key, tr("Copy this code"))
        if hovered:
            painter.fillRect(area, look.color("bg.hover"))
        x = area.left() + look.px(8)
        token = "text.primary" if hovered else "text.tertiary"
        look.pixmap(painter, "action.copy", token, 14, QPointF(x + look.px(7), middle))
        look.text(painter, x + look.px(20), middle, label, "small", token)
        room = area.left() - box.left - look.px(SIDE) - look.px(8)
        look.text(painter, box.left + look.px(SIDE), middle, language, "small", "text.tertiary", room)
        look.hairline(painter, box.left + 1, box.top + head, box.right - 1, "line.subtle")


def scroll_key(row: Row) -> str:
    """All pieces of one code block scroll together."""
    return f"{row.node.key}/{row.block.section}/{row.block.kind.value}"


def overflow(box: RowBox, padding: int) -> int:
    """How far the text reaches beyond its frame, in px."""
    if box.body is None:
        return 0
    return max(0, round(box.body.width) + padding - box.width)


def sideways(box: RowBox) -> int:
    """How far the row's text is scrolled to the side."""
    return box.state.sideways.get(scroll_key(box.row), 0)


def paint_scroller(painter: QPainter, box: RowBox, padding: int) -> None:
    """A thin thumb at the lower edge where lines are longer than the frame is wide."""
    beyond = overflow(box, padding)
    if not beyond or box.place.frame not in (Frame.CODE, Frame.TOOLS) or not box.row.block.last:
        return
    look = box.look
    track = box.width - look.px(16)
    thumb = max(look.px(32), track * box.width / (box.width + beyond))
    share = min(1.0, sideways(box) / beyond)
    x = box.left + look.px(8) + (track - thumb) * share
    painter.fillRect(
        QRectF(x, box.top + box.height - look.px(5), thumb, look.px(3)), look.color("scrollbar.thumb")
    )
