"""The first screen for support: what is in a ZIP, what is wrong, what the model saw last (picture 09)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from sessionloom.models.titles import title_of, visible_text
from sessionloom.shell.banner import Banner, BannerButton, BannerText
from sessionloom.shell.controls import FlatButton, Panel, px
from sessionloom.shell.fact_card import fact_card
from sessionloom.shell.first_page_parts import Card
from sessionloom.shell.labels import Line, LineLabel
from sessionloom.shell.status_bar import IconSpot
from sessionloom.shell.support_text import (
    MOST_ROWS,
    FindingRow,
    day_text,
    facts_of,
    findings_of,
    request_facts,
    session_state,
)
from sessionloom.theme.theme import theme

if TYPE_CHECKING:
    from sessionlog.access.support import CaseSession, SupportCase
    from sessionlog.library import SourceInfo


class SupportPage(Panel):
    """`showWanted` carries a session and a seq or `None`."""

    showWanted = Signal(object, object)
    reportWanted = Signal()
    importWanted = Signal()
    hashWanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("bg.surface", parent)
        self._source: SourceInfo | None = None
        self._case: SupportCase | None = None
        self.title = LineLabel("title", parent=self)
        self.facts = LineLabel("small", "text.tertiary", parent=self)
        self.banner = Banner(self)
        head = Panel("bg.surface", self)
        text = QVBoxLayout(head)
        text.setContentsMargins(px(24), px(8), px(24), px(8))
        text.setSpacing(px(2))
        text.addWidget(self.title)
        text.addWidget(self.facts)
        self._area = QScrollArea(self)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (head, Line(parent=self), self.banner):
            column.addWidget(widget)
        column.addWidget(self._area, 1)
        theme().changed.connect(self.retranslate)

    def show_source(self, source: SourceInfo) -> None:
        """Before the case is read: its name, and that it is being looked at."""
        if self._source is None or self._source.id != source.id:
            self._case = None
        self._source = source
        self.retranslate()

    def show_progress(self, text: str) -> None:
        """How far the reading is, in the place of what it is."""
        if self._case is None:
            self.facts.setText(text)

    def show_case(self, case: SupportCase) -> None:
        self._case = case
        self.retranslate()

    @property
    def case(self) -> SupportCase | None:
        return self._case

    @property
    def source(self) -> SourceInfo | None:
        return self._source

    def retranslate(self) -> None:
        source, case = self._source, self._case
        if source is None:
            return
        translate = QCoreApplication.translate
        name = visible_text(source.name)
        self.title.setText(name)
        self.facts.setText(
            translate("SupportPage", "Reading and checking everything in it…")
            if case is None
            else translate("SupportPage", "Read and checked to the end")
        )
        self.banner.show_text(
            BannerText(
                "read-only",
                translate("SupportPage", "Read-only: %1").replace("%1", name),
                translate(
                    "SupportPage",
                    "Opened without unpacking. Nothing in it runs, nothing is fetched, "
                    "and all text is shown as text.",
                ),
                self._buttons(case),
            )
        )
        self._fill(case)

    def _buttons(self, case: SupportCase | None) -> tuple[BannerButton, ...]:
        """What can be done with it; where no log was found there is nothing to import."""
        translate = QCoreApplication.translate
        report = BannerButton(translate("SupportPage", "Copy report"), self.reportWanted.emit)
        if case is not None and not case.sessions:
            return (report,)
        return (
            report,
            BannerButton(translate("SupportPage", "Import into library…"), self.importWanted.emit),
        )

    # -- the body --------------------------------------------------------------------------

    def _fill(self, case: SupportCase | None) -> None:
        page = Panel("bg.surface")
        outer = QHBoxLayout(page)
        outer.setContentsMargins(px(24), 0, px(24), 0)
        self._column = QWidget()
        column = QVBoxLayout(self._column)
        column.setContentsMargins(0, px(20), 0, px(32))
        column.setSpacing(px(8))
        if case is not None:
            column.addWidget(fact_card(facts_of(case)))
            self._add_findings(column, findings_of(case))
            self._add_sessions(column, case.sessions)
            self._add_requests(column, case.sessions)
            if case.sha256:
                column.addSpacing(px(8))
                column.addWidget(self._hash_row(case.sha256))
        column.addStretch(1)
        outer.addWidget(self._column)
        outer.addStretch(1)
        self._area.setWidget(page)
        self._measure()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    def _measure(self) -> None:
        if self._source is not None:
            self._column.setFixedWidth(max(px(320), min(px(1080), self.width() - px(48 + 12))))

    def _add_findings(self, column: QVBoxLayout, rows: list[FindingRow]) -> None:
        translate = QCoreApplication.translate
        text = translate("SupportPage", "%1 findings").replace("%1", f"{len(rows):,}")
        if not rows:
            text = translate("SupportPage", "Nothing is wrong with it")
        elif len(rows) == 1:
            text = translate("SupportPage", "1 finding")
        self._heading(column, text)
        if not rows:
            return
        card = Card("bg.surface")
        for row in rows[:MOST_ROWS]:
            card.add(self._finding(row))
        column.addWidget(card)
        self._rest(column, len(rows))

    def _finding(self, found: FindingRow) -> QWidget:
        line, row = _row()
        icon = IconSpot()
        icon.set_icon(found.icon, found.token)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(_label(found.title, "bodyStrong"))
        if found.detail:
            words.addWidget(_label(found.detail, "small", "text.secondary"))
        row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        place = LineLabel("output", "text.secondary", elide=Qt.TextElideMode.ElideMiddle)
        place.setText(found.place)
        place.setMaximumWidth(px(260))
        row.addWidget(place)
        if found.session is not None:
            info, seq = found.session, found.seq
            show = FlatButton(QCoreApplication.translate("SupportPage", "Show"), look="link")
            show.setAccessibleName(
                QCoreApplication.translate("SupportPage", "Show: %1").replace("%1", found.title)
            )
            show.clicked.connect(lambda: self.showWanted.emit(info, seq))
            row.addWidget(show)
        return line

    def _add_sessions(self, column: QVBoxLayout, sessions: tuple[CaseSession, ...]) -> None:
        translate = QCoreApplication.translate
        self._heading(column, translate("SupportPage", "Sessions"))
        card = Card("bg.surface")
        card.add(self._session_head())
        ids = {session.info.id for session in sessions}
        for session in sessions[:MOST_ROWS]:
            card.add(self._session(session, nested=session.info.parent_session in ids))
        column.addWidget(card)
        self._rest(column, len(sessions))

    def _session_head(self) -> QWidget:
        translate = QCoreApplication.translate
        line, row = _row(px(30))
        names = (
            translate("SupportPage", "Title"),
            translate("SupportPage", "Events"),
            translate("SupportPage", "Turns"),
            translate("SupportPage", "Last prompt"),
            translate("SupportPage", "State"),
        )
        for name, width in zip(names, _WIDTHS):
            _add(row, _label(name, "small", "text.secondary"), width)
        return line

    def _session(self, session: CaseSession, *, nested: bool) -> QWidget:
        info = session.info
        line, row = _row(px(34))
        state, token = session_state(session)
        opened = TitleLink(visible_text(title_of(info)))
        opened.setAccessibleName(
            QCoreApplication.translate("SupportPage", "Open %1").replace("%1", visible_text(title_of(info)))
        )
        opened.clicked.connect(lambda: self.showWanted.emit(info, None))
        name = QWidget()
        inner = QHBoxLayout(name)
        inner.setContentsMargins(px(16) if nested else 0, 0, 0, 0)
        inner.addWidget(opened)
        inner.addStretch(1)
        _add(row, name, _WIDTHS[0])
        cells = (
            ("-" if info.events is None else f"{info.events:,}", "text.primary"),
            ("-" if info.turns is None else f"{info.turns:,}", "text.primary"),
            (day_text(info.updated_at), "text.secondary"),
            (state, token),
        )
        for (text, ink), width in zip(cells, _WIDTHS[1:]):
            _add(row, _label(text, "small", ink), width)
        return line

    def _add_requests(self, column: QVBoxLayout, sessions: tuple[CaseSession, ...]) -> None:
        wrong = [session for session in sessions if session.request is not None][:3]
        if not wrong:
            return
        translate = QCoreApplication.translate
        self._heading(column, translate("SupportPage", "What the model saw before it went wrong"))
        card = Card("bg.surface")
        for session in wrong:
            line, row = _row()
            for label, value in request_facts(session):
                row.addWidget(_label(label, "small", "text.secondary"))
                row.addWidget(_label(value, "small"))
                row.addSpacing(px(12))
            row.addStretch(1)
            info, made = session.info, session.request
            assert made is not None
            seq = made.seq
            show = FlatButton(translate("SupportPage", "Show"), look="link")
            show.clicked.connect(lambda _checked=False, it=info, at=seq: self.showWanted.emit(it, at))
            row.addWidget(show)
            card.add(line)
        column.addWidget(card)

    def _hash_row(self, sha256: str) -> QWidget:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(px(10))
        row.addWidget(_label(f"SHA-256  {sha256}", "output", "text.secondary"), 1)
        copy = FlatButton(QCoreApplication.translate("SupportPage", "Copy"), look="link")
        copy.setAccessibleName(QCoreApplication.translate("SupportPage", "Copy the SHA-256"))
        copy.clicked.connect(self.hashWanted)
        row.addWidget(copy)
        return line

    @staticmethod
    def _heading(column: QVBoxLayout, text: str) -> None:
        column.addSpacing(px(14))
        column.addWidget(_label(text, "bodyStrong"))

    @staticmethod
    def _rest(column: QVBoxLayout, count: int) -> None:
        if count > MOST_ROWS:
            text = QCoreApplication.translate("SupportPage", "and %1 more")
            column.addWidget(_label(text.replace("%1", f"{count - MOST_ROWS:,}"), "small", "text.tertiary"))


_WIDTHS = (0, 60, 50, 130, 260)


class TitleLink(FlatButton):
    """A link that gives way: its text elides where there is no room for it."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        self._whole = text
        super().__init__(text, look="link", parent=parent)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        width = QFontMetrics(self._font()).horizontalAdvance(self._whole)
        return QSize(width + 6, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(px(24), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self.width() - 4
        self.setText(QFontMetrics(self._font()).elidedText(self._whole, Qt.TextElideMode.ElideRight, room))


def _row(height: int = 0) -> tuple[QWidget, QHBoxLayout]:
    line = QWidget()
    if height:
        line.setFixedHeight(height)
    row = QHBoxLayout(line)
    row.setContentsMargins(px(14), 0 if height else px(8), px(14), 0 if height else px(8))
    row.setSpacing(px(12))
    return line, row


def _add(row: QHBoxLayout, widget: QWidget, width: int) -> None:
    if width:
        widget.setFixedWidth(px(width))
        row.addWidget(widget)
    else:
        row.addWidget(widget, 1)


def _label(text: str, role: str, token: str = "text.primary") -> LineLabel:
    label = LineLabel(role, token)
    label.setText(text)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
