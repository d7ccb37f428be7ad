"""The session list as a Qt model: flat rows, recomputed from the families of one source."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from sessionlog.model.severity import Severity
from sessionloom.models.session_rows import (
    Group,
    ListRow,
    Order,
    RowKind,
    build_families,
    flatten,
    group_families,
    without_archived,
)
from sessionloom.models.titles import relative_time, short_id, title_of, workspace_of
from sessionloom.times import full_time

if TYPE_CHECKING:
    from sessionlog.library import SessionInfo

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
MARK_ROLE = Qt.ItemDataRole.UserRole + 2
TIME_ROLE = Qt.ItemDataRole.UserRole + 3

Index = QModelIndex | QPersistentModelIndex


def mark_of(info: SessionInfo, unread: bool) -> str:
    """The one mark of a session; priority damaged, running, interrupted, unread (look.md section 6)."""
    if info.severity in (Severity.DAMAGED, Severity.REFUSED):
        return str(info.severity)
    if info.running:
        return "running"
    if info.interrupted:
        return "interrupted"
    return "unread" if unread else ""


class SessionListModel(QAbstractListModel):
    """Rows of one source. What is collapsed, expanded and unread is kept by key across refreshes."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sessions: list[SessionInfo] = []
        self._groups: list[Group] = []
        self._rows: list[ListRow] = []
        self._by_key: dict[str, int] = {}
        self._unread: set[str] = set()
        self.grouped = True
        self.order = Order.PROMPT
        self.show_archived = False
        self.needle = ""
        self.shown_key = ""
        self.collapsed: set[str] = set()
        self.expanded: set[str] = set()

    def set_sessions(self, sessions: Iterable[SessionInfo]) -> None:
        self._sessions = list(sessions)
        self.rebuild()

    def update_sessions(self, infos: Iterable[SessionInfo]) -> None:
        """Take newer states of sessions; the order follows, once, when it matters."""
        places = {known.ref: index for index, known in enumerate(self._sessions)}
        moved, marked = False, []
        for info in infos:
            index = places.get(info.ref)
            if index is None:
                places[info.ref] = len(self._sessions)
                self._sessions.append(info)
                moved = True
                continue
            moved = moved or _place_of(self._sessions[index]) != _place_of(info)
            self._sessions[index] = info
            marked.append(info)
        if moved:
            self.rebuild()
            return
        for info in marked:
            at = self._by_key.get(key_of(info))
            if at is not None:
                self._rows[at] = replace(self._rows[at], info=info)
                self.dataChanged.emit(self.index(at), self.index(at))

    def rebuild(self) -> None:
        """Families, groups and rows anew: another order, grouping or set of sessions."""
        families = build_families(
            self._sessions,
            title_of=title_of,
            ghost_title=lambda parent: QCoreApplication.translate(
                "SessionList", "Parent %1 is missing"
            ).replace("%1", short_id(parent)),
            order=self.order,
        )
        if not self.show_archived and any(info.archived for info in self._sessions):
            families = without_archived(families)
        if self.grouped:
            nameless = QCoreApplication.translate("SessionList", "No workspace")
            self._groups = group_families(
                families, workspace_of=workspace_of, order=self.order, nameless=nameless
            )
        else:
            count = sum(family.size for family in families)
            self._groups = [Group("", "", tuple(families), count)]
        self.reflow()

    def reflow(self) -> None:
        """The rows anew from the same groups: collapsed, expanded or filtered differently."""
        self.beginResetModel()
        self._rows = flatten(
            self._groups,
            headings=self.grouped,
            collapsed=self.collapsed,
            expanded=self.expanded,
            needle=self.needle,
            keep=self.shown_key,
        )
        self._by_key = {row.key: index for index, row in enumerate(self._rows)}
        self.endResetModel()

    def set_needle(self, needle: str) -> None:
        if needle != self.needle:
            self.needle = needle
            self.reflow()

    def toggle_group(self, group: str) -> None:
        self.collapsed ^= {group}
        self.reflow()

    def show_all_of(self, group: str) -> None:
        self.expanded.add(group)
        self.reflow()

    def set_unread(self, key: str, unread: bool) -> None:
        if unread == (key in self._unread):
            return
        self._unread ^= {key}
        at = self._by_key.get(key)
        if at is not None:
            self.dataChanged.emit(self.index(at), self.index(at))

    def row_at(self, index: Index) -> ListRow | None:
        return self._rows[index.row()] if index.isValid() else None

    def index_of(self, key: str) -> QModelIndex:
        at = self._by_key.get(key)
        return QModelIndex() if at is None else self.index(at)

    def session_count(self) -> int:
        return len(self._sessions)

    def first_session(self) -> SessionInfo | None:
        return next((row.info for row in self._rows if row.info is not None), None)

    def info_at(self, index: Index) -> SessionInfo | None:
        row = self.row_at(index)
        return None if row is None else row.info

    def neighbour(self, key: str, step: int) -> SessionInfo | None:
        """The session above (-1) or below (1) the one with `key`; the first for an unknown key."""
        at = self._by_key.get(key)
        if at is None:
            return self.first_session()
        at += step
        while 0 <= at < len(self._rows):
            info = self._rows[at].info
            if info is not None:
                return info
            at += step
        return None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self.row_at(index)
        if row is None:
            return Qt.ItemFlag.NoItemFlags
        if row.kind is RowKind.GHOST:
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_at(index)
        if row is None:
            return None
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return self._label(row)
        if role == MARK_ROLE:
            return mark_of(row.info, row.key in self._unread) if row.info is not None else ""
        if role == TIME_ROLE:
            known = row.info is not None and row.info.updated_at > 0
            return relative_time(row.info.updated_at, time.time_ns() // 1_000_000) if known else ""
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tooltip(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(row, str(self.data(index, MARK_ROLE)), str(self.data(index, TIME_ROLE)))
        return None

    @staticmethod
    def _label(row: ListRow) -> str:
        if row.kind is RowKind.MORE:
            return QCoreApplication.translate("SessionList", "%1 more").replace("%1", f"{row.count:,}")
        return row.title

    @staticmethod
    def _tooltip(row: ListRow) -> str:
        """Plain text on purpose: titles come out of logs."""
        if row.info is None:
            return ""
        when = full_time(row.info.updated_at) if row.info.updated_at > 0 else ""
        lines = [row.title, row.info.cwd or "", when]
        return "\n".join(line for line in lines if line)

    @classmethod
    def _spoken(cls, row: ListRow, mark: str, when: str) -> str:
        words = {
            "damaged": QCoreApplication.translate("SessionList", "damaged"),
            "refused": QCoreApplication.translate("SessionList", "refused"),
            "running": QCoreApplication.translate("SessionList", "running"),
            "interrupted": QCoreApplication.translate("SessionList", "interrupted"),
            "unread": QCoreApplication.translate("SessionList", "unread"),
        }
        if row.kind is RowKind.GROUP:
            state = (
                QCoreApplication.translate("SessionList", "collapsed")
                if row.collapsed
                else QCoreApplication.translate("SessionList", "expanded")
            )
            return f"{row.title}, {row.count:,}, {state}"
        parts = [cls._label(row)]
        if row.info is not None and row.info.archived:
            parts.append(QCoreApplication.translate("SessionList", "archived"))
        if row.depth:
            parts.append(QCoreApplication.translate("SessionList", "fork"))
        parts += [text for text in (words.get(mark, ""), when) if text]
        return ", ".join(parts)


def _place_of(info: SessionInfo) -> tuple[object, ...]:
    """What decides where a session stands in the list."""
    named = (info.name, info.title, info.last_prompt)
    return (info.updated_at, named, info.archived, info.cwd, info.parent_session)


def key_of(info: SessionInfo) -> str:
    """The row key of a session, as `flatten` gives it."""
    return f"session:{info.ref.source}:{info.ref.key}"
