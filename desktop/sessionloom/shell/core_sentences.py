"""The sentences of the core that a person meets, as patterns; `%1`, `%2` stand for what is filled in."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP

from sessionloom.shell.compare_sentences import COMPARING
from sessionloom.shell.core_findings import FINDINGS
from sessionloom.shell.export_sentences import HANDOVER
from sessionloom.shell.fork_sentences import FORKS
from sessionloom.shell.storage_sentences import STORAGE

# Qt's stubs call the marked text an object.
FAULTS: tuple[str, ...] = (  # type: ignore[assignment]
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
    QT_TRANSLATE_NOOP("Core", "The first line of %1 is over 4 MiB long; a header is read up to that length."),
    QT_TRANSLATE_NOOP("Core", "Choose a session log, a session folder or a harness home."),
    QT_TRANSLATE_NOOP("Core", "Choose a session log, a session folder or a harness home (often ~/.dsh)."),
    QT_TRANSLATE_NOOP("Core", "It holds the ZIP %1; choose that."),
    QT_TRANSLATE_NOOP("Core", "It holds %1 ZIPs (%2); choose one."),
    QT_TRANSLATE_NOOP("Core", "%1 has no readable header frame."),
    QT_TRANSLATE_NOOP("Core", "The file is damaged at its very beginning; look for another copy."),
    QT_TRANSLATE_NOOP("Core", "%1 could not be read: %2."),
    QT_TRANSLATE_NOOP("Core", "Nothing was changed; try again."),
    QT_TRANSLATE_NOOP("Core", "Update Sessionloom."),
    QT_TRANSLATE_NOOP("Core", "Update Sessionloom, or the program that reads it."),
    QT_TRANSLATE_NOOP(
        "Core", "%1: The log uses format v%2, which a newer harness wrote; this version reads up to v%3."
    ),
    QT_TRANSLATE_NOOP(
        "Core", "The log uses format v%1, which a newer harness wrote; this version reads up to v%2."
    ),
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
    QT_TRANSLATE_NOOP("Core", "%1 was moved or deleted while it was open. Nothing more is written to it."),
    QT_TRANSLATE_NOOP("Core", "Put it back where it was, or quit and start with a new library."),
    QT_TRANSLATE_NOOP(
        "Core",
        "%1 is not built as the version that it names built it, so it cannot be brought up to date. "
        "It is as it was.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "Open it with the version that made it, rescue what can be read of it (sessionlog rescue), "
        "or choose another library.",
    ),
    QT_TRANSLATE_NOOP("Core", "Free some space on its disk, then try again."),
    QT_TRANSLATE_NOOP("Core", "%1 can be read but not written. Nothing was changed."),
    QT_TRANSLATE_NOOP(
        "Core", "Give yourself write access to the file and its folder, or choose another library."
    ),
    QT_TRANSLATE_NOOP("Core", "The disk reported an error while %1 was used. What was saved before is safe."),
    QT_TRANSLATE_NOOP("Core", "Check the disk, then try again."),
    QT_TRANSLATE_NOOP("Core", "%1 is damaged or no Sessionloom library."),
    QT_TRANSLATE_NOOP(
        "Core", "Rescue what can be read of it (sessionlog rescue), then import what is missing again."
    ),
    QT_TRANSLATE_NOOP("Core", "%1 cannot be opened."),
    QT_TRANSLATE_NOOP("Core", "Check that you may read the file and its folder, or choose another library."),
    QT_TRANSLATE_NOOP("Core", "%1 is a database of another program, not a Sessionloom library."),
    QT_TRANSLATE_NOOP("Core", "Choose another file; this one was not touched."),
    QT_TRANSLATE_NOOP("Core", "%1 was written by a newer Sessionloom (schema %2; this one knows %3)."),
    QT_TRANSLATE_NOOP("Core", "Update Sessionloom to open it; nothing in it was changed."),
    QT_TRANSLATE_NOOP("Core", "The settings could not be saved; they stay in force until the window closes."),
    QT_TRANSLATE_NOOP("Core", "Make the data folder writable or free space."),
    # importing and reading
    QT_TRANSLATE_NOOP("Core", "The file was rewritten."),
    QT_TRANSLATE_NOOP("Core", "%1 new events."),
    QT_TRANSLATE_NOOP("Core", "It was at %1 before."),
    QT_TRANSLATE_NOOP("Core", "The same session is kept from %1."),
    QT_TRANSLATE_NOOP("Core", "It now holds another session."),
    QT_TRANSLATE_NOOP("Core", "This session is not in the library."),
    QT_TRANSLATE_NOOP("Core", "Import it first."),
    QT_TRANSLATE_NOOP(
        "Core", "This session belongs to the program that wrote it; its log cannot be added to here."
    ),
    QT_TRANSLATE_NOOP("Core", "Fork it, and continue the fork."),
    QT_TRANSLATE_NOOP("Core", "This session was replaced or deleted while it was read."),
    QT_TRANSLATE_NOOP("Core", "A page holds 1 to %1 messages, not %2."),
    QT_TRANSLATE_NOOP("Core", "Ask for fewer, and load the page before it."),
    QT_TRANSLATE_NOOP("Core", "The bounds of a page are positive numbers."),
    # files of any kind
    QT_TRANSLATE_NOOP("Core", "Open it with the release that wrote it."),
    QT_TRANSLATE_NOOP("Core", "%1 is compressed with gzip."),
    QT_TRANSLATE_NOOP("Core", "Unpack it with gunzip, then open what comes out."),
    QT_TRANSLATE_NOOP("Core", "%1 is a ZIP archive, which this version cannot open."),
    QT_TRANSLATE_NOOP("Core", "Unpack it, then open the folder."),
    QT_TRANSLATE_NOOP("Core", "%1 is a SQLite database, not a session log."),
    QT_TRANSLATE_NOOP("Core", "Open it by its own path: the harness's database is read, others are not."),
    QT_TRANSLATE_NOOP("Core", "%1 is compressed with xz."),
    QT_TRANSLATE_NOOP("Core", "Unpack it with unxz, then open what comes out."),
    QT_TRANSLATE_NOOP("Core", "%1 is compressed with bzip2."),
    QT_TRANSLATE_NOOP("Core", "Unpack it with bunzip2, then open what comes out."),
    QT_TRANSLATE_NOOP("Core", "%1 is UTF-16 text; a session log is UTF-8."),
    QT_TRANSLATE_NOOP("Core", "Save it as UTF-8."),
    QT_TRANSLATE_NOOP("Core", "%1 is a link that leads back to itself."),
    QT_TRANSLATE_NOOP("Core", "Choose the file itself."),
    QT_TRANSLATE_NOOP("Core", "%1 is too long to be a path."),
    QT_TRANSLATE_NOOP("Core", "Check the path."),
    QT_TRANSLATE_NOOP("Core", "%1 is a folder, not a file."),
    QT_TRANSLATE_NOOP("Core", "Choose a file in it."),
    QT_TRANSLATE_NOOP("Core", "%1 is no regular file."),
    QT_TRANSLATE_NOOP("Core", "Choose a session log."),
    QT_TRANSLATE_NOOP("Core", "unknown reason"),
    QT_TRANSLATE_NOOP("Core", "That is no path: it holds a character that paths cannot have."),
    QT_TRANSLATE_NOOP("Core", "%1 expands more than %2 times, beyond %3 MiB; reading stopped."),
    QT_TRANSLATE_NOOP(
        "Core", "If you trust where it comes from, unpack it with zstd and open the plain log."
    ),
    QT_TRANSLATE_NOOP("Core", "%1 was replaced while it was being read."),
    QT_TRANSLATE_NOOP("Core", "%1 is no longer there."),
    # the library, further
    QT_TRANSLATE_NOOP("Core", "%1 was rewritten while it was read. Nothing of it was imported."),
    QT_TRANSLATE_NOOP("Core", "Import it again when it is no longer written to."),
    QT_TRANSLATE_NOOP(
        "Core", "Saving failed for a reason that is a fault of this program; the events are kept."
    ),
    QT_TRANSLATE_NOOP("Core", "%1 is writing to %2 and did not let go within %3 seconds."),
    QT_TRANSLATE_NOOP("Core", "Another program"),
    QT_TRANSLATE_NOOP("Core", "Nothing was lost. Wait until it has finished, or close it, then try again."),
    QT_TRANSLATE_NOOP("Core", "%1 rows of %2 could be saved neither in %3 nor beside it."),
    QT_TRANSLATE_NOOP("Core", "Free some space and try again before closing."),
    QT_TRANSLATE_NOOP("Core", "Another program (process %1 on %2)"),
    QT_TRANSLATE_NOOP("Core", "this machine"),
    # the database of a harness
    QT_TRANSLATE_NOOP("Core", "The row of seq %1"),
    QT_TRANSLATE_NOOP("Core", "%1 cannot be read: pages of the database are damaged."),
    QT_TRANSLATE_NOOP("Core", "%1 expands to more than %2 times its stored size."),
    QT_TRANSLATE_NOOP("Core", "No log of a harness does that; look for another copy."),
    QT_TRANSLATE_NOOP("Core", "%1 is a Sessionloom library."),
    QT_TRANSLATE_NOOP("Core", "Open it as the library (--library), not as a source."),
    QT_TRANSLATE_NOOP("Core", "%1 is a SQLite database of another program (application id %2)."),
    QT_TRANSLATE_NOOP("Core", "Choose a session log, a harness home or the harness's own database."),
    QT_TRANSLATE_NOOP(
        "Core", "%1 has the database schema %2, which a newer harness wrote; this version reads schema %3."
    ),
    QT_TRANSLATE_NOOP(
        "Core", "%1 has the database schema %2, which an older harness wrote; this version reads schema %3."
    ),
    QT_TRANSLATE_NOOP("Core", "%1 does not have exactly the tables of schema %2 (%3)."),
    QT_TRANSLATE_NOOP("Core", "It was altered; the harness refuses it too."),
    QT_TRANSLATE_NOOP("Core", "%1 is a damaged database: %2."),
    QT_TRANSLATE_NOOP("Core", "Look for another copy of it, with its -wal file if there is one."),
    QT_TRANSLATE_NOOP("Core", "There is no room to read a copy of %1."),
    QT_TRANSLATE_NOOP("Core", "Free some space, try again."),
    QT_TRANSLATE_NOOP("Core", "%1 holds no session %2."),
    QT_TRANSLATE_NOOP("Core", "Open the database to see its sessions."),
    QT_TRANSLATE_NOOP("Core", "The session's revision or incarnation is missing."),
    QT_TRANSLATE_NOOP("Core", "Pages of %1 are damaged in its list of sessions; some may be missing."),
    QT_TRANSLATE_NOOP("Core", "%1 is being written to so often that no copy of it could be made."),
    QT_TRANSLATE_NOOP("Core", "Try again when its harness does less."),
    QT_TRANSLATE_NOOP("Core", "%1 was written to while it was read."),
    QT_TRANSLATE_NOOP("Core", "No copy of %1 could be made: %2."),
    QT_TRANSLATE_NOOP("Core", "Free some space, then try again."),
    QT_TRANSLATE_NOOP("Core", "The rows of this session stand in a database, not as bytes of a log."),
    QT_TRANSLATE_NOOP("Core", "Open the database with a tool of its own to look at its pages."),
    QT_TRANSLATE_NOOP("Core", "The bytes of this place are not kept."),
    QT_TRANSLATE_NOOP("Core", "Open the log where it stands to see them."),
    QT_TRANSLATE_NOOP("Core", "It was in Recently deleted."),
    QT_TRANSLATE_NOOP("Core", "%1 is a ZIP archive, not a session log."),
    QT_TRANSLATE_NOOP("Core", "Open it by its own path; a ZIP inside a ZIP has to be taken out first."),
    QT_TRANSLATE_NOOP("Core", "This fork has events or forks of its own by now and is not undone."),
    QT_TRANSLATE_NOOP("Core", "Delete it, if it is not wanted."),
    QT_TRANSLATE_NOOP("Core", "%1 is %2, so it cannot be a library."),
    QT_TRANSLATE_NOOP("Core", "Name a file for the library."),
    # ZIP archives
    QT_TRANSLATE_NOOP("Core", "%1 further entries were refused."),
    QT_TRANSLATE_NOOP("Core", "Only the first %1 entries were looked at."),
    QT_TRANSLATE_NOOP("Core", "a symbolic link"),
    QT_TRANSLATE_NOOP("Core", "no regular file"),
    QT_TRANSLATE_NOOP("Core", "It is %1."),
    QT_TRANSLATE_NOOP("Core", "Another entry has the same name; the first one counts."),
    QT_TRANSLATE_NOOP("Core", "An archive inside the archive is not opened."),
    QT_TRANSLATE_NOOP("Core", "Its bytes are also those of another entry."),
    QT_TRANSLATE_NOOP("Core", "Its bytes are not those that its name says."),
    QT_TRANSLATE_NOOP("Core", "It is no manifest of ours."),
    QT_TRANSLATE_NOOP("Core", "The manifest lists an entry that is not there."),
    QT_TRANSLATE_NOOP("Core", "The archive is cut or damaged: %1. Entries were looked for one by one."),
    QT_TRANSLATE_NOOP("Core", "With it the archive expands to more than may be read."),
    QT_TRANSLATE_NOOP("Core", "Free some space, then open it again."),
    QT_TRANSLATE_NOOP("Core", "An entry is not in the manifest."),
    QT_TRANSLATE_NOOP("Core", "The log is not the one that the manifest lists: its bytes were changed."),
    QT_TRANSLATE_NOOP("Core", "%1 was changed: %2"),
    QT_TRANSLATE_NOOP("Core", "It is no session log and no attachment; it was not opened."),
    QT_TRANSLATE_NOOP("Core", "Nothing of it was opened; ask for the ZIP again if you need it."),
    QT_TRANSLATE_NOOP("Core", "%1 holds no log %2 there."),
    QT_TRANSLATE_NOOP("Core", "Open the ZIP to see what is in it."),
    QT_TRANSLATE_NOOP("Core", "%1 holds no entries that can be read."),
    QT_TRANSLATE_NOOP("Core", "It is encrypted."),
    QT_TRANSLATE_NOOP("Core", "It is packed by a method (%1) that is not read here."),
    QT_TRANSLATE_NOOP("Core", "Its bytes are not where the directory says."),
    QT_TRANSLATE_NOOP("Core", "Its name in the directory is not the one at its bytes."),
    QT_TRANSLATE_NOOP("Core", "It holds %1 bytes, not the %2 that it says."),
    QT_TRANSLATE_NOOP("Core", "Its bytes do not have the checksum that it says."),
    QT_TRANSLATE_NOOP("Core", "It holds more bytes than it says."),
    QT_TRANSLATE_NOOP("Core", "It expands more than %1 times."),
    QT_TRANSLATE_NOOP("Core", "Nothing says how long it is."),
    QT_TRANSLATE_NOOP("Core", "The archive ends inside it."),
    QT_TRANSLATE_NOOP("Core", "Its bytes end too early."),
    QT_TRANSLATE_NOOP("Core", "Its bytes are no DEFLATE stream."),
    QT_TRANSLATE_NOOP("Core", "Its name is empty or too long."),
    QT_TRANSLATE_NOOP("Core", "Its name holds control characters."),
    QT_TRANSLATE_NOOP("Core", "Its name points outside the archive."),
    QT_TRANSLATE_NOOP("Core", "Its name is an absolute path."),
    QT_TRANSLATE_NOOP("Core", "Its name begins with a drive."),
    QT_TRANSLATE_NOOP("Core", "Its name holds a backslash."),
    QT_TRANSLATE_NOOP("Core", "its directory is larger than 16 MiB"),
    QT_TRANSLATE_NOOP("Core", "its directory lists %1 of %2 entries"),
    QT_TRANSLATE_NOOP("Core", "it has no directory at its end"),
    QT_TRANSLATE_NOOP("Core", "its directory is larger than the file"),
    QT_TRANSLATE_NOOP("Core", "its 64-bit directory end is not where it should be"),
    QT_TRANSLATE_NOOP("Core", "an entry of its directory is cut"),
    QT_TRANSLATE_NOOP("Core", "its directory is not where its end says"),
)

SENTENCES = COMPARING + FAULTS + FINDINGS + FORKS + HANDOVER + STORAGE
