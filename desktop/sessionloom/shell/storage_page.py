"""The storage page: what the library takes, session by session, and what can be done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from sessionloom.models.titles import title_of
from sessionloom.shell.aside_page import AsidePage
from sessionloom.shell.controls import FlatButton, px
from sessionloom.shell.fact_card import fact_card
from sessionloom.shell.labels import LineLabel, WrapLabel
from sessionloom.shell.status_bar import ProgressBar
from sessionloom.shell.table_list import Column, TableHead, TableList, TableRow
from sessionloom.sizes import size_text
from sessionloom.theme.theme import theme

if TYPE_CHECKING:
    from sessionlog.access.storage import Measured, Report
    from sessionloom.shell.works import Work


class StoragePage(AsidePage):
    """`wanted` carries `compact`, `backup`, `move` or `check`; `sessionWanted` a session."""

    wanted = Signal(str)
    sessionWanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.report: Report | None = None
        self._work: Work | None = None
        self.buttons = {
            "check": FlatButton(icon="node.approval", parent=self),
            "compact": FlatButton(icon="node.compaction", parent=self),
            "backup": FlatButton(icon="action.copy", parent=self),
            "move": FlatButton(icon="source.folder", parent=self),
        }
        for name, button in self.buttons.items():
            button.clicked.connect(lambda _checked=False, it=name: self.wanted.emit(it))
        self.add_buttons(*self.buttons.values())
        self.card = QVBoxLayout()
        self.note = WrapLabel("small", "secondary", parent=self)
        self.state = LineLabel("small", "text.secondary", parent=self)
        self.bar = ProgressBar(self)
        self.stop = FlatButton(look="link", small=True, parent=self)
        self.stop.clicked.connect(self._stop)
        self.list = TableList(self)
        self.head = TableHead(self.list, self)
        self._build()
        self.list.confirmed.connect(lambda row: self.sessionWanted.emit(row.key))
        theme().changed.connect(self.retranslate)
        self.retranslate()

    def _build(self) -> None:
        progress = QHBoxLayout()
        progress.setSpacing(px(10))
        progress.addWidget(self.state)
        progress.addWidget(self.bar)
        progress.addWidget(self.stop)
        progress.addStretch(1)
        top = QVBoxLayout()
        top.setContentsMargins(px(24), px(16), px(24), px(8))
        top.setSpacing(px(10))
        top.addLayout(self.card)
        top.addWidget(self.note)
        top.addLayout(progress)
        table = QVBoxLayout()
        table.setContentsMargins(px(10), 0, px(10), 0)
        table.setSpacing(0)
        table.addWidget(self.head)
        table.addWidget(self.list, 1)
        self.body.addLayout(top)
        self.body.addLayout(table, 1)

    # -- what is shown ---------------------------------------------------------------------

    def show_report(self, report: Report) -> None:
        self.report = report
        self.retranslate()

    def show_work(self, work: Work | None) -> None:
        """What is under way; while something is, nothing else can be begun."""
        self._work = work
        self._show_work()

    def _show_work(self) -> None:
        work = self._work
        for widget in (self.state, self.bar, self.stop):
            widget.setVisible(work is not None)
        for button in self.buttons.values():
            button.setEnabled(work is None and self.report is not None)
        if work is not None:
            self.state.setText(work.text)
            self.bar.setRange(0, 1000)
            self.bar.setValue(round(1000 * work.share))

    def _stop(self) -> None:
        if self._work is not None:
            self._work.stop()

    def retranslate(self) -> None:
        super().retranslate()
        translate = QCoreApplication.translate
        self.title.setText(translate("Storage", "Storage"))
        self.setAccessibleName(self.title.text())
        self.list.setAccessibleName(translate("Storage", "Sessions by size"))
        names = {
            "check": translate("Storage", "Check"),
            "compact": translate("Storage", "Compact"),
            "backup": translate("Storage", "Back up…"),
            "move": translate("Storage", "Move…"),
        }
        for name, text in names.items():
            self.buttons[name].setText(text)
            self.buttons[name].updateGeometry()
        self.stop.setText(translate("Storage", "Cancel"))
        self._show_work()
        report = self.report
        self.facts.setText(translate("Storage", "Measuring…") if report is None else str(report.path))
        if report is not None:
            self._fill(report)

    def _fill(self, report: Report) -> None:
        translate = QCoreApplication.translate
        while (old := self.card.takeAt(0)) is not None:
            old.widget().deleteLater()
        disk = report.disk
        facts = [
            (size_text(disk.database), translate("Storage", "library file")),
            (size_text(report.logical), translate("Storage", "sessions as text")),
            (size_text(disk.free), translate("Storage", "free in the file")),
            (size_text(disk.originals), translate("Storage", "original bytes")),
            (size_text(disk.attachments), translate("Storage", "attachments")),
        ]
        if disk.unclaimed:
            facts.append((size_text(disk.unclaimed), translate("Storage", "kept for no session here")))
        self.card.addWidget(fact_card(facts))
        self.note.setText(backup_text(report))
        self.note.setVisible(bool(report.disk.backups))
        columns = (
            Column(translate("Storage", "Session"), 0),
            Column(translate("Storage", "Events"), 76, right=True),
            Column(translate("Storage", "As text"), 80, right=True),
            Column(translate("Storage", "On disk alone"), 92, right=True),
            Column(translate("Storage", "Shared"), 80, right=True),
        )
        self.list.fill(columns, [_row(measured) for measured in report.sessions])


def _row(measured: Measured) -> TableRow:
    info, sizes = measured.info, measured.sizes
    title = title_of(info)
    icon = "session.fork" if info.parent_session else "node.assistant"
    if measured.deleted:
        text = QCoreApplication.translate("Storage", "%1 (recently deleted)")
        title, icon = text.replace("%1", title), "action.delete"
    cells = (
        title,
        "-" if info.events is None else f"{info.events:,}",
        size_text(sizes.logical),
        size_text(sizes.own + sizes.original),
        size_text(sizes.shared) if sizes.shared else "",
    )
    return TableRow(info, icon, cells, "text.tertiary" if measured.deleted else "text.primary")


def backup_text(report: Report) -> str:
    """Copies from before an update or a rescue: where they are, and how large."""
    translate = QCoreApplication.translate
    size = size_text(sum(size for _path, size in report.disk.backups))
    names = ", ".join(path.name for path, _size in report.disk.backups[:3])
    text = translate("Storage", "An earlier copy of the library lies beside it, %1: %2.")
    if len(report.disk.backups) != 1:
        text = translate("Storage", "Earlier copies of the library lie beside it, %1: %2.")
    return text.replace("%1", size).replace("%2", names)
