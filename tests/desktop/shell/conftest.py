"""A window of its own for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from desk import Desk
from pytestqt.qtbot import QtBot

from sessionloom.theme.theme import Theme


@pytest.fixture
def desk(qtbot: QtBot, app_theme: Theme, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(qtbot, tmp_path / "data")
    yield made
    made.close()
