"""Opens a folder in the window as somebody who may not read one of its logs; prints what is shown.

Run with a folder for the window's own files and the folder to open.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from PySide6.QtWidgets import QApplication
from rights import ordinary_rights

from sessionlog.settings import SettingsFile
from sessionloom.models.session_list_model import ROW_ROLE
from sessionloom.shell.application import Application
from sessionloom.shell.main_window import Page
from sessionloom.shell.preferences import Preferences
from sessionloom.theme.theme import install

PATIENCE_S = 60


def main(own: Path, home: Path) -> None:
    app = QApplication(sys.argv[:1])
    install(app)
    preferences = Preferences(SettingsFile(own / "settings.json"), own / "window.ini")
    preferences.override(language="en")
    application = Application(own / "library.db", preferences)
    application.window.show()
    app.processEvents()
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
    with ordinary_rights():
        main(Path(sys.argv[1]), Path(sys.argv[2]))
