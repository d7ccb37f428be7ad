"""A thousand random forks against naive copies: the same events, messages and bytes."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

import pytest
from corpus import find_corpus
from hard_logs import hard_log
from log_files import write_batches
from logs import LogBuilder
from memory_log import MemoryLog

from sessionlog.library import LIBRARY_SOURCE, Library, SessionRef
from sessionlog.lineage.cut import ForkRefused
from sessionlog.model.errors import SessionlogError
from sessionlog.model.json import canonical
from sessionlog.model.log import EventLog
from sessionlog.model.restored import restore_log
from sessionlog.store import segments
from sessionlog.store.spill import SpillFolders

FORKS = 1_000
CHECKED_DEEPLY = 4
"""Every so many forks is also compared event by event and message by message."""
SEED = 6


@dataclass
class Kept:
    """A session and the lines that a copy of it has."""

    ref: SessionRef
    lines: list[bytes]
    events: int


def sources() -> list[list[bytes]]:
    logs = [hard_log(seed).lines(packed=seed % 2 == 0) for seed in range(12)]
    logs.append(LogBuilder("empty").lines())
    logs.append(legacy())
    place = find_corpus()
    if place is not None:
        files = sorted((place / "generations" / "v3-native").glob("*.jsonl"))
        files += sorted((place / "generation-4" / "native").glob("n-*.jsonl"))
        files += sorted((place / "generations" / "v0").glob("*.jsonl"))
        logs += [path.read_bytes().splitlines() for path in files]
    return logs


def legacy() -> list[bytes]:
    log = LogBuilder("legacy", inbox=False).user("one").assistant("1").end_turn({"kind": "disposed"})
    for event in log.events:
        if event["type"] == "turn/start":
            event["data"]["trigger"] = {"kind": "user"}
        if event["type"] == "assistant/message":
            message = event["data"].pop("message")
            event["data"] |= {"content": message["content"], "provenance": {"provider": "p", "model": "m"}}
    return log.lines()


def keep(library: Library, folder: Path, number: int, lines: list[bytes]) -> Kept | None:
    path = write_batches(folder / f"{number}.jsonl", lines[0], [lines[1:]])
    (result,) = library.import_path(path)
    if result.ref is None:
        return None
    log = library.log(result.ref)
    (*_, part) = log.parts[:1]
    return Kept(result.ref, [log.header.raw, *raw(log)], part.last_seq + 1)


def raw(log: EventLog) -> list[bytes]:
    return [row.raw for row in log.rows(0, log.parts[0].last_seq)]


def deeply_same(mine: EventLog, copy: EventLog) -> None:
    last = copy.parts[0].last_seq
    assert mine.parts[0].last_seq == last
    events = [
        [canonical(event) for event in log.dialect.events(log.rows(0, last), log.header.id)]
        for log in (mine, copy)
    ]
    assert events[0] == events[1]
    assert messages(mine) == messages(copy)


def messages(log: EventLog) -> list[bytes] | str:
    try:
        return [canonical(dict(message)) for message in restore_log(log).messages()]
    except SessionlogError as error:
        return error.code


@pytest.mark.timeout(300)
def test_a_thousand_forks_equal_a_thousand_copies(tmp_path, monkeypatch):
    rng = random.Random(SEED)
    monkeypatch.setattr(segments, "MAX_ROWS", 16)
    library = Library.open(tmp_path / "data" / "library.db", spills=SpillFolders((tmp_path / "spill",)))
    pool = [
        kept for n, lines in enumerate(sources()) if (kept := keep(library, tmp_path, n, lines)) is not None
    ]
    made = refused = 0
    while made < FORKS:
        parent = rng.choice(pool)
        at = rng.choice((None, rng.randrange(parent.events + 3)))
        try:
            fork = library.fork(parent.ref, at, exact=rng.random() < 0.4)
        except ForkRefused:
            refused += 1
            continue
        made += 1
        child = library.log(fork.ref)
        own = [row.raw for row in child.rows(fork.inherited_events, child.parts[0].last_seq)]
        inherited = inherited_lines(child, parent.lines, fork.inherited_events)
        copy = [child.header.raw, *inherited, *own]
        assert b"".join(library.text(fork.ref)) == b"".join(line + b"\n" for line in copy)
        if made % CHECKED_DEEPLY == 0:
            deeply_same(child, MemoryLog(copy))
        pool.append(Kept(fork.ref, copy, child.parts[0].last_seq + 1))
        if len(pool) > 120:
            pool.pop(rng.randrange(len(pool)))
    assert refused > 50, "refusals are part of what is tried"
    assert len(library.sessions(LIBRARY_SOURCE)) > FORKS
    library.close()


def inherited_lines(log: EventLog, lines: list[bytes], events: int) -> list[bytes]:
    found, seq = [], 0
    for line in lines[1:]:
        if seq >= events:
            break
        found.append(line)
        seq += log.dialect.read_row(line).count
    assert seq == events
    return found
