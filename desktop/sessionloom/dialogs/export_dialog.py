"""The export dialog: form, options, what goes in with sizes, redaction, progress, the end (picture 07).

Not modal: hidden, it goes on writing, and says in the window when it is done.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QProgressBar,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from sessionlog.export.entries import ExportProgress, Options, Plan, Written
from sessionlog.export.findings import Detective
from sessionlog.export.names import safe_id
from sessionlog.export.readable import ReadableOptions
from sessionlog.model.errors import SessionlogError
from sessionloom.dialogs import export_words as words
from sessionloom.dialogs.export_controls import CheckOption
from sessionloom.dialogs.export_entries import EntryHead, EntryList, plan_text
from sessionloom.dialogs.export_findings import FindingList, chosen_text
from sessionloom.dialogs.export_work import ExportWork, Order
from sessionloom.dialogs.pace import Pace, left_text
from sessionloom.shell.controls import FlatButton, px
from sessionloom.shell.core_words import core_text
from sessionloom.shell.floating import FloatingPanel
from sessionloom.shell.labels import Line, LineLabel, WrapLabel
from sessionloom.shell.status_bar import IconSpot

if TYPE_CHECKING:
    from sessionlog.library import SessionInfo

SUFFIX = {"raw": "zip", "html": "html", "markdown": "md"}


class ExportDialog(FloatingPanel):
    """`finished` carries what was written; `broke` a fault; `worked` how far it is, in words and as a share;
    `rested` that it no longer writes. All also come while it is hidden."""

    finished = Signal(object)
    broke = Signal(object)
    worked = Signal(str, float)
    rested = Signal()

    def __init__(self, window: QWidget, info: SessionInfo, work: ExportWork, language: str) -> None:
        super().__init__(window, top=64, width=640)
        self._info = info
        self._work = work
        self._language = language
        self._plan: Plan | None = None
        self._findings_of: Plan | None = None
        self._written: Written | None = None
        self._asking: QFileDialog | None = None
        self._counts: dict[str, words.Counts] = {}
        self._pace = Pace()
        work.setParent(self)
        self._build()
        self._connect()
        self.retranslate()
        self._replan()

    # -- construction ----------------------------------------------------------------------

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(px(20), px(14), px(20), px(14))
        column.setSpacing(px(10))
        head = QHBoxLayout()
        icon = IconSpot()
        icon.set_icon("action.export", "text.secondary")
        self.title = LineLabel("title", parent=self)
        self.close_button = FlatButton(icon="action.close", look="quiet", parent=self)
        head.addWidget(icon)
        head.addWidget(self.title, 1)
        head.addWidget(self.close_button)
        column.addLayout(head)
        self.forms = QButtonGroup(self)
        forms = QHBoxLayout()
        forms.setSpacing(px(4))
        self.form_buttons = {form: FlatButton(form, small=True, parent=self) for form in SUFFIX}
        for button in self.form_buttons.values():
            button.setCheckable(True)
            self.forms.addButton(button)
            forms.addWidget(button)
        forms.addStretch(1)
        column.addLayout(forms)
        self.sentence = WrapLabel("body", "secondary", parent=self)
        column.addWidget(self.sentence)
        self.descendants, self.media, self.generations = (CheckOption(self) for _ in range(3))
        self.attempts, self.tools, self.redact = (CheckOption(self) for _ in range(3))
        grid = QGridLayout()
        grid.setHorizontalSpacing(px(20))
        grid.setVerticalSpacing(px(6))
        for place, option in enumerate((self.descendants, self.media, self.attempts, self.tools)):
            grid.addWidget(option, place // 2, place % 2)
        grid.addWidget(self.generations, 2, 0)
        grid.addWidget(self.redact, 2, 1)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        column.addLayout(grid)
        self.entries = EntryList(self)
        self.entries_page = QWidget(self)
        page = QVBoxLayout(self.entries_page)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addWidget(EntryHead(self))
        page.addWidget(self.entries, 1)
        self.findings = FindingList(self)
        self.lists = QStackedWidget(self)
        self.lists.addWidget(self.entries_page)
        self.lists.addWidget(self.findings)
        self.lists.setMinimumHeight(px(150))
        column.addWidget(self.lists, 1)
        self.state = LineLabel("bodyStrong", parent=self)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1000)
        self.file = LineLabel("small", "text.secondary", elide=Qt.TextElideMode.ElideMiddle, parent=self)
        self.hash = LineLabel("small", "text.secondary", elide=Qt.TextElideMode.ElideMiddle, parent=self)
        for widget in (self.state, self.bar, self.file, self.hash, Line(parent=self)):
            column.addWidget(widget)
        foot = QHBoxLayout()
        self.note = WrapLabel("small", "tertiary", parent=self)
        self.hide_button = FlatButton(parent=self)
        self.copy_button = FlatButton(parent=self)
        self.go = FlatButton(look="primary", parent=self)
        foot.addWidget(self.note, 1)
        for button in (self.hide_button, self.copy_button, self.go):
            foot.addWidget(button)
        column.addLayout(foot)
        self.form_buttons["raw"].setChecked(True)
        for option in (self.descendants, self.media, self.attempts, self.tools):
            option.setChecked(True)

    def _connect(self) -> None:
        work = self._work
        self.close_button.clicked.connect(self._close)
        self.hide_button.clicked.connect(self.hide)
        self.copy_button.clicked.connect(self._copy_hash)
        self.go.clicked.connect(self._act)
        self.forms.buttonClicked.connect(lambda _button: self._replan())
        for option in (self.descendants, self.media, self.generations, self.redact):
            option.toggled.connect(lambda _on: self._replan())
        self.findings.findings.dataChanged.connect(lambda *_change: self.retranslate())
        work.planned.connect(self._planned)
        work.found.connect(self._found)
        work.progressed.connect(self._progressed)
        work.ended.connect(self._ended)
        work.failed.connect(self._failed)

    def writing(self) -> bool:
        return self._work.writing

    def cancel_writing(self) -> None:
        self._work.cancel()

    def open(self) -> None:
        self.popup(self.go)

    # -- what is chosen --------------------------------------------------------------------

    def form(self) -> str:
        return next(form for form, button in self.form_buttons.items() if button.isChecked())

    def _options(self) -> Options:
        raw = self.form() == "raw"
        return Options(
            descendants=raw and self.descendants.isChecked(),
            media=raw and self.media.isChecked(),
            all_generations=raw and self.generations.isChecked(),
        )

    def _replan(self) -> None:
        if self._work.writing:
            return
        self._plan = self._written = None
        self.entries.entries.set_plan(None)
        self.findings.findings.set_findings(())
        self._work.plan(self._options())
        self._show()

    def _planned(self, plan: Plan) -> None:
        self._plan = plan
        counts, chosen = words.counts_of(plan), plan.options
        self._counts |= {"descendants": counts} if chosen.descendants else {}
        self._counts |= {"media": counts} if chosen.media else {}
        self.entries.entries.set_plan(plan)
        if self.redact.isChecked():
            self._findings_of = None
            self._work.look_for_secrets(plan)
        self._show()

    def _found(self, detective: Detective | None) -> None:
        if detective is not None:
            self._findings_of = self._plan
            self.findings.findings.set_findings(detective.findings())
        self._show()

    def _ready(self) -> bool:
        return self._plan is not None and (not self.redact.isChecked() or self._findings_of is self._plan)

    # -- writing ---------------------------------------------------------------------------

    def _act(self) -> None:
        if self._work.writing:
            self._work.cancel()
        elif self._written is not None:
            self._close()
        elif self._ready():
            self._ask()

    def _ask(self) -> None:
        name = f"dsh-session-{safe_id(self._info.id)[:120]}.{SUFFIX[self.form()]}"
        dialog = QFileDialog(self.window(), self.title.text())
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX[self.form()])
        dialog.selectFile(name)
        dialog.fileSelected.connect(self.write_to)
        dialog.finished.connect(dialog.deleteLater)
        self._asking = dialog
        dialog.open()

    def write_to(self, path: str) -> None:
        """The dialog for the name has asked whether a file may be replaced."""
        assert self._plan is not None
        redaction = self.findings.findings.redaction() if self.redact.isChecked() else None
        readable = ReadableOptions(self.attempts.isChecked(), self.tools.isChecked(), language=self._language)
        self.file.setText(path)
        self._pace.restart()
        self.worked.emit(self.title.text(), 0.0)
        self._work.write(self._plan, Order(self.form(), Path(path), readable, redaction))
        self._show()

    def _progressed(self, progress: ExportProgress) -> None:
        row = self.entries.entries.set_done(progress.done)
        self.entries.scrollTo(self.entries.entries.index(row))
        share = min(1.0, progress.bytes_done / progress.bytes_total) if progress.bytes_total else 0.0
        self.bar.setValue(round(1000 * share))
        left = left_text(self._pace.left(progress.bytes_done, progress.bytes_total))
        short, whole = words.progress_text(progress, raw=self.form() == "raw", left=left)
        self.state.setText(whole)
        self.worked.emit(short, share)

    def _ended(self, written: Written | None) -> None:
        self.rested.emit()
        self._written = written
        self.entries.entries.set_done(len(self.entries.entries.rows) if written is not None else None)
        self._show()
        if written is not None:
            self.finished.emit(written)

    def _failed(self, error: SessionlogError) -> None:
        self.rested.emit()
        self.entries.entries.set_done(None)
        self._show()
        self.state.setText(core_text(error.sentence))
        self.note.setText(core_text(error.remedy))
        if self.isHidden():
            self.broke.emit(error)

    def _copy_hash(self) -> None:
        if self._written is not None:
            QApplication.clipboard().setText(self._written.sha256)

    def _close(self) -> None:
        """Closing goes on writing, as hiding does; otherwise the dialog is done with."""
        if self._work.writing:
            self.hide()
            return
        self._work.drop_plan()
        self.close_panel()
        self.deleteLater()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._close()
            return
        super().keyPressEvent(event)

    # -- what it says ----------------------------------------------------------------------

    def _show(self) -> None:
        raw, writing, done = self.form() == "raw", self._work.writing, self._written is not None
        for option in (self.descendants, self.media, self.generations):
            option.setVisible(raw)
        for option in (self.attempts, self.tools):
            option.setVisible(not raw)
        for widget in (
            *self.form_buttons.values(),
            *(self.descendants, self.media, self.generations, self.attempts, self.tools, self.redact),
        ):
            widget.setEnabled(not writing and not done)
        self.lists.setCurrentIndex(1 if self.redact.isChecked() and not writing and not done else 0)
        self.bar.setVisible(writing)
        self.file.setVisible(bool(self.file.text()) and (writing or done))
        self.hash.setVisible(done)
        self.hide_button.setVisible(writing)
        self.copy_button.setVisible(done)
        self.go.setEnabled(writing or done or self._ready())
        self.retranslate()

    def retranslate(self) -> None:
        translate = QCoreApplication.translate
        raw, writing = self.form() == "raw", self._work.writing
        for form, (name, title) in words.form_titles().items():
            self.form_buttons[form].setText(name)
            self.form_buttons[form].updateGeometry()
            if form == self.form():
                self.title.setText(title)
        self.setAccessibleName(self.title.text())
        self.sentence.setText(words.promise(raw=raw, redacted=self.redact.isChecked()))
        self.descendants.set_texts(
            translate("ExportDialog", "Descendants"), words.descendants_text(self._counts.get("descendants"))
        )
        self.media.set_texts(translate("ExportDialog", "Media"), words.media_text(self._counts.get("media")))
        self.generations.set_texts(
            translate("ExportDialog", "All generations"),
            translate("ExportDialog", "Not only the newest format"),
        )
        self.attempts.set_texts(translate("ExportDialog", "Failed attempts"))
        self.tools.set_texts(translate("ExportDialog", "Inputs and outputs of tools"))
        self.redact.set_texts(
            translate("ExportDialog", "Redact"),
            translate("ExportDialog", "Replace keys, home folders, addresses"),
        )
        self.close_button.set_hint(translate("ExportDialog", "Close"), "Esc")
        self.hide_button.setText(translate("ExportDialog", "Hide"))
        self.copy_button.setText(translate("ExportDialog", "Copy SHA-256"))
        if writing:
            self.go.setText(translate("ExportDialog", "Cancel export"))
            self.note.setText(translate("ExportDialog", "Cancel leaves no half file. You can go on reading."))
        elif self._written is not None:
            self.go.setText(translate("ExportDialog", "Done"))
            self._show_end(self._written)
        else:
            self.go.setText(translate("ExportDialog", "Export…"))
            self.note.setText("")
            self.state.setText(self._waiting_text())
        for button in (self.hide_button, self.copy_button, self.go):
            button.updateGeometry()

    def _waiting_text(self) -> str:
        translate = QCoreApplication.translate
        if self._plan is None:
            return translate("ExportDialog", "Looking at what goes in…")
        if not self._ready():
            return translate("ExportDialog", "Looking for keys and addresses…")
        if self.redact.isChecked():
            return chosen_text(self.findings.findings)
        return plan_text(self._plan) if self.form() == "raw" else ""

    def _show_end(self, written: Written) -> None:
        text, left = words.end_text(written.size, len(written.missing))
        self.state.setText(text)
        self.note.setText(left)
        self.file.setText(written.path)
        self.hash.setText(f"SHA-256 {written.sha256}")
