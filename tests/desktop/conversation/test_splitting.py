"""Long code shows its first 40 lines and opens whole."""

from __future__ import annotations

import pytest
from drawn import answer, prompt, text

from sessionlog.conversation.node import BlockKind, SectionKind
from sessionloom.conversation import splitting
from sessionloom.conversation.splitting import FOLDED_LINES, Splitter, warm


def fenced(lines: int) -> str:
    return (
        "Look:\n\n```python\n"
        + "\n".join(f"x{number} = {number}" for number in range(lines))
        + "\n```\n\nDone."
    )


def test_code_up_to_40_lines_is_shown_whole() -> None:
    kinds = [block.kind for block in Splitter()(answer(1, fenced(FOLDED_LINES)), set())]
    assert BlockKind.MORE not in kinds


def test_longer_code_is_folded_and_says_how_long_it_is() -> None:
    blocks = Splitter()(answer(1, fenced(212)), set())
    code = next(block for block in blocks if block.kind is BlockKind.CODE)
    more = next(block for block in blocks if block.kind is BlockKind.MORE)
    assert code.text.count("\n") == FOLDED_LINES - 1
    assert more.facts["lines"] == 212
    assert more.facts["code"].count("\n") == 211
    assert blocks[-1].text == "Done."


def test_opened_code_is_whole_in_any_number_of_pieces() -> None:
    node = answer(1, fenced(900))
    more = next(block for block in Splitter()(node, set()) if block.kind is BlockKind.MORE)
    blocks = [block for block in Splitter()(node, {more.key}) if block.kind is BlockKind.CODE]
    assert len(blocks) > 1
    assert sum(block.text.count("\n") + 1 for block in blocks) == 900


def test_what_a_worker_cut_ahead_is_used_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    nodes = [prompt(1, "q"), answer(2, fenced(90), text("t", "t", SectionKind.THINKING))]
    expected = [list(Splitter()(node, set())) for node in nodes]
    warm(nodes)
    with monkeypatch.context() as patched:
        patched.delattr(splitting, "blocks_of")
        assert [list(Splitter()(node, set())) for node in nodes] == expected


def test_what_was_cut_ahead_gives_way_to_what_is_open() -> None:
    node = answer(2, "Said.", text("Thought.", "t", SectionKind.THINKING))
    warm([node])
    shown = [block.text for block in Splitter()(node, {f"{node.key}/t"})]
    assert shown.count("Thought.") == 2
