"""Paints what is on the viewport, and remembers where it can be clicked."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from sessionlog.conversation.node import BlockKind, NodeKind
from sessionloom.conversation.documents import LaidOut
from sessionloom.conversation.edges import (
    EARLIER_ROW,
    Waiting,
    earlier_text,
    paint_earlier,
    paint_waiting,
)
from sessionloom.conversation.layout import Layout
from sessionloom.conversation.look import whole
from sessionloom.conversation.painters import PAINTERS
from sessionloom.conversation.painters.base import RowBox, ViewState, gap_below
from sessionloom.conversation.painters.boxes import paint_prompt, paint_ring
from sessionloom.conversation.painters.image import wanted_of
from sessionloom.conversation.painters.thread import FIRST_LINE, has_icon, paint_icon, paint_thread
from sessionloom.conversation.pictures import Wanted
from sessionloom.conversation.placement import Frame
from sessionloom.conversation.rows import Row
from sessionloom.conversation.scroller import Scroller
from sessionloom.conversation.selection import Range
from sessionloom.conversation.zones import Zone

TOP_PADDING = 10
BOTTOM_PADDING = 20
BLEED = 32
"""No row paints farther than this beyond its own height."""


class Scene:
    """One painted viewport. `zones` are those of the last paint, topmost last."""

    def __init__(self, layout: Layout, scroller: Scroller, state: ViewState) -> None:
        self._layout = layout
        self._scroller = scroller
        self.state = state
        self.zones: list[Zone] = []
        self._boxes: dict[int, RowBox] = {}
        self.spinning = False
        self.ring = False
        self.flash_key = ""
        self.flash_strength = 0.0
        self.has_earlier = False
        self.earlier_count = 50
        self.earlier_above: int | None = None
        self.waiting: Waiting | None = None
        self.counting = False
        self.dress: Callable[[Row, LaidOut], None] = _leave_plain

    def paint(self, painter: QPainter, viewport: QRect, exposed: QRect, selected: Range | None) -> None:
        """Paints what is exposed of the viewport: all of it, or what scrolling uncovered.

        Rows elsewhere keep their picture, moved with the text, and so do their zones.
        """
        look = self._layout.look
        area = QRectF(exposed)
        painter.fillRect(area, look.color("bg.surface"))
        painted = {} if exposed.contains(viewport) else self._boxes
        reach = area.adjusted(0, -look.px(BLEED), 0, look.px(BLEED)).intersected(QRectF(viewport))
        self._boxes = {}
        last, bottom = -1, -self._scroller.offset
        for index, y in self._scroller.visible():
            last, bottom = index, y + self._layout.height(index)
            box = painted.get(index)
            if box is not None and (bottom < reach.top() or y > reach.bottom()):
                box.move_to(whole(y))
            else:
                box = self.box(index, y, reach, selected)
                if box.body is not None:
                    self.dress(box.row, box.body)
                self._paint_row(painter, box)
            self._boxes[index] = box
        boxes = list(self._boxes.values())
        self.zones = [zone for box in boxes for zone in box.zones]
        self.spinning = any(box.spinning for box in boxes)
        self._paint_earlier(painter)
        self.counting = self.waiting is not None and len(self._layout.rows()) == last + 1
        if self.waiting is not None and self.counting:
            look, column = self._layout.look, self._layout.column
            paint_waiting(painter, look, column, self.state, self.waiting, bottom)
            self.spinning = True
        self._paint_current(painter, boxes)

    def box(self, index: int, y: float, clip: QRectF, selected: Range | None = None) -> RowBox:
        """The geometry of one row whose top is at `y`."""
        layout = self._layout
        row = layout.rows()[index]
        placed = layout.placement(index)
        height = round(layout.height(index)) - gap_below(placed.gap, layout.look)
        return RowBox(
            row=row,
            place=placed,
            top=whole(y),
            height=height,
            thread_x=layout.column.thread_x,
            left=layout.column.left,
            right=layout.column.right,
            clip=clip,
            look=layout.look,
            state=self.state,
            body=layout.body(row, placed),
            selected=selected.in_row(index) if selected is not None else None,
        )

    def _paint_row(self, painter: QPainter, box: RowBox) -> None:
        look = box.look
        below = gap_below(box.place.gap, look)
        if box.place.frame is Frame.PROMPT:
            paint_prompt(painter, box, below)
        if box.row.node.key == self.flash_key and self.flash_strength > 0:
            self._paint_flash(painter, box)
        paint_thread(painter, box, below)
        if has_icon(box):
            quiet = box.row.node.kind in (
                NodeKind.CONTEXT,
                NodeKind.RETRY,
                NodeKind.COMPACTION,
                NodeKind.AUDIT,
            )
            middle = look.size("quietRow") / 2 if quiet else look.px(FIRST_LINE)
            paint_icon(painter, box, box.top + middle)
        if box.selected is not None and box.body is None:
            painter.fillRect(box.rect(), look.color("selection.text"))
        PAINTERS[box.row.block.kind].paint(painter, box)

    def _paint_flash(self, painter: QPainter, box: RowBox) -> None:
        colour = QColor(box.look.color("find.match"))
        colour.setAlphaF(self.flash_strength)
        bleed = box.look.size("promptBleed")
        painter.fillRect(box.rect().adjusted(-bleed, 0, bleed, 0), colour)

    def _paint_earlier(self, painter: QPainter) -> None:
        """The row above everything, when the log goes on above."""
        if not self.has_earlier or self._scroller.row != 0:
            return
        look = self._layout.look
        middle = -self._scroller.offset - look.px(EARLIER_ROW) / 2
        if middle < -look.px(EARLIER_ROW):
            return
        more = earlier_text(self.earlier_above)
        column = self._layout.column
        zone = paint_earlier(painter, look, column, self.state, more, middle, self.earlier_count)
        if zone is not None:
            self.zones.append(zone)

    def _paint_current(self, painter: QPainter, boxes: list[RowBox]) -> None:
        """The ring around the current node: always on a card, elsewhere only after keyboard use."""
        mine = [box for box in boxes if box.row.node.key == self.state.current]
        if not mine:
            return
        look = self._layout.look
        card = mine[0].place.frame in (Frame.TOOLS, Frame.RAW)
        if not card and not self.ring:
            return
        first, last = mine[0], mine[-1]
        beyond = look.px(64)  # off the viewport with its corners, whatever gap is in sight
        top = first.top if first.place.first_of_node else first.top - beyond
        bottom = last.top + last.height if last.place.last_of_node else last.top + last.height + beyond
        area = QRectF(first.left, top, first.width, bottom - top)
        if card:
            paint_ring(painter, area, look.px(6), look, 2 * look.zoom)
            return
        bleed = look.size("promptBleed") if first.place.frame is Frame.PROMPT else look.px(6)
        lift = 0 if first.place.frame is Frame.PROMPT else look.px(2)
        grown = area.adjusted(-bleed - 4, -lift - 2, bleed + 4, lift + 2)
        paint_ring(painter, grown, look.px(8), look, 2 * look.zoom)

    def attached(self) -> list[Wanted]:
        """The images and files that the last paint showed."""
        return [wanted_of(box) for box in self._boxes.values() if box.row.block.kind is BlockKind.IMAGE]

    def zone_at(self, point: QPointF) -> Zone | None:
        """The hot zone under a point, the smallest first."""
        place = point.toPoint()
        hits = [zone for zone in self.zones if zone.rect.contains(place)]
        return min(hits, key=lambda zone: zone.rect.width() * zone.rect.height(), default=None)


def _leave_plain(row: Row, body: LaidOut) -> None:
    """Code without colours."""


def text_cursor(zone: Zone | None, over_text: bool, link: str) -> Qt.CursorShape:
    """The pointer's shape for what is under it."""
    if zone is not None or link:
        return Qt.CursorShape.PointingHandCursor
    return Qt.CursorShape.IBeamCursor if over_text else Qt.CursorShape.ArrowCursor
