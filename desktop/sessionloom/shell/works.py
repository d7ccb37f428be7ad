"""Long work as the status bar shows it: what is done, how far it is, and how to stop it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:
    from sessionlog.library import Progress


@dataclass(frozen=True, slots=True)
class Work:
    """`share` is how much is done, from 0 to 1; `stop` what Cancel does."""

    text: str
    share: float
    stop: Callable[[], object]


def share_of(progress: Progress) -> float:
    """By bytes where they are known, else by sessions; 0 where nothing is known."""
    done, total = (progress.bytes_done, progress.bytes_total)
    if total <= 0:
        done, total = progress.done, progress.total
    return min(1.0, done / total) if total > 0 else 0.0


def import_work(progress: Progress, stop: Callable[[], object]) -> Work:
    text = QCoreApplication.translate("StatusBar", "Importing %1 of %2")
    if progress.total <= 0:
        text = QCoreApplication.translate("StatusBar", "Importing, looking for sessions")
    text = text.replace("%1", f"{progress.done:,}").replace("%2", f"{progress.total:,}")
    return Work(text, share_of(progress), stop)
