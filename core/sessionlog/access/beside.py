"""Logs of one session in several generations: which one the harness opens, and what only an older one has.

The highest generation counts, never a sum and never a lower one (spec 03 section 1). All are
listed and open; a reader of one is told of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from sessionlog.model.errors import SessionlogError
from sessionlog.model.log import EventLog
from sessionlog.model.severity import Level, Problem
from sessionlog.sources.artifact import Artifact


def generations_beside(
    artifact: Artifact, artifacts: Iterable[Artifact], log_of: Callable[[Artifact], EventLog]
) -> list[Problem]:
    """What a reader of a log should know of the logs of the same session in its folder.

    Reads the ends of logs, and only where there are several.
    """
    others = [other for other in artifacts if other is not artifact and _same_session(artifact, other)]
    if not others:
        return []
    newest = max(others, key=lambda other: other.generation)
    if newest.generation > artifact.generation:
        said = (
            f"Format v{newest.generation} of this session stands beside it; the harness opens only that one."
        )
        found = [Problem("older-generation", Level.INFO, said, affected=newest.path)]
        if _goes_on_after(artifact, newest, log_of):
            said = f"This log goes on after the last event of the one in format v{newest.generation}."
            found.append(Problem("older-goes-on", Level.WARN, said, affected=newest.path))
        return found
    ahead = [other for other in others if _goes_on_after(other, artifact, log_of)]
    return [
        Problem(
            "older-goes-on",
            Level.WARN,
            f"The log of this session in format v{other.generation} goes on after the last event here.",
            affected=other.path,
        )
        for other in ahead
    ]


def _same_session(one: Artifact, other: Artifact) -> bool:
    if one.session_id != other.session_id or one.generation == other.generation:
        return False
    return Path(one.path).parent == Path(other.path).parent


def _goes_on_after(older: Artifact, newer: Artifact, log_of: Callable[[Artifact], EventLog]) -> bool:
    """Whether an older log was written to after the newer one was made; migrations keep times."""
    last, until = _last_time(log_of, older), _last_time(log_of, newer)
    return last is not None and (until is None or last > until)


def _last_time(log_of: Callable[[Artifact], EventLog], artifact: Artifact) -> int | None:
    try:
        log = log_of(artifact)
        entry = next(log.entries_before(None, log.parts[-1].number), None)
    except SessionlogError:
        return None
    return None if entry is None else entry.time
