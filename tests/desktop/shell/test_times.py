"""Times local or in UTC, relative or absolute, wherever the window shows one."""

from __future__ import annotations

import time
from datetime import date

import pytest
from desk import Desk
from logs import LogBuilder

from sessionloom.conversation.wording import clock, day_and_clock
from sessionloom.models.session_list_model import TIME_ROLE
from sessionloom.models.titles import relative_time
from sessionloom.times import clock_time, full_time, minute_time, moment_of, time_style

pytestmark = pytest.mark.gui
MOMENT = 1_785_000_000_000  # 2026-07-25T17:20:00Z


@pytest.fixture
def style(monkeypatch):
    """The style as it is set, in a zone 5 h 30 min ahead of UTC."""
    monkeypatch.setenv("TZ", "UTC-5:30")
    time.tzset()
    yield time_style()
    time_style().set(utc=False, absolute=False)
    monkeypatch.undo()
    time.tzset()


def test_local_and_utc_are_told_apart(style) -> None:
    assert (clock_time(MOMENT), clock(MOMENT)) == ("22:50:00", "22:50:00")
    style.set(utc=True, absolute=False)
    assert (clock_time(MOMENT), clock(MOMENT)) == ("17:20:00Z", "17:20:00Z")
    assert full_time(MOMENT) == "2026-07-25 17:20:00Z"


def test_days_are_those_of_the_clock_that_is_chosen(style) -> None:
    late = MOMENT + 3 * 60 * 60 * 1000  # 20:20 UTC, the next day at 01:50 there
    assert day_and_clock(late, date(2026, 7, 26)) == "Today 01:50"
    style.set(utc=True, absolute=False)
    assert day_and_clock(late, date(2026, 7, 26)) == "Yesterday 20:20Z"
    style.set(utc=True, absolute=True)
    assert day_and_clock(late, date(2026, 7, 26)) == minute_time(late) == "2026-07-25 20:20Z"


def test_relative_times_can_be_absolute(style) -> None:
    assert relative_time(MOMENT, MOMENT + 3_600_000) == "1h"
    style.set(utc=False, absolute=True)
    assert relative_time(MOMENT, MOMENT + 3_600_000) in ("07-25", "2026-07-25")


def test_a_time_that_no_clock_knows_is_none(style) -> None:
    assert moment_of(10**18) is None
    assert clock_time(None) == clock_time(10**18) == relative_time(0, 0)[:0] == ""
    style.set(utc=False, absolute=True)
    assert day_and_clock(10**18) == ""


def test_the_menu_changes_every_time_at_once(desk: Desk, tmp_path, style) -> None:
    log = LogBuilder("demo").user("Hello").assistant("Hi").end_turn().title("Greeting")
    log.as_home(tmp_path / "home")
    desk.start(tmp_path / "home")
    model = desk.window.sidebar.sessions.model()
    row = next(row for row in range(model.rowCount()) if model.index(row, 0).data() == "Greeting")
    before = model.index(row, 0).data(TIME_ROLE)
    desk.trigger("times.absolute")
    assert "-" in model.index(row, 0).data(TIME_ROLE) and model.index(row, 0).data(TIME_ROLE) != before
    desk.trigger("clock.utc")
    assert time_style().utc and desk.do.registry.action("clock.utc").isChecked()
    assert desk.application.preferences.values.clock == "utc"
    assert not desk.do.registry.action("times.relative").isChecked()
