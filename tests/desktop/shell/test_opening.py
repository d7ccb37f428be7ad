"""Opening sessions: by argument, by drop, the samples; reading, paging, following, coming back."""

from __future__ import annotations

import pytest
from logs import LogBuilder

from sessionloom.shell.main_window import Page


def conversation(id="demo", turns=3, title=None, **options):
    log = LogBuilder(id, cwd="/home/dev/tidewatch", **options)
    for turn in range(turns):
        log.user(f"Question {turn}").assistant(f"Answer {turn}").end_turn()
    if title:
        log.title(title)
    return log


@pytest.fixture
def home(tmp_path):
    home = tmp_path / "home"
    conversation("one", title="First things").as_home(home)
    conversation("two", title="Second thoughts", created_at=1_786_000_000_000).as_home(home)
    return home


def test_a_first_start_offers_what_can_be_opened(desk):
    desk.start()
    assert desk.window.page() is Page.FIRST
    assert desk.sources() == ["Library"]
    assert "nothing to save" in desk.status()
    assert desk.window.sidebar.empty.text() == "Sessions you open or import are listed here."


def test_the_samples_open_with_their_titles(desk):
    desk.start()
    desk.window.first_page.samples.click()
    desk.settle()
    assert desk.sources() == ["Library", "Samples"]
    assert desk.window.page() is Page.SESSION
    assert not [title for title in desk.titles() if title.startswith("Untitled")]
    assert len(desk.bench.catalog.sessions(desk.bench.current_source)) == 7


def test_a_folder_given_as_argument_is_read_in_place(desk, home):
    desk.start(home)
    assert desk.titles() == ["tidewatch", "Second thoughts", "First things"]
    assert desk.window.header.title.text() == "Second thoughts"
    assert desk.reads("Answer 2")
    assert desk.bench.library.sessions(1) == []


def test_a_folder_that_is_dropped_opens(desk, home):
    desk.start()
    desk.drop([home])
    assert desk.titles() == ["tidewatch", "Second thoughts", "First things"]


def test_a_click_opens_a_session_and_back_returns(desk, home):
    desk.start(home)
    desk.choose("First things")
    assert desk.window.header.title.text() == "First things"
    desk.trigger("go.back")
    assert desk.window.header.title.text() == "Second thoughts"
    desk.trigger("go.forward")
    assert desk.window.header.title.text() == "First things"


def test_a_single_log_opens_by_its_path(desk, tmp_path):
    path = conversation(title="On its own").write_plain(tmp_path / "session.jsonl")
    desk.start(path)
    assert desk.window.header.title.text() == "On its own"


def test_earlier_pages_come_until_the_beginning(desk, tmp_path):
    path = conversation(turns=70, title="Long").write_zstd(tmp_path / "session.jsonl.zstd")
    desk.start(path)
    assert desk.reads("Question 69")
    assert not desk.reads("Question 0")
    loaded = len(desk.canvas.nodes())
    desk.trigger("session.loadEarlier")
    assert len(desk.canvas.nodes()) > loaded
    desk.trigger("session.loadEarlier")
    desk.trigger("session.loadEarlier")
    assert desk.reads("Question 0")
    turns = [node.turn for node in desk.canvas.nodes() if node.kind == "turn"]
    assert turns == list(range(1, 71))


def test_the_filter_finds_a_title(desk, home):
    desk.start(home)
    desk.window.sidebar.search.setText("first")
    desk.until(lambda: desk.titles() == ["tidewatch", "First things"])


def test_two_results_at_once_show_only_the_last_choice(desk, home):
    """A session that comes back after another one was chosen is dropped."""
    desk.start(home)
    first, second = sorted(
        desk.bench.catalog.sessions(desk.bench.current_source), key=lambda info: info.title
    )
    desk.bench.controller.open(second.ref)
    desk.bench.controller.open(first.ref)
    desk.settle()
    assert desk.window.header.title.text() == "First things"
    assert desk.bench.controller.info.id == "one"


def test_the_next_start_finds_everything_as_it_was(desk, home):
    desk.start(home)
    desk.choose("First things")
    desk.trigger("list.grouped")
    desk.window.close()
    desk.close()
    desk.start()
    assert desk.sources()[1:] != []
    assert desk.window.header.title.text() == "First things"
    assert desk.titles() == ["Second thoughts", "First things"]


def test_a_source_can_be_closed(desk, home):
    desk.start(home)
    desk.trigger("source.remove")
    assert desk.sources() == ["Library"]
    assert desk.window.page() is Page.FIRST
    assert desk.canvas.nodes() == []


def test_reload_shows_what_came_to_the_folder(desk, home):
    desk.start(home)
    conversation("three", title="Late arrival").as_home(home)
    desk.trigger("source.reload")
    assert "Late arrival" in desk.titles()
    assert desk.window.header.title.text() == "Second thoughts"
