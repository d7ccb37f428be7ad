"""Sessions of later formats open in the window as those of the first one do."""

from __future__ import annotations

import pytest
from later_logs import LaterLog

from sessionlog.conversation.node import NodeKind
from sessionloom.shell.main_window import Page


@pytest.mark.parametrize("generation", [2, 3, 4])
def test_a_log_of_a_later_format_is_read(desk, tmp_path, generation):
    log = (
        LaterLog(generation)
        .begin("What is in it?")
        .retry(["a par"])
        .call("bash", '{"command":"ls"}', "a.txt")
    )
    log.next_step().answer(["One ", "file."], {"inputTokens": 7, "outputTokens": 2}).end()
    desk.start(log.write(tmp_path / "sessions"))
    assert desk.window.page() is Page.SESSION
    assert desk.reads("What is in it?")
    assert desk.reads("One file.")
    kinds = [node.kind for node in desk.canvas.nodes()]
    assert kinds.count(NodeKind.RETRY) == 1
    assert kinds.count(NodeKind.TOOL_CALL) == 1
    assert kinds.count(NodeKind.ASSISTANT) == 1
    assert desk.notice() == ("", "")


def test_both_formats_of_a_session_stand_in_the_list(desk, tmp_path):
    for generation in (3, 4):
        LaterLog(generation).begin(f"Asked in {generation}").answer(["Yes."]).end().write(
            tmp_path / "sessions"
        )
    desk.start(tmp_path / "sessions")
    assert len(desk.bench.catalog.sessions(desk.bench.current_source)) == 2
