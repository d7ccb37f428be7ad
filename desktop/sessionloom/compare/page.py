"""The compare page: both sides named, where they part, how many differ, and the rows below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from sessionlog.access.values import Progress
from sessionloom.compare.painting import EDGE, SIGN
from sessionloom.compare.view import CompareView
from sessionloom.compare.words import counts_text, point_text, side_facts, side_title
from sessionloom.shell.controls import FlatButton, Panel, px
from sessionloom.shell.labels import Line, LineLabel
from sessionloom.shell.status_bar import ProgressBar
from sessionloom.theme.theme import theme

if TYPE_CHECKING:
    from sessionlog.access.comparing import Comparison


class SideHead(QWidget):
    """The title of one side and its facts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = LineLabel("bodyStrong", parent=self)
        self.facts = LineLabel("small", "text.secondary", parent=self)
        column = QVBoxLayout(self)
        column.setSpacing(0)
        column.addWidget(self.title)
        column.addWidget(self.facts)
        self._measure()
        theme().changed.connect(self._measure)

    def _measure(self) -> None:
        self.layout().setContentsMargins(px(SIGN), px(6), px(EDGE), px(6))

    def show_side(self, title: str, facts: str) -> None:
        self.title.setText(title)
        self.facts.setText(facts)
        self.setAccessibleName(f"{title}, {facts}")


class Preparing(QWidget):
    """What is being read, how far it is, and a way out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = LineLabel("body", "text.secondary", parent=self)
        self.bar = ProgressBar(self)
        self.cancel = FlatButton(small=True, parent=self)
        column = QVBoxLayout(self)
        column.addStretch(1)
        for widget in (self.text, self.bar, self.cancel):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)

    def start(self) -> None:
        self.text.setText(QCoreApplication.translate("Compare", "Reading both sides…"))
        self.bar.setRange(0, 0)

    def show_progress(self, progress: Progress) -> None:
        text = QCoreApplication.translate("Compare", "Reading both sides: %1 of %2")
        self.text.setText(text.replace("%1", f"{progress.done:,}").replace("%2", f"{progress.total:,}"))
        # Bytes may be more than fits the bar's numbers.
        self.bar.setRange(0, 1000)
        self.bar.setValue(1000 * progress.bytes_done // max(1, progress.bytes_total))


class ComparePage(Panel):
    """`closed` when the person leaves it, `swapWanted` to exchange the sides, `cancelled` while reading."""

    closed = Signal()
    swapWanted = Signal()
    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("bg.surface", parent)
        self.view = CompareView(self)
        self.preparing = Preparing(self)
        self.title = LineLabel("title", parent=self)
        self.counts = LineLabel("small", "text.secondary", parent=self)
        self.point = LineLabel("small", "text.secondary", parent=self)
        self.left, self.right = SideHead(self), SideHead(self)
        self.previous, self.next = (
            FlatButton(icon=icon, look="quiet", parent=self)
            for icon in ("action.previousNode", "action.nextNode")
        )
        self.swap = FlatButton(icon="action.compare", look="quiet", parent=self)
        self.close_button = FlatButton(icon="action.close", look="quiet", parent=self)
        self.stack = QStackedWidget(self)
        self._heads = QWidget(self)
        self._build()
        self._connect()
        self.retranslate()
        theme().changed.connect(self._measure)

    def _build(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(0)
        for label in (self.title, self.point, self.counts):
            words.addWidget(label)
        self._top = QHBoxLayout()
        self._top.addLayout(words, 1)
        for button in (self.previous, self.next, self.swap, self.close_button):
            self._top.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self._sides = QHBoxLayout(self._heads)
        self._sides.setSpacing(0)
        self._sides.addWidget(self.left)
        self._sides.addWidget(Line(vertical=True, parent=self))
        self._sides.addWidget(self.right)
        self.stack.addWidget(self.preparing)
        self.stack.addWidget(self.view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._top)
        column.addWidget(Line(parent=self))
        column.addWidget(self._heads)
        column.addWidget(Line(parent=self))
        column.addWidget(self.stack, 1)
        self._measure()

    def _measure(self) -> None:
        self._top.setContentsMargins(px(SIGN), px(10), px(16), px(10))
        self._sides.setContentsMargins(0, 0, self.view.verticalScrollBar().sizeHint().width(), 0)
        self._share()

    def _share(self) -> None:
        """The heads stand over their columns."""
        width = self.width() - self._sides.contentsMargins().right()
        self.left.setFixedWidth(max(1, width // 2))

    def _connect(self) -> None:
        view = self.view
        self.close_button.clicked.connect(self.closed)
        self.swap.clicked.connect(self.swapWanted)
        self.next.clicked.connect(lambda: view.step_difference(1))
        self.previous.clicked.connect(lambda: view.step_difference(-1))
        self.preparing.cancel.clicked.connect(self.cancelled)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    # -- what is shown ---------------------------------------------------------------------

    def prepare(self) -> None:
        """Both sides are being read; what was shown before is put away."""
        self.view.found = None
        self._heads.hide()
        self.counts.setText("")
        self.point.setText("")
        self._can_walk(on=False)
        self.preparing.start()
        self.stack.setCurrentWidget(self.preparing)
        self.preparing.cancel.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_comparison(self, found: Comparison) -> None:
        self._heads.show()
        self._share()
        self.stack.setCurrentWidget(self.view)
        self.view.show_comparison(found)
        self._can_walk(on=found.counts.differences > 0)
        self.swap.setEnabled(True)
        self._say()

    def _can_walk(self, *, on: bool) -> None:
        for button in (self.previous, self.next, self.swap):
            button.setEnabled(on)

    def _say(self) -> None:
        found = self.view.found
        if found is None:
            return
        self.point.setText(point_text(found))
        self.counts.setText(counts_text(found.counts))
        self.counts.set_token("text.secondary" if found.counts.differences else "ok")
        self.left.show_side(side_title(found.left), side_facts(found.left))
        self.right.show_side(side_title(found.right), side_facts(found.right))

    def retranslate(self) -> None:
        translate = QCoreApplication.translate
        self.setAccessibleName(translate("Compare", "Comparison"))
        self.title.setText(translate("Compare", "Comparison"))
        self.previous.set_hint(translate("Compare", "Previous difference"), "Shift F7")
        self.next.set_hint(translate("Compare", "Next difference"), "F7")
        self.swap.set_hint(translate("Compare", "Swap the sides"))
        self.close_button.set_hint(translate("Compare", "Close"), "Esc")
        self.preparing.cancel.setText(translate("Compare", "Cancel"))
        self._say()
        self.view.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            (self.closed if self.stack.currentWidget() is self.view else self.cancelled).emit()
        else:
            super().keyPressEvent(event)
