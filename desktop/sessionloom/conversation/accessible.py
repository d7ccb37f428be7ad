"""What screen readers get: a list of rows, named by role and text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import shiboken6
from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
    QColor,
)
from PySide6.QtWidgets import QAccessibleWidget

from sessionlog.conversation.node import BlockKind
from sessionloom.conversation.characters import one_line
from sessionloom.conversation.painters.image import caption_words
from sessionloom.conversation.rows import Row
from sessionloom.conversation.wording import role_name, state_word, tr

if TYPE_CHECKING:
    from sessionloom.conversation.canvas import ConversationCanvas
    from sessionloom.conversation.look import Look

NAME_CHARACTERS = 200
KEPT_ITEMS = 500


def row_name(row: Row, look: Look | None = None) -> str:
    """Role, state and text of a row, as it is read aloud; of a picture, the line below it."""
    text = one_line(row.block.text[:NAME_CHARACTERS])
    if row.block.kind is BlockKind.IMAGE and look is not None:
        text = caption_words(row, look)
    parts = [role_name(row.node), state_word(row.node.status), text]
    return ": ".join(part for part in parts if part)


class RowItem(QAccessibleInterface):
    """One row of the list."""

    def __init__(self, view: ConversationCanvas, row: Row) -> None:
        super().__init__()
        self._view = view
        self.row = row

    def index(self) -> int:
        row = self.row
        found = (
            self._view.model.row_of(row.block.key, row.node.key) if shiboken6.isValid(self._view) else None
        )
        return -1 if found is None else found

    def isValid(self) -> bool:
        return shiboken6.isValid(self._view) and self.index() >= 0

    def object(self) -> QObject | None:
        return None

    def window(self) -> Any:
        return self._view.window().windowHandle() if shiboken6.isValid(self._view) else None

    def parent(self) -> QAccessibleInterface | None:
        return QAccessible.queryAccessibleInterface(self._view)

    def child(self, index: int) -> QAccessibleInterface | None:
        return None

    def childCount(self) -> int:
        return 0

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:
        return None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def relations(self, match: Any = None) -> list[Any]:
        return []

    def focusChild(self) -> QAccessibleInterface | None:
        return None

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.ListItem

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        state.readOnly = True
        state.focusable = True
        if self.isValid():
            state.focused = self._view.hasFocus() and self.row.node.key == self._view.scene.state.current
            key = self.row.block.facts.get("expands")
            if key:
                state.expandable = True
                state.expanded = key in self._view.model.expanded
                state.collapsed = key not in self._view.model.expanded
            state.offscreen = self.rect().isEmpty()
        return state

    def text(self, kind: QAccessible.Text) -> str:
        if kind is QAccessible.Text.Name:
            return row_name(self.row, self._view.look)
        return self.row.block.text if kind is QAccessible.Text.Value else ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """A log is never changed."""

    def rect(self) -> QRect:
        if not shiboken6.isValid(self._view):
            return QRect()
        return self._view.row_area(self.row)

    def foregroundColor(self) -> QColor:
        return self._view.look.color("text.primary")

    def backgroundColor(self) -> QColor:
        return self._view.look.color("bg.surface")

    def interface_cast(self, kind: Any) -> int:
        return 0

    def virtual_hook(self, number: int, data: Any) -> None:
        """Nothing beyond the interface above."""


class ConversationList(QAccessibleWidget):
    """The view as a list. Items are made when they are asked for, and kept alive for a while."""

    def __init__(self, view: ConversationCanvas) -> None:
        super().__init__(view, QAccessible.Role.List, tr("Conversation"))
        self._view = view
        self._items: dict[int, RowItem] = {}

    def childCount(self) -> int:
        return len(self._view.model.rows)

    def child(self, index: int) -> QAccessibleInterface | None:
        rows = self._view.model.rows
        if not 0 <= index < len(rows):
            return None
        return self._item(rows[index])

    def _item(self, row: Row) -> RowItem:
        found = self._items.get(id(row))
        if found is None or found.row is not row:
            if len(self._items) >= KEPT_ITEMS:
                self._drop_oldest()
            found = self._items[id(row)] = RowItem(self._view, row)
            QAccessible.registerAccessibleInterface(found)
        return found

    def kept(self) -> int:
        """How many items are alive."""
        return len(self._items)

    def _drop_oldest(self) -> None:
        oldest = next(iter(self._items))
        item = self._items.pop(oldest)
        QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(item))

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return child.index() if isinstance(child, RowItem) else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:
        point = self._view.viewport().mapFromGlobal(QPoint(x, y))
        hit = self._view.pointer.hit(point.toPointF())
        return None if hit is None else self._item(hit.box.row)

    def focusChild(self) -> QAccessibleInterface | None:
        index = current_row(self._view)
        return None if index is None or not self._view.hasFocus() else self.child(index)


_interfaces: list[ConversationList] = []


def install_accessibility() -> None:
    """Registers the factory with Qt, once a process."""
    if not getattr(install_accessibility, "done", False):
        QAccessible.installFactory(_factory)
        install_accessibility.done = True  # type: ignore[attr-defined]


def _factory(key: str, made_for: QObject) -> QAccessibleInterface | None:
    from sessionloom.conversation.canvas import ConversationCanvas

    if not isinstance(made_for, ConversationCanvas):
        return None
    made = ConversationList(made_for)
    _interfaces.append(made)
    made_for.destroyed.connect(lambda: _interfaces.remove(made))
    return made


def current_row(view: ConversationCanvas) -> int | None:
    """The first row of the current node."""
    index = view.model.node_index(view.scene.state.current)
    if index is None or not view.model.rows_of(index):
        return None
    return view.model.first_row(index)


def focus_moved(view: ConversationCanvas) -> None:
    """Tells screen readers which row is the current one."""
    row = current_row(view)
    if row is None or not QAccessible.isActive():
        return
    event = QAccessibleEvent(view, QAccessible.Event.Focus)
    event.setChild(row)
    QAccessible.updateAccessibility(event)


def announce(view: ConversationCanvas, text: str) -> None:
    """Says a text aloud without moving the focus."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(view, one_line(text)))
