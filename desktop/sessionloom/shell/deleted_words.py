"""What is said about deleting: what goes, what stays, and until when it can be brought back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from sessionloom.models.titles import title_of
from sessionloom.shell.core_words import joined
from sessionloom.sizes import size_text

if TYPE_CHECKING:
    from sessionlog.access.deleting import WhatGoes
    from sessionlog.library import SessionInfo

DAY_MS = 24 * 60 * 60 * 1000
NAMED = 3


def days_left(until_ms: int, now_ms: int) -> int:
    """Days until something goes, a begun one counted whole."""
    return max(0, -(-(until_ms - now_ms) // DAY_MS))


def days_text(days: int) -> str:
    translate = QCoreApplication.translate
    if days == 0:
        return translate("Deleted", "goes at the next start")
    if days == 1:
        return translate("Deleted", "1 day left")
    return translate("Deleted", "%1 days left").replace("%1", str(days))


def archived_text(infos: Sequence[SessionInfo], archived: bool) -> tuple[str, str]:
    """That sessions are archived, or no longer are, and what that means."""
    translate = QCoreApplication.translate
    one, many = (
        translate("SessionActs", "“%1” is archived."),
        translate("SessionActs", "%1 sessions are archived."),
    )
    where = translate("SessionActs", "The list leaves out what is archived unless that is shown.")
    if not archived:
        one = translate("SessionActs", "“%1” is no longer archived.")
        many, where = translate("SessionActs", "%1 sessions are no longer archived."), ""
    return _named(infos, one, many), where


def deleted_claim(infos: Sequence[SessionInfo]) -> str:
    translate = QCoreApplication.translate
    one = translate("SessionActs", "“%1” is in Recently deleted.")
    return _named(infos, one, translate("SessionActs", "%1 sessions are in Recently deleted."))


def _named(infos: Sequence[SessionInfo], one: str, many: str) -> str:
    return one.replace("%1", title_of(infos[0])) if len(infos) == 1 else many.replace("%1", f"{len(infos):,}")


def put_away_text(goes: WhatGoes, count: int) -> str:
    """What moving to Recently deleted means."""
    translate = QCoreApplication.translate
    single = count == 1
    back = translate("Deleted", "It can be brought back for 30 days.")
    pieces = [back if single else translate("Deleted", "They can be brought back for 30 days.")]
    if goes.forks:
        pieces.append(
            translate("Deleted", "Its forks stay.") if single else translate("Deleted", "Their forks stay.")
        )
    if goes.files:
        file = translate("Deleted", "The file that it came from is not touched.")
        pieces.append(
            file if single else translate("Deleted", "The files that they came from are not touched.")
        )
    return joined(pieces)


def goes_title(count: int) -> str:
    translate = QCoreApplication.translate
    if count == 1:
        return translate("Deleted", "Delete 1 session for good?")
    return translate("Deleted", "Delete %1 sessions for good?").replace("%1", f"{count:,}")


def goes_lines(goes: WhatGoes, count: int) -> list[str]:
    """Exactly what goes and what stays when sessions are deleted for good."""
    translate = QCoreApplication.translate
    one = translate("Deleted", "Goes: all events of the session in the library, %1.")
    many = translate("Deleted", "Goes: all events of these sessions in the library, %1.")
    lines = [(one if count == 1 else many).replace("%1", size_text(goes.freed))]
    if goes.attachments == 1:
        lines.append(translate("Deleted", "Goes: 1 attachment that no other session has."))
    elif goes.attachments:
        text = translate("Deleted", "Goes: %1 attachments that no other session has.")
        lines.append(text.replace("%1", f"{goes.attachments:,}"))
    if goes.forks:
        names = [f"“{title_of(info)}”" for info in goes.forks[:NAMED]]
        more = len(goes.forks) - len(names)
        text = translate("Deleted", "Stays: what forks share with it: %1.")
        if more:
            text = translate("Deleted", "Stays: what forks share with it: %1 and %2 more.")
        lines.append(text.replace("%1", ", ".join(names)).replace("%2", f"{more:,}"))
    for backup in goes.backups:
        text = translate("Deleted", "Stays: an earlier copy of the library still holds them: %1.")
        lines.append(text.replace("%1", backup.name))
    if len(goes.files) == 1:
        lines.append(translate("Deleted", "Stays: the file it came from, %1.").replace("%1", goes.files[0]))
    elif goes.files:
        text = translate("Deleted", "Stays: the %1 files they came from.")
        lines.append(text.replace("%1", f"{len(goes.files):,}"))
    return lines
