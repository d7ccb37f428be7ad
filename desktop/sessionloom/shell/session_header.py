"""The session's title and facts above the conversation, with the buttons that exist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from sessionloom.models.titles import title_of, workspace_of
from sessionloom.shell.controls import FlatButton, Panel, px
from sessionloom.shell.labels import LineLabel
from sessionloom.theme.theme import theme

if TYPE_CHECKING:
    from sessionlog.library import SessionInfo

NARROW = 760
"""px at 100 %"""
SEPARATOR = "\u2002·\u2002"


class FactLine(QWidget):
    """Facts in a row, separated by dots; each has a colour token. Elides at the end."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facts: list[tuple[str, str]] = []
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.updateGeometry)

    def set_facts(self, facts: list[tuple[str, str]]) -> None:
        self._facts = facts
        self.setAccessibleName(", ".join(text for text, _token in facts))
        self.setToolTip(SEPARATOR.join(text for text, _token in facts))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(120), theme().line("small"))

    def paintEvent(self, _event: QPaintEvent) -> None:
        look = theme()
        painter = QPainter(self)
        font = look.font("small")
        painter.setFont(font)
        metrics = QFontMetrics(font)
        left = 0
        for number, (text, token) in enumerate(self._facts):
            shown = SEPARATOR + text if number else text
            room = self.width() - left
            if room <= 0:
                return
            if number:
                painter.setPen(look.color("text.tertiary"))
                painter.drawText(left, 0, room, self.height(), Qt.AlignmentFlag.AlignVCenter, SEPARATOR)
                left += metrics.horizontalAdvance(SEPARATOR)
                shown = text
                room = self.width() - left
            painter.setPen(look.color(token))
            cut = metrics.elidedText(shown, Qt.TextElideMode.ElideRight, max(0, room))
            painter.drawText(left, 0, max(0, room), self.height(), Qt.AlignmentFlag.AlignVCenter, cut)
            left += metrics.horizontalAdvance(cut)


class SessionHeader(Panel):
    importWanted = Signal()
    forkWanted = Signal()
    exportWanted = Signal()
    menuWanted = Signal(QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("bg.surface", parent)
        self._info: SessionInfo | None = None
        self._importable = False
        self.title = LineLabel("title", parent=self)
        self.facts = FactLine(self)
        self.import_button = FlatButton(icon="action.import", look="quiet", parent=self)
        self.fork_button = FlatButton(icon="action.fork", look="quiet", parent=self)
        self.export_button = FlatButton(icon="action.export", look="quiet", parent=self)
        self.more = FlatButton(icon="action.more", look="quiet", parent=self)
        self.fork_button.clicked.connect(self.forkWanted)
        self.export_button.clicked.connect(self.exportWanted)
        self.import_button.clicked.connect(self.importWanted)
        self.more.clicked.connect(
            lambda: self.menuWanted.emit(self.more.mapToGlobal(QPoint(0, self.more.height())))
        )
        text = QVBoxLayout()
        text.addStretch(1)
        text.addWidget(self.title)
        text.addWidget(self.facts)
        text.addStretch(1)
        self._text = text
        row = QHBoxLayout(self)
        row.addLayout(text, 1)
        for button in (self.import_button, self.fork_button, self.export_button, self.more):
            row.addWidget(button)
        theme().changed.connect(self._measure)
        self._measure()
        self.retranslate()

    def _measure(self) -> None:
        self.setFixedHeight(px(56))
        self._text.setSpacing(px(2))
        self.layout().setContentsMargins(px(24), 0, px(12), 0)
        self.layout().setSpacing(px(4))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Where there is little room the import shows as an icon only: fork and export keep their words."""
        narrow = self.width() < px(NARROW)
        text = QCoreApplication.translate("SessionHeader", "Import into library")
        self.import_button.setText("" if narrow else text)
        self.import_button.set_hint(
            QCoreApplication.translate("SessionHeader", "Import this session into the library")
        )
        self.import_button.updateGeometry()
        self.import_button.setVisible(self._importable)

    def show_session(self, info: SessionInfo, *, importable: bool) -> None:
        self._info = info
        self._importable = importable
        self.retranslate()

    def retranslate(self) -> None:
        translate = QCoreApplication.translate
        self.fork_button.setText(translate("SessionHeader", "Fork"))
        self.fork_button.set_hint(translate("SessionHeader", "Fork from the current message"), "F")
        self.export_button.setText(translate("SessionHeader", "Export"))
        self.export_button.set_hint(translate("SessionHeader", "Export this session"), "Ctrl E")
        for button in (self.fork_button, self.export_button):
            button.updateGeometry()
        self._fit()
        self.more.set_hint(translate("SessionHeader", "More actions for this session"))
        if self._info is not None:
            self.title.setText(title_of(self._info))
            self.facts.set_facts(facts_of(self._info))


def facts_of(info: SessionInfo) -> list[tuple[str, str]]:
    """Workspace, generation, events, turns and state of a session, with their colour tokens."""
    translate = QCoreApplication.translate
    facts = []
    workspace = workspace_of(info)
    if workspace:
        facts.append((workspace, "text.tertiary"))
    facts.append(
        (translate("SessionHeader", "generation %1").replace("%1", str(info.generation)), "text.tertiary")
    )
    if info.events is not None:
        text = (
            translate("SessionHeader", "1 event")
            if info.events == 1
            else translate("SessionHeader", "%1 events").replace("%1", f"{info.events:,}")
        )
        facts.append((text, "text.tertiary"))
    if info.turns is not None:
        text = (
            translate("SessionHeader", "1 turn")
            if info.turns == 1
            else translate("SessionHeader", "%1 turns").replace("%1", f"{info.turns:,}")
        )
        facts.append((text, "text.tertiary"))
    if info.running:
        facts.append((translate("SessionHeader", "running"), "running"))
    elif info.interrupted:
        facts.append((translate("SessionHeader", "interrupted"), "warn"))
    return facts
