"""The fork dialog: everything is said before anything is written (window.md, picture 06)."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QProgressBar, QVBoxLayout, QWidget

from sessionlog.lineage.preview import ForkPreview
from sessionloom.dialogs import fork_words
from sessionloom.dialogs.fork_parts import CutBox, FactColumn, TurnStrip
from sessionloom.shell.controls import FlatButton, px
from sessionloom.shell.floating import FloatingPanel
from sessionloom.shell.labels import Line, LineLabel, WrapLabel
from sessionloom.shell.status_bar import IconSpot

WIDTH = 600
LONGEST_TITLE = 80
EXACT_FROM = 4
"""The first generation that may be cut inside a turn."""


class ForkDialog(FloatingPanel):
    """`created` carries the title, `fileWanted` too; `exactWanted` asks for the other kind of cut."""

    created = Signal(str)
    fileWanted = Signal(str)
    exactWanted = Signal(bool)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, top=100, width=WIDTH)
        self.preview: ForkPreview | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(px(20), px(14), px(20), px(14))
        column.setSpacing(px(12))
        head = QHBoxLayout()
        icon = IconSpot(self)
        icon.set_icon("action.fork", "text.primary")
        self.title = LineLabel("title", parent=self)
        self.close_button = FlatButton(icon="action.close", look="quiet", parent=self)
        head.addWidget(icon)
        head.addWidget(self.title, 1)
        head.addWidget(self.close_button)
        self.sentence = WrapLabel("body", "secondary", parent=self)
        self.strip = TurnStrip(self)
        self.cut_box = CutBox(self)
        self.kept, self.left = FactColumn(self), FactColumn(self)
        columns = QHBoxLayout()
        columns.setSpacing(px(32))
        columns.addWidget(self.kept, 1)
        columns.addWidget(self.left, 1)
        self.title_label = LineLabel("bodyStrong", parent=self)
        self.title_field = QLineEdit(self)
        self.title_field.setMaxLength(LONGEST_TITLE)
        self.state = LineLabel("small", "text.secondary", parent=self)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1000)
        self.note = WrapLabel("small", "tertiary", parent=self)
        self.other_cut = FlatButton(look="link", parent=self)
        self.file_button = FlatButton(parent=self)
        self.cancel_button = FlatButton(parent=self)
        self.create_button = FlatButton(look="primary", parent=self)
        foot = QHBoxLayout()
        foot.addWidget(self.note, 1)
        for button in (self.file_button, self.cancel_button, self.create_button):
            foot.addWidget(button)
        column.addLayout(head)
        for widget in (self.sentence, self.other_cut, self.strip, self.cut_box):
            column.addWidget(widget)
        column.addLayout(columns)
        for part in (self.title_label, self.title_field, self.state, self.bar, Line(parent=self)):
            column.addWidget(part)
        column.addLayout(foot)
        self.close_button.clicked.connect(self.close_panel)
        self.cancel_button.clicked.connect(self.close_panel)
        self.create_button.clicked.connect(self._create)
        self.title_field.returnPressed.connect(self._create)
        self.file_button.clicked.connect(lambda: self.fileWanted.emit(self.title_field.text()))
        self.other_cut.clicked.connect(self._ask_other)
        self.show_progress("", 0.0)
        self.retranslate()

    def show_preview(self, preview: ForkPreview) -> None:
        """Fill the dialog and show it; what a person wrote as the title stays."""
        written = self.title_field.text() if self.preview is not None else ""
        suggested = preview.plan.title or preview.parent_title or ""
        self.preview = preview
        self.title_field.setText(written or suggested)
        self.create_button.setEnabled(True)
        self.retranslate()
        self.popup(self.title_field)
        self.title_field.selectAll()

    def show_progress(self, text: str, share: float) -> None:
        """What is done before the fork can be made, and how much of it; nothing for an empty text."""
        for widget in (self.state, self.bar):
            widget.setVisible(bool(text))
        self.state.setText(text)
        self.bar.setValue(round(1000 * share))
        self.place()

    def set_busy(self, busy: bool) -> None:
        for button in (self.create_button, self.file_button, self.other_cut):
            button.setEnabled(not busy)

    def retranslate(self) -> None:
        translate = QCoreApplication.translate
        self.close_button.set_hint(translate("Fork", "Close"), "Esc")
        self.title_label.setText(translate("Fork", "Title"))
        self.title_field.setAccessibleName(translate("Fork", "Title of the fork"))
        self.note.setText(translate("Fork", "The parent is not changed. Undo deletes an unused fork."))
        self.cancel_button.setText(translate("Fork", "Cancel"))
        self.file_button.setText(translate("Fork", "Write as a file…"))
        self.create_button.setText(translate("Fork", "Create fork"))
        preview = self.preview
        if preview is None:
            return
        words = fork_words
        self.title.setText(words.heading(preview))
        self.setAccessibleName(self.title.text())
        self.sentence.setText(words.explanation(preview))
        turn = translate("Fork", "Turn {0}")
        self.strip.show_preview(preview, turn, self.sentence.text())
        names = (translate("Fork", "Last kept"), translate("Fork", "First left out"))
        self.cut_box.show_preview(preview, (*names, translate("Fork", "nothing")))
        self.kept.set_rows(translate("Fork", "The fork inherits"), words.inherited(preview))
        self.left.set_rows(
            translate("Fork", "It does not inherit"),
            [("eventStatus.logOnly", name, value) for name, value in words.left_behind(preview)],
            quiet=True,
        )
        self.other_cut.setVisible(preview.generation >= EXACT_FROM and preview.anchor is not None)
        self.other_cut.setText(
            translate("Fork", "Take the whole turn instead")
            if preview.exact
            else translate("Fork", "Cut exactly after #{0} instead").format(preview.anchor)
        )

    def _create(self) -> None:
        if self.create_button.isEnabled():
            self.set_busy(True)
            self.created.emit(self.title_field.text())

    def _ask_other(self) -> None:
        if self.preview is not None:
            self.exactWanted.emit(not self.preview.exact)
