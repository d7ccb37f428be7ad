"""Stored sessions as the values that lists show."""

from __future__ import annotations

from pathlib import Path

from sessionlog.access.values import SessionInfo, SessionRef
from sessionlog.model.inherited import MARKED_CUTS
from sessionlog.model.severity import Severity
from sessionlog.sources.artifact import Refused
from sessionlog.sources.names import claimed_generation, decode_segment
from sessionlog.store.session_rows import StoredSession


def info_of(source: int, stored: StoredSession, *, growing: bool) -> SessionInfo:
    """`growing`: the log is followed and has grown, so an open turn is running, not cut off."""
    running = growing and stored.open_turn is not None
    cut_off = stored.open_turn is not None and not running
    severity = Severity.OK if running and stored.severity is Severity.REPAIRED else stored.severity
    return SessionInfo(
        ref=SessionRef(source, stored.key),
        id=stored.session_id,
        generation=stored.generation,
        title=stored.title,
        created_at=stored.created_at,
        updated_at=max(stored.created_at, stored.last_prompt_at or stored.created_at),
        cwd=stored.cwd,
        parent_session=stored.parent_session,
        origin=stored.origin,
        seed_length=stored.seed_length,
        events=stored.events,
        turns=stored.turns,
        severity=severity,
        running=running,
        interrupted=cut_off or stored.last_turn_end == "interrupted",
        native=stored.native,
        artifact=stored.path,
        last_prompt=stored.last_prompt,
        name=stored.name,
        archived=stored.archived,
    )


def info_of_refused(source: int, key: int, refused: Refused) -> SessionInfo:
    """A file of which nothing may be interpreted, listed under the name of its place."""
    path = Path(refused.path)
    named = decode_segment(path.parent.name) if path.name.startswith("session.") else path.name
    return SessionInfo(
        ref=SessionRef(source, key),
        id=named or path.name,
        generation=-1,
        title=None,
        created_at=0,
        updated_at=0,
        cwd=None,
        parent_session=None,
        origin=None,
        seed_length=None,
        events=None,
        turns=None,
        severity=Severity.REFUSED,
        running=False,
        interrupted=False,
        native=False,
        artifact=refused.path,
        last_prompt=None,
    )


def known_inherited(session: SessionInfo) -> int | None:
    """How many events a session inherited, `None` where it is no fork or nobody knows yet: from generation
    2 on only the end of a log says it."""
    if session.generation >= MARKED_CUTS and session.events is None:
        return None
    return session.seed_length


def chosen_by(session: SessionInfo) -> int:
    """The generation by which the harness chooses among the logs of a session: that of the file's name,
    also of one that cannot be read (spec 03 section 1); -1 where nothing says one."""
    return session.generation if session.native else claimed_generation(session.artifact, session.generation)
