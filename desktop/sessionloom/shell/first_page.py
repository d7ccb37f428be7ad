"""The first page: what to open, what was found on this computer, where it looked (picture 08)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from sessionloom.shell.controls import FlatButton, Panel, px
from sessionloom.shell.first_page_parts import BigRow, Card, EmblemSpot
from sessionloom.shell.labels import LineLabel, WrapLabel
from sessionloom.shell.source_list import short_path
from sessionloom.shell.status_bar import IconSpot
from sessionloom.theme.theme import theme

if TYPE_CHECKING:
    from sessionlog.library import KnownPlace

NOTHING = ("node.emptyCompletion", "text.tertiary")


class FirstPage(QScrollArea):
    """`lookInside` and `importWanted` carry the path of a found folder."""

    openFolder = Signal()
    openFile = Signal()
    openZip = Signal()
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
        self.zip = BigRow("action.openZip")
        self.samples = BigRow("action.openSamples")
        self.folder.clicked.connect(self.openFolder)
        self.file.clicked.connect(self.openFile)
        self.zip.clicked.connect(self.openZip)
        self.samples.clicked.connect(self.openSamples)
        self.emblem = EmblemSpot()
        self.title = LineLabel("page")
        self.lead = WrapLabel("prose", "secondary")
        self.found = Section(28)
        self.looked = Section(24)
        self._build()
        self.retranslate()

    def _build(self) -> None:
        page = Panel("bg.surface")
        outer = QHBoxLayout(page)
        outer.addStretch(1)
        self._column = QWidget()
        column = QVBoxLayout(self._column)
        column.setSpacing(0)
        rows = Card()
        for row in (self.folder, self.file, self.zip, self.samples):
            rows.add(row)
        for widget, gap in ((self.emblem, 62), (self.title, 20), (self.lead, 4), (rows, 24)):
            column.addSpacing(px(gap))
            column.addWidget(widget)
        column.addWidget(self.found)
        column.addWidget(self.looked)
        column.addStretch(1)
        outer.addWidget(self._column, 0)
        outer.addStretch(1)
        self.setWidget(page)
        theme().changed.connect(self._measure)
        self._measure()

    def _measure(self) -> None:
        self._column.setFixedWidth(min(px(560), max(px(360), self.viewport().width() - px(48))))
        self._column.layout().setContentsMargins(0, 0, 0, px(32))

    def resizeEvent(self, event: QResizeEvent) -> None:
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
            translate(
                "FirstPage",
                "Open the logs of your agent sessions to read and check them. "
                "Files are only read. Nothing leaves this computer.",
            )
        )
        self.folder.set_texts(
            translate("FirstPage", "Open a session folder…"),
            translate("FirstPage", "Reads it in place; import what you want to keep"),
            self._keys("open.folder"),
        )
        self.file.set_texts(
            translate("FirstPage", "Open a log file…"),
            translate("FirstPage", "One session, plain or compressed"),
            self._keys("open.file"),
        )
        self.zip.set_texts(
            translate("FirstPage", "Open an exported ZIP…"),
            translate("FirstPage", "Sessions that somebody sent; read-only"),
            self._keys("open.zip"),
        )
        self.samples.set_texts(
            translate("FirstPage", "Open the sample sessions"),
            translate("FirstPage", "Small ones: retries, an interruption, forks, damage"),
            self._keys("open.samples"),
        )
        self._show_places()

    def _show_places(self) -> None:
        translate = QCoreApplication.translate
        found = [place for place in self._places if place.found and place.count]
        self.found.renew(translate("FirstPage", "Found on this computer"))
        for row, place in enumerate(found):
            self.found.rows.addWidget(self._found_row(place), row, 0, 1, 3)
        self.found.setVisible(bool(found))
        self.looked.renew(translate("FirstPage", "Looked in"))
        for row, (icon_key, name, state) in enumerate(looked_in(self._places)):
            icon = IconSpot()
            icon.set_icon(*icon_key)
            path = LineLabel("output", elide=Qt.TextElideMode.ElideMiddle)
            path.setText(name)
            path.setFixedWidth(px(196))
            words = LineLabel("small", "text.secondary")
            words.setText(state)
            for column, widget in enumerate((icon, path, words)):
                self.looked.rows.addWidget(widget, row, column)
        self.looked.setVisible(bool(self._places))

    def _found_row(self, place: KnownPlace) -> QWidget:
        translate = QCoreApplication.translate
        card = Card("bg.surface")
        line = QWidget()
        line.setFixedHeight(px(44))
        row = QHBoxLayout(line)
        row.setContentsMargins(px(14), 0, px(10), 0)
        row.setSpacing(px(10))
        icon = IconSpot()
        icon.set_icon("source.folder", "text.secondary")
        name = short_path(place.path)
        path = LineLabel("output", elide=Qt.TextElideMode.ElideMiddle)
        path.setText(name)
        count = LineLabel("small", "text.tertiary")
        count.setText(sessions_text(place.count))
        look = FlatButton(translate("FirstPage", "Look inside"), small=True)
        look.setAccessibleName(translate("FirstPage", "Look inside %1").replace("%1", name))
        take = FlatButton(translate("FirstPage", "Import %1").replace("%1", f"{place.count:,}"), small=True)
        take.setAccessibleName(translate("FirstPage", "Import %1 into the library").replace("%1", name))
        look.clicked.connect(lambda: self.lookInside.emit(place.path))
        take.clicked.connect(lambda: self.importWanted.emit(place.path))
        for widget, stretch in ((icon, 0), (path, 0), (count, 1), (look, 0), (take, 0)):
            row.addWidget(widget, stretch)
        card.add(line)
        return card

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)


class Section(QWidget):
    """A label over rows; hidden, it takes no room."""

    def __init__(self, gap: int) -> None:
        super().__init__()
        self._gap = gap
        self.label = LineLabel("label", "text.secondary")
        self._holder = QWidget()
        self._column = QVBoxLayout(self)
        self._column.setSpacing(px(6))
        self._column.addWidget(self.label)
        self._column.addWidget(self._holder)
        self.rows = QGridLayout(self._holder)

    def renew(self, label: str) -> None:
        """Empty, with a label."""
        self.label.setText(label)
        self._column.removeWidget(self._holder)
        self._holder.hide()
        self._holder.deleteLater()
        self._holder = QWidget()
        self.rows = QGridLayout(self._holder)
        self.rows.setContentsMargins(0, 0, 0, 0)
        self.rows.setHorizontalSpacing(px(8))
        self.rows.setVerticalSpacing(px(10))
        self.rows.setColumnStretch(2, 1)
        self._column.addWidget(self._holder)
        self._column.setContentsMargins(0, px(self._gap), 0, 0)


def looked_in(places: Sequence[KnownPlace]) -> list[tuple[tuple[str, str], str, str]]:
    """Icon with its colour token, name and state of every place that was looked in."""
    translate = QCoreApplication.translate
    lines = []
    for place in places:
        states = {
            "found": (("diagnosis.ok", "ok"), sessions_text(place.count)),
            "empty": (NOTHING, translate("FirstPage", "no sessions in it")),
            "missing": (NOTHING, translate("FirstPage", "no such folder")),
            "unreadable": (("session.readOnly", "warn"), translate("FirstPage", "no permission to read")),
        }
        icon, words = states[place.state]
        lines.append((icon, short_path(place.path), words))
    if all(place.reason != "DSH_HOME" for place in places):
        lines.append((NOTHING, "DSH_HOME", translate("FirstPage", "not set")))
    return lines


def sessions_text(count: int) -> str:
    if count == 1:
        return QCoreApplication.translate("FirstPage", "1 session")
    return QCoreApplication.translate("FirstPage", "%1 sessions").replace("%1", f"{count:,}")
