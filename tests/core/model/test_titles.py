"""Titles: the one in force, the fallback, what a list shows, what a fork is called."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from logs import LogBuilder

from sessionlog.model.faults import LogFault
from sessionlog.model.titles import (
    TITLE_BYTES,
    Title,
    TitleFold,
    check_title,
    clean_title,
    display_title,
    fallback_title,
    fork_title,
    fork_title_among,
    title_of,
)


def prompt(*texts: str) -> dict[str, Any]:
    content = [{"type": "text", "text": text} for text in texts]
    return {
        "type": "user/message",
        "seq": 0,
        "time": 0,
        "data": {"id": "u", "role": "user", "content": content, "source": {"kind": "user"}},
    }


def test_the_latest_title_wins_and_a_persons_title_is_pinned() -> None:
    log = LogBuilder().user("List the files").assistant("ok").end_turn()
    fold = TitleFold()
    for event in log.events:
        fold.apply(event)
    assert fold.title is not None and fold.title.by == "fallback" and not fold.pinned
    log.title("Mine")
    fold.apply(log.events[-1])
    assert (fold.title.text, fold.pinned) == ("Mine", True)


def test_a_fallback_is_five_words_of_the_first_prompt() -> None:
    assert fallback_title(prompt("one two  three\nfour five six")) == "one two three four five"
    assert fallback_title(prompt("one", "two")) == "one two"
    assert fallback_title(prompt(" \n")) is None


def test_a_fallback_has_at_most_40_bytes_and_never_half_a_character() -> None:
    title = fallback_title(prompt("修" * 30))
    assert title == "修" * 13
    assert fallback_title(prompt("a" * 39 + " bcd")) == "a" * 39, "trimmed on the right"


def test_a_title_cannot_steer_a_terminal_or_hide_its_order() -> None:
    assert clean_title("\x1b]0;owned\x07hi \x1b[31mred\x1b[0m \x1bMx") == "hi red x"
    assert clean_title("a\u202eb\u200bc\u2066d\x00e\tf\u00a0 g") == "abcde f g"
    assert clean_title("\x9b1mbold\x9d0;t\x9c!") == "bold!"


@given(st.text(max_size=200), st.integers(1, 80))
def test_a_clean_title_is_one_short_line_and_cleaning_it_again_changes_nothing(text: str, limit: int) -> None:
    title = clean_title(text, limit)
    assert len(title.encode("utf-8", "surrogatepass")) <= limit
    assert "\n" not in title and "\x1b" not in title
    assert clean_title(title, limit) == title


@pytest.mark.parametrize(
    ("title", "cwd", "shown"),
    [
        ("Named", "/home/dev/demo", "Named"),
        (None, "/home/dev/demo/", "demo"),
        ("  ", "C:\\work\\agent\\", "agent"),
        (None, "/", "s-1"),
        (None, None, "s-1"),
    ],
)
def test_a_list_shows_title_then_folder_then_id(title: str | None, cwd: str | None, shown: str) -> None:
    assert display_title(title, cwd, "s-1") == shown


@pytest.mark.parametrize(
    ("title", "forked"),
    [
        ("Plan", "Plan (1)"),
        ("Plan (1)", "Plan (2)"),
        ("Plan (9)", "Plan (10)"),
        ("计划（3）", "计划（4）"),
        ("Plan (1) x", "Plan (1) x (1)"),
        ("Plan(2)", "Plan(3)"),
        ("Plan (2）", "Plan (2） (1)"),
        ("(1)", "(2)"),
        ("", " (1)"),
        ("Plan (2)\n", "Plan (2)\n (1)"),
        ("y" * 76, "y" * 76 + " (1)"),
        ("y" * 80, "y" * 76 + " (1)"),
        ("y" * 76 + " (9)", "y" * 76 + "(10)"),
        ("计" * 26 + "（9）", "计" * 24 + "（10）"),
        ("x (" + "9" * 5000 + ")", "x (" + "9" * 73 + " (1)"),
    ],
)
def test_a_fork_counts_up_in_its_own_brackets(title: str, forked: str) -> None:
    assert fork_title(title) == forked
    assert len(fork_title(title).encode()) <= TITLE_BYTES


def test_a_fork_skips_titles_that_other_forks_have() -> None:
    assert fork_title_among("Plan", ["Plan (1)", "Plan (2)"]) == "Plan (3)"


def test_an_automatic_title_cites_prompts_and_a_persons_own_cites_none() -> None:
    check_title(Title(9, "ok", "fallback", (4,)), [4])
    check_title(Title(9, "ok", "user", ()), [4])
    for wrong in (
        Title(9, "ok", "fallback", ()),
        Title(9, "ok", "user", (4,)),
        Title(9, "ok", "provider", (5,)),
        Title(9, " ", "user", ()),
        Title(9, "x" * 81, "user", ()),
    ):
        with pytest.raises(LogFault) as fault:
            check_title(wrong, [4])
        assert fault.value.seq == 9


def test_a_title_knows_the_prompts_that_it_was_made_of() -> None:
    data = {"title": "x", "messageSeqs": [4, "no", 6], "source": {"kind": "fallback"}}
    event = {"type": "session/title", "seq": 9, "time": 0, "data": data}
    assert title_of(event) == Title(9, "x", "fallback", (4, 6))
    assert title_of(event | {"data": {"title": "x", "messageSeqs": 4}}) == Title(9, "x", "", ())


def test_a_title_of_exactly_80_bytes_fits() -> None:
    check_title(Title(9, "x" * 80, "user", ()), [])


def test_the_first_prompt_of_a_person_that_says_something_is_kept_for_the_fallback() -> None:
    fold = TitleFold()
    blank, first, second = prompt(" "), prompt("first"), prompt("second")
    injected = prompt("context")
    injected["data"]["source"] = {"kind": "plugin", "plugin": "x"}
    for event in (injected, blank, first, second):
        fold.apply(event)
    assert fold.first_prompt is first


def test_a_title_event_without_a_title_changes_nothing() -> None:
    assert title_of({"type": "session/title", "seq": 1, "time": 0, "data": {"title": 4}}) is None
    assert title_of({"type": "session/title", "seq": 1, "time": 0, "data": None}) is None
