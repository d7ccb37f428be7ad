"""How a session is named on screen: title, workspace, relative time, marked control characters."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from pathlib import PurePath, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from sessionlog.model.severity import Severity
from sessionloom.times import short_time, time_style

if TYPE_CHECKING:
    from sessionlog.library import SessionInfo

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
TITLE_CHARS = 200

_MARKED = re.compile("[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]")
_NUMBERED = re.compile(r"^(?P<stem>.*\S)\s+(?P<number>\(\d+\))$", re.DOTALL)


def visible_text(text: str) -> str:
    """`text` on one line, with bidi controls and invisible characters shown as code points.

    Joiners inside emoji and words stay: they carry meaning and hide nothing (look.md section 8).
    """
    if text.isprintable():  # neither controls nor anything invisible, as nearly every title
        return " ".join(text.split())
    flat = "".join(" " if unicodedata.category(char) == "Cc" else char for char in text)
    marked = _MARKED.sub(lambda match: f"‹U+{ord(match.group()):04X}›", flat)
    return " ".join(marked.split())


def short_id(session_id: str) -> str:
    """The first six characters that tell sessions apart, without a `session-` prefix."""
    return session_id.rsplit("session-", 1)[-1][:6]


def title_of(info: SessionInfo) -> str:
    """What a person calls it, else its title, its last prompt, its id; a refused log has its file's name."""
    for text in (info.name, info.title, info.last_prompt):
        shown = visible_text((text or "")[: TITLE_CHARS * 2])
        if shown:
            return shown[:TITLE_CHARS]
    if info.severity is Severity.REFUSED and info.artifact:
        return visible_text(PurePath(info.artifact).name)
    return QCoreApplication.translate("Titles", "Untitled %1").replace("%1", short_id(info.id))


def split_number(title: str) -> tuple[str, str]:
    """`Release notes (2)` as its stem and `(2)`: a title elides before its number, not after it."""
    match = _NUMBERED.match(title)
    return (match["stem"], match["number"]) if match else (title, "")


def workspace_of(info: SessionInfo) -> str:
    """The last name of the session's folder; empty where it has none."""
    return _folder_name(info.cwd) if info.cwd else ""


@lru_cache(maxsize=1024)
def _folder_name(folder: str) -> str:
    """Thousands of sessions share a few folders."""
    path = PureWindowsPath(folder) if re.match(r"^[A-Za-z]:[\\/]", folder) else PurePosixPath(folder)
    return visible_text(path.name or str(path))


def relative_time(then_ms: int, now_ms: int) -> str:
    """`now`, `5m`, `2h`, `3d`, then months and years, in the language of the window; a date or a time of
    day where times are wanted absolute."""
    if time_style().absolute:
        return short_time(then_ms)
    passed = max(0, now_ms - then_ms)
    if passed < MINUTE_MS:
        return QCoreApplication.translate("Titles", "now")
    if passed < HOUR_MS:
        text, count = QCoreApplication.translate("Titles", "%1m"), passed // MINUTE_MS
    elif passed < DAY_MS:
        text, count = QCoreApplication.translate("Titles", "%1h"), passed // HOUR_MS
    elif passed < 90 * DAY_MS:
        text, count = QCoreApplication.translate("Titles", "%1d"), passed // DAY_MS
    elif passed < 730 * DAY_MS:
        text, count = QCoreApplication.translate("Titles", "%1mo"), passed // (30 * DAY_MS)
    else:
        text, count = QCoreApplication.translate("Titles", "%1y"), passed // (365 * DAY_MS)
    return text.replace("%1", str(count))
