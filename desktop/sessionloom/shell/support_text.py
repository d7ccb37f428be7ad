"""What the first screen for support says of a case, in the person's language (picture 09)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from sessionlog.model.severity import Level, Problem, Severity
from sessionloom.models.titles import title_of, visible_text
from sessionloom.shell.core_words import core_text
from sessionloom.sizes import size_text
from sessionloom.times import minute_time

if TYPE_CHECKING:
    from sessionlog.access.support import CaseSession, Ending, SupportCase
    from sessionlog.library import SessionInfo

MOST_ROWS = 100
OPEN_TURN = "open-turn"
_LOOKS = {
    Level.ERROR: ("diagnosis.error", "error"),
    Level.WARN: ("diagnosis.damaged", "warn"),
    Level.INFO: ("diagnosis.info", "accent"),
}


@dataclass(frozen=True, slots=True)
class FindingRow:
    """`session` and `seq` say where `Show` leads; without a session there is nothing to show."""

    icon: str
    token: str
    title: str
    detail: str
    place: str = ""
    session: SessionInfo | None = None
    seq: int | None = None


def facts_of(case: SupportCase) -> list[tuple[str, str]]:
    """Numbers with what they count."""
    translate = QCoreApplication.translate
    facts = [
        _counted(
            len(case.sessions), translate("SupportPage", "session"), translate("SupportPage", "sessions")
        ),
        _counted(case.events, translate("SupportPage", "event"), translate("SupportPage", "events")),
    ]
    if case.kind != "zip":
        return facts
    one, many = translate("SupportPage", "entry"), translate("SupportPage", "entries")
    if case.refused:
        one = translate("SupportPage", "entry, refused")
        many = translate("SupportPage", "entries, %1 refused").replace("%1", f"{len(case.refused):,}")
    packed = translate("SupportPage", "unpacked, %1 in the ZIP").replace("%1", size_text(case.size))
    facts += [_counted(len(case.entries), one, many), (size_text(case.unpacked), packed)]
    manifest = case.manifest
    if manifest is not None:
        by = translate("SupportPage", "written by %1")
        name = visible_text(f"{manifest.product} {manifest.product_version}")[:40]
        facts.append((day_text(manifest.created_at), by.replace("%1", name)))
    return facts


def _counted(count: int, one: str, many: str) -> tuple[str, str]:
    return f"{count:,}", one if count == 1 else many


def findings_of(case: SupportCase) -> list[FindingRow]:
    """The worst first: endings, damage, refused entries, notes."""
    translate = QCoreApplication.translate
    rows = [
        FindingRow(
            "diagnosis.error" if session.ending.kind != "open" else "session.interrupted",
            "error" if session.ending.kind not in ("open", "interrupted") else "warn",
            ending_title(session.ending),
            _ending_detail(session),
            _turn_place(session.ending),
            session.info,
            session.ending.seq,
        )
        for session in case.sessions
        if session.ending is not None
    ]
    rows += [
        FindingRow(
            "diagnosis.refused",
            "warn",
            translate("SupportPage", "An entry was refused"),
            core_text(entry.message),
            visible_text(entry.name),
        )
        for entry in case.refused
    ]
    for session in case.sessions:
        rows += [
            _problem_row(problem, session.info)
            for problem in session.diagnosis.problems
            if not _is_ending(problem, session.ending)
        ]
        if session.error and session.info.severity is not Severity.REFUSED:
            title = visible_text(title_of(session.info))
            rows.append(FindingRow("diagnosis.refused", "error", title, core_text(session.error)))
    if not any(session.info.severity is not Severity.REFUSED for session in case.sessions):
        title = translate("SupportPage", "No session log that can be read is in it")
        rows.append(FindingRow("diagnosis.damaged", "warn", title, ""))
    rows += [_problem_row(problem, None) for problem in case.problems]
    if case.manifest is not None:
        if case.manifest.redacted:
            rows.append(
                FindingRow(
                    "diagnosis.info",
                    "accent",
                    translate("SupportPage", "This is a redacted copy"),
                    translate("SupportPage", "Texts were replaced before it was handed over."),
                )
            )
        rows += [
            FindingRow(
                "diagnosis.info",
                "accent",
                translate("SupportPage", "A log was written out of a database"),
                translate("SupportPage", "It holds every row; it was never a file of its own."),
                visible_text(name),
            )
            for name, listed in case.manifest.entries.items()
            if listed.of_database
        ]
        rows += [
            FindingRow(
                "session.ghost",
                "text.tertiary",
                translate("SupportPage", "Something was not included"),
                core_text(str(item.get("reason") or "")),
                visible_text(str(item.get("id") or "")),
            )
            for item in case.manifest.not_included
        ]
    order = {"error": 0, "warn": 1}
    return sorted(rows, key=lambda row: order.get(row.token, 2))


def _is_ending(problem: Problem, ending: Ending | None) -> bool:
    """Whether a problem is the open end that stands among the findings already: a fault is said once."""
    return problem.code == OPEN_TURN and ending is not None and ending.kind == "open"


def ending_title(ending: Ending) -> str:
    translate = QCoreApplication.translate
    return {
        "open": translate("SupportPage", "The last turn has no end"),
        "interrupted": translate("SupportPage", "The last turn was interrupted"),
        "max-tokens": translate("SupportPage", "The last turn stopped at the output limit"),
    }.get(ending.kind, translate("SupportPage", "The last turn ended with an error"))


def _ending_detail(session: CaseSession) -> str:
    assert session.ending is not None
    ending = session.ending
    words = " ".join(word for word in (ending.code, ending.reason) if word)
    return visible_text(words)[:300] or visible_text(title_of(session.info))


def _turn_place(ending: Ending) -> str:
    text = QCoreApplication.translate("SupportPage", "turn %1, #%2")
    turn = "?" if ending.turn is None else str(ending.turn)
    return text.replace("%1", turn).replace("%2", str(ending.seq))


def _problem_row(problem: Problem, info: SessionInfo | None) -> FindingRow:
    icon, token = _LOOKS[problem.level]
    place = ""
    if problem.seq is not None:
        place = f"#{problem.seq}"
    elif problem.line is not None:
        text = QCoreApplication.translate("SupportPage", "line %1")
        place = text.replace("%1", f"{problem.line:,}")
    elif problem.affected and problem.code == OPEN_TURN:
        text = QCoreApplication.translate("SupportPage", "turn %1")
        place = text.replace("%1", visible_text(problem.affected.removeprefix("turn ")))
    elif problem.affected:
        place = visible_text(problem.affected)
    detail = "" if info is None else visible_text(title_of(info))
    return FindingRow(icon, token, core_text(problem.message), detail, place, info, problem.seq)


def session_state(session: CaseSession) -> tuple[str, str]:
    """What a row says of a session, and its colour token."""
    translate = QCoreApplication.translate
    severity = session.info.severity
    if severity is Severity.REFUSED or session.error:
        return translate("SupportPage", "Cannot be opened"), "error"
    if severity is Severity.DAMAGED:
        return translate("SupportPage", "Damaged"), "warn"
    if session.ending is not None and session.ending.kind == "open":
        return translate("SupportPage", "Interrupted, would be closed by recovery"), "warn"
    if session.ending is not None:
        return ending_title(session.ending), "warn"
    if severity is Severity.REPAIRED:
        return translate("SupportPage", "Repaired by recovery"), "accent"
    return translate("SupportPage", "Complete"), "text.secondary"


def request_facts(session: CaseSession) -> list[tuple[str, str]]:
    """What the model saw before a session went wrong, as label and value."""
    translate = QCoreApplication.translate
    made = session.request
    if made is None:
        return []
    characters = translate("SupportPage", "%1 characters")
    messages = translate("SupportPage", "%1, of these %2 tool results")
    return [
        (translate("SupportPage", "System"), characters.replace("%1", f"{made.system:,}")),
        (translate("SupportPage", "Tools"), f"{made.tools:,}"),
        (
            translate("SupportPage", "Messages"),
            messages.replace("%1", f"{made.messages:,}").replace("%2", f"{made.tool_results:,}"),
        ),
        (translate("SupportPage", "Largest"), characters.replace("%1", f"{made.largest:,}")),
    ]


def day_text(time: int | None) -> str:
    return minute_time(time) or "?"
