"""Opens a folder in the window as somebody who may not read one of its logs; prints what is shown.

Run as root with a folder for the window's own files and the folder to open. Python's modules are
loaded before the rights are given up, so that only the logs are out of reach.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from pathlib import Path

from PySide6.QtWidgets import QApplication

from sessionlog.library import Library
from sessionlog.settings import SettingsFile
from sessionloom.models.session_list_model import ROW_ROLE
from sessionloom.models.session_reader import SessionReader
from sessionloom.shell.application import Application
from sessionloom.shell.main_window import Page
from sessionloom.shell.preferences import Preferences
from sessionloom.theme.theme import install

NOBODY = 65534
PATIENCE_S = 60


def warm_up(own: Path, home: Path) -> None:
    """Do once what is done later: what is imported only then may be out of reach."""
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["SESSIONLOOM_HOME"] = scratch
        library = Library.open(Path(scratch) / "warm.db")
        source = library.open_path(home)
        for info in library.sessions(source.id):
            reader = SessionReader(library, info.ref)
            reader.open()
            reader.prepare(lambda _progress: None, cancel=lambda: False)
            reader.poll()
        library.close()
        os.environ["SESSIONLOOM_HOME"] = str(own)


def main(own: Path, home: Path) -> None:
    app = QApplication(sys.argv[:1])
    install(app)
    preferences = Preferences(SettingsFile(own / "settings.json"), own / "window.ini")
    preferences.override(language="en")
    application = Application(own / "library.db", preferences)
    application.window.show()
    app.processEvents()
    warm_up(own, home)
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    application.open_library([home])

    end = time.monotonic() + PATIENCE_S

    def settle() -> None:
        for _ in range(3):
            while application.bench is None or application.runner.busy():
                if time.monotonic() > end:
                    raise SystemExit(f"nothing came of it: {application.trouble.reports}")
                app.processEvents()
            app.processEvents()

    settle()
    said = {"read": application.window.header.title.text()}
    model = application.window.sidebar.sessions.model()
    rows = [model.index(row, 0).data(ROW_ROLE).info for row in range(model.rowCount())]
    refused = [info for info in rows if info is not None and info.generation < 0]
    said["refused"] = [info.id for info in refused]
    assert application.bench is not None
    for info in refused:
        application.bench.choose_session(info)
        settle()
        page = application.window.message_page
        said["page"] = Page(application.window.page()).name
        said["claim"], said["remedy"] = page.claim.text(), page.detail.text()
    application.shut_down()
    print(json.dumps(said))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
