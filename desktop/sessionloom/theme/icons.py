"""Icons: the bundled line icons, recoloured by token and kept by size, colour and device ratio.

Sizes are px at 100 %; what comes back is already at the present zoom.
"""

from __future__ import annotations

import re
from collections import deque
from functools import cache

import shiboken6
from PySide6.QtCore import QByteArray, QObject, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton

from sessionloom.theme.resources import resource_path
from sessionloom.theme.theme import Theme, theme

_RATIOS = (1.0, 2.0)
_STROKE = re.compile(r'stroke-width="[0-9.]+"')
_TOKEN = re.compile(r"token:([A-Za-z.]+)")
_CACHE_LIMIT = 1024
_pixmaps: dict[tuple[str, str, float, int, float], QPixmap] = {}

# Below this many px the fine weave of the application's icon would be a blur.
_SMALL_APP_ICON = 64


def icon(name: str, token: str = "text.secondary", size: int = 16) -> QIcon:
    """An icon by map key (`action.fork`) or file name (`git-fork`), with its disabled form.

    Raises KeyError for an unknown key or token, FileNotFoundError for an unknown file name.
    """
    made = QIcon()
    for ratio in _RATIOS:
        made.addPixmap(pixmap(name, token, size, ratio))
        made.addPixmap(pixmap(name, "text.disabled", size, ratio), QIcon.Mode.Disabled)
    return made


def pixmap(name: str, token: str = "text.secondary", size: int = 16, dpr: float = 1.0) -> QPixmap:
    """One recoloured icon as a pixmap of `size` px (at 100 %), for a screen of that device ratio."""
    current = theme()
    file_name = current.tokens.icon_name(name)
    color, pixels = current.color(token), current.px(size)
    stroke = current.tokens.icon_stroke(size)
    key = (file_name, color.name(), stroke, pixels, dpr)
    found = _pixmaps.get(key)
    if found is None:
        if len(_pixmaps) >= _CACHE_LIMIT:
            _pixmaps.clear()
        source = _STROKE.sub(f'stroke-width="{stroke:g}"', _svg("lucide", file_name))
        found = _pixmaps[key] = _render(source.replace("currentColor", color.name()), pixels, dpr)
    return found


def emblem(size: int = 88, dpr: float = 1.0) -> QPixmap:
    """The weave with the forked thread, in the colours of the theme: the picture of the first page."""
    current = theme()

    def value(match: re.Match[str]) -> str:
        return current.color(match[1]).name()

    return _render(_TOKEN.sub(value, _svg("app", "emblem")), current.px(size), dpr)


def application_icon() -> QIcon:
    """The icon of the window and the task bar."""
    made = QIcon()
    for size in (16, 24, 32, 48, 64, 128, 256):
        name = "sessionloom-small" if size < _SMALL_APP_ICON else "sessionloom"
        made.addPixmap(_render(_svg("app", name), size, 1.0))
    return made


def follow_icon(
    target: QAction | QAbstractButton,
    name: str,
    token: str = "text.secondary",
    size: int = 16,
    *,
    at_once: bool = True,
) -> None:
    """Give a button or action its icon now and again whenever the theme changes, as long as it lives.

    A later call for the same target replaces the icon. Not `at_once`: when there is nothing else to
    do, for the many actions that stand in closed menus.
    """
    for old in target.findChildren(_IconFollower, options=Qt.FindChildOption.FindDirectChildrenOnly):
        old.stop()
    _IconFollower(target, theme(), (name, token, size), at_once)


class _IconFollower(QObject):
    """A child of what shows the icon, so that it goes with it."""

    def __init__(
        self, target: QAction | QAbstractButton, source: Theme, what: tuple[str, str, int], at_once: bool
    ) -> None:
        super().__init__(target)
        self._target, self._source = target, source
        self._what = what
        self._at_once = at_once
        source.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        if self._at_once:
            self.give()
        else:
            _waiting_room(self._source).add(self)

    def give(self) -> None:
        self._target.setIcon(icon(*self._what))
        if isinstance(self._target, QAbstractButton):
            side = self._source.px(self._what[2])
            self._target.setIconSize(QSize(side, side))

    def stop(self) -> None:
        self._source.changed.disconnect(self.refresh)
        self.setParent(None)
        self.deleteLater()


class _WaitingRoom(QObject):
    """Draws one icon each time that the event loop has nothing else to do."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: deque[_IconFollower] = deque()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._next)

    def add(self, follower: _IconFollower) -> None:
        if follower not in self._waiting:
            self._waiting.append(follower)
        self._timer.start(0)

    def _next(self) -> None:
        if not self._waiting:
            self._timer.stop()
            return
        follower = self._waiting.popleft()
        if shiboken6.isValid(follower):
            follower.give()


@cache
def _waiting_room(source: Theme) -> _WaitingRoom:
    return _WaitingRoom(source)


@cache
def _svg(folder: str, name: str) -> str:
    return resource_path("icons", folder, f"{name}.svg").read_text(encoding="utf-8")


def _render(source: str, pixels: int, dpr: float) -> QPixmap:
    renderer = QSvgRenderer(QByteArray(source.encode()))
    renderer.setAspectRatioMode(Qt.AspectRatioMode.KeepAspectRatio)
    side = max(1, round(pixels * dpr))
    made = QPixmap(side, side)
    made.fill(QColor(0, 0, 0, 0))
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, QRectF(0, 0, side, side))
    painter.end()
    made.setDevicePixelRatio(dpr)
    return made
