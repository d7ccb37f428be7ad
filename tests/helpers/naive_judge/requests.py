"""What each request was made of: everything before its first chunk, and nothing after."""

from __future__ import annotations

from naive_judge.attempts import attempts
from naive_judge.stored import Json
from naive_judge.surface import context, header, messages


def requests(events: list[Json]) -> list[Json]:
    """One request for each streamed attempt, with the log's prefix judged anew for each."""
    return [
        {
            "at": attempt["first"],
            "messages": messages(events[: attempt["first"]]),
            "header": header(events[: attempt["first"]]),
            "context": context(events[: attempt["first"]]),
        }
        for attempt in attempts(events)
    ]
