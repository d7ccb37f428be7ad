"""A broken rule of the log's contracts, with where it is broken and what to do about it."""

from __future__ import annotations

from sessionlog.model.errors import FormatRefused, SessionlogError


class LogFault(SessionlogError):
    """An event or header that its contract does not allow.

    `seq` is the event's place, `None` where the header or the log as a whole is meant. Raising it
    leaves whatever was folded before unchanged: planning precedes commit.
    """

    def __init__(self, code: str, sentence: str, remedy: str = "", seq: int | None = None) -> None:
        super().__init__(code, sentence, remedy)
        self.seq = seq


class UnknownRequiredEvent(FormatRefused):
    """An event of a type nobody here knows, not marked `ignorable` (spec 01 section 2.5, rule 5)."""

    def __init__(self, type: str, seq: int) -> None:
        super().__init__(
            "unknown-required-event",
            f'The event at seq {seq} has the type "{type}", which this reader does not know,'
            " and it is not marked as ignorable.",
            "Open the session with a release that knows the type, or look at it row by row.",
        )
        self.type = type
        self.seq = seq
