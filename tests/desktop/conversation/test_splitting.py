"""Long code shows its first 40 lines and opens whole."""

from __future__ import annotations

from drawn import answer

from sessionlog.conversation.node import BlockKind
from sessionloom.conversation.splitting import FOLDED_LINES, Splitter


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
