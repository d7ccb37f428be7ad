"""Quiet rows: thinking, injected context, hooks, approvals; one muted line that opens."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from sessionlog.conversation.node import NodeKind, SectionKind
from sessionloom.conversation.characters import one_line
from sessionloom.conversation.documents import LaidOut
from sessionloom.conversation.look import Look
from sessionloom.conversation.painters.base import RowBox, RowPainter
from sessionloom.conversation.placement import Placement, section_kind
from sessionloom.conversation.rows import Row
from sessionloom.conversation.wording import core_phrase, role_name, tr
from sessionloom.conversation.zones import Action


class QuietPainter(RowPainter):
    """Chevron, label, summary."""

    def content_height(self, row: Row, place: Placement, look: Look, body: LaidOut | None) -> int:
        return look.size("quietRow")

    def paint(self, painter: QPainter, box: RowBox) -> None:
        paint_quiet(painter, box, quiet_label(box.row), quiet_summary(box.row), box.right)


def paint_quiet(painter: QPainter, box: RowBox, label: str, summary: str, right: float) -> None:
    """The line itself; `right` is where it must end."""
    look = box.look
    middle = box.top + look.size("quietRow") / 2
    key = toggle_key(box.row)
    area = QRectF(box.left, box.top, right - box.left, look.size("quietRow"))
    is_open = shows_body(box)
    hovered = box.zone(area, Action.TOGGLE, key, tr("Hide") if is_open else tr("Show"))
    chevron = "action.collapse" if is_open else "action.expand"
    token = "text.primary" if hovered else "text.secondary"
    look.pixmap(painter, chevron, token, 14, QPointF(box.left + look.px(7), middle))
    x = look.text(painter, box.left + look.px(22), middle, label, "body", token)
    look.text(painter, x + look.px(8), middle, summary, "body", "text.tertiary", right - x - look.px(16))


def toggle_key(row: Row) -> str:
    """The key that opens what a row stands for."""
    return str(row.block.facts.get("expands", row.block.section or row.node.key))


def shows_body(box: RowBox) -> bool:
    """Whether what the row opens is open."""
    is_open = box.row.block.facts.get("open")
    return bool(is_open) if is_open is not None else toggle_key(box.row) in box.state.expanded


def quiet_label(row: Row) -> str:
    kind = section_kind(row)
    if kind is SectionKind.THINKING:
        return tr("Thinking")
    if row.node.kind is NodeKind.AUDIT and row.node.title:
        return core_phrase(one_line(row.node.title))
    if row.node.facts.get("form") == "recall":
        return tr("Session recall")
    return role_name(row.node)


def quiet_summary(row: Row) -> str:
    return one_line(row.block.text[:400])
