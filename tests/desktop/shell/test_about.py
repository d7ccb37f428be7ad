"""About: versions, where the files are, and whose work the program carries."""

from __future__ import annotations

import pytest
from desk import Desk
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from sessionloom.dialogs.text_panel import TextPanel
from sessionloom.shell.about import licences_text, packages
from sessionloom.shell.crash import version

pytestmark = pytest.mark.gui


def panels(desk: Desk) -> list[TextPanel]:
    return [panel for panel in desk.window.findChildren(TextPanel) if panel.isVisible()]


def test_about_names_versions_and_places_and_can_be_copied(desk: Desk) -> None:
    desk.start()
    desk.trigger("help.about")
    (panel,) = panels(desk)
    text = panel.findChild(QPlainTextEdit).toPlainText()
    library = desk.bench.library.path
    for wanted in (f"Sessionloom: {version()}", "Qt: 6", "Python: 3", str(library), "sessionloom.log"):
        assert wanted in text
    assert str(library.parent) in text
    panel.buttons[0].click()
    assert QApplication.clipboard().text() == text


def test_every_bundled_work_and_every_package_has_its_licence(desk: Desk) -> None:
    desk.start()
    desk.trigger("help.licences")
    (panel,) = panels(desk)
    text = panel.findChild(QPlainTextEdit).toPlainText()
    assert text == licences_text()
    for name in ("lucide", "inter", "jetbrains-mono", "source-sans-3"):
        assert f"---- {name} ----" in text
    assert "SIL OPEN FONT LICENSE" in text.upper()
    assert all(licence != "?" and number for _name, number, licence in packages())
