"""The work of the canvas is bounded by what is looked at, never by how much is loaded."""

from __future__ import annotations

from collections.abc import Container

import pytest
from drawn import prompt
from inline_runner import InlineRunner
from pytestqt.qtbot import QtBot
from screens import Screen

from sessionlog.conversation.node import Block, BlockKind, Node, Splice
from sessionloom.theme.theme import Theme

ROWS = 100_000
FEWER = 5_000
ON_SCREEN = 60


def one_row(node: Node, expanded: Container[str]) -> list[Block]:
    section = node.sections[0]
    return [Block(f"{node.key}/0.0", node.key, BlockKind.PROSE, section.text, section=section.key)]


def many(count: int) -> list[Node]:
    return [prompt(1000 + seq, f"Row {seq} " + "with some words " * (seq % 9)) for seq in range(count)]


def screen_of(count: int, qtbot: QtBot) -> Screen:
    made = Screen(runner=InlineRunner(), split=one_row)
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.setNodes(many(count))
    made.grab()
    return made


@pytest.fixture
def screen(qtbot: QtBot, app_theme: Theme) -> Screen:
    return screen_of(FEWER, qtbot)


def test_a_hundred_thousand_rows_are_opened_walked_and_extended_by_a_screen_at_a_time(
    qtbot: QtBot, app_theme: Theme
) -> None:
    screen = screen_of(ROWS, qtbot)
    assert len(screen.model.rows) == ROWS
    assert screen.measure.documents.built < ON_SCREEN
    bar = screen.verticalScrollBar()
    for share in (0.1, 0.9):
        bar.setValue(int(bar.maximum() * share))
        screen.grab()
    screen.splice([Splice(0, 0, tuple(prompt(seq, f"Earlier {seq}") for seq in range(200)))])
    screen.grab()
    last = len(screen.nodes()) - 1
    screen.scrollToBottom()
    screen.splice([Splice(last, 1, (prompt(1000 + ROWS - 1, "one more token"),))])
    screen.grab()
    assert screen.measure.documents.built < 5 * ON_SCREEN
    assert screen.measure.measured < 6 * ON_SCREEN


def test_scrolling_lays_out_what_comes_into_sight(screen: Screen) -> None:
    before = screen.measure.documents.built
    for _ in range(20):
        screen.scroll_by(-120)
        screen.grab()
    assert screen.measure.documents.built - before < ON_SCREEN + 20 * 120 // 30


def test_a_leap_anywhere_lays_out_one_screen(screen: Screen) -> None:
    for share in (0.1, 0.5, 0.9):
        before = screen.measure.documents.built
        bar = screen.verticalScrollBar()
        bar.setValue(int(bar.maximum() * share))
        screen.grab()
        assert screen.measure.documents.built - before < ON_SCREEN


def test_prepending_splits_only_what_came_and_lays_out_nothing_of_it(screen: Screen) -> None:
    built, splits = screen.measure.documents.built, screen.model.splits
    screen.scroll_by(-400)
    built = screen.measure.documents.built
    screen.splice([Splice(0, 0, tuple(prompt(seq, f"Earlier {seq}") for seq in range(200)))])
    screen.grab()
    assert screen.model.splits - splits == 200
    assert screen.measure.documents.built - built <= 2


def test_a_delta_lays_out_one_document(screen: Screen) -> None:
    last = len(screen.nodes()) - 1
    for length in range(1, 30):
        built, splits = screen.measure.documents.built, screen.model.splits
        screen.splice([Splice(last, 1, (prompt(1000 + last, "token " * length),))])
        screen.grab()
        assert screen.model.splits - splits == 1
        assert screen.measure.documents.built - built <= 1


def test_a_theme_switch_lays_out_nothing(screen: Screen, app_theme: Theme) -> None:
    built = screen.measure.documents.built
    light = screen.grab().toImage()
    app_theme.set_mode("dark")
    dark = screen.grab().toImage()
    assert screen.measure.documents.built == built
    assert light.pixelColor(5, 5).lightness() > 200
    assert dark.pixelColor(5, 5).lightness() < 60


def test_another_width_measures_one_screen(screen: Screen) -> None:
    measured = screen.measure.measured
    screen.resize(640, 600)
    screen.grab()
    assert screen.measure.measured - measured < 2 * ON_SCREEN


def test_the_cache_never_holds_more_than_its_size(screen: Screen) -> None:
    bar = screen.verticalScrollBar()
    for step in range(40):
        bar.setValue(bar.maximum() * step // 40)
        screen.grab()
    assert len(screen.measure.documents) <= 300
