"""The reading place: kept through every change, left only by the reader."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sessionlog.conversation.node import Node
from sessionloom.conversation.layout import Layout
from sessionloom.conversation.rows import Row, RowModel
from sessionloom.conversation.scroller import Scroller


@dataclass(frozen=True, slots=True)
class Anchor:
    """A block and how many px of it lie above the viewport; `at_end`: the reader followed the tail."""

    node_key: str
    block_key: str
    offset: float
    at_end: bool


@dataclass(frozen=True, slots=True)
class Held:
    """A row that was on the viewport, as it was."""

    row: Row
    revision: int
    node: Node
    node_key: str
    block_key: str
    y: float


class ReadingPlace:
    """Changes nodes, widths and fonts under a reader who stays where he is."""

    def __init__(self, model: RowModel, layout: Layout, scroller: Scroller) -> None:
        self._model = model
        self._layout = layout
        self._scroller = scroller
        self.follow = True

    def keep(self, change: Callable[[], None], block_key: str = "") -> None:
        """Carries out a change. What was on the viewport stays there: the block named, if any,
        else the first visible row of a node that the change leaves as it is, else the first row
        that is left as it is, else the first that survives."""
        held = self._held(block_key)
        change()
        if self.follow and not block_key:
            self._scroller.to_bottom()
            return
        self._hold(held if block_key else sorted(held, key=self._change))
        if block_key:
            self.follow = self.follow and self._scroller.at_bottom()

    def _held(self, block_key: str) -> list[Held]:
        """The rows on the viewport, the named block first."""
        rows = self._model.rows
        visible = [
            Held(
                rows[index],
                rows[index].revision,
                rows[index].node,
                rows[index].node.key,
                rows[index].block.key,
                y,
            )
            for index, y in self._scroller.visible()
        ]
        if block_key:
            visible.sort(key=lambda held: held.block_key != block_key)
        return visible

    def _hold(self, held: list[Held]) -> None:
        """Puts the first row that still exists back where it was."""
        for found in held:
            row = self._model.row_of(found.block_key, found.node_key)
            if row is not None:
                self._scroller.place(row, found.y)
                return
        self._scroller.move(0)

    def _change(self, held: Held) -> int:
        """How much a change did to a row: 0 nothing, 1 something else of its node, 2 itself."""
        index = self._model.row_of(held.block_key, held.node_key)
        if index is None:
            return 2
        row = self._model.rows[index]
        if row is not held.row or row.revision != held.revision:
            return 2
        return 0 if row.node == held.node else 1

    def anchor(self) -> Anchor | None:
        """Where the reader is; None in an empty view."""
        rows = self._model.rows
        if not rows:
            return None
        row = rows[min(self._scroller.row, len(rows) - 1)]
        return Anchor(row.node.key, row.block.key, self._scroller.offset, self.follow)

    def restore(self, anchor: Anchor) -> bool:
        """Goes back to a place; False if it is not loaded."""
        if anchor.at_end:
            self.follow = True
            self._scroller.to_bottom()
            return True
        row = self._model.row_of(anchor.block_key, anchor.node_key)
        if row is None:
            index = self._model.node_index(anchor.node_key)
            if index is None or not self._model.rows_of(index):
                return False
            row = self._model.first_row(index)
        self.follow = False
        self._scroller.place(row, -anchor.offset)
        return True

    def read(self, move: Callable[[], None]) -> None:
        """A move of the reader's own: following goes on only where it ends at the bottom."""
        move()
        self.follow = self._scroller.at_bottom()

    def to_row_at(self, y: float) -> None:
        """The scroll bar was moved: `y` px of everything lie above the viewport."""
        scroller, heights = self._scroller, self._model.heights
        if y < scroller.head:
            scroller.place(0, scroller.head - y)
            return
        row, inside = heights.row_at(y - scroller.head)
        scroller.place(row, -float(round(inside)))

    def bar(self) -> tuple[int, int]:
        """Maximum and value of the scroll bar."""
        scroller, heights = self._scroller, self._model.heights
        whole = scroller.head + heights.total + scroller.foot
        above = scroller.head + scroller.offset
        if self._model.rows:
            above += heights.offset(min(scroller.row, len(self._model.rows) - 1))
        return max(0, round(whole - scroller.viewport)), round(above)
