"""For tests with widgets: the application wears the real theme, fresh for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from desk import Desk
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sessionloom.theme.theme import Theme, install


@pytest.fixture(scope="session")
def qapp(qapp: QApplication) -> QApplication:
    """pytest-qt's application, themed as main() themes it."""
    install(qapp)
    return qapp


@pytest.fixture
def app_theme(qapp: QApplication) -> Iterator[Theme]:
    """The theme in force, put back to light, regular, 100 % afterwards."""
    current = install(qapp)
    current.set_mode("light")
    yield current
    current.set_mode("light")
    current.set_density("regular")
    current.set_zoom(1.0)
    current.set_reduced_motion(False)


@pytest.fixture
def desk(qtbot: QtBot, app_theme: Theme, tmp_path: Path) -> Iterator[Desk]:
    """A window of its own over a library of its own."""
    made = Desk(qtbot, tmp_path / "data")
    yield made
    made.close()
