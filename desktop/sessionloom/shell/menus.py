"""The menus, built from the registry, and the context menus of the sidebar and the header."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPoint
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from sessionloom.shell.actions import ActionRegistry
from sessionloom.shell.source_list import short_path
from sessionloom.theme.icons import follow_icon

if TYPE_CHECKING:
    from sessionloom.shell.commands import Commands


def fill_menu_bar(bar: QMenuBar, registry: ActionRegistry, do: Commands) -> None:
    """File, Edit, View, Session, Go, Tools, Help."""
    translate = QCoreApplication.translate
    bar.clear()
    file = bar.addMenu(translate("Menus", "File"))
    _add(file, registry, "file")
    recent = QMenu(translate("Menus", "Open recent"), file)
    recent.aboutToShow.connect(lambda: _fill_recent(recent, do))
    file.insertMenu(registry.action("open.samples"), recent)
    _add(file, registry, "file.source", line=True)
    _add(file, registry, "file.library", line=True)
    _add(file, registry, "file.end", line=True)
    _add(bar.addMenu(translate("Menus", "Edit")), registry, "edit")
    view = bar.addMenu(translate("Menus", "View"))
    _add(view, registry, "view")
    _add(view, registry, "view.list", line=True)
    _add(view, registry, "view.switches", line=True)
    _add(view, registry, "view.open", line=True)
    view.addSeparator()
    _add(view.addMenu(translate("Menus", "Theme")), registry, "view.theme")
    _add(view.addMenu(translate("Menus", "Density")), registry, "view.density")
    times = view.addMenu(translate("Menus", "Times"))
    _add(times, registry, "view.clock")
    _add(times, registry, "view.times", line=True)
    _add(view.addMenu(translate("Menus", "Language")), registry, "view.language")
    _add(view, registry, "view.zoom", line=True)
    _add(bar.addMenu(translate("Menus", "Session")), registry, "session")
    go = bar.addMenu(translate("Menus", "Go"))
    _add(go, registry, "go")
    _add(go, registry, "go.nodes", line=True)
    _add(go, registry, "go.differences", line=True)
    _add(go, registry, "go.sessions", line=True)
    _add(bar.addMenu(translate("Menus", "Tools")), registry, "tools")
    _add(bar.addMenu(translate("Menus", "Help")), registry, "help")


def give_icons(registry: ActionRegistry) -> None:
    """Icons of actions follow the theme; a checkable action shows its check instead."""
    for spec in registry:
        if spec.icon and spec.checked is None:
            follow_icon(registry.action(spec.id), spec.icon, "text.secondary", 16, at_once=False)


def show_menu(window: QWidget, registry: ActionRegistry, ids: Iterable[str], at: QPoint) -> QMenu:
    """A context menu of what can act now. `""` is a line."""
    registry.refresh()  # what can act may depend on what was pointed at
    menu = QMenu(window)
    for action_id in ids:
        if not action_id:
            menu.addSeparator()
        elif registry.enabled(action_id):
            menu.addAction(registry.action(action_id))
    return popup(menu, at)


def popup(menu: QMenu, at: QPoint) -> QMenu:
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(at)
    return menu


def entry(menu: QMenu, text: str, act: Callable[[], object], icon: str = "") -> None:
    action = menu.addAction(text)
    if icon:
        follow_icon(action, icon, "text.secondary", 16)
    action.triggered.connect(lambda _checked=False: act())


def _add(menu: QMenu, registry: ActionRegistry, name: str, *, line: bool = False) -> None:
    specs = registry.in_menu(name)
    if line and specs and menu.actions():
        menu.addSeparator()
    for spec in specs:
        menu.addAction(registry.action(spec.id))


def _fill_recent(menu: QMenu, do: Commands) -> None:
    menu.clear()
    paths = do.recent()
    for path in paths:
        entry(menu, short_path(path).replace("&", "&&"), partial(do.opening.open_path, path))
    if paths:
        menu.addSeparator()
        entry(menu, QCoreApplication.translate("Menus", "Forget this list"), do.forget_recent)
    else:
        menu.addAction(QCoreApplication.translate("Menus", "Nothing opened yet")).setEnabled(False)
