"""Logs of one session in several formats: which one the harness opens, and what only an older one has.

The highest generation counts, never a sum and never a lower one (spec 03 section 1). All are
listed and open; a reader of one is told of the others, and of the rows that only an older one has.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Lock

from sessionlog.generations.v0.vocabulary import CURRENT_NAME
from sessionlog.model.errors import SessionlogError
from sessionlog.model.log import EventLog
from sessionlog.model.row import IndexEntry
from sessionlog.model.severity import Diagnosis, Level, Problem
from sessionlog.store.session_rows import StoredSession
from sessionlog.store.store import Store

MIGRATED = frozenset(
    {
        "turn/start",
        "turn/end",
        "step/start",
        "step/end",
        "user/message",
        "assistant/message",
        "tool/call",
        "tool/result",
        "session/title",
        "llm/retry",
        "compaction/start",
        "compaction/summary",
        "command/run",
        "command/done",
    }
)
"""Types that every migration keeps, with their times. Chunks go into settlements, prompts are added."""

MOST_KEPT = 64

_STANDS_BESIDE = "Format v%d of this session stands beside it; the harness opens only that one."


@dataclass(frozen=True, slots=True)
class Format:
    """One log of a session. `events` is their number, `None` while nobody has read it to its end."""

    key: int
    generation: int
    path: str
    events: int | None
    log: Callable[[], EventLog]


@dataclass(frozen=True, slots=True)
class Lacking:
    """What an older log has and a newer one lacks: how many rows, from which seq on, and whether all of
    them come after the end of the newer one."""

    rows: int
    first_seq: int
    behind: bool


class FormatsBeside:
    """Remembers what comparing two logs came to, for as long as they have as many events."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[object, ...], Lacking | None] = OrderedDict()
        self._lock = Lock()

    def told(
        self, own: Format, others: Collection[Format], unreadable: Iterable[tuple[int, str]] = ()
    ) -> list[Problem]:
        """What a reader of a log should know of the others. Reads indexes, where there are several.

        `unreadable`: generation and path of logs beside it of which nothing may be interpreted. The
        harness does not go back to a lower one for that.
        """
        generation, path = max(unreadable, default=(-1, ""))
        if generation > max(own.generation, *(other.generation for other in others), -1):
            return [Problem("older-generation", Level.WARN, _STANDS_BESIDE % generation, affected=path)]
        rest = sorted(others, key=lambda other: other.generation)
        rest = [other for other in rest if other.generation != own.generation]
        if not rest:
            return []
        newest = rest[-1]
        if newest.generation < own.generation:
            return [_of_older(other, found) for other in rest if (found := self._lacking(other, own))]
        version = newest.generation
        said = _STANDS_BESIDE % version
        told = [Problem("older-generation", Level.INFO, said, affected=newest.path)]
        lacking = self._lacking(own, newest)
        if lacking is not None and lacking.behind:
            said = f"This log goes on after the last event of the one in format v{version}."
            told.append(Problem("older-goes-on", Level.WARN, said, lacking.first_seq, affected=newest.path))
        elif lacking is not None:
            said = f"{lacking.rows} rows of this log are not in the one in format v{version}."
            told.append(Problem("older-has-more", Level.WARN, said, lacking.first_seq, affected=newest.path))
        return told

    def _lacking(self, older: Format, newer: Format) -> Lacking | None:
        pair = (older.key, older.events, newer.key, newer.events)
        whole = older.events is not None and newer.events is not None
        with self._lock:
            if whole and pair in self._known:
                self._known.move_to_end(pair)
                return self._known[pair]
        try:
            found = lacking(older.log(), newer.log()) if whole else _goes_on(older.log(), newer.log())
        except SessionlogError:
            return None
        if whole:
            with self._lock:
                self._known[pair] = found
                while len(self._known) > MOST_KEPT:
                    self._known.popitem(last=False)
        return found


class KeptFormats:
    """The sessions of a library beside others of the same id that came out of the same folder."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._beside = FormatsBeside()

    def diagnosis(self, key: int) -> Diagnosis:
        """What was found when a session was read, and what is told of others beside it."""
        known = self._store.diagnosis(key)
        try:
            own, *others = self._store.formats(key)
        except SessionlogError:  # a damaged list of sessions costs what is told of others, nothing else
            return known
        if not others:
            return known
        near = [self._format(other) for other in others if _from_one_place(own, other)]
        beside = self._beside.told(self._format(own), near)
        return replace(known, problems=(*known.problems, *beside)) if beside else known

    def _format(self, session: StoredSession) -> Format:
        key = session.key
        log = partial(self._store.log, key)
        return Format(key, session.generation, session.path or "", session.events, log)


def _from_one_place(one: StoredSession, other: StoredSession) -> bool:
    if one.path is None or other.path is None or one.native or other.native:
        return False
    return Path(one.path).parent == Path(other.path).parent


def _of_older(older: Format, found: Lacking) -> Problem:
    version = older.generation
    if found.behind:
        said = f"The log of this session in format v{version} goes on after the last event here."
        return Problem("older-goes-on", Level.WARN, said, affected=older.path)
    said = f"{found.rows} rows of this session's log in format v{version} are not in this one."
    return Problem("older-has-more", Level.WARN, said, affected=older.path)


def lacking(older: EventLog, newer: EventLog) -> Lacking | None:
    """What of an older log a newer one lacks, by type and time: migrations keep both. Reads both indexes."""
    there = Counter(map(_same, _entries(newer)))
    missing: list[IndexEntry] = []
    for entry in _entries(older):
        if there[_same(entry)]:
            there[_same(entry)] -= 1
        else:
            missing.append(entry)
    if not missing:
        return None
    until = _last_time(newer)
    behind = until is None or all(entry.time > until for entry in missing)
    return Lacking(len(missing), missing[0].seq, behind)


def _entries(log: EventLog) -> Iterator[IndexEntry]:
    for part in log.parts:
        for entry in log.entries(part.first_seq, part.last_seq, part.number):
            if CURRENT_NAME.get(entry.type, entry.type) in MIGRATED:
                yield entry


def _same(entry: IndexEntry) -> tuple[str, int]:
    return CURRENT_NAME.get(entry.type, entry.type), entry.time


def _goes_on(older: EventLog, newer: EventLog) -> Lacking | None:
    """Whether a log that has not been read to its end was written to after the newer one was made."""
    last, until = _last(older), _last_time(newer)
    if last is None or (until is not None and last.time <= until):
        return None
    return Lacking(1, last.seq, True)


def _last_time(log: EventLog) -> int | None:
    last = _last(log)
    return None if last is None else last.time


def _last(log: EventLog) -> IndexEntry | None:
    return next(log.entries_before(None, log.parts[-1].number), None)
