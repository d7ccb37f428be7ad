"""An address leads to its event: a number in the session that is read, a link in any that is open."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from desk import Desk
from drawn import answer, prompt, tool
from later_logs import LaterLog
from logs import LogBuilder
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from sessionlog.library import Library
from sessionloom.shell.go_to import Target, find_session, is_link, nodes_near, target_of


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("1846", Target(seq=1846)),
        (" #1846 ", Target(seq=1846)),
        ("1,846", Target(seq=1846)),
        ("session-7@g0#12", Target("session-7", 0, 12)),
        ("session-7#12", Target("session-7", None, 12)),
        ("session-7@g3", Target("session-7", 3, None)),
        ("会话#3", Target("会话", None, 3)),
        ("", None),
        ("two words", None),
        ("#", None),
        ("9" * 40, None),
        ("x#" + "9" * 40, None),
        ("x@g" + "9" * 5000, Target("x@g" + "9" * 5000)),
    ],
)
def test_what_an_address_names(text, target):
    assert target_of(text) == target


def test_the_node_of_an_event_is_its_own_then_the_one_that_holds_it_then_the_next():
    nodes = [
        prompt(2, "q"),
        answer(9, "a", first_seq=4),
        tool(10, "bash", "ls", result_seq=14),
        prompt(20, "q"),
    ]
    assert next(nodes_near(nodes, 2)).seq == 2
    assert next(nodes_near(nodes, 6)).seq == 9
    assert next(nodes_near(nodes, 14)).seq == 10
    assert next(nodes_near(nodes, 12)).seq == 10
    assert next(nodes_near(nodes, 16)).seq == 20
    assert next(nodes_near(nodes, 99)).seq == 20


@pytest.fixture
def two(desk, tmp_path):
    for name in ("first", "second"):
        log = LogBuilder(name, cwd="/home/dev/tidewatch")
        for turn in range(80):
            log.user(f"{name} asks {turn}").assistant(f"{name} answers {turn}").end_turn()
        log.title(f"The {name}").as_home(tmp_path / "home")
    desk.start(tmp_path / "home")
    return desk


def type_address(desk, text):
    desk.trigger("go.seq")
    panel = desk.do.go_to
    assert panel.isVisible()
    panel.field.setText(text)
    desk.qtbot.keyClick(panel.field, Qt.Key.Key_Return)
    desk.settle()
    return panel


def test_a_number_leads_to_its_event_on_a_page_that_was_not_loaded(two):
    assert not two.reads("asks 0")
    seq = 2
    before = two.canvas.anchor()
    panel = type_address(two, f"#{seq}")
    assert panel.isHidden()
    node = two.bench.controller.node(two.canvas.currentNode())
    assert node is not None and node.seq >= seq
    assert two.reads("asks 0")
    two.trigger("go.back")
    assert two.canvas.anchor() == before


def test_a_copied_link_leads_back_to_where_it_was_copied(two):
    title = two.window.header.title.text()
    two.canvas.previousPrompt()
    two.trigger("edit.copyLink")
    link = QApplication.clipboard().text()
    current = two.canvas.currentNode()
    two.choose("The first" if title == "The second" else "The second")
    type_address(two, link)
    assert two.window.header.title.text() == title
    two.until(lambda: two.canvas.currentNode() == current)


def test_what_is_no_address_is_said_in_the_panel(two):
    panel = type_address(two, "two words")
    assert panel.isVisible()
    assert panel.words.text() == "That is neither a number nor a link."
    panel = type_address(two, "99999999")
    assert panel.words.text().startswith("The session ends at #")


def test_a_link_to_a_session_that_is_not_open_says_what_to_do(two):
    type_address(two, "elsewhere@g0#3")
    claim, remedy = two.notice()
    assert claim == "No open source holds the session elsewhere."
    assert remedy.startswith("Open the folder")


def test_a_link_past_the_end_says_where_the_session_ends(two):
    shown = two.bench.controller.info
    other = "first" if shown.id == "second" else "second"
    for session in (shown.id, other):
        type_address(two, f"{session}@g0#99999")
        assert two.bench.controller.info.id == session
        claim, _remedy = two.notice()
        assert claim == f"The session ends at #{two.bench.controller.info.events - 1}."
        two.window.notice.dismiss()


def test_a_link_past_the_end_of_a_log_that_was_not_read_yet_says_so_too(desk: Desk, tmp_path: Path) -> None:
    desk.start(home_of(tmp_path), Path("linked@g4#99999"))
    desk.until(lambda: desk.window.notice.shown is not None)
    assert desk.bench.controller.info.id == "linked"
    assert desk.notice()[0] == f"The session ends at #{desk.bench.controller.info.events - 1}."


def test_a_link_to_the_last_event_is_followed_without_a_word(two):
    info = two.bench.controller.info
    type_address(two, f"{info.id}@g0#{info.events - 1}")
    assert two.window.notice.shown is None


def test_of_a_link_of_thousands_of_characters_the_notice_shows_its_ends(two):
    type_address(two, "a" * 5000 + "z#3")
    claim, _remedy = two.notice()
    assert len(claim) < 150
    assert "aaa…" in claim and "aaz." in claim


def test_a_link_without_a_format_leads_to_the_highest(tmp_path: Path) -> None:
    for generation, turns in ((3, 2), (4, 1)):
        log = LaterLog(generation)
        for _ in range(turns):
            log.begin("Go").answer(["one"]).end()
        log.write(tmp_path / "sessions")
    library = Library.open(tmp_path / "library.db")
    try:
        source = library.open_path(tmp_path / "sessions")
        for session in library.sessions(source.id):
            if session.generation == 3:
                library.prepare_log(session.ref)  # its later prompt puts it first in the list
        assert [session.generation for session in library.sessions(source.id)] == [3, 4]
        for target, generation in ((Target("later"), 4), (Target("later", 3), 3)):
            found = find_session(library, target, source.id)
            assert found is not None and found.generation == generation
    finally:
        library.close()


def home_of(root: Path, turns: int = 30) -> Path:
    log = LaterLog(4, "linked")
    for number in range(turns):
        log.begin(f"Question {number}.").answer([f"Answer {number}."]).end()
    log.write(root / "home" / "sessions")
    other = LaterLog(4, "other")
    other.now += 10_000_000  # it is the newest
    other.header["createdAt"] = other.now
    other.begin("Elsewhere.").answer(["There."]).end().write(root / "home" / "sessions")
    return root / "home"


@pytest.mark.parametrize("text", ["id@g4", "id#12", "id@g4#12"])
def test_an_argument_that_says_a_place_is_a_link(text: str) -> None:
    assert is_link(Path(text))


@pytest.mark.parametrize("text", ["id", "folder/id@g4", "/id@g4", "a b#1", "notes.jsonl", "."])
def test_other_arguments_are_paths(text: str) -> None:
    assert not is_link(Path(text))


def test_what_is_there_is_a_path_whatever_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "case#7").mkdir()
    assert not is_link(Path("case#7"))


def test_the_command_opens_a_link_in_the_folder_that_is_given_with_it(desk: Desk, tmp_path: Path) -> None:
    home = home_of(tmp_path)
    (log,) = home.glob("sessions/*/linked/*")
    rows = [json.loads(line) for line in log.read_bytes().splitlines()[1:]]
    seq = next(row["seq"] for row in rows if "Question 7." in str(row["data"]))
    desk.start(home, Path(f"linked@g4#{seq}"))
    desk.until(lambda: desk.reads("Question 7."))
    desk.settle()
    assert desk.bench.controller.info.id == "linked"
    at = desk.canvas.anchor().node_key
    assert next(node for node in desk.canvas.nodes() if node.key == at).turn == 8


def test_the_folder_given_with_a_link_comes_before_the_copy_in_the_library(
    desk: Desk, tmp_path: Path
) -> None:
    home = home_of(tmp_path)
    library = Library.open(tmp_path / "library.db")
    library.import_path(home)
    library.close()
    desk.start(home, Path("linked@g4#2"), library=tmp_path / "library.db")
    desk.until(lambda: desk.reads("Question 0."))
    info = desk.bench.controller.info
    assert desk.bench.catalog.source(info.ref.source).kind != "library"


def test_a_link_is_followed_into_what_was_open_last_time(desk: Desk, tmp_path: Path) -> None:
    desk.start(home_of(tmp_path))
    desk.until(lambda: desk.reads("Elsewhere."))
    desk.window.close()
    desk.close()
    desk.start(Path("linked@g4#2"))
    desk.until(lambda: desk.reads("Question 0."))
    desk.settle()
    assert desk.bench.controller.info.id == "linked"


def test_a_link_to_nothing_that_is_open_says_what_to_do(desk: Desk) -> None:
    desk.start(Path("nobody@g4#2"))
    assert "nobody" in desk.notice()[0] and "folder" in desk.notice()[1]


def test_a_folder_of_several_formats_shows_the_highest(desk: Desk, tmp_path: Path) -> None:
    for generation in (3, 4):
        LaterLog(generation).begin(f"Format {generation}.").answer(["x"]).end().write(tmp_path / "sessions")
    desk.start(tmp_path / "sessions")
    desk.until(lambda: desk.reads("Format "))
    desk.settle()
    assert desk.bench.controller.info.generation == 4
