"""Times as the person wants them: local or UTC, relative or absolute. One style for the whole window."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache

from PySide6.QtCore import QObject, Signal


class TimeStyle(QObject):
    """`changed` when times have to be written anew. A time in UTC ends with `Z`."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.utc = False
        self.absolute = False

    def set(self, *, utc: bool, absolute: bool) -> None:
        if (utc, absolute) != (self.utc, self.absolute):
            self.utc, self.absolute = utc, absolute
            self.changed.emit()


@cache
def time_style() -> TimeStyle:
    """The one style of the window."""
    return TimeStyle()


def moment_of(ms: int | None) -> datetime | None:
    """A time in ms since the epoch on the clock that is chosen; `None` where no clock knows it."""
    if ms is None:
        return None
    try:
        return datetime.fromtimestamp(ms / 1000, UTC if time_style().utc else None)
    except (OverflowError, OSError, ValueError):
        return None


def today() -> datetime:
    """Now, on the clock that is chosen."""
    return datetime.now(UTC if time_style().utc else None)


def clock_time(ms: int | None) -> str:
    """`14:05:07`; empty for no time."""
    return _written(ms, "%H:%M:%S")


def minute_time(ms: int | None) -> str:
    """`2025-10-25 14:05`."""
    return _written(ms, "%Y-%m-%d %H:%M")


def full_time(ms: int | None) -> str:
    """`2025-10-25 14:05:07`."""
    return _written(ms, "%Y-%m-%d %H:%M:%S")


def short_time(ms: int) -> str:
    """As short as it is plain: the time of today, the day of another one."""
    moment = moment_of(ms)
    if moment is None:
        return ""
    if moment.date() == today().date():
        return _written(ms, "%H:%M")
    return moment.strftime("%m-%d" if moment.year == today().year else "%Y-%m-%d")


def _written(ms: int | None, form: str) -> str:
    moment = moment_of(ms)
    if moment is None:
        return ""
    return moment.strftime(form) + ("Z" if time_style().utc else "")
