"""Sentences of the core in the language of the window. The core itself speaks English only."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def core_text(text: str) -> str:
    """A sentence of the core; as it is where nobody translated it."""
    return QCoreApplication.translate("Core", text) if text else ""
