"""The window opens as it was: sources, session, and the place in it, also after it was killed."""

from __future__ import annotations

import pytest
from logs import LogBuilder

from sessionloom.shell.places import place_of_key


@pytest.fixture
def home(tmp_path):
    for name in ("first", "second"):
        log = LogBuilder(name, cwd="/home/dev/tidewatch")
        for turn in range(120):
            log.user(f"{name} asks {turn}").assistant(f"{name} answers {turn}").end_turn()
        log.title(f"The {name}").as_home(tmp_path / "home")
    return tmp_path / "home"


def read_far_up(desk):
    desk.choose("The first")
    desk.canvas.loadEarlierWanted.emit()
    desk.settle()
    desk.canvas.scrollToTop()
    desk.canvas.scroll_by(2000)
    desk.settle()
    key = desk.canvas.anchor().node_key
    assert not desk.canvas.isAtBottom()
    return key


def test_the_reading_place_is_there_again(desk, home):
    desk.start(home)
    key = read_far_up(desk)
    desk.window.close()
    desk.close()
    desk.start()
    desk.until(lambda: desk.window.header.title.text() == "The first")
    desk.until(lambda: desk.canvas.anchor() is not None and desk.canvas.anchor().node_key == key)


def test_a_window_that_was_killed_opens_where_it_stood(desk, home):
    desk.start(home)
    key = read_far_up(desk)
    desk.application.leaving._keeper.keep()
    desk.close()  # nothing is remembered here: only `closing` does that
    desk.start()
    desk.until(lambda: desk.window.header.title.text() == "The first")
    desk.until(lambda: desk.canvas.anchor() is not None and desk.canvas.anchor().node_key == key)


def test_who_read_at_the_end_is_at_the_end_again(desk, home):
    desk.start(home)
    desk.choose("The second")
    desk.window.close()
    desk.close()
    desk.start()
    desk.until(lambda: desk.window.header.title.text() == "The second")
    desk.settle()
    assert desk.canvas.isAtBottom()


def test_while_places_are_being_opened_none_is_forgotten(desk, home, monkeypatch):
    desk.start(home)
    desk.settle()
    keeper = desk.application.leaving._keeper
    keeper.keep()
    kept = desk.application.preferences.values.sources
    assert kept == (str(home),)
    monkeypatch.setattr(desk.bench.runner, "busy", lambda: 1)
    monkeypatch.setattr(desk.bench.catalog, "sources", list)
    keeper.keep()
    assert desk.application.preferences.values.sources == kept


def test_the_status_bar_tells_what_is_in_sight_and_the_link_leads_there(desk, home):
    desk.start(home)
    desk.choose("The second")
    assert desk.window.status.turn.text() == "Turn 120 of 120"
    desk.canvas.scrollToTop()
    first = desk.canvas.nodes()[0]
    desk.until(lambda: desk.window.status.turn.text() == f"Turn {first.turn} of 120")
    assert desk.bench.link_to_here() == f"second@g0#{first.seq}"
    desk.canvas.nextPrompt()
    prompt = desk.bench.controller.node(desk.canvas.currentNode())
    desk.until(lambda: desk.window.status.seq.text() == f"#{prompt.seq}")
    desk.canvas.scrollToBottom()
    desk.until(lambda: desk.window.status.turn.text() == "Turn 120 of 120")


@pytest.mark.parametrize(
    ("key", "place"),
    [("user:0:12", (0, 12)), ("turn-tail:3:7", (3, 7)), ("", None), ("user:x:1", None), ("user:1", None)],
)
def test_the_place_of_a_node_key(key, place):
    assert place_of_key(key) == place


def test_a_place_whose_disk_is_away_stays_in_the_list_and_is_reconnected(desk, home, tmp_path):
    desk.start(home)
    desk.choose("The first")
    desk.window.close()
    desk.close()
    home.rename(tmp_path / "away")
    desk.start()
    assert len(desk.sources()) == 2, "it is listed though it is away"
    desk.window.close()
    desk.close()
    desk.start()
    away = next(info for info in desk.bench.catalog.sources() if info.state == "missing")
    desk.bench.choose_source(away.id)
    assert desk.message()[0] == "This folder is not there"
    desk.trigger("source.reload")
    assert desk.message()[0] == "This folder is not there" and "There is nothing at" in desk.notice()[0]
    (tmp_path / "away").rename(home)
    desk.trigger("source.reload")
    assert {"The first", "The second"} <= set(desk.titles())
    assert [info.state for info in desk.bench.catalog.sources()] == ["ok", "ok"]


def test_a_place_that_is_away_can_be_removed(desk, home, tmp_path):
    desk.start(home)
    home.rename(tmp_path / "away")
    desk.trigger("source.reload")
    assert desk.message()[0] == "This folder is not there"
    desk.trigger("source.remove")
    assert [info.kind for info in desk.bench.catalog.sources()] == ["library"]
