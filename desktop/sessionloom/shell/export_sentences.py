"""What the core says when sessions are handed over, as patterns; `%1`, `%2` stand for what is filled in."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP

# Qt's stubs call the marked text an object.
HANDOVER: tuple[str, ...] = (  # type: ignore[assignment]
    QT_TRANSLATE_NOOP("Core", "%1 is no session log."),
    QT_TRANSLATE_NOOP("Core", "Redacted: texts were replaced before it was handed over."),
    QT_TRANSLATE_NOOP(
        "Core", "Written by Sessionloom %1. A copy for reading; the log itself is the evidence."
    ),
    QT_TRANSLATE_NOOP("Core", "Redacted: some places were replaced. What was not found is still there."),
    QT_TRANSLATE_NOOP("Core", "Failed attempts are left out."),
    QT_TRANSLATE_NOOP("Core", "Inputs and outputs of tools are left out."),
    QT_TRANSLATE_NOOP("Core", "%1 became shorter while it was read."),
    QT_TRANSLATE_NOOP("Core", "Try again."),
    QT_TRANSLATE_NOOP("Core", "Its bytes are not where the session's attachments are kept."),
    QT_TRANSLATE_NOOP("Core", "The log of %1 lists it as a subagent, and it is not here."),
    QT_TRANSLATE_NOOP(
        "Core", "The log of %1 lists it as a subagent, but its own header names another parent."
    ),
    QT_TRANSLATE_NOOP("Core", "Another log of the same session in the same format goes in under its name."),
    QT_TRANSLATE_NOOP("Core", "Its id is no SHA-256."),
    QT_TRANSLATE_NOOP("Core", "Its bytes are not those that its id names."),
    QT_TRANSLATE_NOOP("Core", "Its type is none of PNG, JPEG, WebP and GIF."),
    QT_TRANSLATE_NOOP("Core", "It cannot be looked into for what is to be redacted."),
    QT_TRANSLATE_NOOP("Core", "%1 was rewritten while it was exported."),
    QT_TRANSLATE_NOOP("Core", "Export it again."),
    QT_TRANSLATE_NOOP("Core", "%1 holds damaged bytes, which cannot be looked into for redaction."),
    QT_TRANSLATE_NOOP("Core", "Export it as a readable file, or without redaction."),
    QT_TRANSLATE_NOOP("Core", "%1 could not be exported: %2 No half file was left."),
    QT_TRANSLATE_NOOP("Core", "A page was lost while it was written."),
    QT_TRANSLATE_NOOP("Core", "%1 has a line too long to be looked into."),
    QT_TRANSLATE_NOOP("Core", "Export it without redaction, or as a readable file."),
    QT_TRANSLATE_NOOP("Core", "%1 could not be written: %2. No half file was left."),
    QT_TRANSLATE_NOOP("Core", "Choose another place, or make room, and export again."),
    QT_TRANSLATE_NOOP("Core", "%1 is there already; it was not touched."),
    QT_TRANSLATE_NOOP("Core", "Choose another name, or say that it may be replaced."),
    QT_TRANSLATE_NOOP("Core", "It would expand more than %1 times."),
    QT_TRANSLATE_NOOP("Core", "No copy of %1 could be made: %2. The ZIP was not touched."),
    QT_TRANSLATE_NOOP("Core", "%1 has changed since it was looked up."),
)
