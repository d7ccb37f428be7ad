"""Rows that say what happened to the record: interrupted, failed, limits, compactions, gaps."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from sessionlog.conversation.node import NodeKind
from sessionloom.conversation.characters import one_line
from sessionloom.conversation.documents import LaidOut
from sessionloom.conversation.look import Look, whole
from sessionloom.conversation.painters.base import RowBox, RowPainter
from sessionloom.conversation.painters.quiet import shows_body, toggle_key
from sessionloom.conversation.painters.retry import paint_link
from sessionloom.conversation.painters.thread import DASH
from sessionloom.conversation.placement import Placement
from sessionloom.conversation.rows import Row
from sessionloom.conversation.wording import core_phrase, count, text_fact, tr
from sessionloom.conversation.zones import Action


class InterruptedPainter(RowPainter):
    """Where a stream broke off: mark, words, reason, a dashed line to the edge."""

    def content_height(self, row: Row, place: Placement, look: Look, body: LaidOut | None) -> int:
        return look.px(24)

    def paint(self, painter: QPainter, box: RowBox) -> None:
        look = box.look
        middle = box.top + look.px(12)
        look.pixmap(painter, "node.interrupted", "warn", 14, QPointF(box.left + look.px(7), middle))
        words = tr("Interrupted: the stream stopped here")
        room: float = box.width - look.px(40)
        x = look.text(painter, box.left + look.px(24), middle, words, "label", "warn", room)
        reason = core_phrase(one_line(box.row.block.text) or text_fact(box.row.node.facts, "reason"))
        if reason:
            room = box.right - x - look.px(30)
            x = look.text(painter, x + look.px(10), middle, reason, "small", "text.secondary", room)
        start = x + look.px(10)
        if start < box.right:
            painter.setPen(look.pen("thread.broken", look.hair, DASH))
            y = whole(middle) + 0.5
            painter.drawLine(QPointF(start, y), QPointF(box.right, y))


NOTICES = {
    NodeKind.ERROR: ("node.turnError", "error"),
    NodeKind.MAX_TOKENS: ("node.maxTokens", "warn"),
    NodeKind.EMPTY: ("node.emptyCompletion", "text.tertiary"),
}


class NoticePainter(RowPainter):
    """A claim in its colour, and what the log says about it."""

    def content_height(self, row: Row, place: Placement, look: Look, body: LaidOut | None) -> int:
        return look.size("quietRow")

    def paint(self, painter: QPainter, box: RowBox) -> None:
        look, node = box.look, box.row.node
        icon, token = NOTICES.get(node.kind, ("diagnosis.info", "text.tertiary"))
        middle = box.top + look.size("quietRow") / 2
        look.pixmap(painter, icon, token, 14, QPointF(box.left + look.px(7), middle))
        claim = notice_claim(node.kind)
        x = look.text(
            painter, box.left + look.px(22), middle, claim, "bodyStrong", token, box.width - look.px(30)
        )
        detail = core_phrase(one_line(box.row.block.text))
        if detail and detail != claim:
            room = box.right - x - look.px(8)
            look.text(painter, x + look.px(8), middle, detail, "body", "text.secondary", room)


def notice_claim(kind: NodeKind) -> str:
    claims = {
        NodeKind.ERROR: tr("Turn failed"),
        NodeKind.MAX_TOKENS: tr("Stopped at the output limit"),
        NodeKind.EMPTY: tr("The model answered with nothing"),
    }
    return claims.get(kind, tr("Notice"))


class CompactionPainter(RowPainter):
    """What was compacted, the link to its summary, a double line."""

    def content_height(self, row: Row, place: Placement, look: Look, body: LaidOut | None) -> int:
        return look.px(28)

    def paint(self, painter: QPainter, box: RowBox) -> None:
        look = box.look
        middle = box.top + look.px(14)
        x = look.text(painter, box.left, middle, compaction_words(box.row), "body", "text.secondary")
        if box.row.node.sections:
            key = toggle_key(box.row)
            label = tr("Hide summary") if shows_body(box) else tr("Show summary")
            width = look.width(label, "small")
            area = QRectF(x + look.px(10), middle - look.px(10), width, look.px(20))
            box.zone(area, Action.TOGGLE, key)
            look.text(painter, area.left(), middle, label, "small", "accent")
            x = area.right()
        for y in (whole(middle) - 2, whole(middle) + 1):
            look.hairline(painter, whole(x) + look.px(10), y, box.right, "line.strong")


def compaction_words(row: Row) -> str:
    items = row.node.facts.get("items")
    if isinstance(items, int):
        return tr("Compacted 1 item") if items == 1 else tr("Compacted {0} items", count(items))
    return core_phrase(one_line(row.block.text)) or tr("Compacted")


class GapPainter(RowPainter):
    """Rows that could not be read: how many, where, and the way to their bytes."""

    def content_height(self, row: Row, place: Placement, look: Look, body: LaidOut | None) -> int:
        return look.size("gapRow")

    def paint(self, painter: QPainter, box: RowBox) -> None:
        look, node = box.look, box.row.node
        middle = box.height / 2
        radius = look.px(6)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(look.color("thread.broken"), 1)
        pen.setStyle(Qt.PenStyle.CustomDashLine)
        pen.setDashPattern([3, 2.5])
        painter.setPen(pen)
        painter.setBrush(look.color("warn.tint"))
        painter.drawRoundedRect(box.rect().adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        inner = _inset(box)
        y = box.top + middle
        look.pixmap(painter, "node.gap", "warn", 16, QPointF(box.left + look.px(20), y))
        right = paint_link(painter, inner, tr("Show bytes"), Action.RAW, node.key, middle)
        x: float = box.left + look.px(36)
        x = look.text(painter, x, y, gap_words(box.row), "bodyStrong", "text.primary", right - x)
        where = gap_place(node.facts)
        look.text(painter, x + look.px(8), y, where, "body", "text.secondary", right - x - look.px(20))
        box.zones.extend(inner.zones)


def gap_place(facts: dict[str, Any]) -> str:
    """The lines of the file and the seqs on both sides."""
    parts = []
    first, last = facts.get("first_line"), facts.get("last_line")
    if isinstance(first, int) and isinstance(last, int) and first <= last:
        if first == last:
            parts.append(tr("line {0}", count(first)))
        else:
            parts.append(tr("lines {0}–{1}", count(first), count(last)))
    before, after = facts.get("before_seq"), facts.get("after_seq")
    if isinstance(before, int) and isinstance(after, int) and after > before:
        parts.append(tr("between #{0} and #{1}", before, after))
    elif isinstance(before, int):
        parts.append(tr("after #{0}", before))
    return ", ".join(parts)


def _inset(box: RowBox) -> RowBox:
    """The same row with its right edge inside the padding."""
    return RowBox(
        box.row,
        box.place,
        box.top,
        box.height,
        box.thread_x,
        box.left,
        box.right - box.look.px(10),
        box.clip,
        box.look,
        box.state,
    )


def gap_words(row: Row) -> str:
    rows = row.node.facts.get("rows")
    if rows == 0:
        return tr("Rows are missing here")
    if isinstance(rows, int):
        return tr("1 row could not be read") if rows == 1 else tr("{0} rows could not be read", count(rows))
    return one_line(row.node.title) or tr("Rows could not be read")
