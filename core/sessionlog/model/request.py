"""What a request was made of: the log before its first chunk, nothing of what came later.

request = derived messages of the surface at that point + the request header in force there
(spec 01 section 3), and from generation 4 on the history of its tools (spec 03b section 4). The
chunks of an attempt take no part in its own request.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sessionlog.model.attempts import AttemptFold
from sessionlog.model.dialect import Dialect
from sessionlog.model.faults import LogFault
from sessionlog.model.restore import Restore
from sessionlog.model.row import Row
from sessionlog.model.tool_history import ToolHistory


@dataclass(frozen=True, slots=True)
class Request:
    """`at` is the seq of the attempt's first chunk, or of an answer that was logged without chunks.

    `header` is canonical; `None` where the log says none before `at`.
    """

    at: int
    messages: list[Mapping[str, Any]]
    header: dict[str, Any] | None
    context: dict[str, Any] | None
    tool_history: ToolHistory | None = None


def request_before(rows: Iterable[Row], dialect: Dialect, session_id: str, at: int) -> Request:
    """The request that the log before `at` makes. Reads no row at or after `at`.

    Raises `LogFault` with code `request-not-reached` when the rows end before `at`.
    """
    restore = Restore(dialect, session_id)
    for row in rows:
        if row.last_seq >= at:
            return _request(restore, at)
        restore.feed(row)
    if restore.surface.next_seq == at:
        return _request(restore, at)
    raise LogFault(
        "request-not-reached",
        f"The log ends before seq {at}.",
        "Ask for the first chunk of an attempt that the log holds.",
        at,
    )


def requests(rows: Iterable[Row], dialect: Dialect, session_id: str) -> Iterator[Request]:
    """The request of every attempt, in log order, in one pass."""
    restore = Restore(dialect, session_id)
    attempts = AttemptFold(dialect, session_id)
    for row in rows:
        settled = attempts.feed(row)
        streamed = attempts.running_since == row.seq
        unstreamed = any(attempt.first_seq == row.seq for attempt in settled)
        if streamed or unstreamed:
            yield _request(restore, row.seq)
        restore.feed(row)


def _request(restore: Restore, at: int) -> Request:
    return Request(at, restore.messages(), restore.header, restore.context, restore.tool_history())
