"""Draw the main states of the window into `build/screenshots`: both sizes, both themes, both languages.

`make screenshots` for all of them; `ARGS="--only attempts --theme dark"` for some. The window is real,
on the sample sessions and a library of its own in a temporary folder.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from sessionlog.conversation.node import NodeKind
from sessionlog.export.entries import Options
from sessionlog.library import LIBRARY_SOURCE, SessionInfo
from sessionlog.settings import SettingsFile
from sessionloom.bridge.event_loop import run
from sessionloom.dialogs.text_panel import TextPanel
from sessionloom.shell.application import Application
from sessionloom.shell.commands import Commands
from sessionloom.shell.floating import FloatingPanel
from sessionloom.shell.preferences import Preferences
from sessionloom.theme.fonts import chinese_face_advice, missing_chinese_face
from sessionloom.theme.resources import resource_path
from sessionloom.theme.theme import install

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "build" / "screenshots"
SIZES = ((1440, 900), (960, 640))
THEMES = ("light", "dark")
LANGUAGES = ("en", "zh_CN")
SAMPLES = {
    "tools": "5b0e4c1a",
    "retried": "91d7ab03",
    "interrupted": "c7e82f60",
    "compacted": "2a90f5d8",
    "forked": "f0c3d871",
    "damaged": "7d15c0e6",
}
SET_UP = ("02-samples", "14-imported")
"""States that later ones stand on: they are made also where they are not drawn."""
QUIET_MS = 60


@dataclass(frozen=True, slots=True)
class Look:
    """One way to see every state."""

    size: tuple[int, int]
    theme: str
    language: str

    @property
    def name(self) -> str:
        return f"{self.theme}-{self.language}-{self.size[0]}x{self.size[1]}"


class Tour(QObject):
    """Leads the window from state to state; each step waits until nothing is under way."""

    finished = Signal()

    def __init__(self, application: Application, looks: list[Look], only: str, home: Path) -> None:
        super().__init__(application)
        self._application = application
        self._looks = looks
        self._only = only
        self._home = home
        self._steps = self._walk()
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(QUIET_MS)
        self._quiet.timeout.connect(self._next)
        application.runner.idle.connect(self._quiet.start)
        self._later: Callable[[], None] | None = None
        self.pictures: list[Path] = []

    def begin(self) -> None:
        self._quiet.start()

    def _next(self) -> None:
        if self._application.runner.busy():
            return
        try:
            next(self._steps)
        except StopIteration:
            self._application.runner.idle.disconnect(self._quiet.start)
            self.finished.emit()
        else:
            self._quiet.start()

    def _walk(self) -> Iterator[None]:
        for name, state in self._states():
            drawn = self._only in name
            if not drawn and name not in SET_UP:
                continue
            leave = state()
            yield
            later, self._later = self._later, None
            if later is not None:
                later()
            yield
            for look in self._looks if drawn else ():
                self._wear(look)
                yield
                yield
                self._take(f"{name}-{look.name}")
            if leave is not None:
                leave()
                yield

    def _wear(self, look: Look) -> None:
        appearance = self._application.look
        appearance.set_language(look.language)
        appearance.set_mode(look.theme)
        self._application.window.resize(*look.size)

    def _take(self, name: str) -> None:
        QApplication.sendPostedEvents()
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        path = TARGET / f"{name}.png"
        if not self._application.window.grab().save(str(path), "PNG"):
            raise SystemExit(f"{path} cannot be written")
        self.pictures.append(path)

    # -- the states ------------------------------------------------------------------------

    def _states(self) -> Iterator[tuple[str, Callable[[], Callable[[], object] | None]]]:
        yield "01-first-start", lambda: None
        yield "02-samples", self._open_samples
        yield "03-tools", lambda: self._show("tools")
        yield "04-retried", lambda: self._show_part("retried", NodeKind.RETRY)
        yield "05-interrupted", lambda: self._show_part("interrupted", NodeKind.INTERRUPTED)
        yield "06-compacted", lambda: self._show_part("compacted", NodeKind.COMPACTION)
        yield "07-forked", lambda: self._show("forked")
        yield "08-damaged", lambda: self._show_part("damaged", NodeKind.GAP)
        yield "09-tool-open", lambda: self._show_part("tools", NodeKind.TOOL_CALL, opened=True)
        yield "10-attempts", lambda: self._show_part("retried", NodeKind.RETRY, opened=True)
        yield "11-palette", self._open_palette
        yield "12-newer-version", self._open_newer
        yield "13-not-there", lambda: self._open(self._home / "no such folder")
        yield "14-imported", self._import_samples
        yield "15-compare", self._compare_fork
        yield "16-compare-attempts", self._compare_attempts
        yield "17-lineage", self._show_lineage
        yield "18-fork-dialog", self._ask_fork
        yield "19-export-dialog", self._ask_export
        yield "20-support-zip", self._open_case
        yield "21-storage", self._show_storage
        yield "22-recently-deleted", self._delete_some
        yield "23-deleted-notice", self._delete_one
        yield "24-delete-for-good", self._ask_for_good
        yield "25-about", self._show_about

    def _open_samples(self) -> None:
        assert self._application.opening is not None
        self._application.opening.open_samples()

    def _open(self, path: Path) -> None:
        self._application.open_paths([path])

    def _show(self, sample: str) -> None:
        bench = self._application.bench
        assert bench is not None
        bench.window.notice.dismiss()
        wanted = SAMPLES[sample]
        for source in bench.catalog.sources():
            for info in bench.catalog.sessions(source.id) or ():
                if wanted in info.id:
                    bench.choose_session(info)
                    return
        raise SystemExit(f"there is no sample session {wanted}")

    def _show_part(self, sample: str, kind: NodeKind, *, opened: bool = False) -> None:
        """A sample at its first node of a kind; `opened` opens the first three of that kind."""
        self._show(sample)
        self._later = lambda: self._go_to(kind, 3 if opened else 0)

    def _go_to(self, kind: NodeKind, opened: int) -> None:
        canvas = self._application.canvas
        keys = [node.key for node in canvas.nodes() if node.kind is kind]
        for key in keys[:opened]:
            canvas.toggleExpanded(key)
        if keys:
            canvas.scrollToNode(keys[0])

    def _open_palette(self) -> Callable[[], object]:
        commands = self._application.commands
        assert commands is not None
        commands.open_palette()
        return commands.palette.close_panel

    def _import_samples(self) -> Callable[[], object]:
        """Every sample kept in the library, and the library chosen."""
        opening, bench = self._application.opening, self._application.bench
        assert opening is not None
        assert bench is not None
        opening.import_path(str(resource_path("samples")))
        self._later = lambda: bench.choose_source(bench.catalog.sources()[0].id)
        return lambda: None

    # -- pages and dialogs of a session ----------------------------------------------------

    def _compare_fork(self) -> Callable[[], object]:
        """The forked sample beside its parent, at its second difference."""
        commands = self._commands()
        self._show("forked")
        self._later = commands.compare.with_parent
        return commands.compare.close

    def _compare_attempts(self) -> Callable[[], object]:
        """The first failed attempt of a retry beside the answer."""
        commands, canvas = self._commands(), self._application.canvas
        self._show("retried")

        def compare() -> None:
            retry = next(node for node in canvas.nodes() if node.kind is NodeKind.RETRY)
            canvas.set_current(retry.key)
            commands.compare.compare_attempt()

        self._later = compare
        return commands.compare.close

    def _show_lineage(self) -> Callable[[], object]:
        commands = self._commands()
        self._show("forked")
        self._later = commands.lineage.show
        return commands.lineage.close

    def _ask_fork(self) -> Callable[[], object]:
        commands = self._commands()
        self._show("tools")
        self._later = commands.forks.from_here
        return lambda: put_away(commands.forks.dialog)

    def _ask_export(self) -> Callable[[], object]:
        commands = self._commands()
        self._show("tools")
        self._later = commands.handover.export_shown
        return lambda: put_away(commands.handover.dialog)

    def _open_case(self) -> None:
        """The sample sessions exported to a ZIP, and what support sees of it."""
        bench = self._application.bench
        assert bench is not None
        path = self._home / "case-417.zip"
        kept = next(info for info in bench.library.sessions(LIBRARY_SOURCE) if SAMPLES["forked"] in info.id)
        exporter = bench.library.exporter(kept.ref)
        exporter.write_zip(exporter.plan(Options()), path)
        self._open(path)

    def _commands(self) -> Commands:
        assert self._application.commands is not None
        return self._application.commands

    def _kept(self) -> list[SessionInfo]:
        bench = self._application.bench
        assert bench is not None
        return bench.library.sessions(LIBRARY_SOURCE)

    def _show_storage(self) -> Callable[[], object]:
        commands = self._commands()
        commands.storage.show()
        return commands.storage.page.closed.emit

    def _delete_some(self) -> Callable[[], object]:
        commands = self._commands()
        commands.bench.library.deletions.put_away([info.ref for info in self._kept()[:3]])
        commands.deleted.show()
        table = commands.deleted.page.list
        self._later = lambda: table.setCurrentIndex(table.table.index(0))
        return commands.deleted.page.closed.emit

    def _delete_one(self) -> Callable[[], object]:
        commands = self._commands()
        commands.bench.choose_source(LIBRARY_SOURCE)
        commands.acts.delete(self._kept()[0])
        return commands.window.notice.dismiss

    def _ask_for_good(self) -> Callable[[], object]:
        flow, infos = self._commands().deleted, self._kept()[-2:]
        self._commands().bench.library.deletions.put_away([info.ref for info in infos])
        flow.show()
        flow.ask(infos)
        return lambda: put_away(flow.question)

    def _show_about(self) -> Callable[[], object]:
        commands = self._commands()
        commands.show_about()
        return lambda: [panel.close_panel() for panel in commands.window.findChildren(TextPanel)]

    def _open_newer(self) -> None:
        path = self._home / "newer.jsonl"
        header = {"format": {"generation": 9}, "type": "session", "version": 9, "id": "session-newer"}
        path.write_text(json.dumps(header) + "\n", encoding="utf-8")
        self._open(path)


def put_away(panel: FloatingPanel | None) -> None:
    if panel is not None:
        panel.close_panel()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="states whose name has this text")
    parser.add_argument("--theme", choices=THEMES)
    parser.add_argument("--language", choices=LANGUAGES)
    parser.add_argument("--size", choices=[f"{width}x{height}" for width, height in SIZES])
    return parser.parse_args()


def wanted_looks(options: argparse.Namespace) -> list[Look]:
    return [
        Look(size, theme, language)
        for size in SIZES
        for theme in THEMES
        for language in LANGUAGES
        if options.size in (None, f"{size[0]}x{size[1]}")
        and options.theme in (None, theme)
        and options.language in (None, language)
    ]


def main() -> int:
    options = arguments()
    with tempfile.TemporaryDirectory(prefix="sessionloom-pictures-") as scratch:
        home = Path(scratch)
        # The pictures show nothing of this machine: no sessions found, no path of a person.
        os.environ |= {
            "HOME": scratch,
            "SESSIONLOOM_HOME": str(home / "data"),
            "XDG_CACHE_HOME": str(home / "cache"),
        }
        os.environ.pop("DSH_HOME", None)
        (home / "data").mkdir(mode=0o700)
        TARGET.mkdir(parents=True, exist_ok=True)
        app = QApplication(sys.argv[:1])
        install(app).set_reduced_motion(True)
        if missing_chinese_face():
            print(*chinese_face_advice())
        preferences = Preferences(SettingsFile(home / "data" / "settings.json"), home / "data" / "window.ini")
        window = Application(home / "data" / "library.db", preferences)
        tour = Tour(window, wanted_looks(options), options.only, home)
        bugs: list[BaseException] = []
        window.runner.bug.connect(bugs.append)

        def begin(done: Callable[[], None]) -> None:
            tour.finished.connect(done)
            window.window.show()
            window.open_library()
            tour.begin()

        run(app, begin, window.shut_down, bugs.append)
        print(f"{len(tour.pictures)} pictures in {TARGET.relative_to(ROOT)}")
        for bug in bugs:
            print(f"a bug came up: {bug!r}", file=sys.stderr)
        return 1 if bugs or not tour.pictures else 0


if __name__ == "__main__":
    sys.exit(main())
