"""The conversation of a built log, loaded in one page."""

from __future__ import annotations

from collections.abc import Iterable

from log_core import LogCore
from memory_log import MemoryLog

from sessionlog.conversation.assembler import Assembler
from sessionlog.conversation.node import Node, NodeKind
from sessionlog.history.loader import load_page
from sessionlog.model.page import Bounds

WHOLE = Bounds(1000, 1 << 40, 1 << 40)


def nodes_of(log: LogCore | MemoryLog, *, live: bool = True) -> list[Node]:
    """The nodes of the log's last part, loaded whole."""
    memory = log if isinstance(log, MemoryLog) else MemoryLog.of(log)
    made = Assembler(memory.dialect, memory.header.id, live=live)
    made.replace(load_page(memory, None, WHOLE))
    return list(made.nodes)


def of_kind(nodes: Iterable[Node], kind: NodeKind) -> list[Node]:
    return [node for node in nodes if node.kind == kind]


def text_of(node: Node) -> str:
    return "\n\n".join(section.text for section in node.sections)
