"""Prose: Markdown without HTML, in the type of look.md section 3."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QFont,
    QPainter,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextListFormat,
    QTextOption,
    QTextTable,
)

from sessionloom.conversation.characters import mostly_cjk, plain
from sessionloom.conversation.documents import (
    BASELINE_SHARE,
    LaidOut,
    Span,
    baseline_shift,
    new_document,
)
from sessionloom.conversation.look import Look

FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
CHIP_PADDING = 4
CHIP_HEIGHT = 20
HEADING_ROLES = {1: "proseH1", 2: "proseH2"}

# Qt makes a paragraph of a hard line break; a line separator keeps it inside its own.
_HARD_BREAK = re.compile(r"(?: {2,}|\\)\n(?=[^\W\d_])")
_IMAGE = re.compile(r"!\[([^\]\n]*)\]\(")


def lay_out_prose(text: str, width: float, look: Look) -> LaidOut:
    """A Markdown text, laid out. Images become links to their address; nothing is fetched."""
    document = new_document(look, "prose")
    option = document.defaultTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    document.setDefaultTextOption(option)
    document.setIndentWidth(look.px(20))
    source = _HARD_BREAK.sub("\u2028", plain(text))
    document.setMarkdown(_IMAGE.sub(r"[\1](", source), FEATURES)
    line = look.line("prose") + (look.px(2) if mostly_cjk(text) else 0)
    styled = _Styler(document, look, line)
    styled.run()
    document.setTextWidth(width)
    size = document.size()
    return LaidOut(
        document,
        height=round(size.height()),
        width=size.width(),
        shift=baseline_shift(look, "prose", line),
        spans=styled.spans,
        chips=styled.chips,
        decorate=_decorator(grounds=styled.grounds, tables=styled.tables, chips=bool(styled.chips)),
    )


class _Styler:
    """One pass over the blocks of a fresh Markdown document."""

    def __init__(self, document: QTextDocument, look: Look, line: int) -> None:
        self.document = document
        self.look = look
        self.line = line
        self.spans: list[Span] = []
        self.chips: list[Span] = []
        self.grounds = False
        self.tables = False

    def run(self) -> None:
        self._style_tables()
        block = self.document.begin()
        first = True
        while block.isValid():
            self._style_block(block, first)
            self._style_characters(block)
            first = False
            block = block.next()

    def _style_tables(self) -> None:
        for frame in self.document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                self.tables = True
                style = frame.format()
                style.setBorder(0)
                style.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_None)
                style.setCellPadding(self.look.px(5))
                style.setCellSpacing(0)
                style.setTopMargin(self.look.px(4))
                style.setBottomMargin(self.look.px(4))
                style.setLeftMargin(-self.look.px(5))
                frame.setFormat(style)

    def _style_block(self, block: QTextBlock, first: bool) -> None:
        look = self.look
        style = QTextBlockFormat()
        level = block.blockFormat().headingLevel()
        line = look.line(HEADING_ROLES.get(level, "proseH3")) if level else self.line
        code = _is_code(block)
        style.setLineHeight(
            look.line("code") if code else line, QTextBlockFormat.LineHeightTypes.FixedHeight.value
        )
        in_table = QTextCursor(block).currentTable() is not None
        beside_table = not block.text() and not in_table and not _is_rule(block)
        gap = look.px(8)
        if first or in_table or (code and _is_code(block.previous())):
            gap = 0
        elif block.textList() is not None and block.previous().textList() is not None:
            gap = look.px(2)
        if beside_table:
            gap = 0
            style.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        style.setTopMargin(gap)
        style.setBottomMargin(0)
        quote = _quote_level(block)
        self.grounds = self.grounds or code or quote > 0
        if quote:
            style.setLeftMargin(look.px(14) * quote)
        cursor = QTextCursor(block)
        cursor.mergeBlockFormat(style)
        if block.textList() is not None:
            self._style_list(block)

    def _style_list(self, block: QTextBlock) -> None:
        text_list = block.textList()
        style = text_list.format()
        style.setIndent(max(1, style.indent()))
        if style.style() in (QTextListFormat.Style.ListCircle, QTextListFormat.Style.ListSquare):
            style.setStyle(QTextListFormat.Style.ListDisc)
        text_list.setFormat(style)

    def _style_characters(self, block: QTextBlock) -> None:
        level = block.blockFormat().headingLevel()
        code_block = _is_code(block)
        for start, length, found in _fragments(block):
            style = QTextCharFormat()
            if found.fontFixedPitch():
                self._style_code(style, code_block)
                if not code_block:
                    self.chips.append(Span(block.blockNumber(), start, length, "bg.inlineCode"))
            elif level:
                _use_font(style, self.look.font(HEADING_ROLES.get(level, "proseH3")))
            elif found.fontWeight() > QFont.Weight.Normal:
                style.setFontWeight(QFont.Weight.DemiBold)
            if found.isAnchor():
                self.spans.append(Span(block.blockNumber(), start, length, "accent"))
                style.setFontUnderline(False)
            if found.fontItalic() and mostly_cjk(block.text()):
                style.setFontItalic(False)
            self._merge(block, start, length, style, found)
        if not code_block:
            self._space_chips(block)

    def _merge(
        self, block: QTextBlock, start: int, length: int, style: QTextCharFormat, old: QTextCharFormat
    ) -> None:
        cursor = self._cursor(block, start, length)
        adjusted = old.hasProperty(QTextFormat.Property.FontSizeAdjustment)
        if old.isAnchor() or adjusted:  # the importer's own colours of links and sizes of headings
            bare = QTextCharFormat(old)
            bare.clearForeground()
            bare.clearProperty(QTextFormat.Property.FontSizeAdjustment)
            bare.merge(style)
            cursor.setCharFormat(bare)
        else:
            cursor.mergeCharFormat(style)

    def _style_code(self, style: QTextCharFormat, code_block: bool) -> None:
        _use_font(style, self.look.font("code" if code_block else "inlineCode"))

    def _space_chips(self, block: QTextBlock) -> None:
        """Room for the padding of inline code: spacing behind the letter before it and its last."""
        style = QTextCharFormat()
        style.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
        style.setFontLetterSpacing(self.look.px(CHIP_PADDING))
        for chip in self.chips:
            if chip.line != block.blockNumber():
                continue
            if chip.start:
                self._cursor(block, chip.start - 1, 1).mergeCharFormat(style)
            self._cursor(block, chip.start + chip.length - 1, 1).mergeCharFormat(style)

    def _cursor(self, block: QTextBlock, start: int, length: int) -> QTextCursor:
        cursor = QTextCursor(self.document)
        cursor.setPosition(block.position() + start)
        cursor.setPosition(block.position() + start + length, QTextCursor.MoveMode.KeepAnchor)
        return cursor


def _fragments(block: QTextBlock) -> list[tuple[int, int, QTextCharFormat]]:
    found = []
    iterator = block.begin()
    while not iterator.atEnd():
        fragment = iterator.fragment()
        start = fragment.position() - block.position()
        found.append((start, fragment.length(), QTextCharFormat(fragment.charFormat())))
        iterator += 1
    return found


def _use_font(style: QTextCharFormat, font: QFont) -> None:
    style.setFont(font, QTextCharFormat.FontPropertiesInheritanceBehavior.FontPropertiesSpecifiedOnly)


def _is_code(block: QTextBlock) -> bool:
    style = block.blockFormat()
    return style.hasProperty(QTextFormat.Property.BlockCodeFence) or style.hasProperty(
        QTextFormat.Property.BlockCodeLanguage
    )


def _is_rule(block: QTextBlock) -> bool:
    return block.blockFormat().hasProperty(QTextFormat.Property.BlockTrailingHorizontalRulerWidth)


def _quote_level(block: QTextBlock) -> int:
    return int(block.blockFormat().property(QTextFormat.Property.BlockQuoteLevel) or 0)


def _decorator(
    *, grounds: bool, tables: bool, chips: bool
) -> Callable[[QPainter, LaidOut, Look], None] | None:
    """Draws what stands behind the text: code grounds and quote bars, table lines, inline code."""
    parts = [
        draw
        for wanted, draw in ((grounds, _draw_grounds), (tables, _draw_tables), (chips, _draw_chips))
        if wanted
    ]
    if not parts:
        return None

    def decorate(painter: QPainter, laid_out: LaidOut, look: Look) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for draw in parts:
            draw(painter, laid_out, look)
        painter.restore()

    return decorate


def _draw_chips(painter: QPainter, laid_out: LaidOut, look: Look) -> None:
    painter.setBrush(look.color("bg.inlineCode"))
    padding, height, radius = look.px(CHIP_PADDING), look.px(CHIP_HEIGHT + 2), look.px(4)
    metrics = look.metrics("inlineCode")
    for chip in laid_out.chips:
        block = laid_out.document.findBlockByNumber(chip.line)
        first = block.position() + chip.start
        for rect in laid_out.selection_rects(first, first + chip.length):
            baseline = rect.top() + BASELINE_SHARE * rect.height() + laid_out.shift
            top = round(baseline - metrics.ascent() - (height - metrics.height()) / 2)
            painter.drawRoundedRect(
                QRectF(rect.left() - padding, top, rect.width() + padding, height), radius, radius
            )


def _draw_grounds(painter: QPainter, laid_out: LaidOut, look: Look) -> None:
    layout = laid_out.document.documentLayout()
    block = laid_out.document.begin()
    while block.isValid():
        if _is_code(block) or _quote_level(block):
            area = layout.blockBoundingRect(block).translated(0, -laid_out.shift)
            if _is_code(block):
                right = laid_out.document.textWidth()
                ground = QRectF(
                    area.left() - look.px(8), area.top(), right - area.left() + look.px(8), area.height()
                )
                painter.fillRect(ground, look.color("bg.sunken"))
            for level in range(_quote_level(block)):
                bar = QPointF(look.px(14) * level, area.top())
                painter.fillRect(
                    QRectF(bar.x(), bar.y(), look.px(2), area.height()), look.color("line.strong")
                )
        block = block.next()


def _draw_tables(painter: QPainter, laid_out: LaidOut, look: Look) -> None:
    layout = laid_out.document.documentLayout()
    for frame in laid_out.document.rootFrame().childFrames():
        if not isinstance(frame, QTextTable):
            continue
        area = layout.frameBoundingRect(frame)
        padding = look.px(5)
        for number in range(1, frame.rows()):
            cell = frame.cellAt(number, 0).firstCursorPosition().block()
            y = round(layout.blockBoundingRect(cell).top() - padding - laid_out.shift)
            token = "line.strong" if number == 1 else "line.subtle"
            painter.fillRect(QRectF(area.left(), y, area.width(), 1), look.color(token))
