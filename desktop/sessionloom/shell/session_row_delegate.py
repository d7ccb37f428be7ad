"""Paints the rows of the session list (look.md section 6, session row)."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from sessionloom.models.session_list_model import MARK_ROLE, ROW_ROLE, TIME_ROLE
from sessionloom.models.session_rows import ListRow, RowKind
from sessionloom.models.titles import visible_text
from sessionloom.shell.controls import px
from sessionloom.shell.labels import elided
from sessionloom.theme.icons import pixmap
from sessionloom.theme.theme import theme

MARGIN = 8
PADDING = 8
SLOT = 16
GAP = 8
INDENT = 24

MARK_ICONS = {
    "damaged": ("session.damaged", "warn"),
    "refused": ("session.refused", "error"),
    "running": ("session.running", "running"),
    "interrupted": ("session.interrupted", "warn"),
}


class SessionRowDelegate(QStyledItemDelegate):
    """Group heading, session, ghost of a missing parent, "N more"."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        row: ListRow | None = index.data(ROW_ROLE)
        name = "groupRow" if row is not None and row.kind is RowKind.GROUP else "sessionRow"
        return QSize(0, theme().size(name))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row: ListRow | None = index.data(ROW_ROLE)
        if row is None:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box: QRect = option.rect
        if row.kind is RowKind.GROUP:
            self._paint_fill(painter, option, box, selectable=False)
            self._paint_group(painter, box, row)
        else:
            self._paint_fill(painter, option, box, selectable=row.info is not None)
            self._paint_lines(painter, box, row, str(index.data(MARK_ROLE) or ""))
            self._paint_row(painter, option, index, row)
        self._paint_focus(painter, option, box)
        painter.restore()

    def _paint_fill(
        self, painter: QPainter, option: QStyleOptionViewItem, box: QRect, *, selectable: bool
    ) -> None:
        look = theme()
        fill = None
        if selectable and option.state & QStyle.StateFlag.State_Selected:
            fill = "bg.selected" if self._view.hasFocus() else "bg.pressed"
        elif option.state & QStyle.StateFlag.State_MouseOver:
            fill = "bg.hover"
        if fill is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.color(fill))
            painter.drawRoundedRect(card(box, self._view), px(6), px(6))

    def _paint_focus(self, painter: QPainter, option: QStyleOptionViewItem, box: QRect) -> None:
        if option.state & QStyle.StateFlag.State_HasFocus and self._view.property("keyboard"):
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme().color("focus.ring"), 2))
            painter.drawRoundedRect(card(box, self._view).adjusted(1, 1, -1, -1), px(6), px(6))

    def _paint_group(self, painter: QPainter, box: QRect, row: ListRow) -> None:
        look = theme()
        icon = pixmap(
            "action.expand" if row.collapsed else "action.collapse",
            "text.secondary",
            14,
            self._view.devicePixelRatioF(),
        )
        left = box.left() + px(12)
        painter.drawPixmap(QPoint(left, box.center().y() + 1 - px(14) // 2), icon)
        font = look.font("small")
        metrics = QFontMetrics(font)
        count = f"{row.count:,}"
        right = box.right() + 1 - right_margin(self._view) - px(PADDING)
        width = metrics.horizontalAdvance(count)
        painter.setFont(font)
        painter.setPen(look.color("text.tertiary"))
        painter.drawText(
            QRect(right - width - 1, box.top(), width + 1, box.height()), Qt.AlignmentFlag.AlignVCenter, count
        )
        bold = look.font("label")
        painter.setFont(bold)
        painter.setPen(look.color("text.secondary"))
        left += px(14 + 6)
        room = right - width - px(8) - left
        text = QFontMetrics(bold).elidedText(visible_text(row.title), Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRect(left, box.top(), room, box.height()), Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_lines(self, painter: QPainter, box: QRect, row: ListRow, mark: str) -> None:
        """The elbow to the parent, lines that pass by, and the start of the line to the children."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme().color("thread"), 1))
        middle = box.top() + box.height() / 2
        for depth in row.through:
            at = _slot_x(box, depth - 1)
            painter.drawLine(QPointF(at, box.top()), QPointF(at, box.bottom() + 1))
        if row.depth:
            at = _slot_x(box, row.depth - 1)
            radius = px(6)
            path = QPainterPath(QPointF(at, box.top()))
            path.lineTo(at, middle - radius)
            path.quadTo(at, middle, at + radius, middle)
            path.lineTo(at + px(13), middle)
            painter.drawPath(path)
            if not row.last:
                painter.drawLine(QPointF(at, middle - radius), QPointF(at, box.bottom() + 1))
        if row.opens:
            at = _slot_x(box, row.depth)
            covered = px(9) if mark or row.kind is RowKind.GHOST else 0
            painter.drawLine(QPointF(at, middle + covered), QPointF(at, box.bottom() + 1))

    def _paint_row(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
        row: ListRow,
    ) -> None:
        look = theme()
        box: QRect = option.rect
        mark = str(index.data(MARK_ROLE) or "")
        slot_left = box.left() + px(MARGIN + PADDING + INDENT * row.depth)
        two_lines = look.density == "roomy" and row.info is not None and bool(row.info.last_prompt)
        first_line = QRect(box)
        if two_lines:
            first_line.setHeight(box.height() // 2 + px(4))
            first_line.translate(0, px(1))
        self._paint_mark(painter, row, mark, slot_left, first_line)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        left = slot_left + px(SLOT + GAP)
        right = box.right() + 1 - right_margin(self._view) - px(PADDING)
        when = str(index.data(TIME_ROLE) or "")
        if when:
            font = look.font("small")
            width = QFontMetrics(font).horizontalAdvance(when)
            painter.setFont(font)
            painter.setPen(look.color("text.secondary" if selected else "text.tertiary"))
            painter.drawText(
                QRect(right - width - 1, first_line.top(), width + 1, first_line.height()),
                Qt.AlignmentFlag.AlignVCenter,
                when,
            )
            right -= width + px(8)
        strong = selected or mark == "unread"
        if row.kind is RowKind.MORE:
            font, token = look.font("small"), "text.tertiary"
        else:
            font = look.font("bodyStrong" if strong else "body")
            quiet = row.info is None or row.info.archived
            token = "text.tertiary" if quiet else "text.primary"
        room = max(0, right - left)
        painter.setFont(font)
        painter.setPen(look.color(token))
        text = elided(str(index.data()), QFontMetrics(font), room)
        painter.drawText(
            QRect(left, first_line.top(), room + 1, first_line.height()), Qt.AlignmentFlag.AlignVCenter, text
        )
        if two_lines and row.info is not None:
            small = look.font("small")
            painter.setFont(small)
            painter.setPen(look.color("text.tertiary"))
            line = QRect(left, box.top() + box.height() // 2 + px(1), room, box.height() // 2 - px(4))
            prompt = visible_text((row.info.last_prompt or "")[:400])
            shown = QFontMetrics(small).elidedText(prompt, Qt.TextElideMode.ElideRight, room)
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, shown)

    def _paint_mark(self, painter: QPainter, row: ListRow, mark: str, left: int, box: QRect) -> None:
        look = theme()
        middle = box.top() + box.height() / 2
        if mark == "unread":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.color("accent"))
            painter.drawEllipse(QPointF(left + px(SLOT) / 2, middle), px(8) / 2, px(8) / 2)
            return
        icon = ("session.ghost", "text.tertiary") if row.kind is RowKind.GHOST else MARK_ICONS.get(mark)
        if icon is None and row.info is not None and row.info.archived:
            icon = ("session.archived", "text.tertiary")
        if icon is not None:
            size = px(14)
            inset = (px(SLOT) - size) // 2
            image = pixmap(icon[0], icon[1], 14, self._view.devicePixelRatioF())
            painter.drawPixmap(QPoint(left + inset, round(middle - size / 2)), image)


def right_margin(view: QAbstractItemView) -> int:
    """A scroll bar stands where the margin would be."""
    return 0 if view.verticalScrollBar().isVisible() else px(MARGIN)


def card(box: QRect, view: QAbstractItemView) -> QRectF:
    return QRectF(box.adjusted(px(MARGIN), 0, -right_margin(view), 0))


def _slot_x(box: QRect, depth: int) -> float:
    """The middle of the mark slot at a depth, on a pixel's centre."""
    return box.left() + px(MARGIN + PADDING + INDENT * depth) + px(SLOT) // 2 - 0.5
