"""Nodes cut into blocks by the core, long code folded to its first lines."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from sessionlog.conversation.blocks import Switches, blocks_of
from sessionlog.conversation.node import Block, BlockKind, Node, NodeKind

FOLDED_LINES = 40
MOST_WARM = 4000


MESSAGES = frozenset({NodeKind.USER, NodeKind.STEERING, NodeKind.ASSISTANT})


class WarmBlocks:
    """Blocks of messages that a worker cut ahead: Markdown is what costs.

    Both sides touch the dictionary by single operations only, so no lock is needed. An entry is
    taken once and counts only for the very node that it was made for.
    """

    def __init__(self) -> None:
        self._blocks: dict[int, tuple[Node, list[Block]]] = {}

    def warm(self, nodes: Iterable[Node]) -> None:
        """Cuts messages with nothing open. Any thread."""
        for node in nodes:
            if node.kind in MESSAGES:
                if len(self._blocks) >= MOST_WARM:
                    self._blocks.clear()
                self._blocks[id(node)] = (node, fold_code(blocks_of(node, ()), ()))

    def take(self, node: Node) -> list[Block] | None:
        found = self._blocks.pop(id(node), None)
        return found[1] if found is not None and found[0] is node else None


_WARM = WarmBlocks()


def warm(nodes: Iterable[Node]) -> None:
    """Cuts nodes ahead on the thread that loaded them, so that showing them costs next to nothing."""
    _WARM.warm(nodes)


class Splitter:
    """Cuts nodes as the View menu wants them.

    With `attempts` on every retry is open, and opening one by hand closes it.
    """

    def __init__(self) -> None:
        self.switches = Switches(audit=False)

    def __call__(self, node: Node, expanded: Collection[str]) -> Sequence[Block]:
        ready = _WARM.take(node)
        if ready is not None and not any(key.startswith(node.key) for key in expanded):
            return ready
        switches = self.switches
        if switches.attempts and node.kind is NodeKind.RETRY:
            switches = replace(switches, attempts=False)
            expanded = () if node.key in expanded else (node.key,)
        return fold_code(blocks_of(node, expanded, switches), expanded)


def fold_code(blocks: list[Block], expanded: Collection[str]) -> list[Block]:
    """Code of more than 40 lines shows the first 40 and a row that opens the rest (look.md section 6)."""
    folded: list[Block] = []
    start = 0
    while start < len(blocks):
        end = _code_end(blocks, start)
        folded.extend(
            _folded(blocks[start:end], expanded)
            if end > start + 1 or _is_code(blocks[start])
            else blocks[start:end]
        )
        start = end
    return folded


def _is_code(block: Block) -> bool:
    return block.kind is BlockKind.CODE


def _code_end(blocks: list[Block], start: int) -> int:
    """Behind the last piece of the code that begins at `start`."""
    end = start + 1
    if _is_code(blocks[start]):
        while end < len(blocks) and _is_code(blocks[end]) and not blocks[end].first:
            end += 1
    return end


def _folded(pieces: list[Block], expanded: Collection[str]) -> list[Block]:
    head = pieces[0]
    key = f"{head.key}.all"
    lines = sum(piece.text.count("\n") + (0 if piece.facts.get("continues") else 1) for piece in pieces)
    if lines <= FOLDED_LINES or key in expanded:
        return pieces
    whole = "".join(
        ("" if piece.facts.get("continues") or piece is head else "\n") + piece.text for piece in pieces
    )
    text = "\n".join(head.text.split("\n", FOLDED_LINES)[:FOLDED_LINES])
    more = Block(
        key,
        head.node_key,
        BlockKind.MORE,
        "",
        language=head.language or "text",
        section=head.section,
        start=head.start,
        first=False,
        last=True,
        facts={"expands": key, "lines": lines, "all": True, "code": whole},
    )
    return [replace(head, text=text, last=False), more]
