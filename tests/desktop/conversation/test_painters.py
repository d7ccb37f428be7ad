"""Every kind of row is painted in every theme, density and zoom; states can be told apart."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from drawn import answer, attempt, node, prompt, text, tool
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QTextFormat
from screens import MakeScreen, Screen

from sessionlog.conversation.blocks import blocks_of
from sessionlog.conversation.node import BlockKind, Node, NodeKind, Section, SectionKind, Splice
from sessionloom.conversation.painters import PAINTERS
from sessionloom.conversation.painters.tool import tool_argument
from sessionloom.conversation.rows import Row
from sessionloom.conversation.ruler import mark_kind
from sessionloom.theme.theme import Theme

DIFF = "@@ -1,1 +1,1 @@\n-a = 1\n+a = 2"


def one_of_each() -> list[Node]:
    return [
        node(NodeKind.TURN, 1),
        prompt(2, "Question"),
        node(NodeKind.STEERING, 3, text("Other way.")),
        node(NodeKind.CONTEXT, 4, text("x"), producer="AGENTS.md"),
        answer(
            5,
            "# Head\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```py\nx\n```",
            text("t", "t", SectionKind.THINKING),
        ),
        tool(6, "edit", "a.py", DIFF, card="diff", added=1, removed=1),
        tool(7, "bash", "x", "line\n" * 900, "error", exit_code=2),
        tool(8, "bash", "x", status="running", duration_ms=2000),
        node(NodeKind.TOOL_CALL, 9, Section("j", SectionKind.JSON, "{}"), status="stopped", card="generic"),
        node(NodeKind.RETRY, 10, attempt(1, 2, "Half", "503"), retries=1, reason="503", outcome="answered"),
        node(NodeKind.INTERRUPTED, 11, reason="no final message"),
        node(NodeKind.ERROR, 12, reason="too long"),
        node(NodeKind.MAX_TOKENS, 13, tokens=8192),
        node(NodeKind.EMPTY, 14),
        node(NodeKind.COMPACTION, 15, text("sum"), items=3),
        node(NodeKind.GAP, 16, rows=2, first_line=3, last_line=4, before_seq=15, after_seq=18),
        node(NodeKind.RAW, 18, Section("j", SectionKind.JSON, '{"a":1}'), title="plugin/x"),
        node(NodeKind.AUDIT, 19, title="Hook", summary="ok"),
        node(NodeKind.USER, 20, Section("i", SectionKind.IMAGE, "a.png")),
        node(
            NodeKind.TURN_TAIL, 21, status="stopped", cause="stopped by you", can_fork=True, tokens_per_s=38.2
        ),
    ]


@pytest.fixture
def everything(make_screen: MakeScreen) -> Iterator[Screen]:
    screen = make_screen(one_of_each(), 800, 3000)
    screen.setViewSwitches(attempts=True, context=True, audit=True, raw=True)
    for item in screen.nodes():
        if item.kind is not NodeKind.RETRY:
            screen.toggleExpanded(item.key)
    screen.scrollToTop()
    yield screen


def test_every_kind_of_block_has_a_painter_and_is_drawn(everything: Screen) -> None:
    assert set(PAINTERS) == set(BlockKind)
    drawn = {row.block.kind for row in everything.model.rows}
    assert drawn == set(BlockKind)


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("density", ["compact", "regular", "roomy"])
@pytest.mark.parametrize("zoom", [0.5, 1.0, 2.0])
def test_rows_follow_each_other_without_gap_or_overlap(
    everything: Screen, app_theme: Theme, mode: str, density: str, zoom: float
) -> None:
    app_theme.set_mode(mode)  # type: ignore[arg-type]
    app_theme.set_density(density)  # type: ignore[arg-type]
    app_theme.set_zoom(zoom)
    everything.grab()
    expected = None
    for row, y in everything.scroller.visible():
        assert expected is None or y == expected
        height = everything.measure.height(row)
        assert height == int(height) and height > 0
        expected = y + height


def test_narrow_views_paint_without_complaint(everything: Screen) -> None:
    for width in (720, 480, 200, 60):
        everything.resize(width, 600)
        everything.grab()


def test_documents_hold_no_colour(everything: Screen) -> None:
    everything.grab()
    clip = everything.viewport().rect().toRectF()
    for index, y in everything.scroller.visible():
        body = everything.scene.box(index, y, clip).body
        block = body.document.begin() if body is not None else None
        while block is not None and block.isValid():
            for found in block.textFormats():
                assert not found.format.hasProperty(QTextFormat.Property.ForegroundBrush)
                assert not found.format.hasProperty(QTextFormat.Property.BackgroundBrush)
            block = block.next()


def knot(screen: Screen, key: str) -> QImage:
    """The picture of the gutter beside a tool row."""
    picture = screen.grab().toImage()
    y = screen.ys()[f"{key}/head"]
    x = screen.measure.column.thread_x
    return picture.copy(QRect(x - 8, y + 8, 17, 18))


def test_every_tool_state_has_a_knot_of_its_own(make_screen: MakeScreen) -> None:
    states = ["ok", "running", "error", "stopped", "unknown", "not-started"]
    screen = make_screen([tool(seq, "bash", "x", status=state) for seq, state in enumerate(states)])
    pictures = [knot(screen, item.key) for item in screen.nodes()]
    for number, picture in enumerate(pictures):
        assert all(picture != other for other in pictures[number + 1 :])


def frames(screen: Screen) -> list[tuple[bool, bool]]:
    """Whether each row opens and closes its frame."""
    places = [screen.measure.placement(row) for row in range(len(screen.model.rows))]
    return [(place.opens, place.closes) for place in places]


def test_calls_of_consecutive_steps_share_one_frame(make_screen: MakeScreen) -> None:
    screen = make_screen([tool(1, "a", "x"), tool(2, "b", "x"), tool(3, "c", "x", step=2)])
    assert frames(screen) == [(True, False), (False, False), (False, True)]


def test_only_what_is_seen_between_two_calls_parts_their_frames(make_screen: MakeScreen) -> None:
    hook = node(NodeKind.AUDIT, 2, title="Hook", summary="ok")
    screen = make_screen([tool(1, "a", "x"), hook, tool(3, "b", "x", step=2)])
    screen.setViewSwitches(attempts=False, context=True, audit=True, raw=True)
    assert frames(screen)[0] == frames(screen)[2] == (True, True)
    screen.setViewSwitches(attempts=False, context=True, audit=False, raw=True)
    assert frames(screen) == [(True, False), (False, True)]


def test_a_call_without_arguments_shows_its_name_once() -> None:
    bare = node(NodeKind.TOOL_CALL, 1, status="ok", title="list_files", name="list_files", argument="")
    (block,) = blocks_of(bare, ())
    assert tool_argument(Row(block, bare, 0)) == ""
    named = node(NodeKind.TOOL_CALL, 2, status="ok", title="bash", name="bash", argument="ls")
    (block,) = blocks_of(named, ())
    assert tool_argument(Row(block, named, 0)) == "ls"


def test_the_thread_is_broken_beside_an_interrupted_answer(make_screen: MakeScreen) -> None:
    screen = make_screen(
        [prompt(1, "q"), answer(2, "half an", status="interrupted"), node(NodeKind.INTERRUPTED, 3)]
    )
    broken = [screen.measure.placement(row).thread_broken for row in range(len(screen.model.rows))]
    kinds = [row.node.kind for row in screen.model.rows]
    assert broken == [kind is not NodeKind.USER for kind in kinds]


def test_the_spinner_turns_only_while_one_is_in_sight(make_screen: MakeScreen) -> None:
    screen = make_screen([tool(1, "bash", "x", status="running")])
    screen.grab()
    assert screen.motion.turning()
    screen.splice([Splice(0, 1, (tool(1, "bash", "x", status="ok"),))])
    screen.grab()
    assert not screen.motion.turning()


def test_reduced_motion_stops_the_spinner_and_the_flash(make_screen: MakeScreen, app_theme: Theme) -> None:
    app_theme.set_reduced_motion(True)
    screen = make_screen([tool(1, "bash", "x", status="running"), prompt(2, "q")])
    screen.grab()
    screen.scrollToNode("user:0:2")
    assert not screen.motion.turning()
    assert screen.scene.flash_key == ""


def test_the_ruler_marks_prompts_errors_damage_and_compactions() -> None:
    kinds = {item.kind: mark_kind(item) for item in one_of_each()}
    assert kinds[NodeKind.USER] == "prompt"
    assert kinds[NodeKind.ERROR] == "error"
    assert kinds[NodeKind.GAP] == kinds[NodeKind.INTERRUPTED] == "damage"
    assert kinds[NodeKind.COMPACTION] == "compaction"
    assert kinds[NodeKind.ASSISTANT] == ""


def test_marks_of_many_nodes_stand_where_those_of_few_would(make_screen: MakeScreen) -> None:
    nodes = [prompt(seq, "q") if seq % 500 == 0 else answer(seq, "a") for seq in range(1, 4500)]
    screen = make_screen(nodes)
    screen.marks.refresh(600)
    many = [mark.share for mark in screen.marks.get()]
    heights, model = screen.model.heights, screen.model
    exact = [
        heights.offset(model.first_row(index)) / heights.total
        for index, item in enumerate(nodes)
        if item.kind is NodeKind.USER
    ]
    assert len(many) == len(exact) == 8
    for one, other in zip(many, exact):
        assert abs(one - other) < 0.06
