"""One registry of actions: menus, toolbars, context menus, palette and shortcut page derive from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget


class Scope(StrEnum):
    """Where a shortcut acts. Single letters are only ever in the conversation's scope."""

    WINDOW = "window"
    CONVERSATION = "conversation"
    LIST = "list"


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """`title` is the English source text in the context `Actions`; `when` says whether it can act now.

    `menu` names the menu it belongs to; `choice` groups actions of which one is checked.
    """

    id: str
    title: str
    handler: Callable[[], object]
    shortcuts: tuple[str, ...] = ()
    scope: Scope = Scope.WINDOW
    when: Callable[[], bool] | None = None
    checked: Callable[[], bool] | None = None
    icon: str = ""
    menu: str = ""
    choice: str = ""

    def text(self) -> str:
        return QCoreApplication.translate("Actions", self.title)


class ActionRegistry(QObject):
    """Makes one `QAction` a spec and keeps its state, text and shortcuts."""

    refreshed = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._specs: dict[str, ActionSpec] = {}
        self._actions: dict[str, QAction] = {}

    def add(self, specs: Iterable[ActionSpec], scopes: dict[Scope, QWidget]) -> None:
        """Register specs; a shortcut acts while the widget of its scope holds the focus.

        Raises `ValueError` on an id that is taken.
        """
        for spec in specs:
            if spec.id in self._specs:
                raise ValueError(f"action {spec.id} is registered twice")
            self._specs[spec.id] = spec
            action = QAction(self)
            action.setObjectName(spec.id)
            action.setCheckable(spec.checked is not None)
            action.setShortcuts([QKeySequence(shortcut) for shortcut in spec.shortcuts])
            action.triggered.connect(lambda _checked=False, it=spec: self._trigger(it))
            if spec.scope is not Scope.WINDOW:
                action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            scopes[spec.scope].addAction(action)
            self._actions[spec.id] = action
        self.retranslate()

    def __iter__(self) -> Iterator[ActionSpec]:
        return iter(self._specs.values())

    def spec(self, action_id: str) -> ActionSpec:
        return self._specs[action_id]

    def action(self, action_id: str) -> QAction:
        return self._actions[action_id]

    def in_menu(self, menu: str) -> list[ActionSpec]:
        return [spec for spec in self._specs.values() if spec.menu == menu]

    def enabled(self, action_id: str) -> bool:
        spec = self._specs[action_id]
        return spec.when is None or spec.when()

    def trigger(self, action_id: str) -> None:
        if self.enabled(action_id):
            self._trigger(self._specs[action_id])

    def refresh(self) -> None:
        """Ask every spec again whether it can act and is checked."""
        for spec in self._specs.values():
            action = self._actions[spec.id]
            action.setEnabled(spec.when is None or spec.when())
            if spec.checked is not None:
                action.setChecked(spec.checked())
        self.refreshed.emit()

    def retranslate(self) -> None:
        for spec in self._specs.values():
            self._actions[spec.id].setText(spec.text())
        self.refresh()

    def _trigger(self, spec: ActionSpec) -> None:
        spec.handler()
        self.refresh()


def shortcut_text(action: QAction) -> str:
    """`Ctrl K`: the first shortcut as key caps show it, with spaces."""
    shortcuts = action.shortcuts()
    if not shortcuts:
        return ""
    text = shortcuts[0].toString(QKeySequence.SequenceFormat.NativeText)
    return text if text in {"+", "-"} else text.replace("++", "+Plus").replace("+", " ").replace("Plus", "+")


def plain(text: str) -> str:
    """A title without its mnemonic."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")
