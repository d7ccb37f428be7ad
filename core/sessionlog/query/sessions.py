"""Session records: live sessions laid over stored ones (spec 02 section 7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from sessionlog.model.header import Header
from sessionlog.query.faults import SOURCE_CONFLICT, QueryFault
from sessionlog.query.filters import SessionFilter

_IDENTITY = ("generation", "id", "created_at", "cwd", "parent_session", "seed_length", "delegation_depth")


@dataclass(frozen=True, slots=True)
class SessionRecord:
    header: Header
    live: bool
    persisted: bool


def merge_sessions(live: Iterable[Header], persisted: Iterable[Header]) -> list[SessionRecord]:
    """One record for each id, newest first, then by id.

    Raises `QueryFault` with `SOURCE_CONFLICT` when two headers of one id disagree about what the
    session is.
    """
    found = {header.id: SessionRecord(header, live=False, persisted=True) for header in persisted}
    for header in live:
        stored = found.get(header.id)
        if stored is None:
            found[header.id] = SessionRecord(header, live=True, persisted=False)
            continue
        if any(getattr(header, name) != getattr(stored.header, name) for name in _IDENTITY):
            raise QueryFault(
                SOURCE_CONFLICT,
                f"The session {header.id!r} is live with another header than the stored one.",
                "Close one of the two.",
            )
        found[header.id] = replace(stored, header=header, live=True)
    return sorted(found.values(), key=lambda record: (-record.header.created_at, record.header.id))


def select_sessions(records: Iterable[SessionRecord], wanted: SessionFilter) -> Iterator[SessionRecord]:
    for record in records:
        header = record.header
        if wanted.accepts(
            header.id, header.cwd, header.parent_session, header.created_at, record.live, record.persisted
        ):
            yield record
