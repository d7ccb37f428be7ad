"""`make bench` fails for a ratio or a count that misses, not for a time."""

from __future__ import annotations

import sys

import pytest
from corpus import REPOSITORY

sys.path.insert(0, str(REPOSITORY))

from benchmarks.__main__ import Measured, line, main, measure
from benchmarks.goals import GOALS, Goal

TIME = Goal("a page", "pages", "ms", "ms", 8)
COUNT = Goal("rows of a page", "pages", "rows", "rows", 400, firm=True)
RATE = Goal("import", "imported", "rate", "events/s", 1_000_000, more=True)


@pytest.mark.parametrize(
    ("goal", "value", "verdict", "fails"),
    [
        (TIME, 7.9, "met", False),
        (TIME, 8.1, "MISSED", False),
        (COUNT, 400, "met", False),
        (COUNT, 401, "MISSED", True),
        (RATE, 999_999, "MISSED", False),
        (RATE, 1_000_000, "met", False),
        (TIME, None, "FAILED", True),
    ],
)
def test_what_fails_the_run(goal: Goal, value: float | None, verdict: str, fails: bool) -> None:
    measured = Measured(goal, "plain 10000", value)
    assert (measured.verdict, measured.fails) == (verdict, fails)
    assert verdict in line(measured)


def test_a_case_that_dies_is_told_and_the_others_go_on() -> None:
    (died,) = measure([Goal("nothing", "no_such_case", "ms", "ms", 1, inputs=((),))])
    assert died.fails
    assert "no_such_case" in died.note


def test_a_case_that_there_is_not_is_wrong_use_and_the_cases_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["benchmarks", "--only", "no_such_case"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "pages" in capsys.readouterr().err


def test_every_goal_is_a_ratio_a_count_or_a_time() -> None:
    times = {"ms", "us", "s", "events/s", "rows/s", "%"}
    assert [goal.what for goal in GOALS if goal.firm and goal.unit in times] == []
    assert [goal.what for goal in GOALS if not goal.firm and goal.unit not in times] == []
