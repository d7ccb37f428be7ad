"""A start of the window: one instance for a library, crash watch, event loop, picture."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QProcess, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from sessionlog.access.places import default_library, moved_to
from sessionlog.settings import SETTINGS_NAME, SettingsFile
from sessionloom.bridge.event_loop import run
from sessionloom.shell.application import Application
from sessionloom.shell.crash import CrashWatch
from sessionloom.shell.preferences import WINDOW_NAME, Preferences
from sessionloom.shell.render import Render, refusal
from sessionloom.shell.single_instance import InstanceServer, hand_over, socket_name
from sessionloom.theme.theme import install

DEFAULT_SIZE = (1440, 900)
COLLECT_AFTER = (10_000, 20, 20)
"""Pages and lists make thousands of values at once; Python's own 700 would walk them again and again."""


def start(options: argparse.Namespace) -> int:
    """Run the window until it is closed; returns the exit code, 2 for a picture that cannot be drawn."""
    refused = refusal(options.render, options.paths) if options.render is not None else ""
    if refused:
        print(f"sessionloom: {refused}", file=sys.stderr)
        return 2
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    app = QApplication(sys.argv[:1])
    app.setApplicationName("sessionloom")
    app.setApplicationDisplayName("Sessionloom")
    app.setDesktopFileName("sessionloom")
    install(app)
    asked = Path(os.path.expanduser(options.library)).absolute() if options.library else default_library()
    found = moved_to(asked)
    library = found if found.exists() else asked  # where its disk is away, settings stay where they were
    if options.render is None and hand_over(socket_name(library), options.paths):
        return 0
    preferences = Preferences(SettingsFile(library.with_name(SETTINGS_NAME)), library.with_name(WINDOW_NAME))
    preferences.override(theme=options.theme, language=options.language)
    if options.render is not None:
        preferences.forget_places()
    return _run(app, options, library, preferences)


def again() -> tuple[str, list[str]]:
    """Program and arguments of this start, for another one."""
    arguments = sys.argv[1:]
    if getattr(sys, "frozen", False):
        return sys.executable, arguments
    return sys.executable, ["-m", "sessionloom.main", *arguments]


def _run(app: QApplication, options: argparse.Namespace, library: Path, preferences: Preferences) -> int:
    window = Application(library, preferences)
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    gc.enable()
    watch = CrashWatch(library.parent, window.trouble.bug)
    left = watch.take_last()
    watch.install()
    server: InstanceServer | None = None
    render: Render | None = None
    if options.render is not None:
        render = Render(window, options.render, options.size or DEFAULT_SIZE)
    else:
        server = InstanceServer(socket_name(library), app)
        server.handed.connect(window.come_to_front)
        if options.size:
            window.window.resize(*options.size)

    def begin(done: Callable[[], None]) -> None:
        window.closed.connect(done)
        window.window.show()
        window.open_library(options.paths)
        if render is not None:
            render.finished.connect(done)
            render.begin()
        elif left:
            window.trouble.show_last_crash(left)

    def end() -> None:
        if server is not None:
            server.close()
        window.shut_down()

    try:
        run(app, begin, end, window.trouble.bug)
    finally:
        watch.uninstall()
    if window.start_again:
        QProcess.startDetached(*again())
    return render.code if render is not None else 0
