"""What the core says when two sides are compared, as patterns; `%1` is filled in."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP

# Qt's stubs call the marked text an object.
COMPARING: tuple[str, ...] = (  # type: ignore[assignment]
    QT_TRANSLATE_NOOP("Core", "The comparison was cancelled."),
    QT_TRANSLATE_NOOP("Core", "This message is not in its session any more."),
    QT_TRANSLATE_NOOP("Core", "Compare the sessions anew."),
    QT_TRANSLATE_NOOP("Core", "No step holds the event %1."),
    QT_TRANSLATE_NOOP("Core", "No attempt holds the event %1."),
    QT_TRANSLATE_NOOP("Core", "Choose an attempt that is listed."),
)
