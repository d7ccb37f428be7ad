"""A conversation view, shown offscreen, and what tests read off it."""

from __future__ import annotations

import pytest
from inline_runner import InlineRunner
from pytestqt.qtbot import QtBot
from screens import MakeScreen, Screen

from sessionlog.conversation.node import Node
from sessionloom.theme.theme import Theme


@pytest.fixture
def make_screen(qtbot: QtBot, app_theme: Theme) -> MakeScreen:
    """Makes a shown view of 800 x 600 with nodes in it."""

    def make(nodes: list[Node], width: int = 800, height: int = 600) -> Screen:
        screen = Screen(runner=InlineRunner())
        qtbot.addWidget(screen)
        screen.resize(width, height)
        screen.setNodes(nodes)
        with qtbot.waitExposed(screen):
            screen.show()
        return screen

    return make
