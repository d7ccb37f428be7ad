"""How a family looks: boxes, the lines between them, the share that was inherited (picture 05)."""

from __future__ import annotations

from collections.abc import Container, Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from sessionlog.lineage.edges import EdgePlace
from sessionlog.lineage.family import Tie
from sessionloom.lineage.layout import Placed
from sessionloom.lineage.words import (
    box_facts,
    edge_text,
    folded_text,
    ghost_facts,
    ghost_title,
    title_of_member,
)
from sessionloom.theme.icons import pixmap
from sessionloom.theme.theme import theme

WIDTH, HEIGHT, PITCH_X, PITCH_Y = 190, 66, 308, 92
MARGIN = 28
ICONS = {
    Tie.ROOT: "node.assistant",
    Tie.FORK: "session.fork",
    Tie.SUBAGENT: "session.subagent",
    Tie.CONTINUATION: "session.continuation",
}


def box_of(placed: Placed) -> QRectF:
    """Where a place stands, in px at 100 %."""
    return QRectF(MARGIN + placed.column * PITCH_X, MARGIN + placed.row * PITCH_Y, WIDTH, HEIGHT)


class FamilyPainter:
    """Paints places and lines in coordinates at 100 %; whoever calls it sets the scale."""

    def __init__(
        self,
        painter: QPainter,
        *,
        shown: str = "",
        current: str = "",
        marked: Container[str] = (),
        places: Mapping[str, EdgePlace | None] | None = None,
        ratio: float = 1.0,
    ) -> None:
        """`shown` is the session whose lineage this is, `current` has the keyboard, `marked` were found.

        `places` says where in their parents the sessions began, as far as that is read.
        """
        self._painter = painter
        self._shown, self._current, self._marked = shown, current, marked
        self._places = places or {}
        self._ratio = ratio
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    # -- lines -----------------------------------------------------------------------------

    def trunk(self, placed: Placed) -> None:
        """The upright line from a place down to its last child."""
        box = box_of(placed)
        x = self._trunk_x(placed)
        top, bottom = box.top() + HEIGHT / 2, MARGIN + placed.last_row * PITCH_Y + HEIGHT / 2
        self._painter.setPen(QPen(theme().color("line.control"), 1.25))
        self._painter.drawLine(QPointF(x, top), QPointF(x, bottom))

    def edge(self, placed: Placed) -> None:
        """The line that comes into a place, with what it says."""
        parent = placed.parent
        if parent is None:
            return
        look, painter = theme(), self._painter
        tie = placed.branch.tie if not placed.folded else Tie.FORK
        y = box_of(placed).center().y()
        start = QPointF(box_of(parent).right(), y)
        if parent.row != placed.row:
            start.setX(self._trunk_x(parent))
        end = QPointF(box_of(placed).left() - 2, y)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for shift in (-1.5, 1.5) if tie is Tie.CONTINUATION else (0.0,):
            painter.setPen(self._pen(placed, tie))
            painter.drawLine(start + QPointF(0, shift), end + QPointF(0, shift))
        colour = self._pen(placed, tie).color()
        painter.setPen(QPen(colour, 1.25))
        painter.drawPolyline(QPolygonF([end + QPointF(-5, -4), end, end + QPointF(-5, 4)]))
        if tie is Tie.FORK and parent.row == placed.row:
            painter.setBrush(look.color("bg.surface"))
            painter.drawEllipse(QPointF(self._trunk_x(parent), y), 3, 3)
        text = edge_text(placed, self._places.get(placed.key))
        if text:
            painter.setFont(look.font("code"))
            font = painter.font()
            font.setPixelSize(11)
            painter.setFont(font)
            painter.setPen(look.color("text.tertiary"))
            room = QRectF(self._trunk_x(parent) + 8, y - 20, end.x() - self._trunk_x(parent) - 10, 16)
            shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)

    def _trunk_x(self, placed: Placed) -> float:
        return box_of(placed).right() + 14

    def _pen(self, placed: Placed, tie: Tie) -> QPen:
        look = theme()
        if placed.parent is not None and placed.parent.branch.member is None:
            return QPen(look.color("warn"), 1.25, Qt.PenStyle.DashLine)
        style = Qt.PenStyle.DotLine if tie is Tie.SUBAGENT else Qt.PenStyle.SolidLine
        return QPen(look.color("line.control"), 1.25, style)

    # -- boxes -----------------------------------------------------------------------------

    def place(self, placed: Placed) -> None:
        look, painter = theme(), self._painter
        box = box_of(placed)
        member = placed.branch.member
        ghost = member is None and not placed.folded
        shown = placed.branch.id == self._shown and not placed.folded
        line = "warn" if ghost else "accent" if shown else "line.strong"
        style = Qt.PenStyle.DashLine if ghost else Qt.PenStyle.SolidLine
        painter.setPen(QPen(look.color(line), 2 if shown else 1, style))
        painter.setBrush(look.color("bg.selected") if shown else look.color("bg.raised"))
        if ghost:
            painter.setBrush(Qt.BrushStyle.NoBrush)
        if placed.folded:
            box = box.adjusted(0, HEIGHT / 2 - 16, -WIDTH / 4, -HEIGHT / 2 + 16)
        painter.drawRoundedRect(box, 6, 6)
        if placed.key in self._marked or placed.key == self._current:
            ring = look.color("focus.ring" if placed.key == self._current else "warn")
            painter.setPen(QPen(ring, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(-3, -3, 3, 3), 8, 8)
        if placed.folded:
            self._text(box.adjusted(12, 0, -8, 0), folded_text(placed.folded), "body", "text.secondary")
            return
        inside = box.adjusted(12, 8, -10, -8)
        title = ghost_title(placed.branch.id) if member is None else title_of_member(member)
        self._text(
            QRectF(inside.left(), inside.top(), inside.width(), 20), title, "bodyStrong", "text.primary"
        )
        facts = ghost_facts() if member is None else box_facts(member)
        icon = "session.ghost" if member is None else ICONS[placed.branch.tie]
        row = QRectF(inside.left() + 20, inside.top() + 20, inside.width() - 20, 18)
        painter.drawPixmap(
            QPointF(inside.left(), row.top() + 2), pixmap(icon, "text.secondary", 14, self._ratio)
        )
        self._text(row, facts, "small", "text.secondary")
        if member is not None and member.events:
            share = (member.inherited or 0) / member.events
            paint_share(painter, inside.left(), inside.right(), inside.bottom() - 1, share)
        if placed.collapsed:
            corner = QRectF(box.right() - 22, box.top() + 6, 16, 16)
            self._text(corner, "+", "bodyStrong", "accent")

    def _text(self, area: QRectF, text: str, role: str, token: str) -> None:
        look, painter = theme(), self._painter
        font = QFont(look.font(role))
        font.setPixelSize(max(1, round(font.pixelSize() / look.zoom)))
        painter.setFont(font)
        painter.setPen(QColor(look.color(token)))
        shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)


def paint_share(painter: QPainter, left: float, right: float, y: float, inherited: float) -> None:
    """Inherited hatched, own solid, in one bar."""
    accent, cut = theme().color("accent"), left + (right - left) * min(1.0, inherited)
    hatched = QPen(accent, 4, Qt.PenStyle.CustomDashLine)
    hatched.setDashPattern([0.4, 0.6])
    hatched.setCapStyle(Qt.PenCapStyle.FlatCap)
    if inherited:
        painter.setPen(hatched)
        painter.drawLine(QPointF(left, y), QPointF(cut, y))
    if inherited < 1:
        painter.setPen(QPen(accent, 4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawLine(QPointF(cut, y), QPointF(right, y))
