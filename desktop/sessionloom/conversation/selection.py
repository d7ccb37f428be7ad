"""What is selected, across any number of rows, and the text of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sessionlog.conversation.node import BlockKind, Node
from sessionloom.conversation.characters import index_of_utf16
from sessionloom.conversation.documents import LaidOut
from sessionloom.conversation.rows import Row, RowModel

WHOLE = 1 << 60
"""A position behind everything that a row shows."""

CUT_KINDS = frozenset(
    {
        BlockKind.PROSE,
        BlockKind.CODE,
        BlockKind.OUTPUT,
        BlockKind.DIFF,
        BlockKind.JSON,
        BlockKind.ATTEMPT_TEXT,
        BlockKind.MORE,
    }
)


@dataclass(frozen=True, slots=True)
class Position:
    """A place in the text of a row: a document position, or a count of characters without one."""

    node_key: str
    block_key: str
    place: int


@dataclass(frozen=True, slots=True)
class Range:
    """A selection resolved to rows: from `start` in row `first` to `end` in row `last`."""

    first: int
    start: int
    last: int
    end: int

    def in_row(self, row: int) -> tuple[int, int] | None:
        """The selected positions of one row; None if it has none."""
        if not self.first <= row <= self.last:
            return None
        start = self.start if row == self.first else 0
        end = self.end if row == self.last else WHOLE
        return (start, end) if start < end else None


class Selection:
    """Two positions; between them everything is selected. Rows need not be laid out."""

    def __init__(self, model: RowModel) -> None:
        self._model = model
        self._from: Position | None = None
        self._to: Position | None = None

    def clear(self) -> None:
        self._from = self._to = None

    def set(self, start: Position, end: Position) -> None:
        self._from, self._to = start, end

    def extend(self, end: Position) -> None:
        """Moves the free end; begins there if nothing was selected."""
        self._from = self._from or end
        self._to = end

    def start(self) -> Position | None:
        return self._from

    def resolve(self) -> Range | None:
        """The selection in rows of now; None when empty or when its rows are gone."""
        if self._from is None or self._to is None:
            return None
        ends = []
        for position in (self._from, self._to):
            row = self._model.row_of(position.block_key, position.node_key)
            if row is None:
                return None
            ends.append((row, position.place))
        (first, start), (last, end) = sorted(ends)
        return None if (first, start) == (last, end) else Range(first, start, last, end)

    def text(self, body: Callable[[int], LaidOut | None]) -> str:
        """The selected text. `body` is asked only for the rows at both ends."""
        found = self.resolve()
        if found is None:
            return ""
        return Copier(self._model, found, body).text()


class Copier:
    """Puts the text of a range together, whole sections as stored, ends as selected."""

    def __init__(self, model: RowModel, found: Range, body: Callable[[int], LaidOut | None]) -> None:
        self._model = model
        self._range = found
        self._body = body
        self._parts: list[str] = []
        self._before: Row | None = None

    def text(self) -> str:
        row = self._range.first
        while row <= self._range.last:
            row = self._take(row)
        return "".join(self._parts)

    def _take(self, index: int) -> int:
        """Adds a row, or the whole stretch of its section as stored; returns the row behind it."""
        row = self._model.rows[index]
        section = section_text(row)
        last = self._whole_stretch(index)
        if section is None or last < index:
            self._add(row, self._selected(index))
            return index + 1
        self._add(row, section[row.block.start : self._end_of(last, section)].rstrip("\n"))
        self._before = self._model.rows[last]
        return last + 1

    def _whole_stretch(self, index: int) -> int:
        """The last row of the same section up to which everything is selected, else `index - 1`."""
        row = self._model.rows[index]
        last = index - 1
        while (
            last < self._range.last
            and same_section(row, self._model.rows[last + 1])
            and self._is_whole(last + 1)
        ):
            last += 1
        return last

    def _is_whole(self, index: int) -> bool:
        places = self._range.in_row(index)
        if places is None or places[0] > 0:
            return False
        if places[1] >= WHOLE:
            return True
        body = self._body(index)
        return body is not None and places[1] >= body.length()

    def _end_of(self, index: int, section: str) -> int:
        """Where a row ends in the text of its section: where the next one begins."""
        rows = self._model.rows
        if index + 1 < len(rows) and same_section(rows[index], rows[index + 1]):
            return rows[index + 1].block.start
        return len(section)

    def _selected(self, index: int) -> str:
        """The selected text of one row."""
        places = self._range.in_row(index)
        text = self._model.rows[index].block.text
        if places is None:
            return ""
        body = self._body(index) if index in (self._range.first, self._range.last) else None
        if body is None or (places[0] <= 0 and places[1] >= body.length()):
            return text
        if body.source is None:
            return body.selected(*places)
        return text[index_of_utf16(text, places[0]) : index_of_utf16(text, places[1])]

    def _add(self, row: Row, text: str) -> None:
        if not text:
            return
        if self._before is not None and self._parts:
            self._parts.append(separator(self._before, row))
        self._parts.append(text)
        self._before = row


def separator(upper: Row, lower: Row) -> str:
    """What stands between two rows that are copied together."""
    if same_section(upper, lower):
        if lower.block.facts.get("continues"):
            return ""
        prose = BlockKind.PROSE in (upper.block.kind, lower.block.kind)
        return "\n\n" if prose else "\n"
    lines = (BlockKind.TOOL, BlockKind.HEADER, BlockKind.QUIET, BlockKind.RAW, BlockKind.ATTEMPT)
    return "\n" if upper.block.kind in lines else "\n\n"


def section_text(row: Row) -> str | None:
    """The whole text of the section that a block was cut from; None for rows with words of their own."""
    block = row.block
    if block.kind not in CUT_KINDS or "child" in block.facts:
        return None
    return next((part.text for part in row.node.sections if part.key == block.section), None)


def same_section(one: Row, other: Row) -> bool:
    """Whether both rows were cut from the same text."""
    if one.node.key != other.node.key or one.block.section != other.block.section:
        return False
    return section_text(one) is not None and section_text(other) is not None


def node_text(node: Node) -> str:
    """What copying a whole node gives: its texts as stored."""
    return "\n\n".join(section.text for section in node.sections if section.text)
