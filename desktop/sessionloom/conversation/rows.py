"""Nodes in, rows out: what the canvas paints, and what a change of nodes does to it.

A row is one block of a node (architecture section 5). Rows that did not change keep their object
through every splice, so that what was laid out and measured for them stays valid. No Qt here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from sessionlog.conversation.node import Block, Node, Splice
from sessionloom.conversation.heights import HeightIndex
from sessionloom.conversation.positions import Positions

SplitNode = Callable[[Node, Collection[str]], Sequence[Block]]


@dataclass(slots=True, eq=False)
class Row:
    """`revision` changes with the block's content; `measured` is the layout epoch of its `height` in px,
    `pictured` the epoch of the pictures that it was measured with."""

    block: Block
    node: Node
    revision: int
    measured: int = -1
    height: float = 0.0
    pictured: int = -1


def subject(row: Row) -> Node:
    """The node that a row speaks of: a call made by another tool is shown inside its parent."""
    child = row.block.facts.get("child")
    return child if isinstance(child, Node) else row.node


@dataclass(frozen=True, slots=True)
class RowChange:
    """`removed` rows at `row` gave way to `added` rows."""

    row: int
    removed: int
    added: int


class RowModel:
    """The nodes of a session and the rows that they are cut into."""

    def __init__(
        self,
        split: SplitNode,
        estimate: Callable[[Row], float],
    ) -> None:
        self._split = split
        self._estimate = estimate
        self.expanded: set[str] = set()
        self.nodes: list[Node] = []
        self.rows: list[Row] = []
        self.heights = HeightIndex()
        self._counts = HeightIndex()
        self._keys: list[str] = []
        self._positions = Positions()
        self._revision = 0
        self.splits = 0
        self.version = 0

    def replace(self, nodes: Sequence[Node]) -> RowChange:
        """Other nodes altogether; rows whose blocks are equal are kept."""
        return self.splice(Splice(0, len(self.nodes), tuple(nodes)))

    def splice(self, change: Splice) -> RowChange:
        """Applies one change of the node list."""
        index, removed = change.index, change.removed
        if index < 0 or removed < 0 or index + removed > len(self.nodes):
            raise IndexError((index, removed, len(self.nodes)))
        first = self.first_row(index)
        last = self.first_row(index + removed)
        old_rows = self.rows[first:last]
        reusable = {row.block.key: (row, first + number) for number, row in enumerate(old_rows)}
        new_rows: list[Row] = []
        counts: list[int] = []
        for node in change.nodes:
            rows = self._rows_of(node, reusable)
            counts.append(len(rows))
            new_rows.extend(rows)
        heights = [self._height_of(row, reusable) for row in new_rows]
        self.version += 1
        self.nodes[index : index + removed] = change.nodes
        gone = self._keys[index : index + removed]
        self._keys[index : index + removed] = [node.key for node in change.nodes]
        self._positions.splice(index, gone, self._keys, len(change.nodes))
        self.rows[first:last] = new_rows
        self.heights.splice(first, last - first, heights)
        self._counts.splice(index, removed, counts)
        return RowChange(first, last - first, len(new_rows))

    def refresh(self, key: str) -> RowChange | None:
        """Cuts one node anew, after something of it was opened or closed."""
        index = self.node_index(key)
        if index is None:
            return None
        return self.splice(Splice(index, 1, (self.nodes[index],)))

    def node_index(self, key: str) -> int | None:
        return self._positions.index(key)

    def node(self, key: str) -> Node | None:
        index = self.node_index(key)
        return None if index is None else self.nodes[index]

    def first_row(self, index: int) -> int:
        """The first row of the node at `index`, or where it would be if it shows none."""
        return int(self._counts.offset(index))

    def rows_of(self, index: int) -> range:
        """The rows of the node at `index`."""
        first = self.first_row(index)
        return range(first, first + int(self._counts.get(index)))

    def rough_node_of_row(self, row: int) -> int:
        """About the index of the node that shows a row: for marks of a ruler."""
        return self._counts.rough_row_at(row)

    def node_of_row(self, row: int) -> int:
        """The index of the node that shows this row."""
        return self._counts.row_at(row)[0]

    def row_of(self, block_key: str, node_key: str) -> int | None:
        """The row that shows a block, if it is shown."""
        index = self.node_index(node_key)
        if index is None:
            return None
        for row in self.rows_of(index):
            if self.rows[row].block.key == block_key:
                return row
        return None

    def remeasure(self, row: int) -> None:
        """The row's height may have changed because of its neighbours."""
        if 0 <= row < len(self.rows):
            self.rows[row].measured = -1

    def _rows_of(self, node: Node, reusable: dict[str, tuple[Row, int]]) -> list[Row]:
        self.splits += 1
        return [self._row(block, node, reusable) for block in self._split(node, self.expanded)]

    def _row(self, block: Block, node: Node, reusable: dict[str, tuple[Row, int]]) -> Row:
        found = reusable.get(block.key)
        if found is None:
            self._revision += 1
            return Row(block, node, self._revision)
        row = found[0]
        if row.node is not node or row.block != block:
            row.measured = -1
        if row.block != block:
            self._revision += 1
            row.revision = self._revision
        row.block, row.node = block, node
        return row

    def _height_of(self, row: Row, reusable: dict[str, tuple[Row, int]]) -> float:
        found = reusable.get(row.block.key)
        if found is not None and found[0] is row and row.measured != -1:
            return self.heights.get(found[1])
        return self._estimate(row)
