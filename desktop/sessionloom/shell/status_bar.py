"""The status bar: flusher, progress of long work, position (look.md section 6, Status bar)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from sessionloom.shell.controls import FlatButton, Panel, px
from sessionloom.shell.core_words import core_text
from sessionloom.shell.labels import Line, LineLabel
from sessionloom.theme.icons import pixmap
from sessionloom.theme.theme import theme
from sessionloom.times import clock_time, time_style

if TYPE_CHECKING:
    from sessionlog.library import FlushStatus
    from sessionloom.shell.works import Work

FLUSHER_LOOK = {
    "idle": ("flusher.idle", "text.tertiary"),
    "saving": ("flusher.saving", "running"),
    "retrying": ("flusher.retrying", "warn"),
    "blocked": ("flusher.blocked", "error"),
    "read-only": ("flusher.readOnly", "text.tertiary"),
}


class IconSpot(QWidget):
    """One 14 px icon in a colour token."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._what = ("flusher.idle", "text.tertiary")
        theme().changed.connect(self.update)

    def set_icon(self, name: str, token: str) -> None:
        self._what = (name, token)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(14), px(14))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        name, token = self._what
        image = pixmap(name, token, 14, self.devicePixelRatioF())
        QPainter(self).drawPixmap(QPoint(0, (self.height() - px(14)) // 2), image)


class ProgressBar(QProgressBar):
    """132 x 4, flat."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextVisible(False)
        theme().changed.connect(self._measure)
        self._measure()

    def _measure(self) -> None:
        self.setFixedSize(px(132), px(4))

    def paintEvent(self, _event: QPaintEvent) -> None:
        look = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.color("bg.pressed"))
        box = QRectF(self.rect())
        painter.drawRoundedRect(box, px(2), px(2))
        if self.maximum() > 0 and self.value() > 0:
            box.setWidth(max(px(4), box.width() * self.value() / self.maximum()))
            painter.setBrush(look.color("accent"))
            painter.drawRoundedRect(box, px(2), px(2))


class StatusBar(Panel):
    """`problemsWanted` when the count of problems is clicked, `retryWanted` on "Retry now"."""

    retryWanted = Signal()
    problemsWanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("bg.window", parent)
        self._status: FlushStatus | None = None
        self._new = False
        self._archive = ""
        self._works: dict[str, Work] = {}
        self._position = ("", "", 0)
        self._unwanted: set[QWidget] = set()
        self.flusher_icon = IconSpot(self)
        self.flusher_name = LineLabel("small", "text.secondary", parent=self)
        self.flusher = LineLabel("small", "text.tertiary", parent=self)
        self.retry = FlatButton(look="link", small=True, parent=self)
        self.work_rule = Line(vertical=True, token="line.strong", parent=self)
        self.work_text = LineLabel("small", "text.secondary", parent=self)
        self.work_bar = ProgressBar(self)
        self.cancel = FlatButton(look="link", small=True, parent=self)
        self.turn = LineLabel("small", "text.tertiary", parent=self)
        self.seq_rule = Line(vertical=True, token="line.strong", parent=self)
        self.seq = LineLabel("small", "text.tertiary", parent=self)
        self.problem_rule = Line(vertical=True, token="line.strong", parent=self)
        self.problems = FlatButton(
            icon="diagnosis.damaged", look="quiet", small=True, ink="warn", parent=self
        )
        self.cancel.clicked.connect(self._stop_work)
        self.retry.clicked.connect(self.retryWanted)
        self.problems.clicked.connect(self.problemsWanted)
        row = QHBoxLayout(self)
        left: list[QWidget] = [self.flusher_icon, self.flusher_name, self.flusher, self.retry]
        left += [self.work_rule, self.work_text, self.work_bar, self.cancel]
        right: list[QWidget] = [self.turn, self.seq_rule, self.seq, self.problem_rule, self.problems]
        for widget in left:
            row.addWidget(widget)
        row.addStretch(1)
        for widget in right:
            row.addWidget(widget)
        self._parts = left + right
        # The first of these give way first when the window is narrow; all of it is said elsewhere too.
        self._giving_way = (
            (self.flusher_name,),
            (self.seq, self.seq_rule),
            (self.turn, self.problem_rule),
            (self.work_bar,),
        )
        theme().changed.connect(self._measure)
        time_style().changed.connect(self._show_flusher)
        self._measure()
        self.retranslate()

    def _want(self, shown: bool, *widgets: QWidget) -> None:
        """Says which widgets have something to show; `_fit` decides which of them there is room for."""
        for widget in widgets:
            (self._unwanted.discard if shown else self._unwanted.add)(widget)

    def _fit(self) -> None:
        row = self.layout()
        wanted = [widget for widget in self._parts if widget not in self._unwanted]
        margins = row.contentsMargins()
        room = self.width() - margins.left() - margins.right()
        gone: set[QWidget] = set()
        for group in self._giving_way:
            left = [widget for widget in wanted if widget not in gone]
            widths = [_width(widget) for widget in left]
            if sum(widths) + len(widths) * row.spacing() <= room:
                break
            gone.update(group)
        for widget in self._parts:
            widget.setVisible(widget in wanted and widget not in gone)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _measure(self) -> None:
        self.setFixedHeight(px(28))
        self.layout().setContentsMargins(px(12), 1, px(12), 0)
        self.layout().setSpacing(px(8))
        for rule in (self.work_rule, self.seq_rule, self.problem_rule):
            rule.setFixedHeight(px(14))

    def show_flusher(self, status: FlushStatus) -> None:
        self._status = status
        self._show_flusher()

    def set_new(self, new: bool) -> None:
        """Whether the library holds nothing yet."""
        self._new = new
        self._show_flusher()

    def set_archive(self, name: str) -> None:
        """The archive that is being looked at, empty for none: while nothing waits to be saved, it is told
        in place of the library."""
        self._archive = name
        self._show_flusher()

    def show_work(self, name: str, work: Work | None) -> None:
        """Show long work under a name; `None` takes it away. Of several, the first stays in sight."""
        if work is None:
            self._works.pop(name, None)
        else:
            self._works[name] = work
        self._show_work()

    def _stop_work(self) -> None:
        if self._works:
            next(iter(self._works.values())).stop()

    def show_position(self, turn: str, seq: str, problems: int) -> None:
        self._position = (turn, seq, problems)
        self._show_position()

    def retranslate(self) -> None:
        translate = QCoreApplication.translate
        self.retry.setText(translate("StatusBar", "Retry now"))
        self.retry.setAccessibleName(translate("StatusBar", "Retry saving now"))
        self.cancel.setText(translate("StatusBar", "Cancel"))
        self.cancel.setAccessibleName(translate("StatusBar", "Cancel what is under way"))
        self.work_bar.setAccessibleName(translate("StatusBar", "Progress"))
        for button in (self.retry, self.cancel):
            button.updateGeometry()
        self._show_flusher()
        self._show_work()
        self._show_position()

    def _show_flusher(self) -> None:
        status = self._status
        self._want(status is not None, self.flusher_icon, self.flusher_name, self.flusher)
        self._want(status is not None and status.state in {"retrying", "blocked"}, self.retry)
        if status is None:
            self._fit()
            return
        if self._archive and status.state == "idle":
            self.flusher_icon.set_icon("flusher.readOnly", "text.tertiary")
            self.flusher_name.setText(self._archive)
            said = QCoreApplication.translate("StatusBar", "read-only, nothing is written")
            self.flusher.setText(said)
            self.flusher.set_token("text.tertiary")
            self._fit()
            return
        icon, token = FLUSHER_LOOK[status.state]
        self.flusher_icon.set_icon(icon, token)
        self.flusher_name.setText(status.name)
        self.flusher.setText(flusher_sentence(status, self._new))
        self.flusher.set_token(token if status.state in {"retrying", "blocked"} else "text.tertiary")
        self._fit()

    def _show_work(self) -> None:
        work = next(iter(self._works.values()), None)
        self._want(work is not None, self.work_rule, self.work_text, self.work_bar, self.cancel)
        if work is not None:
            more = len(self._works) - 1
            self.work_text.setText(f"{work.text} (+{more})" if more else work.text)
            self.work_bar.setRange(0, 1000)
            self.work_bar.setValue(round(1000 * work.share))
        self._fit()

    def _show_position(self) -> None:
        turn, seq, problems = self._position
        self.turn.setText(turn)
        self.seq.setText(seq)
        self._want(bool(turn), self.turn)
        self._want(bool(seq), self.seq)
        self._want(bool(turn and seq), self.seq_rule)
        self._want(problems > 0 and bool(turn or seq), self.problem_rule)
        self._want(problems > 0, self.problems)
        if problems:
            one = QCoreApplication.translate("StatusBar", "1 problem")
            many = QCoreApplication.translate("StatusBar", "%1 problems").replace("%1", f"{problems:,}")
            self.problems.setText(one if problems == 1 else many)
            self.problems.setAccessibleName(self.problems.text())
            self.problems.updateGeometry()
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        QPainter(self).fillRect(0, 0, self.width(), 1, theme().color("line.default"))


def _width(widget: QWidget) -> int:
    return min(widget.maximumWidth(), max(widget.minimumWidth(), widget.sizeHint().width()))


def flusher_sentence(status: FlushStatus, new: bool = False) -> str:
    """What the flusher does, always with the count waiting where one waits."""
    translate = QCoreApplication.translate
    waiting = f"{status.waiting:,}"
    if status.state == "saving":
        return translate("StatusBar", "saving, %1 waiting").replace("%1", waiting)
    if status.state == "retrying":
        text = translate("StatusBar", "not saved yet, next try in %2 s, %1 kept")
        return text.replace("%1", waiting).replace("%2", f"{max(0, round(status.retry_in_s or 0))}")
    if status.state == "blocked":
        text = translate("StatusBar", "not saved: %2 %1 kept in memory")
        return text.replace("%1", waiting).replace("%2", core_text(status.reason))
    if status.state == "read-only":
        return translate("StatusBar", "read-only")
    if status.saved_at is None:
        if new:
            return translate("StatusBar", "new, nothing to save")
        return translate("StatusBar", "nothing to save")
    text = translate("StatusBar", "saved %1, %2 waiting")
    return text.replace("%1", clock_time(status.saved_at)).replace("%2", waiting)
