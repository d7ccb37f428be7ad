"""The head row of a tool call: icon, name, argument, state, glyph, chevron."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter

from sessionloom.conversation.characters import one_line
from sessionloom.conversation.documents import LaidOut
from sessionloom.conversation.look import Look
from sessionloom.conversation.painters.base import RowBox, RowPainter
from sessionloom.conversation.painters.boxes import paint_border, paint_ground, spinner
from sessionloom.conversation.painters.quiet import shows_body, toggle_key
from sessionloom.conversation.painters.thread import paint_weft
from sessionloom.conversation.placement import Placement
from sessionloom.conversation.rows import Row, subject
from sessionloom.conversation.wording import core_phrase, text_fact, tool_state, tr
from sessionloom.conversation.zones import Action

DEEPEST = 6

STATE_TOKENS = {
    "running": "running",
    "error": "error",
    "stopped": "warn",
    "interrupted": "warn",
    "unknown": "warn",
}
STATE_GLYPHS = {
    "running": "toolState.running",
    "error": "toolState.error",
    "stopped": "toolState.stopped",
    "interrupted": "toolState.stopped",
    "unknown": "toolState.unknown",
    "not-started": "toolState.notStarted",
}


class ToolPainter(RowPainter):
    """One line of a tool group; the line above it belongs to it, the one below only at the end."""

    def content_height(self, row: Row, place: Placement, look: Look, body: LaidOut | None) -> int:
        return look.size("toolRow") + 1 + (1 if place.closes else 0)

    def paint(self, painter: QPainter, box: RowBox) -> None:
        look, node = box.look, subject(box.row)
        key = toggle_key(box.row)
        is_open = shows_body(box)
        hovered = box.zone(box.rect(), Action.TOGGLE, key, tr("Hide") if is_open else tr("Show"))
        current = box.state.current == box.row.node.key and node is box.row.node
        ground = (
            "bg.selected" if current else "bg.hover" if hovered else "bg.window" if is_open else "bg.raised"
        )
        paint_ground(painter, box, "selection.text" if box.selected else ground)
        if not box.place.opens:
            look.hairline(painter, box.left, box.top, box.right, "line.default")
        paint_border(painter, box)
        middle = box.top + 1 + look.size("toolRow") / 2
        paint_weft(painter, box, middle, node.status)
        self._paint_line(painter, box, middle, is_open, current)

    def _paint_line(
        self, painter: QPainter, box: RowBox, middle: float, is_open: bool, current: bool
    ) -> None:
        look, node = box.look, subject(box.row)
        x: float = box.right - look.px(10) - look.px(7)
        chevron = "action.collapse" if is_open else "action.expand"
        look.pixmap(painter, chevron, "text.secondary", 14, QPointF(x, middle))
        x = self._paint_state(painter, box, x - look.px(7 + 6), middle, current)
        left: float = box.left + 1 + look.px(8) + look.px(16) * depth_of(box.row)
        look.pixmap(painter, tool_icon(box.row), "text.tertiary", 16, QPointF(left + look.px(8), middle))
        left += look.px(24)
        name = one_line(node.title or text_fact(node.facts, "name") or tr("Tool call"))
        room = (x - left) * 0.6
        shown = look.elided(name, "label", room)
        look.text(painter, left, middle, shown, "label", "text.primary")
        left += max(look.px(44), look.width(shown, "label")) + look.px(8)
        token = "text.secondary"
        argument = tool_argument(box.row)
        mode = Qt.TextElideMode.ElideMiddle if is_path(argument) else Qt.TextElideMode.ElideRight
        look.text(painter, left, middle, argument, "output", token, x - look.px(8) - left, mode)

    def _paint_state(
        self, painter: QPainter, box: RowBox, right: float, middle: float, current: bool
    ) -> float:
        """Glyph and words at the right; returns the x where they begin."""
        look, node = box.look, subject(box.row)
        token = STATE_TOKENS.get(node.status, "text.secondary" if current else "text.tertiary")
        centre = QPointF(right - look.px(7), middle)
        if node.status == "running":
            spinner(painter, box, centre, 14, token)
        else:
            look.pixmap(painter, STATE_GLYPHS.get(node.status, "toolState.ok"), token, 14, centre)
        x = right - look.px(14 + 6)
        words = tool_state(node)
        x -= look.width(words, "small")
        look.text(painter, x, middle, words, "small", token)
        extra = tool_extra(box.row)
        if extra:
            x -= look.width(extra, "small") + look.px(8)
            look.text(painter, x, middle, extra, "small", "text.secondary")
        return x


def tool_icon(row: Row) -> str:
    """The map key of the icon for the tool's card."""
    card = str(subject(row).facts.get("card", "generic"))
    known = ("terminal", "read", "diff", "search", "web", "todo", "question", "skill", "subagent", "code")
    return f"tool.{card}" if card in known else "tool.generic"


def tool_argument(row: Row) -> str:
    return core_phrase(text_fact(subject(row).facts, "argument"))


def tool_extra(row: Row) -> str:
    """Lines added and removed, or what else a tool counts."""
    facts = subject(row).facts
    added, removed = facts.get("added"), facts.get("removed")
    if isinstance(added, int) and isinstance(removed, int) and (added or removed):
        return f"+{added} −{removed}"
    return text_fact(facts, "summary")


def is_path(argument: str) -> bool:
    """Paths lose their middle, everything else its end."""
    return "/" in argument and " " not in argument


def depth_of(row: Row) -> int:
    """How deep a call is nested in others, as far as it is indented."""
    depth = row.block.facts.get("depth", 0)
    return min(depth, DEEPEST) if isinstance(depth, int) else 0
