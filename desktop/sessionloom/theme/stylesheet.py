"""The one small style sheet: what the palette cannot say about standard widgets.

Widgets choose a form by a dynamic property: `kind` on buttons (`primary`, `small`, `flat`, `link`), `tone` on
labels (`secondary`, `tertiary`, `accent`, `warn`, `error`), `surface` on plain widgets (`window`, `reading`,
`raised`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

_TEMPLATE = """
QToolTip { background: @bg.raised; color: @text.primary; border: 1px solid @line.strong; padding: ^4 ^8; }
QWidget[surface="window"] { background: @bg.window; }
QWidget[surface="reading"] { background: @bg.surface; }
QWidget[surface="raised"] { background: @bg.raised; }
QLabel[tone="secondary"] { color: @text.secondary; }
QLabel[tone="tertiary"] { color: @text.tertiary; }
QLabel[tone="accent"] { color: @accent; }
QLabel[tone="warn"] { color: @warn; }
QLabel[tone="error"] { color: @error; }

QMenuBar { background: @bg.window; color: @text.secondary; border-bottom: 1px solid @line.default; }
QMenuBar::item { background: transparent; padding: ^6 ^8; border-radius: ^4; }
QMenuBar::item:selected { background: @bg.hover; color: @text.primary; }
QMenuBar::item:pressed { background: @bg.pressed; color: @text.primary; }
QMenu { background: @bg.raised; color: @text.primary; border: 1px solid @line.strong; padding: ^4; }
QMenu::item { padding: ^5 ^24 ^5 ^8; border-radius: ^4; }
QMenu::item:selected { background: @bg.selected; }
QMenu::item:disabled { color: @text.disabled; }
QMenu::icon { padding-left: ^8; }
QMenu::separator { height: 1px; background: @line.subtle; margin: ^4 ^8; }

QPushButton { background: @bg.raised; color: @text.primary; border: 1px solid @line.strong; border-radius: ^6;
    padding: 0 ^12; min-height: ^26; }
QPushButton:hover { background: @bg.hover; }
QPushButton:pressed, QPushButton:checked { background: @bg.pressed; }
QPushButton:focus { border-color: @focus.ring; }
QPushButton:disabled { color: @text.disabled; background: @bg.window; border-color: @line.default; }
QPushButton[kind="small"] { padding: 0 ^8; min-height: ^22; }
QPushButton[kind="primary"] { background: @accent.solid; color: @text.onAccent; border-color: @accent.solid; }
QPushButton[kind="primary"]:hover { background: @accent.solidHover; border-color: @accent.solidHover; }
QPushButton[kind="primary"]:focus { border-color: @focus.ring; }
QPushButton[kind="primary"]:disabled { background: @bg.pressed; color: @text.disabled;
    border-color: @bg.pressed; }
QPushButton[kind="flat"] { background: transparent; border-color: transparent; padding: 0 ^8; }
QPushButton[kind="flat"]:hover { background: @bg.hover; }
QPushButton[kind="flat"]:focus { border-color: @focus.ring; }
QPushButton[kind="link"] { background: transparent; border-color: transparent; color: @accent;
    padding: 0 ^4; }
QPushButton[kind="link"]:focus { border-color: @focus.ring; }
QToolButton { background: transparent; color: @text.primary; border: 1px solid transparent; border-radius: ^6;
    padding: ^4; }
QToolButton:hover { background: @bg.hover; }
QToolButton:pressed, QToolButton:checked { background: @bg.pressed; }
QToolButton:focus { border-color: @focus.ring; }
QToolButton:disabled { color: @text.disabled; }
QToolButton::menu-indicator { image: none; }

QLineEdit { background: @bg.raised; color: @text.primary; border: 1px solid @line.strong; border-radius: ^6;
    padding: 0 ^8; min-height: ^26; selection-background-color: @selection.text;
    selection-color: @text.primary; }
QLineEdit:hover { border-color: @line.control; }
QLineEdit:focus { border-color: @focus.ring; }
QLineEdit:disabled { color: @text.disabled; background: @bg.window; }

QStatusBar { background: @bg.window; color: @text.secondary; border-top: 1px solid @line.default; }
QStatusBar::item { border: none; }
QSplitter::handle { background: @line.default; }
QProgressBar { background: @line.default; border: none; border-radius: ^2; max-height: ^4; min-height: ^4; }
QProgressBar::chunk { background: @accent.solid; border-radius: ^2; }
QTabBar::tab { background: transparent; color: @text.secondary; padding: ^8 ^12;
    border-bottom: ^2 solid transparent; }
QTabBar::tab:selected { color: @text.primary; border-bottom-color: @accent; }
QTabBar::tab:hover { color: @text.primary; }

QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: ^12; }
QScrollBar:horizontal { height: ^12; }
QScrollBar::handle { background: @scrollbar.thumb; border-radius: ^3; margin: ^3; }
QScrollBar::handle:vertical { min-height: ^32; }
QScrollBar::handle:horizontal { min-width: ^32; }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: @scrollbar.thumbHover; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
"""

_COLOR = re.compile(r"@([a-z]+(?:\.[A-Za-z]+)?)")
_LENGTH = re.compile(r"\^(\d+)")


def stylesheet(colors: Mapping[str, str], px: Callable[[float], int]) -> str:
    """The style sheet for a set of colours; `px` brings a length at 100 % to the present zoom.

    Raises KeyError for a token that the colours lack.
    """
    colored = _COLOR.sub(lambda match: colors[match[1]], _TEMPLATE)
    return _LENGTH.sub(lambda match: f"{px(int(match[1]))}px", colored)
