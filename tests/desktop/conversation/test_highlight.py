"""Syntax colours name tokens of the theme, stay within their lines and never hold up anything."""

from __future__ import annotations

from drawn import answer
from hypothesis import given, settings
from hypothesis import strategies as st
from inline_runner import InlineRunner
from pytestqt.qtbot import QtBot
from screens import Screen

from sessionloom.conversation.highlight import LARGEST, find_spans
from sessionloom.theme.theme import Theme

CODE = 'def name(x):\n    # why\n    return "😀" + 42\n'


def test_spans_name_tokens_by_line_and_utf16_column() -> None:
    spans = find_spans("python", CODE)
    assert (0, 0, 3, "syntax.keyword") in spans
    assert (0, 4, 4, "syntax.name") in spans
    assert (1, 4, 5, "syntax.comment") in spans
    assert (2, 18, 2, "syntax.number") in spans


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80), st.sampled_from(["python", "json", "c", "bash", "html"]))
def test_spans_lie_within_their_lines(code: str, language: str) -> None:
    lines = code.split("\n")
    for line, start, length, token in find_spans(language, code):
        assert token.startswith("syntax.")
        assert start + length <= len(lines[line].encode("utf-16-le", "surrogatepass")) // 2


def test_unknown_languages_and_very_long_code_stay_plain() -> None:
    assert find_spans("no-such-language", CODE) == []
    assert find_spans("", CODE) == []
    assert find_spans("python", "x = 1\n" * LARGEST) == []


def colours(screen: Screen) -> set[str]:
    picture = screen.grab().toImage()
    return {
        picture.pixelColor(x, y).name() for x in range(60, 400) for y in range(min(200, picture.height()))
    }


def test_code_is_plain_first_and_coloured_when_the_worker_is_done(qtbot: QtBot, app_theme: Theme) -> None:
    runner = InlineRunner()
    runner.held = True
    screen = Screen(runner=runner)
    qtbot.addWidget(screen)
    screen.resize(800, 400)
    screen.setNodes([answer(1, f"```python\n{CODE}```")])
    keyword = app_theme.color("syntax.keyword").name()
    assert keyword not in colours(screen)
    assert len(runner.waiting) == 1
    screen.grab()
    assert len(runner.waiting) == 1, "asked once, however often it is painted"
    runner.release()
    assert keyword in colours(screen)
    app_theme.set_mode("dark")
    dark = colours(screen)
    assert app_theme.color("syntax.keyword").name() in dark
    assert keyword not in dark


def test_without_a_runner_code_is_shown_plain(qtbot: QtBot, app_theme: Theme) -> None:
    screen = Screen()
    qtbot.addWidget(screen)
    screen.resize(800, 400)
    screen.setNodes([answer(1, f"```python\n{CODE}```")])
    assert app_theme.color("syntax.keyword").name() not in colours(screen)
