"""The three kinds of error the product tells apart (architecture section 6).

`UserError`: the user can mend it. `EnvironmentFault`: the machine refuses. Anything else is a bug.
"""

from __future__ import annotations


class SessionlogError(Exception):
    """An error with a stable code, one sentence, and a remedy.

    `code` is for programs and tests, `sentence` says what happened and what is safe,
    `remedy` says what to do.
    """

    def __init__(self, code: str, sentence: str, remedy: str = "") -> None:
        super().__init__(f"{sentence} {remedy}".strip())
        self.code = code
        self.sentence = sentence
        self.remedy = remedy


class UserError(SessionlogError):
    """Something the user can mend: a path that is not there, an id that is ambiguous."""


class EnvironmentFault(SessionlogError):
    """The machine refuses: disk full, locked, permission, I/O. Queued events are kept."""


class SessionIsMirror(UserError):
    """A write was asked of a session whose owner is another program (architecture section 3)."""


class RowFault(ValueError):
    """A stored line that is no row of its generation. `code` is stable; the text names the rule."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class FormatRefused(SessionlogError):
    """A log that must not be interpreted: a newer generation, no header, a foreign format."""
