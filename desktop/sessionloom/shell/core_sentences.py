"""The sentences of the core that a person meets, as patterns; `%1`, `%2` stand for what is filled in."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP

# Qt's stubs call the marked text an object.
SENTENCES: tuple[str, ...] = (  # type: ignore[assignment]
    # opening
    QT_TRANSLATE_NOOP("Core", "There is nothing at %1."),
    QT_TRANSLATE_NOOP("Core", "Check the path, or choose another one."),
    QT_TRANSLATE_NOOP("Core", "%1 may not be read by you."),
    QT_TRANSLATE_NOOP("Core", "Ask its owner for the right to read it."),
    QT_TRANSLATE_NOOP("Core", "%1 is empty."),
    QT_TRANSLATE_NOOP("Core", "%1 holds no session logs."),
    QT_TRANSLATE_NOOP("Core", "%1: The file does not begin with a session header."),
    QT_TRANSLATE_NOOP("Core", "%1: The first line is not the header of a session log."),
    QT_TRANSLATE_NOOP("Core", "%1 has no complete first line."),
    QT_TRANSLATE_NOOP("Core", "Choose a session log, a session folder or a harness home."),
    QT_TRANSLATE_NOOP("Core", "Choose a session log, a session folder or a harness home (often ~/.dsh)."),
    QT_TRANSLATE_NOOP("Core", "%1 has no readable header frame."),
    QT_TRANSLATE_NOOP("Core", "The file is damaged at its very beginning; look for another copy."),
    QT_TRANSLATE_NOOP("Core", "%1 could not be read: %2."),
    QT_TRANSLATE_NOOP("Core", "Nothing was changed; try again."),
    QT_TRANSLATE_NOOP("Core", "Update Sessionloom."),
    QT_TRANSLATE_NOOP("Core", "Update Sessionloom, or the program that reads it."),
    QT_TRANSLATE_NOOP("Core", "Open it with a later version of Sessionloom."),
    QT_TRANSLATE_NOOP(
        "Core", "%1: The log uses format v%2, which a newer harness wrote; this version reads up to v%3."
    ),
    QT_TRANSLATE_NOOP("Core", "%1: The log uses format v%2, which this version lists but cannot open yet."),
    QT_TRANSLATE_NOOP("Core", "The log uses format v%1, which this version lists but cannot open yet."),
    QT_TRANSLATE_NOOP(
        "Core",
        '%1session "%2" uses log format v%3, but this harness reads only v%4: '
        "the log was written by a newer harness — upgrade the harness to open it%5",
    ),
    QT_TRANSLATE_NOOP("Core", "This place is no longer open."),
    QT_TRANSLATE_NOOP("Core", "Open it again."),
    QT_TRANSLATE_NOOP("Core", "This session is no longer there."),
    QT_TRANSLATE_NOOP("Core", "This session is no longer in the library."),
    QT_TRANSLATE_NOOP("Core", "Refresh the list."),
    # the library
    QT_TRANSLATE_NOOP("Core", "%1 is in use by another program."),
    QT_TRANSLATE_NOOP("Core", "It is tried again by itself; close the other program if this lasts."),
    QT_TRANSLATE_NOOP("Core", "There is no room left for %1. What was saved before is safe."),
    QT_TRANSLATE_NOOP("Core", "Free some space on its disk, then try again."),
    QT_TRANSLATE_NOOP("Core", "%1 can be read but not written. Nothing was changed."),
    QT_TRANSLATE_NOOP(
        "Core", "Give yourself write access to the file and its folder, or choose another library."
    ),
    QT_TRANSLATE_NOOP("Core", "The disk reported an error while %1 was used. What was saved before is safe."),
    QT_TRANSLATE_NOOP("Core", "Check the disk, then try again."),
    QT_TRANSLATE_NOOP("Core", "%1 is damaged or no Sessionloom library."),
    QT_TRANSLATE_NOOP("Core", "Move it aside, start with a new one, and import the sessions again."),
    QT_TRANSLATE_NOOP("Core", "%1 cannot be opened."),
    QT_TRANSLATE_NOOP("Core", "Check that you may read the file and its folder, or choose another library."),
    QT_TRANSLATE_NOOP("Core", "%1 is a database of another program, not a Sessionloom library."),
    QT_TRANSLATE_NOOP("Core", "Choose another file; this one was not touched."),
    QT_TRANSLATE_NOOP("Core", "%1 was written by a newer Sessionloom (schema %2; this one knows %3)."),
    QT_TRANSLATE_NOOP("Core", "Update Sessionloom to open it; nothing in it was changed."),
    QT_TRANSLATE_NOOP("Core", "The settings could not be saved; they stay in force until the window closes."),
    QT_TRANSLATE_NOOP("Core", "Make the data folder writable or free space."),
    # findings in a log
    QT_TRANSLATE_NOOP("Core", "A line is no row: %1."),
    QT_TRANSLATE_NOOP("Core", "Seqs %1 to %2 are missing."),
    QT_TRANSLATE_NOOP("Core", "Rows go back to seq %1 where %2 was due."),
    QT_TRANSLATE_NOOP("Core", "The log ends in %1 bytes of an unfinished write."),
    QT_TRANSLATE_NOOP(
        "Core", "The log ends in %1 bytes of an unfinished write. %2 whole rows were recovered from it."
    ),
    QT_TRANSLATE_NOOP("Core", "A frame could not be decoded to its end."),
    QT_TRANSLATE_NOOP("Core", "Turn %1 has no end."),
    QT_TRANSLATE_NOOP("Core", "The last line has no end."),
    QT_TRANSLATE_NOOP("Core", "A complete frame ends in the middle of a line."),
    QT_TRANSLATE_NOOP("Core", "The first frame holds more or less than the header line."),
    QT_TRANSLATE_NOOP("Core", "The log restarts too often; the rest is not loaded."),
)
