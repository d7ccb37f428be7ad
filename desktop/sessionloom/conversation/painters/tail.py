"""The end of a turn, "show more" rows and the head of a raw card."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from sessionlog.conversation.node import Node
from sessionloom.conversation.characters import one_line
from sessionloom.conversation.documents import LaidOut
from sessionloom.conversation.look import Look
from sessionloom.conversation.painters.base import RowBox, RowPainter
from sessionloom.conversation.painters.boxes import paint_border, paint_ground, spinner
from sessionloom.conversation.painters.quiet import shows_body, toggle_key
from sessionloom.conversation.placement import Frame, Placement
from sessionloom.conversation.rows import Row
from sessionloom.conversation.wording import clock, core_phrase, count, duration, seq_label, text_fact, tr
from sessionloom.conversation.zones import Action

CAUSE_ICONS = {
    "stopped": "toolState.stopped",
    "interrupted": "diagnosis.repaired",
    "error": "toolState.error",
}


class TailPainter(RowPainter):
    """Facts of a turn at the left, Copy and Fork at the right."""

    def content_height(self, row: Row, place: Placement, look: Look, body: LaidOut | None) -> int:
        return look.size("tailRow")

    def paint(self, painter: QPainter, box: RowBox) -> None:
        look, node = box.look, box.row.node
        middle = box.top + look.size("tailRow") / 2
        right = self._paint_buttons(painter, box, middle)
        if node.status == "running":
            centre = QPointF(box.left + look.px(7), middle)
            spinner(painter, box, centre, 14, "running")
            words = one_line(box.row.block.text) or tr("Running")
            look.text(
                painter, box.left + look.px(22), middle, words, "small", "text.secondary", right - box.left
            )
            return
        self._paint_facts(painter, box, middle, right)

    def _paint_facts(self, painter: QPainter, box: RowBox, middle: float, right: float) -> None:
        look, node = box.look, box.row.node
        cause = tail_cause(node)
        room = right - box.left - (look.width(cause, "small") + look.px(34) if cause else 0)
        x: float = box.left
        for fact in fitting(tail_facts(node), room, look):
            x = look.text(painter, x, middle, fact, "small", "text.tertiary") + look.px(14)
        if cause:
            icon = CAUSE_ICONS.get(node.status, CAUSE_ICONS["interrupted"])
            token = "error" if node.status == "error" else "warn"
            look.pixmap(painter, icon, token, 14, QPointF(x + look.px(7), middle))
            look.text(painter, x + look.px(19), middle, cause, "small", token, right - x - look.px(24))

    def _paint_buttons(self, painter: QPainter, box: RowBox, middle: float) -> float:
        look, node = box.look, box.row.node
        side = look.size("iconButtonSmall")
        buttons = [(Action.COPY_NODE, "action.copy", tr("Copy this answer"))]
        if can_fork(node):
            buttons.append((Action.FORK, "action.fork", tr("Fork from this turn…")))
        x = box.right
        for action, icon, tip in reversed(buttons):
            x -= side
            area = QRectF(x, middle - side / 2, side, side)
            hovered = box.zone(area, action, node.key, tip)
            if hovered:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(look.color("bg.hover"))
                painter.setBrush(look.color("bg.hover"))
                painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), look.px(6), look.px(6))
                painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            token = "text.primary" if hovered else "text.secondary"
            look.pixmap(painter, icon, token, 14, area.center())
            x -= look.px(2)
        return x - look.px(8)


def can_fork(node: Node) -> bool:
    """A turn that recovery closed, or that is still open, offers no fork."""
    return node.facts.get("can_fork") is True and node.status in ("ok", "stopped", "error")


def tail_facts(node: Node) -> list[str]:
    """When, how long, first token, speed: those that the log knows."""
    facts = node.facts
    found = [clock(node.time)]
    if isinstance(facts.get("duration_ms"), int | float):
        found.append(tr("ran {0}", duration(facts["duration_ms"])))
    if isinstance(facts.get("first_token_ms"), int | float):
        found.append(tr("first token {0}", duration(facts["first_token_ms"])))
    if isinstance(facts.get("tokens_per_s"), int | float):
        found.append(tr("{0} tok/s", f"{facts['tokens_per_s']:.0f}"))
    return [fact for fact in found if fact]


def tail_cause(node: Node) -> str:
    """Why a turn did not complete; "" if it did."""
    return core_phrase(text_fact(node.facts, "cause"))


def fitting(facts: list[str], room: float, look: Look) -> list[str]:
    """The facts that have room; they drop from the left."""
    while facts and sum(look.width(fact, "small") + look.px(14) for fact in facts) > room:
        facts = facts[1:]
    return facts


class MorePainter(RowPainter):
    """ "Show 1,204 more lines" between the head and the tail of a long text."""

    def content_height(self, row: Row, place: Placement, look: Look, body: LaidOut | None) -> int:
        return look.px(28) + (1 if place.frame is not Frame.NONE and place.closes else 0)

    def paint(self, painter: QPainter, box: RowBox) -> None:
        look = box.look
        key = toggle_key(box.row)
        framed = box.place.frame not in (Frame.NONE, Frame.PROMPT)
        hovered = box.zone(box.rect(), Action.TOGGLE, key)
        if framed:
            paint_ground(painter, box, "bg.hover" if hovered else "bg.sunken")
        x = box.left + (look.px(12) + 1 if framed else 0)
        middle = box.top + look.px(14)
        look.text(painter, x, middle, more_words(box.row), "small", "accent", box.width - look.px(24))
        if framed:
            paint_border(painter, box)


def more_words(row: Row) -> str:
    """How much is not shown, as the block says it."""
    facts = row.block.facts
    lines = facts.get("hidden_lines", facts.get("lines"))
    characters = facts.get("hidden_chars", facts.get("chars"))
    if facts.get("all") and isinstance(lines, int):
        return tr("Show all {0} lines", count(lines))
    if isinstance(lines, int) and lines > 1:
        return tr("Show {0} more lines", count(lines))
    if isinstance(characters, int):
        return tr("Show {0} more characters", count(characters))
    return one_line(row.block.text) or tr("Show more")


class RawPainter(RowPainter):
    """The head of a raw card: an event whose type is not known, shown as stored."""

    def content_height(self, row: Row, place: Placement, look: Look, body: LaidOut | None) -> int:
        return look.size("toolRow") + 1 + (1 if place.closes else 0)

    def paint(self, painter: QPainter, box: RowBox) -> None:
        look, node = box.look, box.row.node
        key = toggle_key(box.row)
        is_open = shows_body(box)
        hovered = box.zone(box.rect(), Action.TOGGLE, key, tr("Hide") if is_open else tr("Show"))
        paint_ground(painter, box, "bg.hover" if hovered else "bg.window")
        paint_border(painter, box)
        middle = box.top + 1 + look.size("toolRow") / 2
        x: float = box.right - look.px(17)
        chevron = "action.collapse" if is_open else "action.expand"
        look.pixmap(painter, chevron, "text.secondary", 14, QPointF(x, middle))
        label = seq_label(node.seq)
        x -= look.px(13) + look.width(label, "address")
        look.text(painter, x, middle, label, "address", "text.tertiary")
        left: float = box.left + 1 + look.px(8)
        look.pixmap(painter, "node.raw", "text.tertiary", 16, QPointF(left + look.px(8), middle))
        left += look.px(24)
        name = one_line(node.title) or text_fact(node.facts, "type")
        left = look.text(painter, left, middle, name, "label", "text.primary", (x - left) * 0.6)
        words = tr("unknown type, shown raw")
        look.text(painter, left + look.px(8), middle, words, "body", "text.secondary", x - left - look.px(16))
