"""A long conversation of made-up nodes, for the view alone: no log stands behind it."""

from __future__ import annotations

from sessionlog.conversation.blocks import blocks_of
from sessionlog.conversation.node import Node, NodeKind, Section, SectionKind

PROMPT = "Please look at the export again: the **third** column is empty for orders without a discount."
ANSWER = """I looked at how the columns are written. There are two places:

1. `columns()` leaves out a value that is `None`;
2. the writer then *shifts* everything after it to the left.

```python
def columns(order: Order) -> list[str]:
    return [order.id, str(order.total), str(order.discount or 0)]
```

With the zero in place, all rows have the same width, so the shift cannot happen any more. 修好了。"""
OUTPUT = "\n".join(f"tests/test_export.py::test_row_{line} PASSED" for line in range(12))
KINDS = (
    (NodeKind.USER, SectionKind.PROSE, PROMPT),
    (NodeKind.ASSISTANT, SectionKind.PROSE, ANSWER),
    (NodeKind.TOOL_CALL, SectionKind.OUTPUT, OUTPUT),
)


def make_nodes(count: int, first: int = 0) -> list[Node]:
    """`count` nodes, from seq `first` on: prompts, answers, tool calls in turn."""
    return [_node(seq) for seq in range(first, first + count)]


def enough_nodes(blocks: int) -> list[Node]:
    """As many nodes as make about so many blocks (rows of the view)."""
    each = sum(len(blocks_of(node, ())) for node in make_nodes(len(KINDS)))
    return make_nodes(blocks * len(KINDS) // each)


def _node(seq: int) -> Node:
    kind, section, text = KINDS[seq % len(KINDS)]
    key = f"{kind}:0:{seq}"
    facts = {"tool": "bash"} if kind is NodeKind.TOOL_CALL else {}
    sections = (Section(key="0", kind=section, text=f"{text} ({seq})"),)
    return Node(
        key, kind, 0, seq, (seq, 0), seq // 9 + 1, 1, 1785000000000 + seq * 900,
        status="ok", title="bash" if facts else "", sections=sections, facts=facts, last_seq=seq,
    )  # fmt: skip
