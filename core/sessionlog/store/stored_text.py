"""The text of a stored session, checked while it is given out."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator, Sequence

from sessionlog.model.log import Part
from sessionlog.store import connection as cx
from sessionlog.store import faults, notes
from sessionlog.store.readers import Readers
from sessionlog.store.stored_log import StoredLog


def missing_events(connection: cx.Connection, key: int, parts: Sequence[Part]) -> int:
    """How many events a session had when it was stored that none of its parts has now."""
    found = connection.execute("SELECT events FROM session WHERE id = ?", (key,)).fetchone()
    there = sum(part.last_seq - part.first_seq + 1 for part in parts)
    return 0 if found is None or found[0] is None else max(0, found[0] - there)


def checked_text(readers: Readers, log: StoredLog, key: int) -> Iterator[bytes]:
    """The header and every stored row, each with its LF: the text of a healthy log.

    Checked against the hashes of the import as it goes. Raises `EnvironmentFault`
    (`library.damaged`) at once where rows are missing, else at the end of the first run of lines that
    is not what was stored.
    """
    with readers.read() as connection:
        runs = connection.execute(
            "SELECT lines, sha256 FROM text_run WHERE session = ? ORDER BY number", (key,)
        ).fetchall()
        forked = notes.read(connection, key, notes.FORK)
        header, parts = log.header.raw, log.parts
        if missing_events(connection, key, parts) or not _is_covered(connection, key, parts):
            raise faults.fault(faults.DAMAGED, readers.path)
    lines = itertools.chain(
        [header], *(log.raw_lines(part.first_seq, part.last_seq, part.number) for part in parts)
    )
    if forked is not None:  # shared lines were never hashed for the child: their frames have checksums
        shared = itertools.chain([header], log.raw_lines(0, forked[0]["cut"] - 1))
        yield from (line + b"\n" for line in shared)
        lines = itertools.chain(log.raw_lines(forked[0]["cut"], parts[0].last_seq))
    for count, sha256 in runs:
        digest = hashlib.sha256()
        for line in itertools.islice(lines, count):
            text = line + b"\n"
            digest.update(text)
            yield text
        if digest.hexdigest() != sha256:
            raise faults.fault(faults.DAMAGED, readers.path)
    if next(lines, None) is not None:  # rows whose hash is gone
        raise faults.fault(faults.DAMAGED, readers.path)


def _is_covered(connection: cx.Connection, key: int, parts: Sequence[Part]) -> bool:
    """Whether segments follow one another from the first to the last seq of every part."""
    due = {part.number: part.first_seq for part in parts}
    for part, first, last in connection.execute(
        "SELECT part, first_seq, last_seq FROM session_segment WHERE session = ? ORDER BY part, first_seq",
        (key,),
    ):
        if due.get(part) != first:
            return False
        due[part] = last + 1
    return all(due[part.number] == part.last_seq + 1 for part in parts)
