"""Starts the window on a library and prints the ms from `BEGUN` to usable: `launch DATABASE BEGUN`.

Usable means: shown, its sessions listed, painted, and no task under way.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import CLOCK_MONOTONIC, clock_gettime


def main() -> int:
    database, begun = Path(sys.argv[1]), float(sys.argv[2])

    from PySide6.QtWidgets import QApplication

    from sessionlog.settings import SettingsFile
    from sessionloom.bridge.event_loop import run
    from sessionloom.shell.application import Application
    from sessionloom.shell.preferences import Preferences
    from sessionloom.theme.theme import install

    app = QApplication(sys.argv[:1])
    install(app)
    settings = SettingsFile(database.with_name("settings.json"))
    window = Application(database, Preferences(settings, database.with_name("window.ini")))
    bugs: list[BaseException] = []

    def look() -> None:
        if window.bench is not None:
            window.bench.bus.flush()
        if window.runner.busy() or not window.sessions.session_count():
            return
        window.window.repaint()
        app.processEvents()
        print((clock_gettime(CLOCK_MONOTONIC) - begun) * 1000, flush=True)
        app.quit()

    def begin() -> None:
        window.window.show()
        window.open_library([])

    window.runner.idle.connect(look)
    code = run(app, begin, bugs.append)
    window.shut_down()
    return 1 if bugs else code


if __name__ == "__main__":
    sys.exit(main())
