"""Whatever comes back late, out of order or not at all, the view shows the session that was asked for."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from inline_runner import InlineRunner
from logs import LogBuilder
from PySide6.QtCore import QObject

from sessionlog.conversation.node import Node
from sessionlog.library import Library
from sessionlog.model.changes import Changes
from sessionlog.model.errors import EnvironmentFault
from sessionloom.bridge.changes import ChangeBus
from sessionloom.bridge.follower import Follower
from sessionloom.models.session_controller import SessionController


class Canvas:
    """Takes nodes and splices as the conversation view does, and remembers what it was told."""

    def __init__(self):
        self.shown: list[Node] = []
        self.earlier = False
        self.loading = False
        self.restored = []

    def nodes(self) -> Sequence[Node]:
        return self.shown

    def setNodes(self, nodes):
        self.shown = list(nodes)

    def splice(self, splices):
        for splice in splices:
            self.shown[splice.index : splice.index + splice.removed] = splice.nodes

    def setHasEarlier(self, has_earlier, above=None):
        self.earlier = has_earlier
        self.above = above

    def setLive(self, live):
        self.live = live

    def setLoadingEarlier(self, loading):
        self.loading = loading

    def scrollToNode(self, key):
        return True

    def anchor(self):
        return "anchor"

    def restoreAnchor(self, anchor):
        self.restored.append(anchor)

    def says(self, text):
        return any(text in section.text for node in self.shown for section in node.sections)


@pytest.fixture
def bench(qtbot, tmp_path):
    for name in ("one", "two"):
        log = LogBuilder(name, cwd="/home/dev/tidewatch")
        for turn in range(60):
            log.user(f"{name} asks {turn}").assistant(f"{name} answers {turn}").end_turn()
        log.as_home(tmp_path / "home")
    library = Library.open(tmp_path / "library.db")
    library.import_path(tmp_path / "home")

    class Bench(QObject):
        pass

    made = Bench()
    made.library = library
    made.runner = InlineRunner(made)
    made.bus = ChangeBus(made)
    made.follower = Follower(made)
    made.canvas = Canvas()
    made.controller = SessionController(library, made.runner, made.bus, made.follower, made.canvas, made)
    made.refs = {info.id: info.ref for info in library.sessions(1)}
    yield made
    made.controller.close(quiet=True)
    made.follower.close()
    made.runner.close()
    library.close()


def test_a_late_result_of_another_session_is_dropped(bench):
    bench.runner.held = True
    bench.controller.open(bench.refs["one"])
    late = list(bench.runner.waiting)
    bench.runner.waiting.clear()
    bench.controller.open(bench.refs["two"])
    bench.runner.held = False
    bench.runner.release()
    assert bench.canvas.says("two answers 59")
    bench.runner.waiting = late
    bench.runner.release()
    assert bench.canvas.says("two answers 59")
    assert not bench.canvas.says("one answers")
    assert bench.controller.info.id == "two"


def test_earlier_pages_that_come_after_closing_are_dropped(bench):
    bench.controller.open(bench.refs["one"])
    bench.runner.held = True
    bench.controller.load_earlier()
    assert bench.canvas.loading
    bench.controller.close()
    bench.runner.held = False
    bench.runner.release()
    assert bench.canvas.shown == []
    assert not bench.canvas.loading


def test_asking_twice_loads_one_page(bench):
    bench.controller.open(bench.refs["one"])
    bench.runner.held = True
    bench.controller.load_earlier()
    bench.controller.load_earlier()
    assert len(bench.runner.waiting) == 1


def test_a_place_far_up_is_loaded_and_then_told(bench):
    bench.controller.open(bench.refs["one"])
    assert not bench.canvas.says("one asks 0")
    told = []
    bench.controller.reveal(0, 0, lambda: told.append(bench.canvas.says("one asks 0")))
    assert told == [True]
    assert not bench.canvas.earlier


def test_a_session_that_was_removed_is_closed(bench):
    closed = []
    bench.controller.closed.connect(lambda: closed.append(True))
    ref = bench.refs["one"]
    bench.controller.open(ref)
    bench.bus.publish(ref.source, Changes(removed=frozenset({ref.key})))
    bench.bus.flush()
    assert closed == [True]
    assert bench.canvas.shown == []


def test_a_session_that_was_swapped_is_read_anew_at_the_same_place(bench):
    ref = bench.refs["one"]
    bench.controller.open(ref)
    bench.bus.publish(ref.source, Changes(replaced=frozenset({ref.key})))
    bench.bus.flush()
    assert bench.canvas.says("one answers 59")
    assert bench.canvas.restored == ["anchor"]


def test_changes_of_others_cost_nothing(bench):
    ref = bench.refs["one"]
    bench.controller.open(ref)
    bench.runner.held = True
    bench.bus.publish(ref.source, Changes(sessions=frozenset({bench.refs["two"].key})))
    bench.bus.publish(ref.source + 1, Changes(sessions=frozenset({ref.key})))
    bench.bus.flush()
    assert bench.runner.waiting == []


def test_a_session_that_is_gone_is_refused_with_a_sentence(bench):
    refused = []
    bench.controller.refused.connect(lambda ref, error: refused.append(error.sentence))
    ref = bench.refs["one"]
    bench.controller.open(type(ref)(ref.source, 9999))
    assert refused == ["This session is no longer in the library."]
    assert bench.controller.ref is None


def test_a_log_that_could_not_be_read_to_its_end_is_tried_again_and_said_once(bench, tmp_path, monkeypatch):
    source = bench.library.open_path(tmp_path / "home")
    ref = bench.library.sessions(source.id)[0].ref
    said, complete = [], []
    bench.controller.failed.connect(lambda error: said.append(error.sentence))
    bench.controller.factsChanged.connect(lambda info, _diagnosis: complete.append(info.events))
    real = bench.library.prepare_log

    def full(*_args):
        raise EnvironmentFault("library.full", "There is no room left.", "Free some space.")

    monkeypatch.setattr(bench.library, "prepare_log", full)
    bench.controller.open(ref)
    bench.controller.follow_now()
    assert bench.canvas.shown
    assert said == ["There is no room left."]
    assert complete == []
    monkeypatch.setattr(bench.library, "prepare_log", real)
    bench.controller.follow_now()
    assert complete and complete[-1] is not None
