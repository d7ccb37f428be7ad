"""Turn rows and node headers."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from sessionloom.conversation.documents import LaidOut
from sessionloom.conversation.look import Look, whole
from sessionloom.conversation.painters.base import RowBox, RowPainter, frame_insets
from sessionloom.conversation.painters.boxes import spinner
from sessionloom.conversation.painters.thread import paint_turn_knot
from sessionloom.conversation.placement import Placement
from sessionloom.conversation.rows import Row
from sessionloom.conversation.wording import (
    clock,
    day_and_clock,
    duration,
    role_name,
    seq_label,
    text_fact,
    tr,
)


class TurnPainter(RowPainter):
    """The row that opens a turn: knot, number, time, a line to the edge."""

    def content_height(self, row: Row, place: Placement, look: Look, body: LaidOut | None) -> int:
        return look.size("turnRow")

    def paint(self, painter: QPainter, box: RowBox) -> None:
        look, node = box.look, box.row.node
        middle = box.top + box.height / 2
        paint_turn_knot(painter, box)
        x = look.text(painter, box.left, middle, turn_title(box.row), "label", "text.secondary")
        time = day_and_clock(node.time)
        if time:
            x = look.text(painter, x + look.px(12), middle, time, "small", "text.tertiary")
        look.hairline(painter, whole(x) + look.px(12), whole(middle), box.right, "line.subtle")


def turn_title(row: Row) -> str:
    """`Turn 2`; a block may bring its own words."""
    node = row.node
    return tr("Turn {0}", node.turn) if node.turn is not None else role_name(node)


class HeaderPainter(RowPainter):
    """The first row of a prompt or an answer: who, which model, when, where in the log."""

    def content_height(self, row: Row, place: Placement, look: Look, body: LaidOut | None) -> int:
        top, bottom = frame_insets(place, look)
        return top + look.px(20) + bottom

    def paint(self, painter: QPainter, box: RowBox) -> None:
        look = box.look
        top, _ = frame_insets(box.place, look)
        middle = box.top + top + look.px(10)
        right = paint_address(painter, box, middle, box.right)
        x = look.text(painter, box.left, middle, role_name(box.row.node), "bodyStrong", "text.primary")
        meta = header_meta(box.row)
        if meta:
            room = right - look.px(38) - x - look.px(8)
            x = look.text(painter, x + look.px(8), middle, meta, "small", "text.tertiary", room)
        if box.row.node.status == "running":
            spinner(painter, box, QPointF(x + look.px(15), middle), 14, "running")


def header_meta(row: Row) -> str:
    """Model and first-token time, as far as the log says them."""
    facts = row.node.facts
    parts = [text_fact(facts, "model")]
    first = facts.get("first_token_ms")
    if isinstance(first, int | float):
        parts.append(tr("{0} to first token", duration(first)))
    return " · ".join(part for part in parts if part)


def paint_address(painter: QPainter, box: RowBox, middle: float, right: float) -> float:
    """Time and seq at the right edge; returns the x where they begin."""
    look, node = box.look, box.row.node
    label = seq_label(node.seq, node.last_seq if node.status == "interrupted" else None)
    x = right - look.width(label, "address")
    look.text(painter, x, middle, label, "address", "text.tertiary")
    time = clock(node.time)
    if time:
        x -= look.px(10) + look.width(time, "small")
        look.text(painter, x, middle, time, "small", "text.tertiary")
    return x
