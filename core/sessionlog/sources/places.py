"""Where harness homes usually stand (spec 01 section 10.1)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sessionlog.model.errors import SessionlogError
from sessionlog.sources.discover import count_sessions


@dataclass(frozen=True, slots=True)
class KnownPlace:
    """A place where sessions may be. `count` is of session folders, none of which was opened.

    `reason` says why the place is looked at (`DSH_HOME`, `default`), `state` is `found`, `empty`,
    `missing` or `unreadable`.
    """

    path: str
    found: bool
    count: int
    reason: str
    state: str


def known_places(environment: Mapping[str, str] | None = None, home: Path | None = None) -> list[KnownPlace]:
    """Look where a harness keeps its sessions. Never raises; each place once."""
    environment = os.environ if environment is None else environment
    home = Path.home() if home is None else home
    candidates = []
    configured = environment.get("DSH_HOME", "")
    if configured.strip():
        candidates.append((_expanded(configured, home), "DSH_HOME"))
    candidates.append((home / ".dsh", "default"))
    places: list[KnownPlace] = []
    for path, reason in candidates:
        if all(place.path != str(path) for place in places):
            places.append(_looked_at(path, reason))
    return places


def _expanded(configured: str, home: Path) -> Path:
    if configured == "~" or configured.startswith(("~/", "~\\")):
        return home / configured[2:]
    return Path(configured)


def _looked_at(path: Path, reason: str) -> KnownPlace:
    try:
        if not os.path.isdir(path):
            return KnownPlace(str(path), False, 0, reason, "missing")
        count = count_sessions(path)
    except (SessionlogError, OSError, ValueError):
        return KnownPlace(str(path), False, 0, reason, "unreadable")
    return KnownPlace(str(path), count > 0, count, reason, "found" if count else "empty")
