"""The texts of rows as they are painted: an excerpt or the whole, laid out once, changed words marked."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import QPointF
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QTextCharFormat, QTextLayout, QTextOption

from sessionlog.compare.attempts import FACT
from sessionlog.compare.comparison import Row, State
from sessionlog.compare.item import PREVIEW_CHARS, Item
from sessionlog.compare.words import Marks, TextChanges, compare_texts
from sessionloom.conversation.characters import cjk_letters, evidence
from sessionloom.theme.theme import theme

MOST_LINES = 4
"""Lines of a row that nobody opened."""
BEFORE_CHANGE = 120
"""Characters of an excerpt before the first change."""
EXCERPT_FROM = PREVIEW_CHARS // 3
"""A first change behind this is shown with its surroundings instead of the beginning."""
KEPT_LAYOUTS = 240
LEFT, RIGHT = 0, 1


class Spoken(NamedTuple):
    """What one side of a row shows. `before` equal characters stand in front of it in the text, `after`
    more come behind."""

    text: str
    marks: Marks
    before: int = 0
    after: int = 0


def is_mono(item: Item) -> bool:
    """Whether an item is output of a program or a call, not prose."""
    return item.kind in ("tool-call", "raw", "gap")


def needs_text(row: Row) -> bool:
    """Whether a row's texts must be read to show what changed in it."""
    return "text" in row.differing and is_cut(row)


def is_cut(row: Row) -> bool:
    """Whether a row keeps only the beginning of a text."""
    return any(item is not None and item.chars > PREVIEW_CHARS for item in (row.left, row.right))


def may_be_excerpt(row: Row) -> bool:
    """Whether what changed may stand so far inside that a row shows a piece of its texts."""
    items = [item for item in (row.left, row.right) if item is not None]
    return "text" in row.differing and any(item.chars > EXCERPT_FROM for item in items)


def changes_of(row: Row) -> TextChanges | None:
    """What changed, where the beginnings that the row keeps are all there is."""
    if row.state is not State.CHANGED or row.left is None or row.right is None or needs_text(row):
        return None
    return compare_texts(row.left.preview, row.right.preview)


def spoken_side(row: Row, side: int, changes: TextChanges | None, *, opened: bool) -> Spoken:
    """The text of one side: its beginning, what surrounds the first change, or all there is of it."""
    item = (row.left, row.right)[side]
    if item is None:
        return Spoken("", ())
    if changes is None:
        return Spoken(item.preview, (), 0, item.chars - len(item.preview))
    text = (changes.left, changes.right)[side]
    marks = (changes.left_marks, changes.right_marks)[side]
    length = (changes.left_chars, changes.right_chars)[side]
    if row.state is not State.CHANGED:
        marks = ()
    first = 0 if opened else _excerpt_start(text, changes.first[side])
    last = len(text) if opened else min(len(text), first + PREVIEW_CHARS)
    shifted = tuple(
        (max(start, first) - first, min(start + count, last) - max(start, first))
        for start, count in marks
        if start < last and start + count > first
    )
    before = changes.start + first
    return Spoken(text[first:last], shifted, before, length - changes.start - last)


def _excerpt_start(text: str, change: int) -> int:
    """The beginning, unless the first change lies too far behind it: then the line it stands in."""
    if change <= EXCERPT_FROM:
        return 0
    line = text.rfind("\n", max(0, change - BEFORE_CHANGE), change)
    return line + 1 if line >= 0 else change - BEFORE_CHANGE


def estimated_lines(text: str, columns: int) -> int:
    """How many lines a text takes, at most `MOST_LINES`, without laying it out."""
    lines = 0
    for line in text[:PREVIEW_CHARS].split("\n", MOST_LINES)[:MOST_LINES]:
        letters = len(line) if line.isascii() else len(line) + cjk_letters(line)
        lines += max(1, -(-letters // max(1, columns)))
        if lines >= MOST_LINES:
            return MOST_LINES
    return lines


@dataclass(slots=True)
class LaidOut:
    """A text with its lines at one width. `height` in px."""

    layout: QTextLayout
    lines: int
    height: int


class Layouts:
    """Laid out sides of rows, the latest `KEPT_LAYOUTS`. `made` counts them, for whoever must show that
    work is bounded by what is looked at."""

    def __init__(self) -> None:
        self.made = 0
        self._kept: OrderedDict[tuple[object, ...], LaidOut] = OrderedDict()

    def clear(self) -> None:
        self._kept.clear()

    def lay_out(
        self, key: tuple[object, ...], spoken: Spoken, *, mono: bool, mark: str, width: int
    ) -> LaidOut:
        """`mark` is the token behind changed words. Lines are `line_height` apart."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        self.made += 1
        made = self._kept[key] = _laid_out(spoken, mono=mono, mark=theme().color(mark), width=width)
        if len(self._kept) > KEPT_LAYOUTS:
            self._kept.popitem(last=False)
        return made


def role_of(*, mono: bool) -> str:
    return "output" if mono else "body"


def columns_in(width: int) -> int:
    """About how many letters stand in a line."""
    return max(8, int(width / max(1.0, QFontMetricsF(theme().font("body")).averageCharWidth())))


def is_fact(row: Row) -> bool:
    item = row.left or row.right
    return item is not None and item.kind == FACT


def _laid_out(spoken: Spoken, *, mono: bool, mark: QColor, width: int) -> LaidOut:
    look = theme()
    layout = QTextLayout(evidence(spoken.text).replace("\n", "\u2028"), look.font(role_of(mono=mono)))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    marked = QTextCharFormat()
    marked.setBackground(QBrush(mark))
    formats = []
    for start, count in _in_utf16(spoken.text, spoken.marks):
        piece = QTextLayout.FormatRange()
        piece.start, piece.length, piece.format = start, count, marked
        formats.append(piece)
    layout.setFormats(formats)
    step, lines = look.line("body"), 0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        line.setPosition(QPointF(0, lines * step))
        lines += 1
    layout.endLayout()
    return LaidOut(layout, lines, lines * step)


def _in_utf16(text: str, marks: Marks) -> Marks:
    """Ranges counted as Qt counts: characters beyond the first plane are two units."""
    if text.isascii() or not any(character > "\uffff" for character in text):
        return marks
    return tuple((_units(text[:start]), _units(text[start : start + count])) for start, count in marks)


def _units(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)
