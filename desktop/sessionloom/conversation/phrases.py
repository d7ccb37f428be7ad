"""The fixed phrases of the core that rows show: causes, reasons, and the titles of audit rows."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP

# Qt's stubs call the marked text an object.
STOPPED: tuple[str, ...] = (  # type: ignore[assignment]
    QT_TRANSLATE_NOOP("Conversation", "stopped by you"),
    QT_TRANSLATE_NOOP("Conversation", "stopped by the parent session"),
    QT_TRANSLATE_NOOP("Conversation", "stopped by a hook"),
    QT_TRANSLATE_NOOP("Conversation", "stopped when the session was closed"),
    QT_TRANSLATE_NOOP("Conversation", "stopped"),
)
"""Why a turn was stopped; words of whoever stopped it may follow after a colon."""

PHRASES: tuple[str, ...] = (  # type: ignore[assignment]
    # how a turn or an answer ended
    QT_TRANSLATE_NOOP("Conversation", "blocked before it began"),
    QT_TRANSLATE_NOOP("Conversation", "stopped at the output limit"),
    QT_TRANSLATE_NOOP("Conversation", "closed by recovery"),
    QT_TRANSLATE_NOOP("Conversation", "closed by the fork"),
    QT_TRANSLATE_NOOP("Conversation", "failed"),
    QT_TRANSLATE_NOOP("Conversation", "no final message in the log"),
    QT_TRANSLATE_NOOP("Conversation", "the log ends here"),
    QT_TRANSLATE_NOOP("Conversation", "the rows after it could not be read"),
    QT_TRANSLATE_NOOP("Conversation", "the answer so far was kept"),
    QT_TRANSLATE_NOOP("Conversation", "the call itself is not in the log"),
    QT_TRANSLATE_NOOP("Conversation", "API key is invalid"),
    # compactions
    QT_TRANSLATE_NOOP("Conversation", "Compacting"),
    QT_TRANSLATE_NOOP("Conversation", "Compacted"),
    QT_TRANSLATE_NOOP("Conversation", "Compaction failed"),
    QT_TRANSLATE_NOOP("Conversation", "Compaction did not finish"),
    # audit rows
    QT_TRANSLATE_NOOP("Conversation", "Agent preset"),
    QT_TRANSLATE_NOOP("Conversation", "Approval asked"),
    QT_TRANSLATE_NOOP("Conversation", "Approval decided"),
    QT_TRANSLATE_NOOP("Conversation", "Approval policy"),
    QT_TRANSLATE_NOOP("Conversation", "Sandbox mode"),
    QT_TRANSLATE_NOOP("Conversation", "Permission preset"),
    QT_TRANSLATE_NOOP("Conversation", "Plan mode"),
    QT_TRANSLATE_NOOP("Conversation", "Command"),
    QT_TRANSLATE_NOOP("Conversation", "Command done"),
    QT_TRANSLATE_NOOP("Conversation", "Pruned"),
    QT_TRANSLATE_NOOP("Conversation", "Feedback"),
    QT_TRANSLATE_NOOP("Conversation", "Goal"),
    QT_TRANSLATE_NOOP("Conversation", "Hook"),
    QT_TRANSLATE_NOOP("Conversation", "Hook result"),
    QT_TRANSLATE_NOOP("Conversation", "Model selected"),
    QT_TRANSLATE_NOOP("Conversation", "Schedule"),
    QT_TRANSLATE_NOOP("Conversation", "Session taken up"),
    QT_TRANSLATE_NOOP("Conversation", "Title"),
    QT_TRANSLATE_NOOP("Conversation", "Delivery accepted"),
    QT_TRANSLATE_NOOP("Conversation", "Subagent"),
    QT_TRANSLATE_NOOP("Conversation", "Subagent model policy"),
    QT_TRANSLATE_NOOP("Conversation", "Team member"),
    QT_TRANSLATE_NOOP("Conversation", "Team task"),
    QT_TRANSLATE_NOOP("Conversation", "Team message"),
    QT_TRANSLATE_NOOP("Conversation", "Team message delivered"),
    QT_TRANSLATE_NOOP("Conversation", "To-do list"),
    QT_TRANSLATE_NOOP("Conversation", "Workflow"),
    QT_TRANSLATE_NOOP("Conversation", "Workflow member"),
    QT_TRANSLATE_NOOP("Conversation", "Workflow member done"),
    QT_TRANSLATE_NOOP("Conversation", "Workflow done"),
    QT_TRANSLATE_NOOP("Conversation", "Web search request"),
    QT_TRANSLATE_NOOP("Conversation", "Presented"),
    QT_TRANSLATE_NOOP("Conversation", "Feedback withdrawn"),
    QT_TRANSLATE_NOOP("Conversation", "Job"),
    QT_TRANSLATE_NOOP("Conversation", "System prompt"),
    QT_TRANSLATE_NOOP("Conversation", "Working directory"),
    QT_TRANSLATE_NOOP("Conversation", "Subagent listed"),
    QT_TRANSLATE_NOOP("Conversation", "Tools changed"),
    QT_TRANSLATE_NOOP("Conversation", "Images put aside"),
    QT_TRANSLATE_NOOP("Conversation", "Job done"),
    QT_TRANSLATE_NOOP("Conversation", "Files changed"),
)
KNOWN = frozenset(STOPPED + PHRASES)
