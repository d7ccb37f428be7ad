"""What stands above the first row and below the last one: the way to earlier rows, and what is waited for."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from sessionlog.conversation.node import Node, NodeKind
from sessionloom.conversation.layout import Column
from sessionloom.conversation.look import Look, whole
from sessionloom.conversation.painters.base import ViewState
from sessionloom.conversation.painters.boxes import paint_spinner
from sessionloom.conversation.wording import count, duration, tr
from sessionloom.conversation.zones import Action, Zone

EARLIER_ROW = 40
WAITING_ROW = 28
MOST_LOOKED_AT = 400
"""Nodes that are looked at from the end for the turn that runs."""

LONGEST_TURN_MS = 24 * 3600 * 1000
SEPARATE = (NodeKind.AUDIT, NodeKind.CONTEXT, NodeKind.RAW, NodeKind.COMPACTION)


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a running turn waits for, and when the turn began in ms, where that is loaded."""

    words: str
    since: int | None


def waiting_for(nodes: Sequence[Node]) -> Waiting | None:
    """What the last turn waits for; `None` where it has ended."""
    newest: Node | None = None
    since = None
    for node in reversed(nodes[-MOST_LOOKED_AT:]):
        if node.kind is NodeKind.TURN_TAIL:
            break
        if node.kind is NodeKind.TURN:
            since = node.time
            newest = newest or node
            break
        if newest is None and node.kind not in SEPARATE:
            newest = node
    return None if newest is None else Waiting(_waiting_words(newest), since)


def _waiting_words(newest: Node) -> str:
    if newest.kind is NodeKind.TOOL_CALL and newest.status == "running":
        return "tool"
    if newest.kind is NodeKind.RETRY and newest.facts.get("outcome") == "waiting":
        return "retry"
    if newest.kind is NodeKind.ASSISTANT and newest.status == "running":
        return "answer"
    return "model"


def waiting_text(waiting: Waiting) -> tuple[str, str]:
    """The two texts of the row: what is waited for, and how long the turn has run."""
    words = {
        "tool": tr("Waiting for the tool"),
        "retry": tr("Waiting to try again"),
        "answer": tr("Answering"),
        "model": tr("Waiting for the model"),
    }[waiting.words]
    ran = -1 if waiting.since is None else time.time_ns() // 1_000_000 - waiting.since
    if not 0 <= ran < LONGEST_TURN_MS:  # not known, or told by another clock
        return words, ""
    return words, tr("turn runs {0}", duration(ran - ran % 1000))


def paint_waiting(
    painter: QPainter, look: Look, column: Column, state: ViewState, waiting: Waiting, top: float
) -> None:
    """A spinner and two texts, under the last row."""
    middle = whole(top + look.px(WAITING_ROW) / 2)
    paint_spinner(painter, look, state, QPointF(column.left + look.px(7), middle), 14, "running")
    words, ran = waiting_text(waiting)
    x = look.text(painter, column.left + look.px(22), middle, words, "body", "text.secondary")
    if ran:
        room = column.right - x - look.px(8)
        look.text(painter, x + look.px(8), middle, ran, "body", "text.tertiary", room)


def earlier_text(above: int | None) -> str:
    """How many events lie above the first row, where somebody knows it."""
    if above is None:
        return ""
    return tr("1 event above") if above == 1 else tr("{0} events above", count(above))


def paint_earlier(
    painter: QPainter, look: Look, column: Column, state: ViewState, more: str, middle: float, amount: int
) -> Zone | None:
    """The link that loads earlier rows; the zone to click, if it may be."""
    loading = state.earlier_loading
    label = tr("Loading earlier…") if loading else tr("Load earlier ({0})", amount)
    link = look.width(label, "small") + look.px(22)
    beside = look.width(more, "small") + look.px(10) if more else 0
    x = column.left + (column.width - link - beside) / 2
    area = QRectF(x, middle - look.px(12), link, look.px(24))
    zone = None if loading else Zone(area.toAlignedRect(), Action.EARLIER, "")
    if zone is not None and zone.same_as(state.hovered):
        y = whole(middle + look.metrics("small").descent() + look.px(3))
        look.hairline(painter, x + look.px(22), y, area.right(), "accent")
    look.pixmap(painter, "action.loadEarlier", "text.tertiary", 14, QPointF(x + look.px(7), middle))
    token = "text.tertiary" if loading else "accent"
    x = look.text(painter, x + look.px(22), middle, label, "small", token)
    if more:
        look.text(painter, x + look.px(10), middle, more, "small", "text.tertiary")
    return zone
