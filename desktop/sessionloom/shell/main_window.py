"""The frame: menu bar, sidebar, centre, status bar, and how they give way when it gets narrow."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QMainWindow,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from sessionloom.conversation.view import ConversationView
from sessionloom.models.session_list_model import SessionListModel
from sessionloom.shell.banner import Banner
from sessionloom.shell.controls import FlatButton, Panel, px
from sessionloom.shell.first_page import FirstPage
from sessionloom.shell.labels import Line, paint_key_cap
from sessionloom.shell.message_page import MessagePage
from sessionloom.shell.session_header import SessionHeader
from sessionloom.shell.sidebar import Sidebar
from sessionloom.shell.status_bar import StatusBar
from sessionloom.shell.support_page import SupportPage
from sessionloom.theme.icons import application_icon, pixmap
from sessionloom.theme.theme import theme


class Page(StrEnum):
    """What can stand in the centre. Whoever brings a page of its own adds it with `add_page`."""

    FIRST = "first"
    MESSAGE = "message"
    SESSION = "session"
    SUPPORT = "support"
    LINEAGE = "lineage"
    DELETED = "deleted"
    STORAGE = "storage"
    COMPARE = "compare"


LEAST_FIELD = 96


class PaletteField(QAbstractButton):
    """Looks like a field, opens the palette: 272 x 24 in the corner of the menu bar.

    `room` px are left beside the menus, 0 where nobody has measured it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = ""
        self.room = 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme().changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        """As wide as the design has it, or as the menus leave room for."""
        narrow = self.window().width() < px(1040)
        wide = px(240 if narrow else 272)
        return QSize(min(wide, max(px(LEAST_FIELD), self.room)) if self.room else wide, px(24))

    def paintEvent(self, _event: QPaintEvent) -> None:
        look = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(look.color("focus.ring" if self.hasFocus() else "line.default"))
        painter.setBrush(look.color("bg.hover" if self.underMouse() else "bg.surface"))
        painter.drawRoundedRect(box, px(6), px(6))
        image = pixmap("action.findInSession", "text.tertiary", 14, self.devicePixelRatioF())
        painter.drawPixmap(QPoint(px(9), (self.height() - px(14)) // 2), image)
        painter.setFont(look.font("key"))
        width = painter.fontMetrics().horizontalAdvance(self.key) + px(10)
        cap = self.rect().toRectF()
        cap.setRect(self.width() - px(4) - width, px(3), width, px(18))
        paint_key_cap(painter, cap, self.key)
        painter.setFont(look.font("small"))
        painter.setPen(look.color("text.tertiary"))
        room = int(cap.left()) - px(8) - px(31)
        text = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        painter.drawText(px(31), 0, room, self.height(), Qt.AlignmentFlag.AlignVCenter, text)


class MainWindow(QMainWindow):
    """Knows where things stand, not what they mean. `dropped` carries local paths."""

    dropped = Signal(list)
    closing = Signal(object)
    languageChanged = Signal()
    resized = Signal()

    def __init__(self, sessions: SessionListModel, canvas: ConversationView) -> None:
        super().__init__()
        self.setWindowIcon(application_icon())
        self.setMinimumSize(720, 480)
        self.setAcceptDrops(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.canvas = canvas
        self.sidebar = Sidebar(sessions)
        self.first_page = FirstPage()
        self.message_page = MessagePage()
        self.support_page = SupportPage()
        self.header = SessionHeader()
        self.banner = Banner()
        self.notice = Banner()
        self.status = StatusBar()
        self.palette_field = PaletteField()
        self.sidebar_button = FlatButton(icon="action.toggleSidebar", look="quiet", small=True)
        self.sidebar_button.setCheckable(True)
        self.sidebar_wanted = True
        self.sidebar_width = 0
        self._overlay = False
        self._build_centre()
        self._build_body()
        self._build_corner()
        theme().changed.connect(self._measure)
        self._measure()
        self.retranslate()

    # -- construction ----------------------------------------------------------------------

    def _build_centre(self) -> None:
        session = Panel("bg.surface")
        column = QVBoxLayout(session)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(Line())
        column.addWidget(self.banner)
        column.addWidget(self.canvas, 1)
        self.pages = QStackedWidget()
        self._by_page: dict[Page, QWidget] = {}
        self.add_page(Page.FIRST, self.first_page)
        self.add_page(Page.MESSAGE, self.message_page)
        self.add_page(Page.SESSION, session)
        self.add_page(Page.SUPPORT, self.support_page)
        self.centre = Panel("bg.surface")
        outer = QVBoxLayout(self.centre)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.notice)
        outer.addWidget(self.pages, 1)

    def _build_body(self) -> None:
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self.sidebar)
        self.splitter.addWidget(self.centre)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.splitterMoved.connect(self._sidebar_dragged)
        frame = Panel("bg.window")
        column = QVBoxLayout(frame)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.splitter, 1)
        column.addWidget(self.status)
        self.setCentralWidget(frame)

    def _build_corner(self) -> None:
        self._corner = QWidget()
        row = QHBoxLayout(self._corner)
        row.addWidget(self.palette_field)
        row.addWidget(self.sidebar_button)
        self.menuBar().setCornerWidget(self._corner)

    def _measure(self) -> None:
        self.menuBar().setFixedHeight(px(32))
        self._corner.layout().setContentsMargins(0, px(3), px(8), px(4))
        self._corner.layout().setSpacing(px(8))
        self._arrange()

    # -- pages -----------------------------------------------------------------------------

    def add_page(self, page: Page, widget: QWidget) -> None:
        self._by_page[page] = widget
        self.pages.addWidget(widget)

    def show_page(self, page: Page) -> None:
        self.pages.setCurrentWidget(self._by_page[page])

    def page(self) -> Page:
        shown = self.pages.currentWidget()
        return next(page for page, widget in self._by_page.items() if widget is shown)

    def fill_menus(self, build: Callable[[QMainWindow], None]) -> None:
        self.menuBar().clear()
        build(self)
        self._measure_field()
        self.menuBar().setCornerWidget(self._corner)
        self._corner.show()

    # -- the sidebar -----------------------------------------------------------------------

    def toggle_sidebar(self) -> None:
        self.sidebar_wanted = not self.sidebar_shown()
        self._arrange()
        if self._overlay and self.sidebar_wanted:
            self.sidebar.search.setFocus(Qt.FocusReason.OtherFocusReason)

    def sidebar_shown(self) -> bool:
        return not self.sidebar.isHidden()

    def put_sidebar_away(self) -> None:
        """After a choice: an overlay gives the view back."""
        if self._overlay and self.sidebar_shown():
            self.sidebar_wanted = False
            self._arrange()

    def _sidebar_dragged(self, position: int, _index: int) -> None:
        self.sidebar_width = round(position / theme().zoom)

    def _arrange(self) -> None:
        look = theme()
        overlay = self.width() < px(820)
        if overlay != self._overlay:
            self._overlay = overlay
            self.sidebar.set_floating(overlay)
            if overlay:
                self.sidebar.setParent(self.centralWidget())
                self.sidebar_wanted = False
            else:
                self.splitter.insertWidget(0, self.sidebar)
                self.splitter.setStretchFactor(1, 1)
                self.sidebar_wanted = True
        narrow = self.width() < px(1040)
        least, most = look.size("sidebar.min"), look.size("sidebar.max")
        self.sidebar.setMinimumWidth(least)
        self.sidebar.setMaximumWidth(most)
        width = look.size("sidebar.narrow") if narrow else look.size("sidebar.default")
        if self.sidebar_width and not narrow:
            width = min(max(px(self.sidebar_width), least), most)
        self.sidebar.setVisible(self.sidebar_wanted)
        if overlay:
            height = self.centralWidget().height() - self.status.height()
            self.sidebar.setGeometry(0, 0, min(look.size("sidebar.default"), self.width()), height)
            self.sidebar.raise_()
        else:
            self.splitter.setSizes([width, max(1, self.width() - width - 1)])
        self.sidebar_button.setChecked(self.sidebar_wanted)
        self._measure_field()

    def _measure_field(self) -> None:
        """The menus come first; the field beside them takes what they leave."""
        bar = self.menuBar()
        menus = max((bar.actionGeometry(action).right() for action in bar.actions()), default=0)
        margins = self._corner.layout().contentsMargins()
        button = self.sidebar_button.sizeHint().width() + self._corner.layout().spacing()
        self.palette_field.room = self.width() - menus - margins.right() - button - px(8)
        self.palette_field.updateGeometry()

    # -- events ----------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
        self.resized.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._overlay and self.sidebar_shown():
            self.put_sidebar_away()
            return
        super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closing.emit(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            self.languageChanged.emit()
        super().changeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.dropped.emit(paths)

    def retranslate(self) -> None:
        translate = QCoreApplication.translate
        self.palette_field.setText(translate("MainWindow", "Search or run a command"))
        self.palette_field.setAccessibleName(translate("MainWindow", "Search or run a command"))
        self.sidebar_button.set_hint(translate("MainWindow", "Show or hide the sidebar"), "Ctrl B")
        self.header.retranslate()
        self.support_page.retranslate()
        self.menuBar().setAccessibleName(translate("MainWindow", "Menu bar"))
