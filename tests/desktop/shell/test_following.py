"""A log that grows on disk grows on screen; where it is also kept, the rows are queued and saved."""

from __future__ import annotations

import pytest
from log_files import frame
from logs import LogBuilder


@pytest.fixture
def log():
    made = LogBuilder("live", cwd="/home/dev/tidewatch")
    made.user("First question").assistant("First answer").end_turn()
    return made.title("Growing")


def append(path, before, log):
    """The rows that came since, as the harness appends them: whole lines, or one more frame."""
    lines = log.lines()[before:]
    text = b"".join(line + b"\n" for line in lines)
    with path.open("ab") as file:
        file.write(frame(text) if path.suffix == ".zstd" else text)


@pytest.mark.parametrize("zstd", [False, True])
def test_new_rows_of_a_followed_log_appear(desk, tmp_path, log, zstd):
    home = log.as_home(tmp_path / "home", zstd=zstd)
    desk.start(home)
    path = next((tmp_path / "home").rglob("session.jsonl*"))
    assert desk.reads("First answer")
    for number in range(3):
        before = len(log.lines())
        log.user(f"Question {number}").assistant(f"Later answer {number}").end_turn()
        append(path, before, log)
        desk.until(lambda number=number: desk.reads(f"Later answer {number}"))
    assert [node.turn for node in desk.canvas.nodes() if node.kind == "turn"] == [1, 2, 3, 4]
    keys = [node.key for node in desk.canvas.nodes()]
    assert len(keys) == len(set(keys))
    desk.until(lambda: "4 turns" in desk.window.header.facts.toolTip())


def test_an_open_turn_runs_and_then_ends(desk, tmp_path, log):
    home = log.as_home(tmp_path / "home", zstd=False)
    desk.start(home)
    path = next((tmp_path / "home").rglob("session.jsonl"))
    before = len(log.lines())
    log.user("Take your time").stream("Thinking about it")
    append(path, before, log)
    desk.until(lambda: desk.bench.controller.info.running)
    desk.until(lambda: "running" in desk.window.header.facts.toolTip())
    assert desk.window.banner.shown is None  # an open end is nothing to repair while it is written
    before = len(log.lines())
    log.assistant("Done thinking").end_turn()
    append(path, before, log)
    desk.until(lambda: desk.reads("Done thinking"))
    desk.until(lambda: not desk.bench.controller.info.running)


def test_a_log_that_is_kept_and_followed_is_saved(desk, tmp_path, log):
    home = log.as_home(tmp_path / "home", zstd=False)
    desk.start(home)
    path = next((tmp_path / "home").rglob("session.jsonl"))
    desk.trigger("source.import")
    states = []
    desk.bench.monitor.changed.connect(lambda status: states.append((status.state, status.waiting)))
    before = len(log.lines())
    log.user("Keep this").assistant("Kept answer").end_turn()
    append(path, before, log)
    desk.until(lambda: desk.reads("Kept answer"))
    desk.until(lambda: "saved" in desk.status() and ", 0 waiting" in desk.status())
    desk.bench.library.flush()
    (kept,) = desk.bench.library.sessions(1)
    assert kept.events == desk.bench.controller.info.events
    assert any(waiting for _state, waiting in states), states


def test_what_comes_to_another_session_marks_it_unread(desk, tmp_path, log):
    home = tmp_path / "home"
    log.as_home(home, zstd=False)
    other = LogBuilder("other", cwd="/home/dev/tidewatch", created_at=1_790_000_000_000)
    other.user("Newest").assistant("Read this").end_turn()
    other.title("Shown").as_home(home, zstd=False)
    desk.start(home)
    assert desk.window.header.title.text() == "Shown"
    path = next(home.rglob("live/session.jsonl"))
    before = len(log.lines())
    log.user("Elsewhere").assistant("Something new").end_turn()
    append(path, before, log)
    key = next(
        f"session:{info.ref.source}:{info.ref.key}"
        for info in desk.bench.catalog.sessions(desk.bench.current_source)
        if info.id == "live"
    )
    desk.until(lambda: key in desk.bench.sessions._unread)
    desk.choose("Growing")
    assert key not in desk.bench.sessions._unread
    assert desk.reads("Something new")


def test_a_log_that_was_replaced_is_shown_anew(desk, tmp_path, log):
    path = log.write_plain(tmp_path / "session.jsonl")
    desk.start(path)
    fresh = LogBuilder("live", cwd="/home/dev/tidewatch", created_at=1_790_000_000_000)
    fresh.user("All different").assistant("Another log").end_turn()
    fresh.write_plain(tmp_path / "new.jsonl").replace(path)
    desk.until(lambda: desk.reads("Another log"))
    assert not desk.reads("First answer")


def test_a_log_that_is_taken_away_stays_readable(desk, tmp_path, log):
    path = log.write_plain(tmp_path / "session.jsonl")
    desk.start(path)
    path.unlink()
    desk.bench.controller.follow_now()
    desk.settle()
    assert desk.reads("First answer")
    assert desk.application.trouble.reports == []
