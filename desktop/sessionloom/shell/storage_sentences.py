"""What the core says about storing, moving and deleting."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP

# Qt's stubs call the marked text an object.
STORAGE: tuple[str, ...] = (  # type: ignore[assignment]
    QT_TRANSLATE_NOOP("Core", "The library was moved to %1, which is not there now."),
    QT_TRANSLATE_NOOP("Core", "Connect its disk, then try again. Nothing was lost."),
    QT_TRANSLATE_NOOP("Core", "There is something at %1 already."),
    QT_TRANSLATE_NOOP("Core", "Choose another folder."),
    QT_TRANSLATE_NOOP("Core", "The library was moved to %1 while it was open. Nothing more is written here."),
    QT_TRANSLATE_NOOP("Core", "Quit and start again: it is found there."),
    QT_TRANSLATE_NOOP("Core", "Nothing can be written to %1."),
    QT_TRANSLATE_NOOP("Core", "Deleted, but a file that was kept for it could not be removed: %1."),
    QT_TRANSLATE_NOOP(
        "Core", "Give yourself write access to its folder; it goes when the library is next written to."
    ),
    QT_TRANSLATE_NOOP("Core", "Nothing can be read of %1. It is as it was."),
    QT_TRANSLATE_NOOP(
        "Core", "Put a backup of the library in its place, or move it away and import the logs again."
    ),
    QT_TRANSLATE_NOOP("Core", "There is no library at %1."),
    QT_TRANSLATE_NOOP("Core", "Name the file of a damaged library."),
    QT_TRANSLATE_NOOP("Core", "The disk of this folder has not enough room for the library."),
    QT_TRANSLATE_NOOP("Core", "Choose a folder on another disk, or free space."),
)
