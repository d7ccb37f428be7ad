"""The sidebar: search, sources, sessions (look.md section 6, Frame)."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QTimer, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolButton, QVBoxLayout, QWidget

from sessionloom.models.session_list_model import ROW_ROLE, SessionListModel
from sessionloom.models.session_rows import ListRow, Order, RowKind
from sessionloom.shell.controls import FlatButton, Panel, px
from sessionloom.shell.labels import LineLabel, WrapLabel
from sessionloom.shell.list_view import SideList
from sessionloom.shell.session_row_delegate import SessionRowDelegate
from sessionloom.shell.source_list import SOURCE_ROLE, SourceList
from sessionloom.theme.icons import follow_icon
from sessionloom.theme.theme import theme

FILTER_MS = 60


class Sidebar(Panel):
    """Emits what the person wants; the main window knows what it means."""

    sessionChosen = Signal(object)
    sourceChosen = Signal(int)
    sourceMenuWanted = Signal(object, QPoint)
    sessionMenuWanted = Signal(object, QPoint)
    orderMenuWanted = Signal(QPoint)
    openWanted = Signal(QPoint)

    def __init__(self, model: SessionListModel, parent: QWidget | None = None) -> None:
        super().__init__("bg.window", parent)
        self._model = model
        self.search = QLineEdit(self)
        self.search.setClearButtonEnabled(True)
        self._search_icon = QAction(self)
        follow_icon(self._search_icon, "action.findInSession", "text.tertiary", 16)
        self.search.addAction(self._search_icon, QLineEdit.ActionPosition.LeadingPosition)
        self.sort = FlatButton(icon="action.filter", look="quiet", parent=self)
        self.add_source = FlatButton(icon="action.addSource", look="quiet", small=True, parent=self)
        self.order = FlatButton(
            look="quiet", small=True, ink="text.tertiary", trailing="action.collapse", parent=self
        )
        self.sources = SourceList(self)
        self.sessions = SideList(self)
        self.sessions.setItemDelegate(SessionRowDelegate(self.sessions))
        self.sessions.setModel(model)
        self.sessions.setSelectionMode(SideList.SelectionMode.ExtendedSelection)  # two can be compared
        self.sources_label = LineLabel("label", "text.tertiary", parent=self)
        self.sessions_label = LineLabel("label", "text.tertiary", parent=self)
        self.empty = WrapLabel("small", "tertiary", parent=self)
        self._filter_timer = QTimer(self)
        self._filter_timer.setSingleShot(True)
        self._filter_timer.setInterval(FILTER_MS)
        self._build()
        self._connect()
        self.retranslate()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setSpacing(0)
        self._top = QHBoxLayout()
        self._top.addWidget(self.search, 1)
        self._top.addWidget(self.sort)
        self._sources_row = QHBoxLayout()
        self._sources_row.addWidget(self.sources_label, 1)
        self._sources_row.addWidget(self.add_source)
        self._sessions_row = QHBoxLayout()
        self._sessions_row.addWidget(self.sessions_label, 1)
        self._sessions_row.addWidget(self.order)
        column.addLayout(self._top)
        column.addLayout(self._sources_row)
        column.addWidget(self.sources)
        column.addLayout(self._sessions_row)
        column.addWidget(self.empty)
        column.addWidget(self.sessions, 1)
        column.addStretch(0)
        self._measure()
        theme().changed.connect(self._measure)

    def _measure(self) -> None:
        self.layout().setContentsMargins(0, 0, 1, 0)
        self._top.setContentsMargins(px(8), px(8), px(8), px(4))
        self._top.setSpacing(px(4))
        for row, top in ((self._sources_row, 0), (self._sessions_row, px(8))):
            row.setContentsMargins(px(16), top + px(2), px(12), px(2))
        self.empty.setContentsMargins(px(16), px(4), px(16), px(4))

    def _connect(self) -> None:
        self.search.textChanged.connect(lambda _text: self._filter_timer.start())
        self._filter_timer.timeout.connect(lambda: self._filter(self.search.text()))
        self.search.returnPressed.connect(self._take_first)
        self.sources.sourceChosen.connect(self.sourceChosen)
        self.sources.menuWanted.connect(
            lambda index, at: self.sourceMenuWanted.emit(index.data(SOURCE_ROLE), at)
        )
        self.sessions.chosen.connect(lambda index: self._choose(index.data(ROW_ROLE)))
        self.sessions.menuWanted.connect(self._session_menu)
        self.sort.clicked.connect(lambda: self.orderMenuWanted.emit(_below(self.sort)))
        self.order.clicked.connect(lambda: self.orderMenuWanted.emit(_below(self.order)))
        self.add_source.clicked.connect(lambda: self.openWanted.emit(_below(self.add_source)))
        self._model.modelReset.connect(self._after_reset)

    def _filter(self, text: str) -> None:
        self._model.set_needle(text)

    def _take_first(self) -> None:
        self._filter_timer.stop()
        self._filter(self.search.text())
        info = self._model.first_session()
        if info is not None:
            self.sessionChosen.emit(info)

    def _choose(self, row: ListRow | None) -> None:
        if row is None:
            return
        if row.kind is RowKind.GROUP:
            self._keep_row(row.key, lambda: self._model.toggle_group(row.group))
        elif row.kind is RowKind.MORE:
            self._keep_row(row.key, lambda: self._model.show_all_of(row.group))
        elif row.info is not None:
            self.sessionChosen.emit(row.info)

    def _keep_row(self, key: str, change) -> None:  # type: ignore[no-untyped-def]
        """Change the rows without the list jumping away under the pointer."""
        at = self.sessions.verticalScrollBar().value()
        change()
        self.sessions.verticalScrollBar().setValue(at)
        index = self._model.index_of(key)
        if index.isValid() and self.sessions.hasFocus():
            self.sessions.setCurrentIndex(index)

    def _session_menu(self, index, at: QPoint) -> None:  # type: ignore[no-untyped-def]
        row: ListRow | None = index.data(ROW_ROLE)
        if row is not None and row.info is not None:
            self.sessionMenuWanted.emit(row.info, at)

    def show_session(self, key: str, *, scroll: bool = False) -> None:
        """Mark the session that is read in the centre."""
        self._model.shown_key = key
        index = self._model.index_of(key)
        if not index.isValid():
            self.sessions.clearSelection()
            return
        self.sessions.setCurrentIndex(index)
        if scroll:
            self.sessions.scrollTo(index)

    def set_floating(self, floating: bool) -> None:
        """Over the conversation instead of beside it: then it has its own edge."""
        self._floating = floating
        self.update()

    _floating = False

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._floating:
            QPainter(self).fillRect(self.width() - 1, 0, 1, self.height(), theme().color("line.strong"))

    def set_loading(self, loading: bool) -> None:
        self._loading = loading
        self._after_reset()

    _loading = False

    def _after_reset(self) -> None:
        filtered = bool(self._model.needle)
        nothing = self._model.rowCount() == 0
        if self._loading:
            text = QCoreApplication.translate("Sidebar", "Reading the sessions…")
        elif filtered:
            text = QCoreApplication.translate("Sidebar", "No title holds this text.")
        else:
            text = QCoreApplication.translate("Sidebar", "Sessions you open or import are listed here.")
        self.empty.setText(text)
        self.empty.setVisible(nothing)
        self.sessions.setVisible(not nothing)
        self.order.setVisible(self._model.session_count() > 0)
        self.sort.setEnabled(self._model.session_count() > 0)
        self.search.setEnabled(self._model.session_count() > 0)
        index = self._model.index_of(self._model.shown_key)
        if index.isValid():
            self.sessions.setCurrentIndex(index)

    def retranslate(self) -> None:
        translate = QCoreApplication.translate
        self.search.setPlaceholderText(translate("Sidebar", "Search sessions"))
        self.search.setAccessibleName(translate("Sidebar", "Search sessions by title"))
        for button in self.search.findChildren(QToolButton):  # the icon and the button that clears
            button.setAccessibleName(translate("Sidebar", "Clear the search"))
        self.sort.set_hint(translate("Sidebar", "Group and order sessions"))
        self.add_source.set_hint(translate("Sidebar", "Open a source"))
        self.sources_label.setText(translate("Sidebar", "Sources"))
        self.sessions_label.setText(translate("Sidebar", "Sessions"))
        self.sources.setAccessibleName(translate("Sidebar", "Sources"))
        self.sessions.setAccessibleName(translate("Sidebar", "Sessions"))
        by_name = self._model.order is Order.NAME
        self.order.setText(translate("Sidebar", "Name") if by_name else translate("Sidebar", "Last prompt"))
        self.order.setAccessibleName(translate("Sidebar", "Order of sessions"))
        self.order.updateGeometry()
        self._after_reset()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._model.rebuild()
            self.retranslate()
        super().changeEvent(event)


def _below(widget: QWidget) -> QPoint:
    return widget.mapToGlobal(QPoint(0, widget.height()))
