"""Which node comes next: node by node, turn by turn, prompt by prompt, error by error."""

from __future__ import annotations

from collections.abc import Callable

from sessionlog.conversation.node import Node, NodeKind
from sessionloom.conversation.rows import RowModel

Wanted = Callable[[Node], bool]


def any_node(node: Node) -> bool:
    return True


def is_turn(node: Node) -> bool:
    return node.kind is NodeKind.TURN


def is_prompt(node: Node) -> bool:
    return node.kind in (NodeKind.USER, NodeKind.STEERING)


def is_trouble(node: Node) -> bool:
    """What "next error" stops at: failures, breaks, limits and gaps."""
    if node.kind in (NodeKind.ERROR, NodeKind.INTERRUPTED, NodeKind.MAX_TOKENS, NodeKind.GAP):
        return True
    return node.status in ("error", "unknown", "interrupted")


def find(model: RowModel, start: int, step: int, wanted: Wanted) -> int | None:
    """The first shown node from `start` (not itself) in the direction of `step` that is wanted."""
    index = start + step
    while 0 <= index < len(model.nodes):
        if wanted(model.nodes[index]) and len(model.rows_of(index)):
            return index
        index += step
    return None
