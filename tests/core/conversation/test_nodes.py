"""What a reader sees of each thing that can happen in a session (spec 02 section 4, spec 01 section 5)."""

from __future__ import annotations

from typing import Any

import pytest
from logs import LogBuilder, ToolUse
from memory_log import MemoryLog
from nodes import WHOLE, nodes_of, of_kind, text_of

from sessionlog.conversation.assembler import Assembler
from sessionlog.conversation.node import Node, NodeKind, SectionKind
from sessionlog.history.loader import load_page, load_rows_after
from sessionlog.model.page import Bounds


def only(log: LogBuilder, kind: NodeKind, **options: Any) -> Node:
    (node,) = of_kind(nodes_of(log, **options), kind)
    return node


# -- messages --------------------------------------------------------------------------------


def test_a_turn_reads_from_its_head_to_its_tail() -> None:
    log = LogBuilder()
    log.user("Hello").assistant("Hi", thinking="Greet back").end_turn()
    nodes = [node for node in nodes_of(log) if node.kind != NodeKind.AUDIT]
    assert [node.kind for node in nodes] == ["turn", "user", "assistant", "turn-tail"]
    answer = nodes[2]
    assert [(s.kind, s.text) for s in answer.sections] == [
        (SectionKind.THINKING, "Greet back"),
        (SectionKind.PROSE, "Hi"),
    ]
    assert answer.facts["model"] == "m" and answer.facts["first_token_ms"] > 0
    assert answer.seq == log.last("assistant/message")["seq"]
    tail = nodes[3].facts
    assert tail["duration_ms"] == log.last("turn/end")["time"] - log.last("turn/start")["time"]
    assert tail["closing_seq"] == answer.seq and tail["can_fork"]
    assert "cause" not in tail


def test_what_a_person_says_in_a_running_turn_is_steering() -> None:
    log = LogBuilder()
    log.user("Start").assistant("Working").user("Not that way").assistant("Ah").end_turn()
    nodes = nodes_of(log)
    assert text_of(of_kind(nodes, NodeKind.USER)[0]) == "Start"
    assert text_of(of_kind(nodes, NodeKind.STEERING)[0]) == "Not that way"


def test_a_running_turn_has_no_tail() -> None:
    log = LogBuilder()
    log.user("Go").assistant("Working")
    assert not of_kind(nodes_of(log), NodeKind.TURN_TAIL)


CONTEXTS: dict[str, dict[str, Any]] = {
    "instructions/A.md/1 file set": {
        "kind": "agent-instructions",
        "form": "instructions",
        "changes": [{"action": "set", "path": "A.md"}],
    },
    "catalog/skill-catalog/1 entries": {
        "kind": "skill-catalog",
        "form": "catalog",
        "entries": [{"name": "x"}],
    },
    "snapshot/p/cwd": {
        "kind": "plugin",
        "plugin": "p",
        "form": "snapshot",
        "sections": [{"name": "cwd", "text": "here"}],
    },
    "notice/subagent-settled/done": {"kind": "subagent-settled", "form": "notice", "summary": "done"},
    "relay/coordinator/s1": {"kind": "coordinator", "form": "relay", "senderSessionId": "s1"},
    "recall/Old/The text": {"kind": "session-reference", "form": "recall", "references": [{"label": "Old"}]},
    "opaque/hooks-codex/The text": {"kind": "plugin", "plugin": "hooks-codex"},
    "opaque/goal/The text": {"kind": "goal", "goalId": "g", "form": "unheard of"},
}


@pytest.mark.parametrize("expected", CONTEXTS)
def test_injected_context_is_named_by_its_producer(expected: str) -> None:
    log = LogBuilder()
    log.user("Hi").context("The text", CONTEXTS[expected]).assistant("Ok").end_turn()
    node = only(log, NodeKind.CONTEXT)
    assert "/".join(node.facts[name] for name in ("form", "producer", "summary")) == expected
    assert "The text" in text_of(node)


def test_images_and_unknown_blocks_keep_their_place() -> None:
    log = LogBuilder()
    image = {"type": "image", "attachment": {"attachmentId": "sha256:00", "name": "a.png", "width": 2}}
    file = {"type": "file", "attachment": {"attachmentId": "sha256:11", "name": "b.txt", "bytes": 3}}
    unknown = [{"type": "hologram", "x": 1}, {"type": "file", "attachment": "none"}]
    log.user([{"type": "text", "text": "See"}, image, file, *unknown]).assistant("Ok").end_turn()
    sections = only(log, NodeKind.USER).sections
    kinds = [section.kind for section in sections]
    assert kinds == [SectionKind.PROSE, SectionKind.IMAGE, SectionKind.IMAGE, *[SectionKind.JSON] * 2]
    assert [(one.text, one.facts["attached"]) for one in sections[1:3]] == [
        ("a.png", "image"),
        ("b.txt", "file"),
    ]


def test_lone_surrogates_are_shown_as_a_replacement_character() -> None:
    log = LogBuilder()
    log.user("half \ud83d").stream(["a\ud83d", "\ude42b"]).interrupt(commit=False)
    nodes = nodes_of(log)
    assert text_of(of_kind(nodes, NodeKind.USER)[0]) == "half \ufffd"
    assert text_of(of_kind(nodes, NodeKind.ASSISTANT)[0]) == "a🙂b"


def test_a_replacement_copy_is_not_shown_twice() -> None:
    log = LogBuilder()
    log.user("One").tool("bash", {}, "long output").assistant("Done").end_turn()
    result = log.last("tool/result")
    copy = {**result["data"]}
    log.turn()
    log.log(
        "tool/result",
        copy,
        surfaceOp={"op": "replace", "start": result["seq"], "end": result["seq"]},
        sourceEventSeqs=[result["seq"]],
    )
    assert len(of_kind(nodes_of(log), NodeKind.TOOL_CALL)) == 1


# -- attempts --------------------------------------------------------------------------------


def test_a_retried_answer_is_one_muted_row_with_its_failed_attempts_behind_it() -> None:
    log = LogBuilder()
    log.user("Go").retry("First try").retry("Second try", code="TIMEOUT", message="too slow")
    log.assistant("Third time lucky").end_turn()
    nodes = nodes_of(log)
    retry = of_kind(nodes, NodeKind.RETRY)[0]
    assert (retry.status, retry.facts["retries"], retry.facts["answered_attempt"]) == ("retried", 2, 3)
    assert [s.text for s in retry.sections] == ["First try", "Second try", ""]
    assert [s.facts["outcome"] for s in retry.sections] == ["failed", "failed", "answered"]
    (answer,) = of_kind(nodes, NodeKind.ASSISTANT)
    assert nodes.index(retry) < nodes.index(answer)
    assert "First try" not in text_of(answer)


def test_the_first_token_of_a_step_survives_its_retries() -> None:
    log = LogBuilder()
    log.user("Go").retry("First try").wait(5000).assistant("Done").end_turn()
    assert only(log, NodeKind.ASSISTANT).facts["first_token_ms"] < 1000


def test_exhausted_retries_do_not_hide_the_error_of_the_turn() -> None:
    log = LogBuilder()
    log.user("Go").retry("Try").fail("half", code="SERVER", message="overloaded")
    nodes = nodes_of(log)
    error = of_kind(nodes, NodeKind.ERROR)[0]
    assert error.facts["reason"] == "overloaded"
    assert of_kind(nodes, NodeKind.RETRY)
    assert of_kind(nodes, NodeKind.TURN_TAIL)[0].facts["cause"] == "failed"


def test_an_authentication_error_never_repeats_what_the_provider_said() -> None:
    log = LogBuilder()
    log.user("Go").fail(code="AUTH", message="key sk-123 is wrong")
    for node in nodes_of(log):
        assert "sk-123" not in repr(node)


def test_a_stream_without_a_final_message_keeps_its_text_in_its_place() -> None:  # F11
    log = LogBuilder()
    log.user("Go").stream("It fails because the fixture picks a").interrupt(commit=False)
    log.user("Next").assistant("Answer").end_turn()
    nodes = nodes_of(log)
    partial, answer = of_kind(nodes, NodeKind.ASSISTANT)
    mark = of_kind(nodes, NodeKind.INTERRUPTED)[0]
    assert partial.status == "interrupted"
    assert text_of(partial) == "It fails because the fixture picks a"
    assert nodes.index(mark) == nodes.index(partial) + 1
    assert nodes.index(mark) < nodes.index(of_kind(nodes, NodeKind.TURN_TAIL)[0])
    assert mark.facts["reason"] == "no final message in the log"
    assert answer.status == "ok"


def test_an_answer_committed_as_interrupted_is_marked() -> None:
    log = LogBuilder()
    log.user("Go").interrupt("Half an answer")
    nodes = nodes_of(log)
    assert of_kind(nodes, NodeKind.ASSISTANT)[0].status == "interrupted"
    assert len(of_kind(nodes, NodeKind.INTERRUPTED)) == 1
    assert of_kind(nodes, NodeKind.TURN_TAIL)[0].facts["cause"] == "stopped by you"


def test_a_stream_at_the_end_runs_while_somebody_writes_and_is_interrupted_at_rest() -> None:
    log = LogBuilder()
    log.user("Go").stream("Half")
    memory = MemoryLog.of(log)
    made = Assembler(memory.dialect, "demo")
    made.replace(load_page(memory))
    assert [n.status for n in of_kind(made.nodes, NodeKind.ASSISTANT)] == ["running"]
    splices = made.set_live(False)
    assert [n.status for n in of_kind(made.nodes, NodeKind.ASSISTANT)] == ["interrupted"]
    assert of_kind(made.nodes, NodeKind.INTERRUPTED)[0].facts["reason"] == "the log ends here"
    assert sum(len(splice.nodes) for splice in splices) == 2


def test_the_key_of_an_answer_is_the_same_while_it_streams_and_when_it_is_committed() -> None:
    log = LogBuilder()
    log.user("Go").stream("A long answer in many words")
    live = MemoryLog.of(log, packed=False)
    made = Assembler(live.dialect, "demo")
    made.replace(load_page(live))
    (before,) = of_kind(made.nodes, NodeKind.ASSISTANT)
    known = len(log.lines(packed=False))
    log.assistant().end_turn()
    for line in log.lines(packed=False)[known:]:
        live.add_line(line)
    rows = load_rows_after(live, made.end)
    assert rows is not None
    made.append(rows)
    (after,) = of_kind(made.nodes, NodeKind.ASSISTANT)
    assert after.key == before.key
    assert after.status == "ok"


def test_an_empty_completion_is_a_durable_success_and_a_thin_line() -> None:
    log = LogBuilder()
    log.user("Go").assistant(finish="length").end_turn()
    assert only(log, NodeKind.EMPTY).status == "ok"
    assert not of_kind(nodes_of(log), NodeKind.ASSISTANT)


def test_an_output_limit_is_not_silent() -> None:
    log = LogBuilder()
    log.user("Go").max_tokens("As far as")
    node = only(log, NodeKind.MAX_TOKENS)
    assert node.facts["tokens"] == 80
    assert text_of(only(log, NodeKind.ASSISTANT)) == "As far as"


def test_a_very_large_failed_attempt_gives_its_beginning_and_its_end_live_and_cold() -> None:
    log = LogBuilder()
    log.user("Go").stream([f"word{number:04} " * 100 for number in range(3000)])
    lines = log.lines(packed=False)
    log.interrupt(commit=False)
    memory = MemoryLog.of(log, packed=False)
    made = Assembler(memory.dialect, "demo")
    page = load_page(memory, None, WHOLE)
    made.replace(page)
    assert page.rows_decoded < 400
    (node,) = of_kind(made.nodes, NodeKind.ASSISTANT)
    text = text_of(node)
    assert text.startswith("word0000 ") and text.endswith("word2999 ")
    assert "the middle of this attempt is left out" in text
    assert len(text) < 140_000
    live = MemoryLog(lines[:2000])
    followed = Assembler(live.dialect, "demo")
    followed.replace(load_page(live, None, WHOLE))
    for line in log.lines(packed=False)[2000:]:
        live.add_line(line)
    rows = load_rows_after(live, followed.end)
    assert rows is not None
    followed.append(rows)
    assert list(followed.nodes) == list(made.nodes)


# -- tools -----------------------------------------------------------------------------------


def test_a_tool_call_says_what_it_did_in_one_line() -> None:
    log = LogBuilder()
    log.user("Go").tool("bash", {"command": "ls -la"}, "a.txt\n").assistant("Done").end_turn()
    node = only(log, NodeKind.TOOL_CALL)
    assert (node.title, node.status) == ("bash", "ok")
    assert (node.facts["argument"], node.facts["card"]) == ("ls -la", "terminal")
    assert node.facts["duration_ms"] >= 40
    assert [(s.kind, s.text) for s in node.sections][1] == (SectionKind.OUTPUT, "a.txt\n")


def test_a_failing_exit_code_is_an_error_although_the_result_is_none() -> None:
    log = LogBuilder()
    log.user("Go").tool("bash", {"command": "false"}, "(no output)\n[exit code: 1]").assistant(
        "Hm"
    ).end_turn()
    node = only(log, NodeKind.TOOL_CALL)
    assert (node.status, node.facts["exit_code"]) == ("error", 1)


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("TOOL_OUTCOME_UNKNOWN", "unknown"),
        ("TOOL_NOT_STARTED", "not-started"),
        ("ABORTED", "stopped"),
        ("ABORTED_BEFORE_DISPATCH", "not-started"),
        ("BAD_ARGUMENTS", "error"),
    ],
)
def test_the_code_of_a_result_says_what_became_of_a_call(code: str, status: str) -> None:
    log = LogBuilder()
    use = ToolUse("bash", {"command": "ls"}, "text", error=True, code=code)
    log.user("Go").tools([use]).assistant("Done").end_turn()
    assert only(log, NodeKind.TOOL_CALL).status == status


def test_open_calls_run_while_live_and_have_an_unknown_outcome_at_rest() -> None:
    log = LogBuilder()
    log.user("Go").stream_call("bash", "{}", "c1").stream_call("read", "{}", "c2").assistant(
        finish="tool-calls"
    )
    log.start_call({"id": "c1", "name": "bash", "arguments": "{}"})
    assert [n.status for n in of_kind(nodes_of(log), NodeKind.TOOL_CALL)] == ["running", "not-started"]
    at_rest = of_kind(nodes_of(log, live=False), NodeKind.TOOL_CALL)
    assert [(n.title, n.status) for n in at_rest] == [("bash", "unknown"), ("read", "not-started")]


def test_a_call_that_recovery_answered_as_never_started_has_its_name() -> None:
    log = LogBuilder()
    log.user("Go").stream_call("bash", {"command": "rm x"}, "c1").assistant(finish="tool-calls")
    text = [{"type": "text", "text": "never started"}]
    block = {"type": "tool-result", "toolCallId": "c1", "isError": True, "content": text}
    message = {"id": "r", "role": "user", "source": {"kind": "tool", "callId": "c1"}, "content": [block]}
    error = {"name": "ToolNotStartedError", "code": "TOOL_NOT_STARTED"}
    log.log("tool/result", {"turn": 1, "step": 1, "message": message, "error": error}, surfaceOp="append")
    log.end_turn("interrupted")
    node = only(log, NodeKind.TOOL_CALL)
    assert (node.title, node.status, node.facts["argument"]) == ("bash", "not-started", "rm x")
    made = Assembler(MemoryLog.of(log).dialect, "demo")
    made.replace(load_page(MemoryLog.of(log), None, Bounds(1, 1)))
    assert of_kind(made.nodes, NodeKind.TURN_TAIL)[0].facts["cause"] == "closed by recovery"


def test_call_ids_may_repeat_across_turns() -> None:
    log = LogBuilder()
    for number in range(3):
        use = ToolUse("bash", {"command": f"echo {number}"}, f"out {number}", id="c1")
        log.user("Go").tools([use]).assistant("Done").end_turn()
    calls = of_kind(nodes_of(log), NodeKind.TOOL_CALL)
    assert [(n.facts["argument"], n.sections[1].text) for n in calls] == [
        (f"echo {number}", f"out {number}") for number in range(3)
    ]


def test_a_result_without_its_call_is_titled_by_the_call_id() -> None:
    log = LogBuilder()
    log.user("Go").tool("bash", {}, "text").assistant("Done").end_turn()
    lines = [line for line in log.lines(packed=False) if b'"tool/call"' not in line]
    broken = MemoryLog(
        [line.replace(b"call_1_1_0", b"ghost") if b"tool/result" in line else line for line in lines]
    )
    results = of_kind(nodes_of(broken), NodeKind.TOOL_CALL)
    assert [node.title for node in results] == ["ghost"]


def test_nested_dispatches_hang_below_their_call_and_cycles_are_cut() -> None:
    def nested(sub: str, parent: str, name: str) -> dict[str, Any]:
        data = {
            "rootCallId": "c1",
            "parentCallId": parent,
            "subCallId": sub,
            "name": name,
            "arguments": {"path": name},
        }
        return {"type": "tool/code-dispatch-start", "data": data}

    def done(event: dict[str, Any]) -> dict[str, Any]:
        content = [{"type": "text", "text": "out"}]
        return {"type": "tool/code-dispatch", "data": {**event["data"], "isError": False, "content": content}}

    first, second = nested("c1:code:1", "c1", "read"), nested("c1:code:2", "c1:code:1", "grep")
    loop_a, loop_b = nested("a", "b", "x"), nested("b", "a", "y")
    use = ToolUse(
        "run_code",
        {"code": "1"},
        "3",
        id="c1",
        between=(first, second, done(second), done(first), loop_a, loop_b),
    )
    log = LogBuilder()
    log.user("Go").tools([use]).assistant("Done").end_turn()
    node = only(log, NodeKind.TOOL_CALL)
    assert [child.title for child in node.children] == ["read", "x", "y"]
    assert [(c.title, c.status) for c in node.children[0].children] == [("grep", "ok")]


def test_an_edit_shows_the_lines_it_changed() -> None:
    meta = {"diffs": [{"path": "a.py", "oldText": "a\nb\nc", "newText": "a\nB\nc\nd"}]}
    log = LogBuilder()
    log.user("Go").tools([ToolUse("edit", {"file_path": "a.py"}, "ok", meta=meta)]).assistant(
        "Done"
    ).end_turn()
    node = only(log, NodeKind.TOOL_CALL)
    assert (node.facts["added"], node.facts["removed"], node.facts["argument"]) == (3, 2, "a.py")
    assert node.sections[1].text == "@@ a.py\n a\n-b\n-c\n+B\n+c\n+d"


# -- around the conversation -----------------------------------------------------------------


def test_a_compaction_is_one_marker_and_the_history_above_it_stays() -> None:
    log = LogBuilder()
    log.user("One").assistant("First").end_turn()
    log.compaction("What was said", keep=0)
    log.user("Two").assistant("Second").end_turn()
    nodes = nodes_of(log)
    marker = of_kind(nodes, NodeKind.COMPACTION)[0]
    assert len(of_kind(nodes, NodeKind.COMPACTION)) == 1
    assert (marker.title, marker.facts["items"]) == ("Compacted 2 items", 2)
    assert text_of(marker) == "What was said"
    assert [text_of(n) for n in of_kind(nodes, NodeKind.USER)] == ["One", "Two"]


def test_an_orphan_compaction_start_is_dead_once_the_step_is_over() -> None:
    log = LogBuilder()
    log.user("One").assistant("First").end_turn()
    log.log("compaction/start", {"compactionId": "k", "turn": None})
    assert only(log, NodeKind.COMPACTION).status == "stopped"
    log.user("Two").assistant("Second").end_turn()
    assert only(log, NodeKind.COMPACTION).status == "stopped"


def test_rows_that_start_again_after_an_end_of_seed_are_both_shown() -> None:  # F01
    log = LogBuilder()
    log.user("One").assistant("First").end_turn()
    log.log("session/end-seed", {})
    lines = log.lines(packed=False)
    second = LogBuilder("demo")
    second.user("Uno").assistant("Primero").end_turn()
    again = second.lines(packed=False)[1:]
    memory = MemoryLog([*lines, *again])
    made = Assembler(memory.dialect, "demo")
    made.replace(load_page(memory))
    assert made.start is not None
    made.prepend(load_page(memory, made.start))
    assert [text_of(n) for n in of_kind(made.nodes, NodeKind.USER)] == ["One", "Uno"]
    gap = of_kind(made.nodes, NodeKind.GAP)[0]
    assert gap.title == "The numbering breaks here"
    assert "is followed by 0" in gap.facts["where"]
    assert len({node.key for node in made.nodes}) == len(made.nodes)
