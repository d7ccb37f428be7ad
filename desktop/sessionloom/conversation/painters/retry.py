"""Retries: one muted row; the failed attempts open in place on a dashed line of their own."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from sessionloom.conversation.documents import LaidOut
from sessionloom.conversation.look import Look, whole
from sessionloom.conversation.markdown import lay_out_prose
from sessionloom.conversation.painters.base import RowBox, RowPainter, TextPainter
from sessionloom.conversation.painters.quiet import paint_quiet, shows_body, toggle_key
from sessionloom.conversation.placement import Placement
from sessionloom.conversation.rows import Row
from sessionloom.conversation.wording import core_phrase, duration, seq_label, text_fact, tr
from sessionloom.conversation.zones import Action

LINE_X = 7
HEAD = 22


class RetryPainter(RowPainter):
    """ "Retried 2 times", why, and the link that opens the attempts."""

    def content_height(self, row: Row, place: Placement, look: Look, body: LaidOut | None) -> int:
        return look.size("quietRow")

    def paint(self, painter: QPainter, box: RowBox) -> None:
        look = box.look
        key = toggle_key(box.row)
        label = tr("Hide attempts") if shows_body(box) else tr("Show attempts")
        right = paint_link(painter, box, label, Action.ATTEMPTS, key, look.size("quietRow") / 2)
        paint_quiet(painter, box, retry_label(box.row), retry_summary(box.row), right - look.px(12))


def paint_link(
    painter: QPainter,
    box: RowBox,
    label: str,
    action: Action,
    key: str,
    middle: float,
    tip: str = "",
    *,
    right: float | None = None,
) -> float:
    """A link that ends at the right edge of a row or at `right`; returns the x where it begins."""
    look = box.look
    width = look.width(label, "small")
    area = QRectF(
        (box.right if right is None else right) - width, box.top + middle - look.px(10), width, look.px(20)
    )
    hovered = box.zone(area, action, key, tip)
    look.text(painter, area.left(), box.top + middle, label, "small", "accent")
    if hovered:
        y = whole(box.top + middle + look.metrics("small").descent() + look.px(3))
        look.hairline(painter, area.left(), y, area.right(), "accent")
    return area.left()


def retry_label(row: Row) -> str:
    times = row.node.facts.get("retries")
    if not isinstance(times, int):
        return tr("Retried")
    return tr("Retried once") if times == 1 else tr("Retried {0} times", times)


def retry_summary(row: Row) -> str:
    """Why, and what came of it."""
    facts = row.node.facts
    parts = [core_phrase(text_fact(facts, "reason")), retry_outcome(facts)]
    return " · ".join(part for part in parts if part)


def retry_outcome(facts: dict[str, Any]) -> str:
    outcome, attempt, took = facts.get("outcome"), facts.get("answered_attempt"), facts.get("answered_ms")
    if outcome == "answered" and attempt is not None:
        if isinstance(took, int | float):
            return tr("answered on attempt {0} after {1}", attempt, duration(took))
        return tr("answered on attempt {0}", attempt)
    words = {
        "running": tr("running"),
        "waiting": tr("waiting"),
        "failed": tr("failed"),
        "stopped": tr("stopped"),
    }
    return words.get(str(outcome), "")


class AttemptPainter(RowPainter):
    """The head of one attempt: which, why it failed, how far it came, its seqs."""

    def content_height(self, row: Row, place: Placement, look: Look, body: LaidOut | None) -> int:
        return look.px(HEAD)

    def paint(self, painter: QPainter, box: RowBox) -> None:
        look, facts = box.look, box.row.block.facts
        paint_dashes(painter, box)
        middle = box.top + look.px(HEAD) / 2
        side = look.px(16)
        x: float = box.left + look.px(LINE_X)
        square = QRectF(whole(x - side / 2), whole(middle - side / 2), side, side)
        painter.fillRect(square, look.color("bg.surface"))
        answered = bool(facts.get("answered"))
        glyph, token = ("toolState.ok", "ok") if answered else ("toolState.error", "error")
        look.pixmap(painter, glyph, token, 16, square.center())
        right = self._paint_address(painter, box, middle)
        if not answered and box.row.node.facts.get("outcome") == "answered":
            right = self._paint_compare(painter, box, middle, right)
        x = box.left + look.px(LINE_X) + look.size("attemptIndent")
        title = attempt_title(facts)
        x = look.text(painter, x, middle, title, "label", "text.secondary") + look.px(8)
        reason = core_phrase(text_fact(facts, "reason"))
        if reason and not answered:
            x = look.text(painter, x, middle, reason, "small", "error", (right - x) * 0.6) + look.px(8)
        look.text(painter, x, middle, attempt_meta(facts), "small", "text.tertiary", right - x - look.px(8))

    def _paint_address(self, painter: QPainter, box: RowBox, middle: float) -> float:
        look, facts = box.look, box.row.block.facts
        first, last = facts.get("first_seq"), facts.get("last_seq")
        if not isinstance(first, int):
            return box.right
        label = seq_label(first, last if isinstance(last, int) else None)
        x = box.right - look.width(label, "address")
        look.text(painter, x, middle, label, "address", "text.tertiary")
        return x

    def _paint_compare(self, painter: QPainter, box: RowBox, middle: float, right: float) -> float:
        """The link that puts a failed attempt beside the one that was answered; gives where it begins."""
        first = box.row.block.facts.get("first_seq")
        if not isinstance(first, int):
            return right
        label, at = tr("Compare with the answer"), right - box.look.px(12)
        return paint_link(painter, box, label, Action.COMPARE, str(first), middle - box.top, right=at)


def attempt_title(facts: dict[str, object]) -> str:
    number, total = facts.get("attempt"), facts.get("attempts")
    if total:
        return tr("Attempt {0} of {1}", number, total)
    return tr("Attempt {0}", number) if number else tr("Attempt")


def attempt_meta(facts: dict[str, object]) -> str:
    """How long it ran and what it brought."""
    took, chunks = facts.get("duration_ms"), facts.get("chunks")
    time = duration(took) if isinstance(took, int | float) else ""
    if facts.get("answered"):
        return tr("answered in {0}, shown below", time) if time else tr("answered, shown below")
    parts = [tr("after {0}", time)] if time else []
    if facts.get("empty"):
        parts.append(tr("no text"))
    elif isinstance(chunks, int):
        parts.append(tr("1 chunk") if chunks == 1 else tr("{0} chunks", f"{chunks:,}"))
    return ", ".join(parts)


class AttemptTextPainter(TextPainter):
    """What a failed attempt had streamed, dimmed."""

    base = "text.tertiary"

    def insets(self, row: Row, place: Placement, look: Look) -> tuple[int, int, int, int]:
        top = look.px(2) if row.block.first else 0
        return look.px(LINE_X) + look.size("attemptIndent"), top, 0, 0

    def build(self, row: Row, place: Placement, look: Look, width: int) -> LaidOut:
        left = self.insets(row, place, look)[0]
        return lay_out_prose(row.block.text, width - left, look)

    def paint(self, painter: QPainter, box: RowBox) -> None:
        paint_dashes(painter, box)
        super().paint(painter, box)


def paint_dashes(painter: QPainter, box: RowBox) -> None:
    """The attempts' own line, down through the gap to the next of them."""
    look = box.look
    below = 0 if box.place.last_of_node else look.px(10)
    x = whole(box.left + look.px(LINE_X)) + 0.5
    painter.setPen(look.pen("line.control", 1, (3, 3)))
    painter.drawLine(QPointF(x, box.top), QPointF(x, box.top + box.height + below))
