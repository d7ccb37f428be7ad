"""Diffs: every line kept, numbered where the log says where it begins, changed words marked."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from sessionlog.compare.words import changed_words
from sessionloom.conversation.diffs import LineKind, parse

DIFF = "@@ -41,3 +41,4 @@ def run()\n same\n-while a <= b:\n+# why\n+while utc(a) <= b:\n same"


def test_lines_are_numbered_on_both_sides() -> None:
    found = [(line.kind, line.old, line.new) for line in parse(DIFF)]
    assert found == [
        (LineKind.HUNK, None, None),
        (LineKind.CONTEXT, 41, 41),
        (LineKind.REMOVED, 42, None),
        (LineKind.ADDED, None, 42),
        (LineKind.ADDED, None, 43),
        (LineKind.CONTEXT, 43, 44),
    ]


def test_without_a_place_no_numbers_are_made_up() -> None:
    assert all(line.old is None and line.new is None for line in parse("@@ notes.txt\n-a\n+b\n c"))


def test_a_line_is_compared_with_the_one_it_became() -> None:
    lines = parse(DIFF)
    changed = [lines[4].text[start : start + length] for start, length in lines[4].marks]
    assert changed == ["utc(", ")"]
    assert lines[3].marks == ()


line_texts = st.text(st.characters(exclude_characters="\n", codec="utf-8"), max_size=20)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["+", "-", " "]), line_texts), min_size=1, max_size=12))
def test_no_line_and_no_character_is_lost(lines: list[tuple[str, str]]) -> None:
    found = parse("\n".join(sign + body for sign, body in lines))
    assert [line.text for line in found] == [body for _, body in lines]
    for line in found:
        for start, length in line.marks:
            assert 0 <= start < start + length <= len(line.text)


@settings(max_examples=150, deadline=None)
@given(line_texts, line_texts)
def test_what_is_not_marked_is_the_same_on_both_sides(old: str, new: str) -> None:
    gone, come = changed_words(old, new)

    def unmarked(text: str, marks: tuple[tuple[int, int], ...]) -> str:
        kept = list(text)
        for start, length in marks:
            kept[start : start + length] = [""] * length
        return "".join("".join(kept).split())

    assert unmarked(old, gone) == unmarked(new, come)


def test_very_long_lines_are_not_compared() -> None:
    assert all(not line.marks for line in parse("-" + "a" * 5000 + "\n+" + "a" * 5001))
