"""A library that cannot be opened because it is damaged: saving what can be read, and saying what cannot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject

from sessionloom.bridge.tasks import TaskRunner
from sessionloom.conversation.characters import evidence
from sessionloom.shell.banner import BannerButton
from sessionloom.shell.core_words import core_text
from sessionloom.shell.main_window import MainWindow

if TYPE_CHECKING:
    from sessionlog.access.rescuing import RescuedLibrary

MOST_NAMED = 12
DAMAGED = "library.damaged"


class LibraryRescue(QObject):
    """Offers a rescue, makes it on a worker and shows what came of it; `reopen` opens the library then."""

    def __init__(
        self,
        window: MainWindow,
        runner: TaskRunner,
        path: Path | None,
        reopen: Callable[[], None],
        failed: Callable[[BaseException], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._runner = runner
        self._path = path
        self._reopen = reopen
        self._failed = failed

    def button(self) -> BannerButton:
        return BannerButton(
            QCoreApplication.translate("LibraryRescue", "Rescue what can be read"), self._start
        )

    def _start(self) -> None:
        from sessionlog.access.rescuing import rescue_library

        self._window.message_page.show_message(
            QCoreApplication.translate("LibraryRescue", "Reading what is left of the library…")
        )
        self._runner.run(
            rescue_library,
            self._path,
            on_done=self._done,
            on_error=self._failed,
            owner=self,
            lane="library",
        )

    def _done(self, rescued: RescuedLibrary) -> None:
        translate = QCoreApplication.translate
        self._window.message_page.show_message(
            translate("LibraryRescue", "The library is readable again."),
            result_text(rescued),
            icon=("diagnosis.repaired", "warn"),
            buttons=(BannerButton(translate("LibraryRescue", "Open the library"), self._reopen),),
        )


def result_text(rescued: RescuedLibrary) -> str:
    """How many sessions are whole, what each of the others lacks, and where the damaged file is."""
    translate = QCoreApplication.translate
    whole = translate("LibraryRescue", "Sessions that are whole: %1.").replace("%1", str(len(rescued.whole)))
    lines = [whole]
    missing = [
        f"{evidence(name)}: {' '.join(core_text(problem.message) for problem in problems)}"
        for name, problems in rescued.damaged
    ]
    gone = translate("LibraryRescue", "nothing of it could be read")
    missing += [f"{evidence(name)}: {gone}" for name in rescued.lost]
    if missing:
        lines += missing[:MOST_NAMED]
        if len(missing) > MOST_NAMED:
            more = translate("LibraryRescue", "and %1 more")
            lines.append(more.replace("%1", str(len(missing) - MOST_NAMED)))
        lines.append(
            translate("LibraryRescue", "Import the logs of these sessions, and they are whole again.")
        )
    kept = translate("LibraryRescue", "The damaged file is kept as %1.")
    lines.append(kept.replace("%1", evidence(rescued.aside.name)))
    return "\n".join(lines)
