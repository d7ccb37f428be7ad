"""Proving that a kept session is whole: its segments, its hashes, and its rows against its original."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from sessionlog.model.errors import SessionlogError
from sessionlog.model.scan import ScannedRow
from sessionlog.model.severity import Diagnosis, HarnessVerdict, Level, Problem, Severity
from sessionlog.sources.artifact import read_artifact
from sessionlog.sources.scan import scan
from sessionlog.store import connection as cx
from sessionlog.store import notes, session_rows
from sessionlog.store.originals import original_file
from sessionlog.store.store import Store
from sessionlog.store.verification import lost_ranges

KEPT_BADLY = frozenset({"segment-lost", "text-changed", "original-lost", "original-differs"})
"""Problems of what is kept here, not of the log that was imported."""


def verify(store: Store, key: int) -> Diagnosis:
    """Read everything of a kept session once. What is found is remembered with it, so that an import
    brings it in anew although its file did not change; what was found before and is well again goes.

    Raises `UserError` when the session is not there, `EnvironmentFault` when nothing can be read.
    """
    found = lost_ranges(store, key) or list(_differences(store, key))
    known = store.diagnosis(key)
    kept = tuple(problem for problem in known.problems if problem.code not in KEPT_BADLY)
    if not found:
        if len(kept) == len(known.problems):
            return known
        severity = Severity.DAMAGED if any(p.level is Level.ERROR for p in kept) else Severity.OK
        healed = replace(known, severity=severity, problems=kept)
        _remember(store, key, healed, damaged=False)
        return healed
    verdict = HarnessVerdict("refuses", "SessionPersistenceCorruptionError", found[0].message)
    damaged = Diagnosis(Severity.DAMAGED, (*found, *kept), verdict)
    if not store.read_only:
        _remember(store, key, damaged, damaged=True)
    return damaged


def _remember(store: Store, key: int, diagnosis: Diagnosis, *, damaged: bool) -> None:
    def write(connection: cx.Connection) -> None:
        session_rows.write_diagnosis(connection, key, diagnosis)
        if damaged:
            notes.write(connection, key, notes.DAMAGED, None)
        else:
            notes.remove(connection, key, notes.DAMAGED)

    store.writer.run(write)


def _differences(store: Store, key: int) -> Iterator[Problem]:
    """Where the rows are not those of the original bytes, where such are kept."""
    original = original_file(store, key)
    if original is None:
        return
    try:
        stored = _stored(store, key)
        for part, row in _scanned(original):
            if next(stored, None) != (part, row):
                yield _differs()
                return
        if next(stored, None) is not None:
            yield _differs()
    except SessionlogError as fault:
        yield Problem("original-lost", Level.ERROR, f"The original bytes cannot be read: {fault.sentence}")


def _stored(store: Store, key: int) -> Iterator[tuple[int, bytes]]:
    log = store.log(key)
    for part in log.parts:
        for line in log.raw_lines(part.first_seq, part.last_seq, part.number):
            yield part.number, line


def _scanned(original: Path) -> Iterator[tuple[int, bytes]]:
    for item in scan(read_artifact(original)):
        if isinstance(item, ScannedRow):
            yield item.part, item.row.raw


def _differs() -> Problem:
    return Problem("original-differs", Level.ERROR, "The rows are not those of the original bytes.")
