"""The sentences of the fork dialog: what is kept, what means nothing any more, why a fork is refused."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from sessionlog.lineage.cut import ForkRefused
from sessionlog.lineage.preview import ForkPreview
from sessionloom.shell.core_words import core_text


def heading(preview: ForkPreview) -> str:
    translate = QCoreApplication.translate
    if preview.closes:
        return translate("Fork", "Fork inside turn {0}").format(preview.turn)
    if preview.turn is None:
        return translate("Fork", "Fork of an empty history")
    return translate("Fork", "Fork at the end of turn {0}").format(preview.turn)


def explanation(preview: ForkPreview) -> str:
    """Where the cut falls and why."""
    translate = QCoreApplication.translate
    if preview.exact:
        text = translate("Fork", "An exact cut: everything up to and with #{0} is inherited.")
        text = text.format(preview.cut_seq)
        if preview.closes:
            text += " " + translate("Fork", "The turn that it leaves open is closed as forked.")
        return text
    if preview.anchor is None or preview.anchor_turn is None:
        return translate("Fork", "The last completed turn ends at #{0}, so the cut falls there.").format(
            preview.cut_seq
        )
    if preview.anchor == preview.cut_seq:
        return translate(
            "Fork", "A fork takes whole turns. Turn {0} ends at #{1}, so the cut falls there."
        ).format(preview.anchor_turn, preview.cut_seq)
    return translate(
        "Fork", "A fork takes whole turns. Message #{0} lies in turn {1}, so the cut falls after #{2}."
    ).format(preview.anchor, preview.anchor_turn, preview.cut_seq)


def inherited(preview: ForkPreview) -> list[tuple[str, str, str]]:
    """Icon, name and number of what the child has."""
    translate = QCoreApplication.translate
    rows = [
        ("node.recall", translate("Fork", "Turns"), f"{preview.turns_kept:,}"),
        ("node.assistant", translate("Fork", "Messages"), f"{preview.messages:,}"),
        ("node.toolCall", translate("Fork", "Tool results"), f"{preview.tool_results:,}"),
        ("node.image", translate("Fork", "Images"), f"{preview.images:,}"),
    ]
    names = in_force_names()
    states = [names[code] for code in names if code in preview.in_force]
    if states:
        place = translate("Fork", "as of #{0}").format(preview.cut_seq)
        rows.append(("node.toolsUpdated", ", ".join(states), place))
    return rows


def in_force_names() -> dict[str, str]:
    translate = QCoreApplication.translate
    return {
        "model": translate("Fork", "Model"),
        "title": translate("Fork", "title"),
        "todo": translate("Fork", "to-do list"),
        "goal": translate("Fork", "goal"),
        "plan": translate("Fork", "plan mode"),
        "policy": translate("Fork", "approval policy"),
        "sandbox": translate("Fork", "sandbox mode"),
        "folder": translate("Fork", "working folder"),
    }


def left_behind(preview: ForkPreview) -> list[tuple[str, str]]:
    """What the child does not have, or has as history that means nothing to it."""
    translate = QCoreApplication.translate
    rows: list[tuple[str, str]] = []
    turns = [mark.turn for mark in preview.turns if not mark.kept and mark.turn is not None]
    events = translate("Fork", "%n events", "", preview.events_left)
    if len(turns) > 1:
        rows.append((translate("Fork", "Turns {0} to {1}").format(turns[0], turns[-1]), events))
    elif turns:
        rows.append((translate("Fork", "Turn {0}").format(turns[0]), events))
    elif preview.events_left:
        rows.append((translate("Fork", "What follows the cut"), events))
    names = {
        "approvals": translate("Fork", "Open questions for approval"),
        "jobs": translate("Fork", "Running jobs"),
        "compactions": translate("Fork", "A compaction that never ended"),
        "prompts": translate("Fork", "Waiting prompts"),
        "schedules": translate("Fork", "Schedules"),
        "team": translate("Fork", "Team state"),
        "subagent": translate("Fork", "Its role as a subagent"),
    }
    for code, name in names.items():
        if preview.not_in_force.get(code):
            rows.append((name, f"{preview.not_in_force[code]:,}"))
    rows.append((translate("Fork", "Feedback and archive mark"), ""))
    return rows


def refusal(error: ForkRefused) -> tuple[str, str]:
    """A title and why there is no fork."""
    translate = QCoreApplication.translate
    if error.code == "fork-unavailable":
        return (
            translate("Fork", "No fork from here"),
            translate(
                "Fork",
                "A fork takes whole turns, and the turn that holds this message has not ended."
                " Nothing is cut short silently: fork from an earlier turn, or wait until it has ended.",
            ),
        )
    return translate("Fork", "No fork from here"), f"{core_text(error.sentence)} {core_text(error.remedy)}"
