"""Rows, measured: geometry of the column, exact heights, documents."""

from __future__ import annotations

from dataclasses import dataclass

from sessionlog.conversation.node import BlockKind
from sessionloom.conversation.characters import cjk_letters
from sessionloom.conversation.documents import DocumentCache, LaidOut
from sessionloom.conversation.look import Look
from sessionloom.conversation.painters import PAINTERS
from sessionloom.conversation.painters.base import gap_below
from sessionloom.conversation.painters.image import extent
from sessionloom.conversation.placement import Placement, place
from sessionloom.conversation.rows import Row, RowModel

ESTIMATE_SAMPLE = 4096


@dataclass(frozen=True, slots=True)
class Column:
    """The text column on a viewport: x of the thread, left and right edge of the text, in px."""

    thread_x: int
    left: int
    right: int

    @property
    def width(self) -> int:
        return self.right - self.left


def column_for(width: int, look: Look) -> Column:
    """Gutter, text of at most the column's width, margin; centred when there is room to spare."""
    margin, gutter = look.size("columnRight"), look.size("gutter")
    room = max(width - margin, gutter + look.px(120))
    inner = min(look.size("columnMax"), room)
    start = (room - inner) // 2
    return Column(start + look.size("threadX"), start + gutter, start + inner)


class Layout:
    """Measures rows when they are needed and keeps what it laid out for a while."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.model: RowModel | None = None
        self.documents = DocumentCache()
        self.column = column_for(800, look)
        self.epoch = 0
        self.measured = 0
        self._stamp: tuple[int, int] = (0, 0)
        self._places: dict[int, Placement] = {}
        self._places_of = -1

    def set_width(self, width: int) -> bool:
        """The viewport has another width or the theme other metrics; True if heights may differ."""
        self.column = column_for(width, self.look)
        stamp = (self.column.width, self.look.layout_epoch)
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        self.epoch += 1
        return True

    def rows(self) -> list[Row]:
        return self.model.rows if self.model is not None else []

    def placement(self, index: int) -> Placement:
        """How a row stands among its neighbours; remembered until rows come or go."""
        assert self.model is not None
        if self._places_of != self.model.version:
            self._places.clear()
            self._places_of = self.model.version
        found = self._places.get(index)
        if found is None:
            found = self._places[index] = place(self.model.rows, index)
        return found

    def height(self, index: int) -> float:
        """The exact height of a row with the gap below it."""
        assert self.model is not None
        row = self.model.rows[index]
        if row.measured == self.epoch and not self._came_since(row):
            return row.height
        placed = self.placement(index)
        painter = PAINTERS[row.block.kind]
        body = self.body(row, placed)
        content = painter.height_in(row, placed, self.look, body, self.column.width)
        height = content + gap_below(placed.gap, self.look)
        self.model.heights.set(index, height)
        row.measured, row.height = self.epoch, height
        self.measured += 1
        return height

    def _came_since(self, row: Row) -> bool:
        """Whether a picture came, or was not found, since the row of one was measured."""
        pictures = self.look.pictures
        if row.block.kind is not BlockKind.IMAGE or pictures is None or row.pictured == pictures.epoch:
            return False
        row.pictured = pictures.epoch
        return True

    def body(self, row: Row, placed: Placement) -> LaidOut | None:
        """The row's document, laid out for the column; None for rows that are painted by hand."""
        painter = PAINTERS[row.block.kind]
        if not painter.has_text:
            return None
        stamp = (row.revision, *self._stamp)
        return self.documents.get(
            row.block.key,
            stamp,
            lambda: painter.build(row, placed, self.look, self.column.width),
            len(row.block.text),
        )

    def estimate(self, row: Row) -> float:
        """A guess at a row's height that lays out nothing."""
        look, kind = self.look, row.block.kind
        gap = look.size("nodeGapTight")
        if kind in (BlockKind.PROSE, BlockKind.ATTEMPT_TEXT):
            return _lines(row.block.text, self.column.width / look.px(7.2)) * look.line("prose") + gap
        if kind in (BlockKind.OUTPUT, BlockKind.JSON):
            return _lines(row.block.text, self.column.width / look.px(7.4)) * look.line("output") + gap
        if kind in (BlockKind.CODE, BlockKind.DIFF):
            return (row.block.text.count("\n") + 1) * look.line("code") + 2 * gap
        if kind is BlockKind.IMAGE and (size := extent(row, look, self.column.width)) is not None:
            return size[1] + look.size("quietRow") + gap
        return look.size("quietRow") + gap


def _lines(text: str, per_line: float) -> float:
    """About how many lines a text takes at so many characters a line."""
    sample = text[:ESTIMATE_SAMPLE]
    share = len(text) / max(1, len(sample))
    ends = sample.count("\n")
    wide = len(sample) + (0 if sample.isascii() else cjk_letters(sample))
    return max(1.0, max(ends + 1, wide / max(10.0, per_line) + ends / 2) * share)
