"""The list model: what Qt asks of a model, marks by their priority, ten thousand rows, updates in place."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from sessionlog.library import SessionInfo, SessionRef
from sessionlog.model.severity import Severity
from sessionloom.models.session_list_model import MARK_ROLE, TIME_ROLE, SessionListModel, key_of, mark_of
from sessionloom.models.titles import DAY_MS, HOUR_MS, MINUTE_MS, relative_time, split_number, visible_text


def info(key=1, **values):
    facts = {
        "title": f"Session {key}", "created_at": 1000, "updated_at": 1000 + key, "cwd": "/home/u/tidewatch",
        "parent_session": None, "origin": None, "seed_length": None, "events": 10, "turns": 2,
        "severity": Severity.OK, "running": False, "interrupted": False, "native": False,
        "artifact": None, "last_prompt": None,
    }  # fmt: skip
    return SessionInfo(ref=SessionRef(1, key), id=f"s{key}", generation=0, **{**facts, **values})


def test_it_is_a_good_model(qtmodeltester):
    model = SessionListModel()
    model.set_sessions([info(n, parent_session="s0" if n % 3 else None) for n in range(20)])
    qtmodeltester.check(model)
    model.toggle_group("tidewatch")
    qtmodeltester.check(model)


@pytest.mark.parametrize(
    ("facts", "unread", "mark"),
    [
        ({"severity": Severity.DAMAGED, "running": True, "interrupted": True}, True, "damaged"),
        ({"severity": Severity.REFUSED}, False, "refused"),
        ({"running": True, "interrupted": True}, True, "running"),
        ({"interrupted": True}, True, "interrupted"),
        ({}, True, "unread"),
        ({"severity": Severity.REPAIRED}, False, ""),
    ],
)
def test_one_mark_by_priority(facts, unread, mark):
    assert mark_of(info(**facts), unread) == mark


def test_ten_thousand_sessions_make_few_rows_and_all_are_found(qapp):
    model = SessionListModel()
    resets = []
    model.modelReset.connect(lambda: resets.append(model.rowCount()))
    model.set_sessions([info(n, cwd=f"/home/u/p{n % 40}") for n in range(10_000)])
    assert resets == [40 * (1 + 6 + 1)]
    model.set_needle("session 9999")
    assert model.rowCount() == 2
    model.set_needle("")
    model.grouped = False
    model.rebuild()
    assert model.rowCount() == 10_000


def test_a_change_of_marks_repaints_one_row_and_moves_nothing(qapp):
    model = SessionListModel()
    sessions = [info(n) for n in range(5)]
    model.set_sessions(sessions)
    resets, changed = [], []
    model.modelReset.connect(lambda: resets.append(True))
    model.dataChanged.connect(lambda first, last, _roles: changed.append((first.row(), last.row())))
    model.update_sessions([sessions[2]._replace(running=True)])
    assert resets == []
    assert len(changed) == 1
    assert model.index_of(key_of(sessions[2])).data(MARK_ROLE) == "running"


def test_a_newer_prompt_moves_a_session_up(qapp):
    model = SessionListModel()
    sessions = [info(n) for n in range(5)]
    model.set_sessions(sessions)
    model.update_sessions([sessions[0]._replace(updated_at=99_999)])
    assert model.index(1, 0).data() == "Session 0"


def test_many_newer_states_are_put_in_order_once(qapp):
    model = SessionListModel()
    sessions = [info(n) for n in range(50)]
    model.set_sessions(sessions)
    resets = []
    model.modelReset.connect(lambda: resets.append(True))
    model.update_sessions([known._replace(title=f"New {known.id}") for known in sessions])
    assert resets == [True]


def test_a_row_tells_a_screen_reader_everything(qapp):
    model = SessionListModel()
    model.set_sessions([info(1), info(2, parent_session="s1", severity=Severity.DAMAGED)])
    spoken = model.index(2, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Session 2, fork, damaged, ")


def test_a_time_that_nobody_knows_is_not_shown(qapp):
    model = SessionListModel()
    model.set_sessions([info(1, updated_at=0, created_at=0)])
    assert model.index(1, 0).data(TIME_ROLE) == ""


@pytest.mark.parametrize(
    ("passed", "text"),
    [
        (0, "now"), (-5000, "now"), (5 * MINUTE_MS, "5m"), (2 * HOUR_MS, "2h"), (16 * DAY_MS, "16d"),
        (120 * DAY_MS, "4mo"), (800 * DAY_MS, "2y"),
    ],
)  # fmt: skip
def test_relative_times(qapp, passed, text):
    assert relative_time(10**12 - passed, 10**12) == text


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("plain", "plain"),
        ("two\nlines\tand tabs", "two lines and tabs"),
        ("safe\u202egnp.exe", "safe‹U+202E›gnp.exe"),
        ("zero\u200bwidth", "zero‹U+200B›width"),
        ("family 👨\u200d👩\u200d👧 stays", "family 👨\u200d👩\u200d👧 stays"),
        ("\x1b[31mred", "[31mred"),
    ],
)
def test_a_title_cannot_hide_or_reorder_itself(title, shown):
    assert visible_text(title) == shown


@pytest.mark.parametrize(
    ("title", "parts"),
    [
        ("Release notes (2)", ("Release notes", "(2)")),
        ("Release notes", ("Release notes", "")),
        ("(2)", ("(2)", "")),
        ("call f(2) now", ("call f(2) now", "")),
    ],
)
def test_a_number_at_the_end_is_kept_apart(title, parts):
    assert split_number(title) == parts
