"""How a row looks: two cells with sign, name, address and text; a fold; a side that has nothing."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from sessionlog.compare.attempts import FACT
from sessionlog.compare.comparison import Row, State
from sessionlog.compare.item import Item
from sessionlog.conversation.node import NodeKind
from sessionloom.compare.texts import LEFT, MOST_LINES, LaidOut, Spoken
from sessionloom.compare.words import (
    SIGNS,
    equal_before_text,
    fact_value,
    folded_text,
    item_meta,
    item_name,
    left_out_text,
)
from sessionloom.conversation.painters.thread import NODE_ICONS
from sessionloom.conversation.wording import seq_label
from sessionloom.shell.labels import elided
from sessionloom.theme.icons import pixmap
from sessionloom.theme.theme import theme

PAD, HEAD, NOTE, SIGN = 7, 20, 18, 28
FOLD, FACT_HEIGHT = 32, 28
EDGE = 12

_FILLS = {
    # What both have is marked by its changed words alone: a page of two colours would hide them.
    (State.LEFT, 0): "diff.delBg",
    (State.RIGHT, 1): "diff.addBg",
}
_INKS = {State.SAME: "text.tertiary", State.CHANGED: "warn", State.LEFT: "error", State.RIGHT: "ok"}


class RowPainter:
    """Paints into cells; the caller knows where they are. `ratio` is that of the device."""

    def __init__(self, painter: QPainter, ratio: float) -> None:
        self._painter = painter
        self._ratio = ratio
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    # -- one side of a row -----------------------------------------------------------------

    def cell(
        self, box: QRect, row: Row, side: int, text: LaidOut | None, spoken: Spoken, *, opened: bool
    ) -> None:
        """One side of a row. `text` is laid out at the width of `text_box`."""
        look, painter = theme(), self._painter
        item = (row.left, row.right)[side]
        if item is None:
            self._nothing(box)
            return
        fill = _FILLS.get((row.state, side))
        if fill is not None:
            painter.fillRect(box, look.color(fill))
        head = QRect(box.left(), box.top() + look.px(PAD), look.px(SIGN), look.px(HEAD))
        if item.kind == FACT:
            head = QRect(box.left(), box.top(), look.px(SIGN), box.height())
        self._sign(head, row.state)
        if item.kind == FACT:
            self._fact(box, item)
            return
        self._head(box, item)
        area = text_box(box)
        if spoken.before:
            area.setTop(self._note(area, equal_before_text(spoken.before)))
        if text is not None:
            lines = text.lines if opened else min(text.lines, MOST_LINES)
            height = lines * look.line("body")
            painter.setPen(look.color("text.primary"))
            painter.save()
            clip = QRectF(area.left(), area.top(), area.width(), min(height, box.bottom() - area.top()))
            painter.setClipRect(clip, Qt.ClipOperation.IntersectClip)
            text.layout.draw(painter, QPointF(area.topLeft()), [], painter.clipBoundingRect())
            painter.restore()
            area.setTop(area.top() + height)
        if opened and spoken.after:
            self._note(area, left_out_text(spoken.after))
        elif not opened and (spoken.after or (text is not None and text.lines > MOST_LINES)):
            self._more(box)

    def _nothing(self, box: QRect) -> None:
        """Hatched, so that an empty side differs from an empty text by more than its colour."""
        look, painter = theme(), self._painter
        painter.fillRect(box, look.color("bg.sunken"))
        painter.save()
        painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
        painter.setPen(QPen(look.color("line.subtle"), 1))
        step = look.px(12)
        for x in range(box.left() - box.height(), box.right(), step):
            painter.drawLine(x, box.bottom() + 1, x + box.height(), box.top())
        painter.restore()

    def _sign(self, area: QRect, state: State) -> None:
        look, painter = theme(), self._painter
        painter.setFont(look.font("bodyStrong"))
        painter.setPen(look.color(_INKS[state]))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, SIGNS[state])

    def _head(self, box: QRect, item: Item) -> None:
        look, painter = theme(), self._painter
        head = QRect(
            box.left() + look.px(SIGN),
            box.top() + look.px(PAD),
            box.width() - look.px(SIGN + EDGE),
            look.px(HEAD),
        )
        icon = icon_of(item)
        painter.drawPixmap(
            QPointF(head.left(), head.top() + look.px(3)), pixmap(icon, "text.secondary", 14, self._ratio)
        )
        address = seq_label(item.seq)
        right = head.right() - self._line(head, address, "address", "text.tertiary", at_right=True)
        area = QRect(head)
        area.setLeft(head.left() + look.px(20))
        area.setRight(right - look.px(8))
        area.setLeft(
            area.left() + self._line(area, item_name(item), "bodyStrong", "text.primary") + look.px(8)
        )
        self._line(area, item_meta(item), "small", "text.secondary")

    def _fact(self, box: QRect, item: Item) -> None:
        look = theme()
        area = QRect(box.left() + look.px(SIGN), box.top(), box.width() - look.px(SIGN + EDGE), box.height())
        name = QRect(area.left(), area.top(), min(look.px(150), area.width() // 2), area.height())
        self._line(name, item_name(item), "small", "text.secondary")
        area.setLeft(name.right() + look.px(8))
        self._line(area, fact_value(item), "body", "text.primary")

    def _note(self, area: QRect, text: str) -> int:
        """A line that says what is not shown; gives where the next one begins."""
        look = theme()
        line = QRect(area.left(), area.top(), area.width(), look.px(NOTE))
        self._line(line, text, "small", "text.secondary")
        return line.bottom() + 1

    def _more(self, box: QRect) -> None:
        look = theme()
        place = QPointF(box.left() + look.px(7), box.bottom() - look.px(PAD + 14))
        self._painter.drawPixmap(place, pixmap("action.collapse", "text.secondary", 14, self._ratio))

    def _line(self, area: QRect, text: str, role: str, token: str, *, at_right: bool = False) -> int:
        """One line of text, elided; gives its width."""
        look, painter = theme(), self._painter
        painter.setFont(look.font(role))
        painter.setPen(look.color(token))
        metrics = painter.fontMetrics()
        shown = elided(text, metrics, max(0, area.width()))
        side = Qt.AlignmentFlag.AlignRight if at_right else Qt.AlignmentFlag.AlignLeft
        painter.drawText(area, side | Qt.AlignmentFlag.AlignVCenter, shown)
        return metrics.horizontalAdvance(shown)

    # -- across both sides -----------------------------------------------------------------

    def fold(self, box: QRect, count: int) -> None:
        look, painter = theme(), self._painter
        painter.fillRect(box, look.color("bg.window"))
        middle = box.center().y() - look.px(7)
        image = pixmap("action.expand", "text.secondary", 14, self._ratio)
        painter.drawPixmap(QPointF(box.left() + look.px(7), middle), image)
        area = box.adjusted(look.px(SIGN), 0, -look.px(EDGE), 0)
        self._line(area, folded_text(count), "small", "text.secondary")

    def lines(self, box: QRect, middle: int) -> None:
        """The line below a row and the one between its sides."""
        look, painter = theme(), self._painter
        painter.fillRect(QRect(box.left(), box.bottom(), box.width(), 1), look.color("line.default"))
        painter.fillRect(QRect(middle, box.top(), 1, box.height()), look.color("line.default"))

    def current(self, box: QRect, *, focused: bool) -> None:
        """The side of the row that keys act on."""
        look, painter = theme(), self._painter
        ring = QRectF(box).adjusted(1, 1, -1, -2)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(look.color("focus.ring" if focused else "line.control"), 2 if focused else 1))
        painter.drawRoundedRect(ring, look.px(4), look.px(4))


def text_box(box: QRect) -> QRect:
    """Where the text of a cell stands."""
    look = theme()
    top = box.top() + look.px(PAD + HEAD)
    left = box.left() + look.px(SIGN)
    return QRect(left, top, box.width() - look.px(SIGN + EDGE), box.bottom() - top)


def icon_of(item: Item) -> str:
    others = {
        "tool-call": "node.toolCall",
        "interrupted": "node.interrupted",
        "error": "node.turnError",
        "max-tokens": "node.maxTokens",
        "gap": "node.gap",
        "raw": "node.raw",
        "reasoning": "node.thinking",
        "turn-tail": "node.turnTail",
    }
    if item.kind in others:
        return others[item.kind]
    kinds = set(NodeKind)
    known = NODE_ICONS.get(NodeKind(item.kind)) if item.kind in kinds else None
    return known or "node.assistant"


def mark_token(side: int) -> str:
    """The token behind changed words."""
    return "diff.delWord" if side == LEFT else "diff.addWord"
