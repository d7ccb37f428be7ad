"""What changed within a text: by word, under a cap, and never at the price of a text's length."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from sessionlog.compare.words import LEAD, MOST_CHARS, Marks, TextChanges, common_prefix, compare_texts

TEXTS = st.text(st.sampled_from("ab \n,字句"), max_size=24)


def cut(text: str, marks: Marks) -> list[str]:
    return [text[start : start + length] for start, length in marks]


def kept(text: str, marks: Marks) -> str:
    for start, length in reversed(marks):
        text = text[:start] + text[start + length :]
    return text


def shown(changes: TextChanges) -> tuple[list[str], list[str]]:
    return cut(changes.left, changes.left_marks), cut(changes.right, changes.right_marks)


@settings(max_examples=150, deadline=None)
@given(left=TEXTS, right=TEXTS)
def test_what_is_not_marked_is_the_same_on_both_sides(left: str, right: str) -> None:
    found = compare_texts(left, right)
    ours, theirs = kept(left, found.left_marks), kept(right, found.right_marks)
    assert "".join(ours.split()) == "".join(theirs.split())
    assert (left == right) == (not found.left_marks and not found.right_marks)


def test_words_are_marked_whole_and_a_chinese_text_by_character() -> None:
    assert shown(compare_texts("run the tests now", "run the benchmarks now")) == (["tests"], ["benchmarks"])
    assert shown(compare_texts("读取文件", "读写文件")) == (["取"], ["写"])


def test_texts_with_little_in_common_are_marked_whole() -> None:
    found = compare_texts("Write a poem, please.", "12 + 4 = 16, no more")
    assert found.left_marks == ((0, len(found.left)),)
    assert found.right_marks == ((0, len(found.right)),)


def test_a_difference_far_inside_long_texts_is_found_and_shown() -> None:
    long = "word " * 400_000
    found = compare_texts(long + "this ends", long + "that ends")
    assert found.start == len(long) + len("th") - LEAD
    assert len(found.left) == LEAD + len("is ends")
    assert shown(found) == (["this"], ["that"])
    assert (found.left_chars, found.right_chars) == (len(long) + 9, len(long) + 9)


def test_no_more_than_the_cap_is_compared() -> None:
    found = compare_texts("a" * (3 * MOST_CHARS), "b" * (2 * MOST_CHARS))
    assert (len(found.left), len(found.right)) == (MOST_CHARS, MOST_CHARS)
    assert found.first == (0, 0)


@settings(max_examples=60, deadline=None)
@given(both=TEXTS, left=TEXTS, right=TEXTS)
def test_the_common_beginning_is_found_by_halving(both: str, left: str, right: str) -> None:
    length = common_prefix(both + left, both + right)
    assert (both + left)[:length] == (both + right)[:length]
    assert (both + left)[length : length + 1] != (both + right)[length : length + 1] or length == min(
        len(both + left), len(both + right)
    )
