"""Laid-out documents of rows, and the small cache that keeps the last few hundred of them.

No colour is ever put into a document: the text colour comes from the palette of the paint
context, everything else from token-named spans that are resolved when painted. So a change of
theme lays out nothing anew.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QPainter,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextLayout,
    QTextOption,
)

from sessionloom.conversation.characters import evidence
from sessionloom.conversation.look import Look

CACHED_DOCUMENTS = 300
BASELINE_SHARE = 0.8  # where Qt puts the baseline in a line of fixed height


@dataclass(frozen=True, slots=True)
class Span:
    """Characters of one document line that take the colour of a token. Counts are UTF-16 units."""

    line: int
    start: int
    length: int
    token: str


class SafeDocument(QTextDocument):
    """A document that fetches nothing, whatever its text asks for."""

    def loadResource(self, type: int, name: Any) -> Any:
        return None


@dataclass(slots=True, eq=False)
class LaidOut:
    """A document, laid out for one width.

    `shift` moves the lines so that their text sits in the middle of its line box; `height` is in
    whole px. `chips` are spans of inline code. `source` is the text that it shows, one character
    for one, or None where Markdown stands between.
    """

    document: QTextDocument
    height: int
    width: float
    shift: float = 0.0
    source: str | None = None
    spans: list[Span] = field(default_factory=list)
    chips: list[Span] = field(default_factory=list)
    decorate: Callable[[QPainter, LaidOut, Look], None] | None = None
    resolved: int = -1
    coloured: bool = False

    def set_spans(self, spans: Iterable[Span]) -> None:
        """Further token-named colours, shown at the next paint; lines that have some keep them."""
        taken = {span.line for span in self.spans}
        self.spans = self.spans + [span for span in spans if span.line not in taken]
        self.resolved = -1

    def draw(
        self,
        painter: QPainter,
        origin: QPointF,
        clip: QRectF,
        look: Look,
        base: str,
        selected: tuple[int, int] | None = None,
    ) -> None:
        """Paints the text over the ground of what is selected; `clip` is in the painter's coordinates."""
        self._resolve(look)
        painter.save()
        painter.translate(origin.x(), origin.y() + self.shift)
        if self.decorate is not None:
            self.decorate(painter, self, look)
        if selected is not None:
            for rect in self.selection_rects(*selected):
                painter.fillRect(rect.toAlignedRect(), look.color("selection.text"))
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette = look.palette(base)
        context.clip = clip.translated(-origin.x(), -origin.y() - self.shift)
        self.document.documentLayout().draw(painter, context)
        painter.restore()

    def hit(self, point: QPointF) -> int:
        """The character position nearest to a point of the document."""
        place = QPointF(point.x(), point.y() - self.shift)
        return self.document.documentLayout().hitTest(place, Qt.HitTestAccuracy.FuzzyHit)

    def link_at(self, point: QPointF) -> str:
        place = QPointF(point.x(), point.y() - self.shift)
        return self.document.documentLayout().anchorAt(place)

    def length(self) -> int:
        """How many positions a selection of all of it covers."""
        return self.document.characterCount() - 1

    def selected(self, first: int, last: int) -> str:
        """The text between two positions as shown."""
        cursor = QTextCursor(self.document)
        cursor.setPosition(max(0, min(first, self.length())))
        cursor.setPosition(max(0, min(last, self.length())), QTextCursor.MoveMode.KeepAnchor)
        return cursor.selection().toPlainText()

    def selection_rects(self, first: int, last: int) -> list[QRectF]:
        """The areas behind the characters of a range, as high as their lines; without `shift`."""
        rects: list[QRectF] = []
        block = self.document.findBlock(first)
        while block.isValid() and block.position() <= last:
            rects.extend(self._block_rects(block, first, last))
            block = block.next()
        return rects

    def _block_rects(self, block: QTextBlock, first: int, last: int) -> list[QRectF]:
        rects = []
        layout = block.layout()
        corner = self.document.documentLayout().blockBoundingRect(block).topLeft()
        height = block.blockFormat().lineHeight()
        start, end = first - block.position(), last - block.position()
        for number in range(layout.lineCount()):
            text_line = layout.lineAt(number)
            line_start = text_line.textStart()
            line_end = line_start + text_line.textLength()
            low, high = max(start, line_start), min(end, line_end)
            goes_on = end > line_end
            if low > high or (low == high and not goes_on):
                continue
            x1, x2 = _x_of(text_line, low), _x_of(text_line, high)
            if goes_on and low == high:
                x2 = x1 + height / 4
            # The baseline stands at 80 % of a fixed line; the shift is the painter's.
            baseline = corner.y() + text_line.y() + text_line.ascent()
            top = baseline - BASELINE_SHARE * height - self.shift
            rects.append(QRectF(corner.x() + min(x1, x2), top, abs(x2 - x1), height))
        return rects

    def _resolve(self, look: Look) -> None:
        if self.resolved == look.colour_epoch:
            return
        self.resolved = look.colour_epoch
        by_line: dict[int, list[Span]] = {}
        for span in self.spans:
            by_line.setdefault(span.line, []).append(span)
        for line, spans in by_line.items():
            block = self.document.findBlockByNumber(line)
            if block.isValid():
                block.layout().setFormats([_format_range(span, look) for span in spans])
                # setFormats throws the lines away; heights stay, as only colours differ.
                self.document.markContentsDirty(block.position(), block.length())


def _x_of(line: Any, position: int) -> float:
    x = line.cursorToX(position)
    return float(x[0] if isinstance(x, tuple) else x)


def _format_range(span: Span, look: Look) -> QTextLayout.FormatRange:
    found = QTextLayout.FormatRange()
    found.start, found.length = span.start, span.length
    style = QTextCharFormat()
    style.setForeground(look.color(span.token))
    found.format = style
    return found


def new_document(look: Look, role: str) -> SafeDocument:
    """An empty document without undo, margins or colours."""
    document = SafeDocument()
    document.setUndoRedoEnabled(False)
    document.setDocumentMargin(0)
    document.setDefaultFont(look.font(role))
    return document


def baseline_shift(look: Look, role: str, line: float) -> float:
    """How far a line of fixed height must move so that its text sits in its middle."""
    metrics = look.metrics(role)
    wanted = (line - (metrics.ascent() + metrics.descent())) / 2 + metrics.ascent()
    return float(round(wanted - BASELINE_SHARE * line))


def fix_lines(document: QTextDocument, line: float) -> None:
    """Gives every line of a document one height."""
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    style = QTextBlockFormat()
    style.setLineHeight(line, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    cursor.mergeBlockFormat(style)


def lay_out_mono(text: str, role: str, width: float, look: Look, wrap: bool) -> LaidOut:
    """Plain text in a fixed pitch: wrapped anywhere, or one line for one line."""
    document = new_document(look, role)
    option = document.defaultTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAnywhere if wrap else QTextOption.WrapMode.NoWrap)
    option.setTabStopDistance(4 * look.metrics(role).horizontalAdvance(" "))
    option.setTextDirection(Qt.LayoutDirection.LeftToRight)
    document.setDefaultTextOption(option)
    document.setPlainText(evidence(text))
    line = look.line(role)
    fix_lines(document, line)
    document.setTextWidth(width if wrap else -1)
    size = document.size()
    return LaidOut(
        document,
        height=round(size.height()),
        width=size.width(),
        shift=baseline_shift(look, role, line),
        source=text,
    )


class DocumentCache:
    """The laid-out documents of the last rows that were looked at.

    An entry counts only for the revision, width and layout epoch that it was made for. `built`
    counts documents, `characters` what was laid out in them: tests hold both.
    """

    def __init__(self, capacity: int = CACHED_DOCUMENTS) -> None:
        self._capacity = capacity
        self._entries: OrderedDict[str, tuple[tuple[int, int, int], LaidOut]] = OrderedDict()
        self.built = 0
        self.characters = 0

    def __len__(self) -> int:
        return len(self._entries)

    def get(
        self, key: str, stamp: tuple[int, int, int], build: Callable[[], LaidOut], characters: int
    ) -> LaidOut:
        """The document for `key`, built when there is none for this (revision, width, epoch)."""
        found = self._entries.get(key)
        if found is not None and found[0] == stamp:
            self._entries.move_to_end(key)
            return found[1]
        made = build()
        self.built += 1
        self.characters += characters
        self._entries[key] = (stamp, made)
        self._entries.move_to_end(key)
        if len(self._entries) > self._capacity:
            self._entries.popitem(last=False)
        return made

    def peek(self, key: str) -> LaidOut | None:
        """What is kept for `key` now, however old."""
        found = self._entries.get(key)
        return None if found is None else found[1]

    def clear(self) -> None:
        self._entries.clear()
