"""Nodes are cut into rows that a canvas can lay out at once, with keys that stay (architecture section 5)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from logs import LogBuilder, ToolUse
from nodes import nodes_of, of_kind

from sessionlog.conversation.blocks import Switches, blocks_of
from sessionlog.conversation.node import (
    MAX_BLOCK_CHARS,
    MAX_BLOCK_LINES,
    Block,
    BlockKind,
    Node,
    NodeKind,
    Section,
    SectionKind,
)
from sessionlog.conversation.prose import ProseCache, plain_prose, split_prose


def node(kind: NodeKind, *sections: Section, **more: Any) -> Node:
    base = Node(f"{kind}:0:1", kind, 0, 1, (1, 0), 1, 1, 0, sections=sections)
    return replace(base, **more)


def answer(text: str, kind: SectionKind = SectionKind.PROSE, **more: Any) -> Node:
    return node(NodeKind.ASSISTANT, Section("0", kind, text), **more)


def tool(text: str, **more: Any) -> Node:
    return node(NodeKind.TOOL_CALL, Section("out0", SectionKind.OUTPUT, text), title="bash", **more)


def kinds(blocks: list[Block]) -> list[str]:
    return [str(block.kind) for block in blocks]


def test_prose_is_cut_at_its_top_level_and_code_is_a_block_with_its_language() -> None:
    text = "First *one*.\n\nSecond.\n\n```python\nx = 1\n\ny = 2\n```\n\n- a\n\n  b\n- c\n\n    indented\n"
    blocks = blocks_of(answer(text), ())[1:]
    assert kinds(blocks) == ["prose", "prose", "code", "prose"]
    assert [block.text for block in blocks[:3]] == ["First *one*.", "Second.", "x = 1\n\ny = 2"]
    assert blocks[2].language == "python"
    assert all(text.startswith(block.text, block.start) for block in blocks)


def test_html_and_link_definitions_stay_text() -> None:
    text = "<script>alert(1)</script>\n\nSee [it][1].\n\n[1]: http://example.org\n"
    assert "".join(block.text for block in blocks_of(answer(text), ())[1:]).count("http://example.org") == 1


MARKS = [
    "a",
    "*",
    "# ",
    "- ",
    "1. ",
    "> ",
    "```",
    "~~~",
    "\n",
    "\n\n",
    "    ",
    "|",
    "---",
    "=",
    "\r\n",
    "[a]: b",
]


@settings(max_examples=200)
@given(st.lists(st.sampled_from(MARKS), max_size=40), st.integers(1, 5))
def test_a_growing_text_is_split_as_if_it_had_come_at_once(words: list[str], step: int) -> None:
    cache, text = ProseCache(), ""
    for place in range(0, len(words), step):
        text += "".join(words[place : place + step])
        assert cache.split("key", text) == split_prose(text)


@given(st.text(st.sampled_from("ab\n `#->"), max_size=200))
def test_no_text_is_lost_between_prose_blocks(text: str) -> None:
    parts = split_prose(text)
    assert all(one.stop <= other.start for one, other in pairwise(parts))
    kept = "".join("".join(text[part.start : part.stop].split()) for part in parts)
    assert kept == "".join(text.split())


def test_only_the_last_blocks_of_a_stream_change_and_only_they_are_parsed() -> None:
    cache = ProseCache()
    text, changed, before = "", 0, []
    for number in range(300):
        text += f"Paragraph {number} says a little.\n\n" if number % 2 else "more words "
        blocks = blocks_of(answer(text), (), cache=cache)
        changed += sum(block not in before for block in blocks)
        before = blocks
    assert changed < 700
    assert cache.parsed_chars < 8 * len(text)


def test_thinking_is_one_quiet_row_that_opens() -> None:
    made = answer("The user wants x.\nSo I do y.", SectionKind.THINKING)
    (head, quiet) = blocks_of(made, ())
    assert (head.kind, quiet.kind, quiet.text) == (BlockKind.HEADER, BlockKind.QUIET, "The user wants x.")
    opened = blocks_of(made, {quiet.facts["expands"]})
    assert kinds(opened) == ["header", "quiet", "prose"]
    live = blocks_of(replace(made, status="running"), ())[1]
    assert live.text == "So I do y."


def test_bodies_are_closed_until_their_key_is_open() -> None:
    made = tool("a.txt")
    assert kinds(blocks_of(made, ())) == ["tool"]
    assert kinds(blocks_of(made, {made.key})) == ["tool", "output"]


def test_an_output_over_200_lines_shows_head_and_tail_and_how_much_is_between() -> None:
    text = "".join(f"line {number}\n" for number in range(1404))
    made = tool(text)
    head, output, more, tail = blocks_of(made, {made.key})
    assert more.kind == BlockKind.MORE
    assert (more.text, more.facts["lines"]) == ("1,204 more lines", 1204)
    assert output.text.startswith("line 0\n") and tail.text.endswith("line 1403")
    assert (output.first, output.last, tail.first, tail.last) == (True, False, False, True)
    whole = blocks_of(made, {made.key, more.facts["expands"]})[1:]
    assert [block.text.count("\n") + 1 for block in whole] == [200] * 7 + [4]
    assert whole[0].key == output.key
    assert "\n".join(block.text for block in whole) + "\n" == text
    assert head.kind == BlockKind.TOOL


def test_exactly_200_lines_are_shown_whole() -> None:
    made = tool("x\n" * 200)
    assert kinds(blocks_of(made, {made.key})) == ["tool", "output"]


def test_a_line_of_millions_of_characters_is_shown_by_its_ends() -> None:
    made = tool("會" * 12_800_000)
    _, first, more, last = blocks_of(made, {made.key})
    assert len(first.text) == len(last.text) == MAX_BLOCK_CHARS
    assert "lines" not in more.facts and more.facts["chars"] == 12_800_000 - 2 * MAX_BLOCK_CHARS
    assert last.facts["continues"]


def test_huge_prose_is_not_parsed_whole() -> None:
    cache = ProseCache()
    blocks = blocks_of(answer("word " * 600_000), (), cache=cache)
    assert cache.parsed_chars < 100_000
    assert BlockKind.MORE in [block.kind for block in blocks]
    assert all(len(block.text) <= MAX_BLOCK_CHARS for block in blocks)


def test_huge_code_is_cut_into_pieces_of_one_frame() -> None:
    text = "```\n" + "\n".join(f"x = {number}" for number in range(500)) + "\n```"
    code = [block for block in blocks_of(answer(text), ()) if block.kind == BlockKind.CODE]
    assert [block.text.count("\n") + 1 for block in code] == [MAX_BLOCK_LINES, MAX_BLOCK_LINES, 100]
    assert [(block.first, block.last) for block in code] == [(True, False), (False, False), (False, True)]


def test_attempts_open_in_place() -> None:
    log = LogBuilder()
    log.user("Go").retry("First *try*").retry("").assistant("Done").end_turn()
    (retry,) = of_kind(nodes_of(log), NodeKind.RETRY)
    assert kinds(blocks_of(retry, ())) == ["retry"]
    opened = blocks_of(retry, {retry.key})
    assert kinds(opened) == ["retry", "attempt", "attempt-text", "attempt", "attempt"]
    assert kinds(blocks_of(retry, (), Switches(attempts=True))) == kinds(opened)
    assert [block.facts.get("attempt") for block in opened if block.kind == BlockKind.ATTEMPT] == [1, 2, 3]
    assert opened[3].facts["empty"]


def test_switches_hide_what_a_reader_did_not_ask_for() -> None:
    log = LogBuilder()
    log.user("Go").instructions("A.md", "text").assistant("Done").end_turn()
    log.raw({"type": "plugin/x", "data": {}}).raw({"type": "feedback/record", "data": {"text": "good"}})
    hidden = Switches(context=False, audit=False, raw=False)
    for made in nodes_of(log):
        gone = made.kind in (NodeKind.CONTEXT, NodeKind.AUDIT, NodeKind.RAW)
        assert bool(blocks_of(made, (), hidden)) is not gone
        assert blocks_of(made, ())


@pytest.mark.parametrize("status", ["ok", "error"])
def test_an_edit_opens_as_a_diff(status: str) -> None:
    meta = {"diffs": [{"path": "a.py", "oldText": "a", "newText": "b"}]}
    use = ToolUse("edit", {"file_path": "a.py"}, "done", meta=meta, error=status == "error")
    log = LogBuilder()
    log.user("Go").tools([use]).assistant("Done").end_turn()
    (made,) = of_kind(nodes_of(log), NodeKind.TOOL_CALL)
    shown = kinds(blocks_of(made, {made.key}))
    assert shown == (["tool", "diff"] if status == "ok" else ["tool", "diff", "output"])


def test_a_nested_call_is_a_row_below_its_parent_with_its_own_node() -> None:
    start = {
        "rootCallId": "c1",
        "parentCallId": "c1",
        "subCallId": "c1:code:1",
        "name": "read",
        "arguments": {},
    }
    done = {**start, "isError": False, "content": [{"type": "text", "text": "inner"}]}
    between = (
        {"type": "tool/code-dispatch-start", "data": start},
        {"type": "tool/code-dispatch", "data": done},
    )
    log = LogBuilder()
    log.user("Go").tools([ToolUse("run_code", {"code": "1"}, "3", id="c1", between=between)]).assistant(
        "Ok"
    ).end_turn()
    (made,) = of_kind(nodes_of(log), NodeKind.TOOL_CALL)
    child = made.children[0]
    rows = [block for block in blocks_of(made, {made.key, child.key}) if "child" in block.facts]
    assert kinds(rows) == ["tool", "output"]
    assert all(block.facts["child"] is child and block.node_key == made.key for block in rows)
    assert rows[0].facts["depth"] == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ""),
        ("**English.** You\nask _much_.", "English. You ask much."),
        ("2 * 3 * 4 = a_b_c", "2 * 3 * 4 = a_b_c"),
        ("> quoted\n\n1. one\n2. ~~two~~", "quoted one ~~two~~"),
        ("![a picture](p.png) and [a link](http://x)", "a picture and a link"),
        ("```py\nx = 1\n```\n\nafter", "x = 1 after"),
        ("|a|b|\n|-|-|\n|1|**2**|", "a b 1 2"),
        ("<b>bold</b> &amp; more", "<b>bold</b> & more"),
        ("cut off **in the mid", "cut off **in the mid"),
    ],
)
def test_prose_without_its_marks_is_what_a_reader_sees(text, words):
    assert plain_prose(text) == words
