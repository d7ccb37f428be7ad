"""Which keys open what a node hides."""

from __future__ import annotations

from collections.abc import Iterator

from sessionlog.conversation.node import Node, NodeKind, SectionKind


def lacks_attempts(node: Node) -> bool:
    """Whether a retry says that something was streamed whose text is not loaded."""
    if node.kind is not NodeKind.RETRY:
        return False
    failed = [section for section in node.sections if section.facts.get("outcome") == "failed"]
    return not node.sections or any(part.facts.get("chunks") and not part.text for part in failed)


SWITCHED = (NodeKind.RETRY, NodeKind.CONTEXT, NodeKind.AUDIT, NodeKind.RAW)
"""What the View menu shows and hides."""

OPENS_WHOLE = (NodeKind.TOOL_CALL, NodeKind.CONTEXT, NodeKind.AUDIT, NodeKind.RAW, NodeKind.COMPACTION)


def opening_keys(node: Node) -> Iterator[str]:
    """The keys that open a node, its thinking and the calls inside it."""
    if node.kind in OPENS_WHOLE or (node.kind is NodeKind.RETRY and not lacks_attempts(node)):
        yield node.key
    for section in node.sections:
        if section.kind is SectionKind.THINKING:
            yield f"{node.key}/{section.key}"
    for child in node.children:
        yield from opening_keys(child)
