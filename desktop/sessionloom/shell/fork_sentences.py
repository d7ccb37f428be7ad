"""What the core says when a session is forked, deleted or traced, as patterns; `%1`, `%2` are filled in."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP

# Qt's stubs call the marked text an object.
FORKS: tuple[str, ...] = (  # type: ignore[assignment]
    QT_TRANSLATE_NOOP(
        "Core", "Only sessions of the library can be deleted; a place that is opened is never written to."
    ),
    QT_TRANSLATE_NOOP("Core", "Close the place instead."),
    QT_TRANSLATE_NOOP("Core", "The session could not be kept in the library, so it was not forked. %1"),
    QT_TRANSLATE_NOOP("Core", "Import it, then fork what was imported."),
    QT_TRANSLATE_NOOP("Core", "The fork was cancelled."),
    QT_TRANSLATE_NOOP("Core", "Nothing was made."),
    QT_TRANSLATE_NOOP("Core", "The harness opens no session of this root: %1 has %2."),
    QT_TRANSLATE_NOOP("Core", "Mend that first, or write the fork into another folder."),
    QT_TRANSLATE_NOOP("Core", "The fork could not be written to %1: %2. Nothing is left of it."),
    QT_TRANSLATE_NOOP("Core", "Free some space or choose another folder."),
    QT_TRANSLATE_NOOP("Core", "%1 could not be written: %2."),
    QT_TRANSLATE_NOOP("Core", "%1 is the folder of another session."),
    QT_TRANSLATE_NOOP("Core", "Choose the harness's home or a folder of its own."),
    QT_TRANSLATE_NOOP(
        "Core",
        "The session's folder is %1, which is no absolute path on this machine;"
        " the harness would refuse the whole root for it.",
    ),
    QT_TRANSLATE_NOOP("Core", "Write the fork into another folder."),
    QT_TRANSLATE_NOOP("Core", "%1 came into being meanwhile. Nothing was written over."),
    QT_TRANSLATE_NOOP("Core", "Try again."),
    QT_TRANSLATE_NOOP("Core", "%1 has a session %2 already."),
    QT_TRANSLATE_NOOP("Core", "Nothing was written. Fork once more: the id is a new one."),
    QT_TRANSLATE_NOOP("Core", "A session %1 is live already."),
    QT_TRANSLATE_NOOP("Core", "There is a session %1 already."),
    QT_TRANSLATE_NOOP("Core", "Choose another id."),
    QT_TRANSLATE_NOOP("Core", "No session %1 is live."),
    QT_TRANSLATE_NOOP("Core", "Open it first."),
    QT_TRANSLATE_NOOP("Core", "%1 has been opened anew since."),
    QT_TRANSLATE_NOOP("Core", "Use the session that is live."),
    QT_TRANSLATE_NOOP("Core", "%1 is no event of the log, which has %2."),
    QT_TRANSLATE_NOOP("Core", "Name the seq of the last event to inherit."),
    QT_TRANSLATE_NOOP("Core", "The turn around seq %1 is not over there."),
    QT_TRANSLATE_NOOP("Core", "Cut after a turn/end, or fork from the message to take its whole turn."),
    QT_TRANSLATE_NOOP("Core", "%1 is no event of the log."),
    QT_TRANSLATE_NOOP("Core", "Name an event of the session."),
    QT_TRANSLATE_NOOP("Core", "The turn that holds seq %1 is not completed."),
    QT_TRANSLATE_NOOP("Core", "Wait until it has ended."),
    QT_TRANSLATE_NOOP("Core", "The beginning of the log is not read yet."),
    QT_TRANSLATE_NOOP("Core", "Try again in a moment."),
    QT_TRANSLATE_NOOP("Core", "No turn of the session is completed."),
    QT_TRANSLATE_NOOP("Core", "Wait for its first answer."),
    QT_TRANSLATE_NOOP("Core", "There is no session %1."),
    QT_TRANSLATE_NOOP("Core", "Check the id."),
    QT_TRANSLATE_NOOP("Core", "The ancestors of %1 lead back to %2."),
    QT_TRANSLATE_NOOP("Core", "One of their headers names a wrong parent."),
    QT_TRANSLATE_NOOP("Core", "A fork keeps the format generation of its parent."),
    QT_TRANSLATE_NOOP("Core", "Only %1 of the %2 events that the fork would inherit are stored."),
    QT_TRANSLATE_NOOP("Core", "Reload the session and fork it again."),
    QT_TRANSLATE_NOOP("Core", "This fork has events or forks of its own by now and is not undone."),
    QT_TRANSLATE_NOOP("Core", "Delete it, if it is not wanted."),
)
