"""Recently deleted: what can still be brought back, and until when."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sessionloom.models.titles import title_of
from sessionloom.shell.aside_page import AsidePage
from sessionloom.shell.controls import FlatButton, px
from sessionloom.shell.deleted_words import days_left, days_text
from sessionloom.shell.labels import WrapLabel
from sessionloom.shell.table_list import Column, TableHead, TableList, TableRow
from sessionloom.times import minute_time

if TYPE_CHECKING:
    from sessionlog.access.deleting import DeletedSession
    from sessionlog.library import SessionInfo


class DeletedPage(AsidePage):
    """`restoreWanted` and `deleteWanted` carry the chosen sessions."""

    restoreWanted = Signal(list)
    deleteWanted = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._away: list[DeletedSession] = []
        self.restore = FlatButton(icon="action.undo", parent=self)
        self.delete = FlatButton(icon="action.delete", parent=self)
        self.add_buttons(self.restore, self.delete)
        self.list = TableList(self, many=True)
        self.head = TableHead(self.list, self)
        self.empty = WrapLabel("body", "secondary", parent=self)
        self.table = QWidget(self)
        inner = QVBoxLayout(self.table)
        inner.setContentsMargins(px(10), px(8), px(10), 0)
        inner.setSpacing(0)
        inner.addWidget(self.head)
        inner.addWidget(self.list, 1)
        self.note = QWidget(self)
        note = QVBoxLayout(self.note)
        note.setContentsMargins(px(24), px(20), px(24), 0)
        note.addWidget(self.empty)
        note.addStretch(1)
        self.body.addWidget(self.note, 1)
        self.body.addWidget(self.table, 1)
        self.restore.clicked.connect(lambda: self.restoreWanted.emit(self.chosen()))
        self.delete.clicked.connect(self._ask)
        self.list.deleteWanted.connect(self._ask)
        self.list.confirmed.connect(lambda row: self.restoreWanted.emit([row.key]))
        self.list.selectionMoved.connect(self._choice)
        self.retranslate()

    def show_sessions(self, away: Sequence[DeletedSession]) -> None:
        self._away = list(away)
        self.retranslate()

    def chosen(self) -> list[SessionInfo]:
        return [row.key for row in self.list.chosen()]

    def _ask(self) -> None:
        if self.chosen():
            self.deleteWanted.emit(self.chosen())

    def _choice(self) -> None:
        some = bool(self.list.selectedIndexes())
        self.restore.setEnabled(some)
        self.delete.setEnabled(some)

    def retranslate(self) -> None:
        super().retranslate()
        translate = QCoreApplication.translate
        count = len(self._away)
        self.title.setText(translate("Deleted", "Recently deleted"))
        self.setAccessibleName(self.title.text())
        self.list.setAccessibleName(self.title.text())
        self.facts.setText(
            translate("Deleted", "1 session, kept for 30 days")
            if count == 1
            else translate("Deleted", "%1 sessions, kept for 30 days").replace("%1", f"{count:,}")
        )
        self.facts.setVisible(bool(count))
        self.restore.setText(translate("Deleted", "Restore"))
        self.delete.setText(translate("Deleted", "Delete now…"))
        for button in (self.restore, self.delete):
            button.setVisible(bool(count))
            button.updateGeometry()
        self.empty.setText(translate("Deleted", "Nothing was deleted in the last 30 days."))
        self.note.setVisible(not count)
        self.table.setVisible(bool(count))
        columns = (
            Column(translate("Deleted", "Title"), 0),
            Column(translate("Deleted", "Events"), 80, right=True),
            Column(translate("Deleted", "Deleted"), 140, right=True),
            Column(translate("Deleted", "Left"), 130, right=True),
        )
        now = time.time_ns() // 1_000_000
        self.list.fill(columns, [self._row(away, now) for away in self._away])

    @staticmethod
    def _row(away: DeletedSession, now: int) -> TableRow:
        info = away.info
        events = "-" if info.events is None else f"{info.events:,}"
        left = days_text(days_left(away.until, now))
        return TableRow(info, "node.assistant", (title_of(info), events, minute_time(away.since), left))
