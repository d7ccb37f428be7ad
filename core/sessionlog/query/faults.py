"""What a question about sessions can be refused for; codes are those of the reference's query."""

from __future__ import annotations

from sessionlog.model.errors import UserError


class QueryFault(UserError):
    """`code` is `SESSION_QUERY_` and one of the names below."""

    def __init__(self, name: str, sentence: str, remedy: str = "") -> None:
        super().__init__(f"SESSION_QUERY_{name}", sentence, remedy)


CORRUPT_SESSION = "CORRUPT_SESSION"
EVENT_NOT_FOUND = "EVENT_NOT_FOUND"
INVALID_CURSOR = "INVALID_CURSOR"
INVALID_FILTER = "INVALID_FILTER"
INVALID_LIMIT = "INVALID_LIMIT"
INVALID_WINDOW = "INVALID_WINDOW"
SOURCE_CONFLICT = "SOURCE_CONFLICT"
STALE_CURSOR = "STALE_CURSOR"
