"""The first page: what to open, what was found on this computer, where it looked (picture 08)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from sessionloom.shell.controls import FlatButton, Panel, px
from sessionloom.shell.labels import LineLabel, WrapLabel, paint_key_cap
from sessionloom.shell.source_list import short_path
from sessionloom.shell.status_bar import IconSpot
from sessionloom.theme.icons import emblem, pixmap
from sessionloom.theme.theme import theme

if TYPE_CHECKING:
    from sessionlog.sources.discover import KnownPlace


class BigRow(QAbstractButton):
    """A row of 56: icon, name over a line, key cap."""

    def __init__(self, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = icon
        self._line = ""
        self._key = ""
        self._ring = True
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.updateGeometry)

    def set_texts(self, name: str, line: str, key: str) -> None:
        self.setText(name)
        self._line, self._key = line, key
        self.setAccessibleName(name)
        self.setAccessibleDescription(line)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(360), px(56))

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._ring = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.update()
        super().leaveEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        look = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        if self.isDown() or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.color("bg.pressed" if self.isDown() else "bg.hover"))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), px(5), px(5))
        image = pixmap(self._icon, "accent", 20, self.devicePixelRatioF())
        painter.drawPixmap(QPoint(px(15), (self.height() - px(20)) // 2), image)
        left, right = px(49), self.width() - px(15)
        if self._key:
            width = painter.fontMetrics().horizontalAdvance(self._key) + px(8)
            cap = QRectF(right - width, (self.height() - px(18)) / 2, width, px(18))
            paint_key_cap(painter, cap, self._key)
            right = int(cap.left()) - px(8)
        middle = self.height() // 2
        painter.setFont(look.font("bodyStrong"))
        painter.setPen(look.color("text.primary"))
        name = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, right - left)
        painter.drawText(left, middle - px(18), right - left, px(18), Qt.AlignmentFlag.AlignVCenter, name)
        painter.setFont(look.font("small"))
        painter.setPen(look.color("text.tertiary"))
        line = painter.fontMetrics().elidedText(self._line, Qt.TextElideMode.ElideRight, right - left)
        painter.drawText(left, middle, right - left, px(18), Qt.AlignmentFlag.AlignVCenter, line)
        if self.hasFocus() and self._ring:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(look.color("focus.ring"), 2))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), px(6), px(6))


class Card(QWidget):
    """A frame of radius 6 with hairlines between its rows."""

    def __init__(self, token: str = "bg.raised", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._token = token
        self._rows: list[QWidget] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        theme().changed.connect(self.update)

    def add(self, row: QWidget) -> None:
        self._rows.append(row)
        self.layout().addWidget(row)

    def paintEvent(self, _event: QPaintEvent) -> None:
        look = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(look.color("line.default"), 1))
        painter.setBrush(look.color(self._token))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), px(6), px(6))
        for row in self._rows[1:]:
            painter.fillRect(1, row.y(), self.width() - 2, 1, look.color("line.default"))


class EmblemSpot(QWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme().changed.connect(self._measure)
        self._measure()

    def _measure(self) -> None:
        self.setFixedSize(px(88), px(88))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).drawPixmap(0, 0, emblem(88, self.devicePixelRatioF()))


class FirstPage(QScrollArea):
    """`lookInside` and `importWanted` carry the path of a found folder."""

    openFolder = Signal()
    openFile = Signal()
    openSamples = Signal()
    lookInside = Signal(str)
    importWanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._places: Sequence[KnownPlace] = ()
        self._keys: Callable[[str], str] = lambda _action: ""
        self.folder = BigRow("action.openFolder")
        self.file = BigRow("tool.read")
        self.samples = BigRow("action.openSamples")
        self.folder.clicked.connect(self.openFolder)
        self.file.clicked.connect(self.openFile)
        self.samples.clicked.connect(self.openSamples)
        self.emblem = EmblemSpot()
        self.title = LineLabel("page")
        self.lead = WrapLabel("prose", "text.secondary")
        self.found_label = LineLabel("label", "text.secondary")
        self.looked_label = LineLabel("label", "text.secondary")
        self.found = QWidget()
        self.looked = QWidget()
        self._build()
        self.retranslate()

    def _build(self) -> None:
        QVBoxLayout(self.found).setContentsMargins(0, 0, 0, 0)
        QGridLayout(self.looked).setContentsMargins(0, 0, 0, 0)
        self._page = Panel("bg.surface")
        outer = QHBoxLayout(self._page)
        outer.addStretch(1)
        self._column = QWidget()
        column = QVBoxLayout(self._column)
        column.setSpacing(0)
        rows = Card()
        for row in (self.folder, self.file, self.samples):
            rows.add(row)
        self._gaps: list[tuple[int, int]] = []
        for widget, gap in (
            (self.emblem, 72),
            (self.title, 20),
            (self.lead, 4),
            (rows, 24),
            (self.found_label, 28),
            (self.found, 6),
            (self.looked_label, 24),
            (self.looked, 6),
        ):
            column.addSpacing(px(gap))
            column.addWidget(widget)
        column.addStretch(1)
        outer.addWidget(self._column, 0)
        outer.addStretch(1)
        self.setWidget(self._page)
        theme().changed.connect(self._measure)
        self._measure()

    def _measure(self) -> None:
        self._column.setFixedWidth(min(px(560), max(px(360), self.viewport().width() - px(48))))
        self._column.layout().setContentsMargins(0, 0, 0, px(32))

    def resizeEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().resizeEvent(event)
        self._measure()

    def set_keys(self, keys: Callable[[str], str]) -> None:
        """`keys` gives the shortcut text of an action id."""
        self._keys = keys
        self.retranslate()

    def set_places(self, places: Sequence[KnownPlace]) -> None:
        self._places = places
        self.retranslate()

    def retranslate(self) -> None:
        translate = QCoreApplication.translate
        self.title.setText(translate("FirstPage", "Nothing open yet"))
        self.lead.setText(
            translate("FirstPage", "Open the logs of your agent sessions to read and check them.")
            + translate("FirstPage", " ")
            + translate("FirstPage", "Files are only read. Nothing leaves this computer.")
        )
        self.folder.set_texts(
            translate("FirstPage", "Open a session folder…"),
            translate("FirstPage", "Reads it in place, or imports it into the library"),
            self._keys("open.folder"),
        )
        self.file.set_texts(
            translate("FirstPage", "Open a log file…"),
            translate("FirstPage", "One session, plain or compressed"),
            self._keys("open.file"),
        )
        self.samples.set_texts(
            translate("FirstPage", "Open the sample sessions"),
            translate("FirstPage", "6 small sessions: retries, an interruption, forks, damage"),
            self._keys("open.samples"),
        )
        self.found_label.setText(translate("FirstPage", "Found on this computer"))
        self.looked_label.setText(translate("FirstPage", "Looked in"))
        self._show_places()

    def _show_places(self) -> None:
        found = [place for place in self._places if place.found and place.count]
        self.found_label.setVisible(bool(found))
        self.found.setVisible(bool(found))
        _clear(self.found)
        for place in found:
            self.found.layout().addWidget(self._found_row(place))
        self.looked_label.setVisible(bool(self._places))
        self.looked.setVisible(bool(self._places))
        _clear(self.looked)
        grid: QGridLayout = self.looked.layout()
        grid.setColumnStretch(2, 1)
        grid.setHorizontalSpacing(px(8))
        grid.setVerticalSpacing(px(8))
        for row, place in enumerate(self._places):
            icon = IconSpot()
            state = place_state(place)
            icon.set_icon(*state.icon)
            path = LineLabel("output", elide=Qt.TextElideMode.ElideMiddle)
            path.setText(place_name(place))
            path.setFixedWidth(px(196))
            text = LineLabel("small", "text.secondary")
            text.setText(state.text)
            grid.addWidget(icon, row, 0)
            grid.addWidget(path, row, 1)
            grid.addWidget(text, row, 2)

    def _found_row(self, place: KnownPlace) -> QWidget:
        card = Card("bg.surface")
        line = QWidget()
        line.setFixedHeight(px(44))
        row = QHBoxLayout(line)
        row.setContentsMargins(px(14), 0, px(10), 0)
        row.setSpacing(px(10))
        icon = IconSpot()
        icon.set_icon("source.folder", "text.secondary")
        path = LineLabel("output", elide=Qt.TextElideMode.ElideMiddle)
        path.setText(place_name(place))
        count = LineLabel("small", "text.tertiary")
        count.setText(sessions_text(place.count))
        look = FlatButton(QCoreApplication.translate("FirstPage", "Look inside"), small=True)
        look.setAccessibleName(
            QCoreApplication.translate("FirstPage", "Look inside %1").replace("%1", place_name(place))
        )
        take = FlatButton(
            QCoreApplication.translate("FirstPage", "Import %1").replace("%1", f"{place.count:,}"), small=True
        )
        take.setAccessibleName(
            QCoreApplication.translate("FirstPage", "Import %1 into the library").replace(
                "%1", place_name(place)
            )
        )
        look.clicked.connect(lambda: self.lookInside.emit(str(place.path)))
        take.clicked.connect(lambda: self.importWanted.emit(str(place.path)))
        for widget, stretch in ((icon, 0), (path, 0), (count, 1), (look, 0), (take, 0)):
            row.addWidget(widget, stretch)
        card.add(line)
        return card

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)


class PlaceState:
    """How a place that was looked in is shown."""

    def __init__(self, icon: tuple[str, str], text: str) -> None:
        self.icon = icon
        self.text = text


def place_name(place: KnownPlace) -> str:
    return short_path(str(place.path)) if place.path else str(getattr(place, "name", ""))


def place_state(place: KnownPlace) -> PlaceState:
    if place.found:
        return PlaceState(("diagnosis.ok", "ok"), sessions_text(place.count))
    words = {
        "not-set": (("session.minus", "text.tertiary"), ""),
    }
    del words
    return PlaceState(("node.emptyCompletion", "text.tertiary"), str(place.reason))


def sessions_text(count: int) -> str:
    if count == 1:
        return QCoreApplication.translate("FirstPage", "1 session")
    return QCoreApplication.translate("FirstPage", "%1 sessions").replace("%1", f"{count:,}")


def _clear(holder: QWidget) -> None:
    layout = holder.layout()
    while layout.count():
        widget = layout.takeAt(0).widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
