"""Pieces of the fork dialog: the strip of turns with its cut, the two messages at the cut, fact rows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from sessionlog.lineage.preview import ForkPreview
from sessionloom.conversation.characters import one_line
from sessionloom.shell.controls import px
from sessionloom.shell.labels import LineLabel, elided
from sessionloom.shell.status_bar import IconSpot
from sessionloom.theme.icons import pixmap
from sessionloom.theme.theme import theme

SHOWN = 7
"""Turns on the strip at most: those around the cut, and the first and last of all."""


def shown_turns(count: int, kept: int) -> list[int]:
    """Which of `count` turns the strip shows when the first `kept` are inherited."""
    if count <= SHOWN:
        return list(range(count))
    first = max(1, min(kept - 3, count - SHOWN + 1))
    middle = range(first, first + SHOWN - 2)
    return sorted({0, *middle, count - 1})


class TurnStrip(QWidget):
    """Turns as dots on a line; what is kept is solid, the cut is a bar with its seq."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preview: ForkPreview | None = None
        self._words = "{0}"
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def show_preview(self, preview: ForkPreview, words: str, description: str) -> None:
        """`words` names a turn ("Turn {0}"), `description` says the same to a screen reader."""
        self._preview, self._words = preview, words
        self.setAccessibleName(description)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(480), px(56))

    def paintEvent(self, _event: QPaintEvent) -> None:
        preview = self._preview
        if preview is None:
            return
        look = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        marks = [preview.turns[n] for n in shown_turns(len(preview.turns), preview.turns_kept)]
        step = (self.width() - px(40)) / max(1, len(marks))
        line = px(28)
        kept = sum(1 for mark in marks if mark.kept)
        cut = px(4) + step * kept - (step * 0.12 if kept else 0)
        accent, quiet = look.color("accent"), look.color("line.strong")
        painter.setPen(QPen(quiet, 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(cut, line), QPointF(self.width(), line))
        painter.setPen(QPen(accent, 2))
        painter.drawLine(QPointF(px(4), line), QPointF(cut, line))
        painter.drawLine(QPointF(cut, line - px(16)), QPointF(cut, line + px(8)))
        painter.setFont(look.font("small"))
        metrics = QFontMetrics(painter.font())
        seq = f"#{preview.cut_seq}" if preview.events else "0"
        painter.drawText(QPointF(max(0.0, cut - metrics.horizontalAdvance(seq) - px(4)), line - px(8)), seq)
        for number, mark in enumerate(marks):
            at = QPointF(px(4) + step * number, line)
            painter.setPen(QPen(accent if mark.kept else quiet, 1.5))
            painter.setBrush(accent if mark.kept else look.color("bg.raised"))
            painter.drawEllipse(at, px(4), px(4))
            painter.setPen(look.color("text.primary" if mark.kept else "text.tertiary"))
            name = self._words.format("?" if mark.turn is None else mark.turn)
            shown = elided(name, metrics, int(step) - px(4))
            painter.drawText(QPointF(max(0.0, at.x() - px(4)), line + px(22)), shown)


class CutBox(QWidget):
    """The last message that is kept above the cut, the first that is left out below it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preview: ForkPreview | None = None
        self._names = ("", "", "")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def show_preview(self, preview: ForkPreview, names: tuple[str, str, str]) -> None:
        """`names`: last kept, first left out, and what stands where there is no message."""
        self._preview, self._names = preview, names
        excerpts = (preview.last_kept, preview.first_left)
        texts = [names[2] if it is None else one_line(it.text) for it in excerpts]
        self.setAccessibleName(f"{names[0]}: {texts[0]}. {names[1]}: {texts[1]}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(480), px(68))

    def paintEvent(self, _event: QPaintEvent) -> None:
        preview = self._preview
        if preview is None:
            return
        look = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(look.color("line.default"), 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), px(6), px(6))
        half = self.height() // 2
        painter.setPen(QPen(look.color("line.strong"), 1, Qt.PenStyle.DashLine))
        painter.drawLine(0, half, self.width(), half)
        for top, name, excerpt, strong in (
            (0, self._names[0], preview.last_kept, True),
            (half, self._names[1], preview.first_left, False),
        ):
            self._paint_row(painter, QRectF(0, top, self.width(), half), name, excerpt, strong)

    def _paint_row(self, painter: QPainter, area: QRectF, name: str, excerpt, strong: bool) -> None:  # type: ignore[no-untyped-def]
        look = theme()
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(look.font("small"))
        painter.setPen(look.color("accent" if strong else "text.tertiary"))
        left = px(12)
        width = max(QFontMetrics(painter.font()).horizontalAdvance(text) for text in self._names[:2])
        painter.drawText(area.adjusted(left, 0, 0, 0), middle, name)
        left += width + px(14)
        painter.setFont(look.font("body" if strong else "small"))
        painter.setPen(look.color("text.primary" if strong else "text.secondary"))
        metrics = QFontMetrics(painter.font())
        if excerpt is None:
            painter.drawText(area.adjusted(left, 0, 0, 0), middle, self._names[2])
            return
        icon = "node.user" if excerpt.by == "user" else "node.assistant"
        image = pixmap(icon, "text.secondary", 14, self.devicePixelRatioF())
        painter.drawPixmap(QPointF(left, area.top() + (area.height() - px(14)) / 2), image)
        left += px(22)
        seq = f"#{excerpt.seq}"
        room = metrics.horizontalAdvance(seq) + px(16)
        text = elided(one_line(excerpt.text), metrics, int(area.width() - left - room - px(12)))
        painter.drawText(area.adjusted(left, 0, -room, 0), middle, text)
        painter.setPen(look.color("text.tertiary"))
        painter.drawText(area.adjusted(0, 0, -px(12), 0), middle | Qt.AlignmentFlag.AlignRight, seq)


class FactColumn(QWidget):
    """A heading with rows of icon, name and value under it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(px(5))
        self.head = LineLabel("bodyStrong", parent=self)
        self._column.addWidget(self.head)
        self._column.addStretch(1)
        self._rows: list[QWidget] = []

    def set_rows(self, title: str, rows: Sequence[tuple[str, str, str]], *, quiet: bool = False) -> None:
        for row in self._rows:
            row.deleteLater()
        self._rows = []
        self.head.setText(title)
        for icon, name, value in rows:
            row = QWidget(self)
            line = QHBoxLayout(row)
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(px(8))
            spot = IconSpot(row)
            spot.set_icon(icon, "text.tertiary" if quiet else "text.secondary")
            label = LineLabel("body", parent=row)
            label.setText(name)
            number = LineLabel("body", "text.secondary", elide=Qt.TextElideMode.ElideNone, parent=row)
            number.setText(value)
            line.addWidget(spot)
            line.addWidget(label, 1)
            line.addWidget(number)
            self._column.insertWidget(self._column.count() - 1, row)
            self._rows.append(row)

    def rows(self) -> list[QWidget]:
        """The heading and what stands under it."""
        return [self.head, *self._rows]

    def texts(self) -> list[str]:
        """Every row as it reads."""
        return [" ".join(label.text() for label in row.findChildren(LineLabel)) for row in self._rows]
