"""The lineage page: head with counts and search, the tree, a legend and the zoom (picture 05)."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QSizePolicy, QVBoxLayout, QWidget

from sessionlog.lineage.family import Family, Tie
from sessionloom.lineage.painting import paint_share
from sessionloom.lineage.view import LineageView
from sessionloom.lineage.words import summary, title_of_member
from sessionloom.shell.controls import FlatButton, Panel, px
from sessionloom.shell.labels import Line, LineLabel
from sessionloom.shell.menus import popup
from sessionloom.theme.theme import theme


class LineagePage(Panel):
    """`closed` when the person leaves it, `exportWanted` with `svg` or `png`."""

    closed = Signal()
    exportWanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("bg.surface", parent)
        self.view = LineageView(self)
        self.title = LineLabel("title", parent=self)
        self.counts = LineLabel("small", "text.secondary", parent=self)
        self.trouble = LineLabel("small", "warn", parent=self)
        self.search = QLineEdit(self)
        self.search.setClearButtonEnabled(True)
        self.search.setFixedWidth(px(200))
        self.filter = FlatButton(icon="action.filter", look="quiet", parent=self)
        self._unwanted: set[Tie] = set()
        self.svg = FlatButton("SVG", icon="action.export", look="quiet", parent=self)
        self.png = FlatButton("PNG", icon="action.export", look="quiet", parent=self)
        self.close_button = FlatButton(icon="action.close", look="quiet", parent=self)
        self.legend = Legend(self)
        self.out, self.inn, self.fit, self.locate = (
            FlatButton(icon=icon, look="quiet", small=True, parent=self)
            for icon in ("action.zoomOut", "action.zoomIn", "action.fit", "action.locate")
        )
        self.percent = LineLabel("small", "text.secondary", elide=Qt.TextElideMode.ElideNone, parent=self)
        self._found: list[str] = []
        self._build()
        self._connect()
        self.retranslate()

    def _build(self) -> None:
        words = QHBoxLayout()
        words.addWidget(self.counts)
        words.addWidget(self.trouble, 1)
        names = QVBoxLayout()
        names.setSpacing(0)
        names.addWidget(self.title)
        names.addLayout(words)
        head = QHBoxLayout()
        head.setContentsMargins(px(24), px(10), px(16), px(10))
        head.addLayout(names, 1)
        for widget in (self.search, self.filter, self.svg, self.png, self.close_button):
            head.addWidget(widget)
        foot = QHBoxLayout()
        foot.setContentsMargins(px(24), px(8), px(16), px(8))
        foot.addWidget(self.legend, 1)
        for part in (self.out, self.percent, self.inn, self.fit, self.locate):
            foot.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(Line(parent=self))
        column.addWidget(self.view, 1)
        column.addLayout(foot)

    def _connect(self) -> None:
        view = self.view
        self.close_button.clicked.connect(self.closed)
        self.filter.clicked.connect(self._show_filter)
        self.svg.clicked.connect(lambda: self.exportWanted.emit("svg"))
        self.png.clicked.connect(lambda: self.exportWanted.emit("png"))
        self.out.clicked.connect(lambda: view.step_scale(-1))
        self.inn.clicked.connect(lambda: view.step_scale(1))
        self.fit.clicked.connect(view.fit)
        self.locate.clicked.connect(view.locate)
        self.search.textChanged.connect(self._search)
        self.search.returnPressed.connect(self._next_found)
        view.changed.connect(self._show_counts)

    def show_family(self, family: Family) -> None:
        self.view.show_family(family)
        self._show_counts()

    def retranslate(self) -> None:
        translate = QCoreApplication.translate
        self.setAccessibleName(translate("Lineage", "Lineage"))
        self.search.setPlaceholderText(translate("Lineage", "Search this family"))
        self.search.setAccessibleName(self.search.placeholderText())
        self.filter.setText(translate("Lineage", "Filter"))
        self.filter.updateGeometry()
        self.svg.set_hint(translate("Lineage", "Export as SVG"))
        self.png.set_hint(translate("Lineage", "Export as PNG"))
        self.close_button.set_hint(translate("Lineage", "Close"), "Esc")
        self.out.set_hint(translate("Lineage", "Smaller"), "-")
        self.inn.set_hint(translate("Lineage", "Larger"), "+")
        self.fit.set_hint(translate("Lineage", "Fit the whole tree"))
        self.locate.set_hint(translate("Lineage", "Back to this session"))
        self.legend.retranslate()
        self._show_counts()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.text() == "/":
            self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            super().keyPressEvent(event)

    def _show_counts(self) -> None:
        family, tree = self.view.family, self.view.tree
        self.percent.setText(f"{round(self.view.scale * 100)} %")
        if family is None or tree is None:
            return
        member = family.target.member
        name = family.target.id if member is None else title_of_member(member)
        self.title.setText(QCoreApplication.translate("Lineage", "Lineage of “{0}”").format(name))
        counts, trouble = summary(family, tree, len(self.view.hidden))
        self.counts.setText(counts)
        self.trouble.setText(trouble)

    def filter_menu(self) -> QMenu:
        """Which kinds of sessions are shown."""
        translate = QCoreApplication.translate
        menu = QMenu(self)
        for tie, text in (
            (Tie.FORK, translate("Lineage", "Forks")),
            (Tie.SUBAGENT, translate("Lineage", "Subagents")),
            (Tie.CONTINUATION, translate("Lineage", "Continuations")),
        ):
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setChecked(tie not in self._unwanted)
            action.toggled.connect(lambda on, it=tie: self._want(it, on))
        return menu

    def _show_filter(self) -> None:
        popup(self.filter_menu(), self.filter.mapToGlobal(QPoint(0, self.filter.height())))

    def _want(self, tie: Tie, wanted: bool) -> None:
        (self._unwanted.discard if wanted else self._unwanted.add)(tie)
        self.view.set_filter(self._unwanted)

    def _search(self, text: str) -> None:
        self._found = self.view.find_sessions(text)

    def _next_found(self) -> None:
        """Enter walks through what was found."""
        if self._found:
            at = self._found.index(self.view.current) if self.view.current in self._found else -1
            self.view.go_to(self._found[(at + 1) % len(self._found)])


class Legend(QWidget):
    """What the lines mean."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def retranslate(self) -> None:
        translate = QCoreApplication.translate
        self._words = (
            translate("Lineage", "Fork"),
            translate("Lineage", "Subagent"),
            translate("Lineage", "Continuation"),
            translate("Lineage", "Missing parent"),
            translate("Lineage", "Inherited, own events"),
        )
        self.setAccessibleName(", ".join(self._words))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(420), px(20))

    def paintEvent(self, _event: QPaintEvent) -> None:
        look = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(look.font("small"))
        x, middle = 0.0, self.height() / 2
        for number, word in enumerate(self._words):
            wide = px(34) + painter.fontMetrics().horizontalAdvance(word)
            if x + wide > self.width():  # what there is no room for is told by the shapes themselves
                return
            self._sample(painter, number, x, middle)
            painter.setPen(look.color("text.secondary"))
            painter.drawText(QPointF(x + px(34), middle + px(4)), word)
            x += wide + px(24)

    @staticmethod
    def _sample(painter: QPainter, number: int, x: float, middle: float) -> None:
        if number == len(_STYLES):
            paint_share(painter, x, x + px(26), middle, 0.5)
            return
        painter.setPen(QPen(theme().color("warn" if number == 3 else "line.control"), 1.5, _STYLES[number]))
        for shift in (-1.5, 1.5) if number == 2 else (0.0,):
            painter.drawLine(QPointF(x, middle + shift), QPointF(x + px(26), middle + shift))


_STYLES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DotLine, Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine)
"""Of the lines, in the order of the words; the last word is about the bar."""
