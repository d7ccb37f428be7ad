"""The lineage page: the family of the open session, walked, searched, zoomed, exported."""

from __future__ import annotations

import pytest
from logs import LogBuilder
from PySide6.QtCore import QPointF, Qt

from sessionlog.library import LIBRARY_SOURCE
from sessionlog.lineage.family import Families, Member, Tie
from sessionloom.lineage.layout import TreeLayout, hidden_by
from sessionloom.lineage.painting import box_of
from sessionloom.lineage.view import LineageView
from sessionloom.lineage.words import edge_text
from sessionloom.shell.main_window import Page


@pytest.fixture
def home(tmp_path):
    root = LogBuilder("root", cwd="/home/dev/demo").user("One").assistant("1").end_turn().title("Root")
    root.user("Two").assistant("2").end_turn()
    root.as_home(tmp_path / "home")
    cut = next(event["seq"] for event in root.events if event["type"] == "turn/end")
    child = root.fork("child", at=cut)
    child.title("Child").user("Else").assistant("3").end_turn().as_home(tmp_path / "home")
    agent = LogBuilder("agent", parentSession="root", origin="subagent", delegationDepth=1)
    agent.user("Do").assistant("Done").end_turn().title("Agent").as_home(tmp_path / "home")
    orphan = LogBuilder("orphan", parentSession="gone").user("Hi").assistant("4").end_turn()
    orphan.title("Orphan").as_home(tmp_path / "home")
    return tmp_path / "home"


def shown(desk):
    return desk.do.lineage.page


def test_l_shows_the_family_and_leads_back(desk, home):
    desk.start(home)
    desk.until(lambda: "Child" in desk.titles())
    desk.choose("Child")
    desk.trigger("session.lineage")
    page = shown(desk)
    assert desk.window.page() is Page.LINEAGE
    assert page.title.text() == "Lineage of “Child”" and "3 sessions" in page.counts.text()
    assert set(page.view.tree.by_key) == {"root", "child", "agent"}
    assert page.view.current == "child" and "inherited" in page.view.accessibleName()
    desk.qtbot.keyClick(page.view, Qt.Key.Key_Left)
    assert page.view.current == "root"
    desk.qtbot.keyClick(page.view, Qt.Key.Key_Return)
    desk.settle()
    assert desk.bench.controller.info.id == "root" and desk.window.page() is Page.SESSION
    desk.trigger("session.lineage")
    desk.qtbot.keyClick(page.view, Qt.Key.Key_Escape)
    assert desk.window.page() is Page.SESSION


def test_a_missing_parent_is_a_ghost_and_said(desk, home):
    desk.start(home)
    desk.until(lambda: "Orphan" in desk.titles())
    desk.choose("Orphan")
    desk.trigger("session.lineage")
    page = shown(desk)
    assert set(page.view.tree.by_key) == {"gone", "orphan"}
    assert "incomplete" in page.trouble.text()


def test_a_fork_appears_and_its_undo_takes_it_away(desk, home):
    desk.start(home)
    desk.until(lambda: "Root" in desk.titles())
    desk.choose("Root")
    root = desk.bench.controller.info
    made = desk.bench.library.fork(root.ref, title="Fresh")
    desk.trigger("session.lineage")
    assert made.child_id in shown(desk).view.tree.by_key
    desk.bench.library.undo_fork(made.ref)
    desk.settle()
    desk.do.lineage.show_session("root")
    desk.settle()
    assert made.child_id not in shown(desk).view.tree.by_key
    assert any(info.id == "root" for info in desk.bench.library.sessions(LIBRARY_SOURCE))


def test_an_edge_leads_to_the_fork_point_and_an_event_to_its_sessions(desk, home):
    desk.start(home)
    desk.until(lambda: "Child" in desk.titles())
    desk.choose("Child")
    desk.trigger("session.lineage")
    view = shown(desk).view
    told = []
    view.forkPointWanted.connect(lambda member, seq: told.append((member.id, seq)))
    view.jump_to_fork_point("child")
    desk.settle()
    assert told == [("root", view.family.target.cut_seq)]
    assert desk.bench.controller.info.id == "root"
    desk.do.lineage.show_session("root", 0)
    desk.settle()
    assert view.marked == {"root", "child"}


def test_searching_collapsing_and_exporting(desk, home, tmp_path):
    desk.start(home)
    desk.until(lambda: "Child" in desk.titles())
    desk.choose("Root")
    desk.trigger("session.lineage")
    page = shown(desk)
    page.search.setText("agen")
    assert page.view.current == "agent" and page.view.marked == {"agent"}
    page.search.setText("")
    page.view.toggle("root")
    assert "folded" in page.counts.text() and set(page.view.tree.by_key) == {"root"}
    page.view.go_to("child")
    assert page.view.current == "child"
    for name, magic in (("tree.svg", b"<?xml"), ("tree.png", b"\x89PNG")):
        desk.do.lineage.export(tmp_path / name)
        desk.settle()
        assert (tmp_path / name).read_bytes().startswith(magic)
    assert desk.notice()[0] == "The lineage is written."


def test_ten_thousand_sessions_and_a_chain_of_two_thousand_paint_what_is_visible(qtbot):
    class Info:
        name, title, last_prompt, id, cwd, generation = None, "A title", None, "x", None, 0

    chain = [Member("0", 0, events=9, ref=Info)]
    chain += [Member(str(n), n, str(n - 1), None, 5, 9, Info) for n in range(1, 2_000)]
    wide = [Member(f"w{n}", n, str(n % 50), None, 5, 9, Info) for n in range(8_000)]
    view = LineageView()
    qtbot.addWidget(view)
    view.resize(1200, 700)
    view.show_family(Families([*chain, *wide]).family("1999"))
    view.show()
    qtbot.waitExposed(view)
    view.grab()
    assert 0 < view.painted < 60
    view.go_to("w7999")
    view.grab()
    assert 0 < view.painted < 60
    placed = view.tree.by_key["w7999"]
    centre = box_of(placed).center() * view.scale
    at = centre - QPointF(view.horizontalScrollBar().value(), view.verticalScrollBar().value())
    assert view.place_at(at) is placed
    view.step_scale(-1)
    view.fit()
    assert view.scale == 0.25


def test_edges_say_the_turn_of_the_fork_and_what_nobody_says_stays_unsaid(desk, home):
    desk.start(home)
    desk.until(lambda: "Child" in desk.titles())
    desk.choose("Child")
    desk.trigger("session.lineage")
    view = shown(desk).view
    view.grab()
    desk.until(lambda: {"child", "agent"} <= set(view.places))
    desk.settle()
    cut = view.family.target.cut_seq
    tree = view.tree.by_key
    assert edge_text(tree["child"], view.places["child"]) == f"turn 1, #{cut}"
    assert view.places["agent"] is None
    assert edge_text(tree["agent"], view.places["agent"]) == "subagent"
    view.go_to("child")
    assert f"turn 1, #{cut}" in view.accessibleName()


def test_a_filter_leaves_out_a_kind_of_sessions_but_never_the_one_that_is_shown(desk, home):
    desk.start(home)
    desk.until(lambda: "Child" in desk.titles())
    desk.choose("Child")
    desk.trigger("session.lineage")
    page = shown(desk)
    forks, agents, continuations = page.filter_menu().actions()
    agents.setChecked(False)
    assert set(page.view.tree.by_key) == {"root", "child"}
    assert "1 filtered out" in page.counts.text()
    forks.setChecked(False)
    assert "child" in page.view.tree.by_key
    agents.setChecked(True)
    assert set(page.view.tree.by_key) == {"root", "child", "agent"}
    assert [action.isChecked() for action in page.filter_menu().actions()] == [False, True, True]
    assert continuations.isChecked()


def test_a_session_that_leads_to_a_wanted_one_stays_under_a_filter():
    members = [Member("root", 0, events=9), Member("agent", 1, "root", "subagent", None, 3)]
    members.append(Member("fork", 2, "agent", None, 2, 5))
    family = Families(members).family("root")
    assert hidden_by(family, {Tie.SUBAGENT}) == set()
    assert hidden_by(family, {Tie.FORK}) == {"fork"}
    assert hidden_by(family, {Tie.FORK, Tie.SUBAGENT}) == {"fork", "agent"}


def test_folded_forks_say_between_which_events_they_were_made():
    members = [Member("root", 0, events=99)]
    members += [Member(f"f{number}", number, "root", None, number, 99) for number in range(1, 21)]
    tree = TreeLayout(Families(members).family("root"))
    folded = tree.by_key["root+"]
    cuts = sorted(branch.cut_seq for branch in folded.rest)
    assert len(folded.rest) == folded.folded
    assert edge_text(folded) == f"#{cuts[0]} to #{cuts[-1]}"
