"""How a session is named: one line, nothing invisible in it."""

from __future__ import annotations

import pytest

from sessionloom.models.titles import visible_text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Fix the parser", "Fix the parser"),
        ("  two   blanks ", "two blanks"),
        ("a\nb\tc", "a b c"),
        ("a\u00a0b", "a b"),
        ("a\u2028b", "a b"),
        ("abc\u202egpj", "abc\u2039U+202E\u203agpj"),
        ("soft\u00adhyphen", "soft\u2039U+00AD\u203ahyphen"),
        ("\u200d", "\u200d"),
        ("\u4fee\u590d 12", "\u4fee\u590d 12"),
        ("", ""),
    ],
)
def test_a_title_is_one_line_and_hides_nothing(text, shown):
    assert visible_text(text) == shown
