"""Keys of the canvas. Letters act only while it has the focus (design/window.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

if TYPE_CHECKING:
    from sessionloom.conversation.view import ConversationView

LINE_STEP = 60
Command = Callable[["ConversationView"], object]

STANDARD: tuple[tuple[QKeySequence.StandardKey, Command], ...] = (
    (QKeySequence.StandardKey.Copy, lambda view: view.copySelection()),
    (QKeySequence.StandardKey.SelectAll, lambda view: view.selectAll()),
)

PLAIN: dict[Qt.Key, Command] = {
    Qt.Key.Key_Up: lambda view: view.scroll_by(-view.look.px(LINE_STEP)),
    Qt.Key.Key_Down: lambda view: view.scroll_by(view.look.px(LINE_STEP)),
    Qt.Key.Key_PageUp: lambda view: view.scroll_page(-1),
    Qt.Key.Key_PageDown: lambda view: view.scroll_page(1),
    Qt.Key.Key_Space: lambda view: view.scroll_page(1),
    Qt.Key.Key_Home: lambda view: view.scrollToTop(),
    Qt.Key.Key_End: lambda view: view.scrollToBottom(),
    Qt.Key.Key_J: lambda view: view.nextNode(),
    Qt.Key.Key_K: lambda view: view.previousNode(),
    Qt.Key.Key_BracketLeft: lambda view: view.previousTurn(),
    Qt.Key.Key_BracketRight: lambda view: view.nextTurn(),
    Qt.Key.Key_N: lambda view: view.nextPrompt(),
    Qt.Key.Key_P: lambda view: view.previousPrompt(),
    Qt.Key.Key_E: lambda view: view.nextError(),
    Qt.Key.Key_Return: lambda view: view.open_current(),
    Qt.Key.Key_Enter: lambda view: view.open_current(),
    Qt.Key.Key_Escape: lambda view: view.clearSelection(),
    Qt.Key.Key_Menu: lambda view: view.menu_at_current(),
}

SHIFTED: dict[Qt.Key, Command] = {
    Qt.Key.Key_Space: lambda view: view.scroll_page(-1),
    Qt.Key.Key_F10: lambda view: view.menu_at_current(),
}

# `[` and `]` need AltGr on many keyboards, so the turn keys have a second pair.
CONTROLLED: dict[Qt.Key, Command] = {
    Qt.Key.Key_Up: lambda view: view.previousTurn(),
    Qt.Key.Key_Down: lambda view: view.nextTurn(),
    Qt.Key.Key_Home: lambda view: view.scrollToTop(),
    Qt.Key.Key_End: lambda view: view.scrollToBottom(),
    Qt.Key.Key_Insert: lambda view: view.copySelection(),
}


def command_for(event: QKeyEvent) -> Command | None:
    """What a key press asks for, or None."""
    for standard, command in STANDARD:
        if event.matches(standard):
            return command
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    try:
        key = Qt.Key(event.key())
    except ValueError:
        return None
    if event.text() in ("[", "]"):
        return PLAIN[Qt.Key.Key_BracketLeft if event.text() == "[" else Qt.Key.Key_BracketRight]
    if modifiers == Qt.KeyboardModifier.NoModifier:
        return PLAIN.get(key)
    if modifiers == Qt.KeyboardModifier.ShiftModifier:
        return SHIFTED.get(key)
    if modifiers == Qt.KeyboardModifier.ControlModifier:
        return CONTROLLED.get(key)
    return None
