"""The words and numbers of rows. Every one that a person reads goes through the translator."""

from __future__ import annotations

from datetime import date
from typing import Any

from PySide6.QtCore import QCoreApplication

from sessionlog.conversation.node import Node, NodeKind
from sessionloom.conversation.characters import one_line
from sessionloom.conversation.phrases import KNOWN, STOPPED
from sessionloom.times import clock_time, minute_time, moment_of, time_style, today


def tr(text: str, *values: object) -> str:
    """The text in the person's language, its `{0}`, `{1}` … filled in."""
    translated = QCoreApplication.translate("Conversation", text)
    return translated.format(*values) if values else translated


def count(number: int) -> str:
    """A number with its thousands apart."""
    return f"{number:,}"


def duration(ms: float) -> str:
    """A duration as a person says it: 40 ms, 0.1 s, 41 s, 2 m 43 s, 1 h 02 m."""
    if ms < 95:
        return tr("{0} ms", round(ms))
    seconds = ms / 1000
    if seconds < 9.95:
        tenths = f"{seconds:.1f}"
        return tr("{0} s", tenths.removesuffix(".0") if seconds >= 2 else tenths)
    whole = round(seconds)
    if whole < 60:
        return tr("{0} s", whole)
    if whole < 3600:
        return tr("{0} m {1} s", whole // 60, f"{whole % 60:02d}")
    return tr("{0} h {1} m", whole // 3600, f"{whole % 3600 // 60:02d}")


def clock(time: int | None) -> str:
    """The time of day of a time in ms."""
    return clock_time(time)


def day_and_clock(time: int | None, now: date | None = None) -> str:
    """The day, where it is not plain, and the time of day without seconds."""
    moment = moment_of(time)
    if moment is None or time_style().absolute:
        return minute_time(time)
    hour = minute_time(time).split(" ")[1]
    days = ((now or today().date()) - moment.date()).days
    if days == 0:
        return tr("Today {0}", hour)
    if days == 1:
        return tr("Yesterday {0}", hour)
    return f"{moment.date().isoformat()} {hour}"


def seq_label(first: int, last: int | None = None) -> str:
    """An address: `#1846`, or `#815–846` for a range."""
    return f"#{first}" if last is None or last <= first else f"#{first}–{last}"


def role_name(node: Node) -> str:
    """What a screen reader and the header call a node."""
    return kind_name(node.kind)


def kind_name(kind: NodeKind) -> str:
    names = {
        NodeKind.TURN: tr("Turn"),
        NodeKind.USER: tr("You"),
        NodeKind.STEERING: tr("You, while it ran"),
        NodeKind.CONTEXT: tr("Injected context"),
        NodeKind.ASSISTANT: tr("Assistant"),
        NodeKind.TOOL_CALL: tr("Tool call"),
        NodeKind.RETRY: tr("Retry"),
        NodeKind.INTERRUPTED: tr("Assistant"),
        NodeKind.ERROR: tr("Error"),
        NodeKind.MAX_TOKENS: tr("Output limit"),
        NodeKind.EMPTY: tr("Empty answer"),
        NodeKind.COMPACTION: tr("Compaction"),
        NodeKind.TURN_TAIL: tr("End of turn"),
        NodeKind.GAP: tr("Gap"),
        NodeKind.RAW: tr("Raw event"),
        NodeKind.AUDIT: tr("Audit"),
    }
    return names[kind]


def state_word(state: str) -> str:
    """The word of a tool state; ok has none, it shows its duration."""
    words = {
        "running": tr("Running"),
        "error": tr("Failed"),
        "stopped": tr("Stopped"),
        "interrupted": tr("Interrupted"),
        "unknown": tr("Outcome unknown"),
        "not-started": tr("Not started"),
    }
    return words.get(state, "")


def tool_state(node: Node) -> str:
    """What stands at the right of a tool row: the duration, or what went wrong."""
    facts = node.facts
    took = facts.get("duration_ms")
    time = duration(took) if isinstance(took, int | float) else ""
    if node.status == "running":
        return tr("running {0}", time) if time else tr("running")
    word = state_word(node.status)
    if node.status == "error":
        code, signal = facts.get("exit_code"), facts.get("signal")
        if code is not None:
            word = tr("exit {0}", code)
        elif signal:
            word = tr("signal {0}", signal)
    if node.status in ("", "ok", "error") and time:
        return f"{word}, {time}" if word else time
    return word


def text_fact(facts: dict[str, Any], key: str) -> str:
    """A fact as one safe line; "" if it is not there."""
    value = facts.get(key)
    return one_line(str(value)) if value not in (None, "") else ""


def core_phrase(text: str) -> str:
    """A fixed phrase of the core in the person's language; words of a log stay as they are."""
    if text in KNOWN:
        return tr(text)
    head, colon, rest = text.partition(": ")
    return f"{tr(head)}{colon}{rest}" if head in STOPPED else text
