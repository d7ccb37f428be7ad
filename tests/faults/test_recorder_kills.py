"""A killed recorder loses nothing that a flush promised, and leaves no session half."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import sys

import pytest
from kill_targets import open_at
from killing import half_done, run
from record_targets import record

from sessionlog.generations import strict_check
from sessionlog.library import LIBRARY_SOURCE
from sessionlog.model.attempts import fold_attempts
from sessionlog.store import deletion

pytestmark = [pytest.mark.fault, pytest.mark.timeout(3600)]
KILLS = int(os.environ.get("SESSIONLOOM_KILLS", "100"))
SEED = int(os.environ.get("SESSIONLOOM_KILLS_SEED", "4"))


@pytest.fixture(scope="module")
def children():
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["record_targets"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
        yield context


def test_a_killed_recorder_loses_nothing_that_was_promised(tmp_path, children):
    rng = random.Random(SEED)
    promised, chunks, gone, maybe_gone, away = {}, {}, set(), set(), set()
    for kill in range(KILLS):
        folder = tmp_path / str(kill // 50)
        if kill % 50 == 0:
            promised, chunks, gone, maybe_gone, away = {}, {}, set(), set(), set()
        words = run(children, record, str(folder), kill, until=rng.uniform(0, 0.25))
        for what, *facts in words[1:]:
            if what == "flushed":
                name, last, heard = facts
                promised[name], chunks[name] = max(promised.get(name, -1), last), heard
            else:
                {"deleting": maybe_gone, "deleted": gone, "away": away}[what].add(facts[0])
        check(folder, promised, gone, maybe_gone, away)
        check_balanced(folder, chunks, f"s-{kill}-")


def check(folder, promised, gone, maybe_gone, away):
    library = open_at(folder)
    try:
        infos = {info.id: info for info in library.sessions(LIBRARY_SOURCE)}
        put_away = {
            found.session.session_id: found.session for found in deletion.recently_deleted(library._store)
        }
        assert put_away.keys() >= away
        assert not gone & (infos.keys() | put_away.keys())
        assert promised.keys() - maybe_gone <= infos.keys() | put_away.keys()
        stored = {name: info.ref.key for name, info in infos.items()}
        stored |= {name: session.key for name, session in put_away.items()}
        for name, key in stored.items():
            (part,) = library._store.log(key).parts
            assert part.first_seq == 0
            assert part.last_seq >= promised.get(name, 0)
            header, *rows = b"".join(library._store.text(key)).splitlines()
            assert json.loads(header)["id"] == name
            seq = 0
            for row in library._store.log(key).rows(0, part.last_seq):
                assert row.seq == seq
                seq = row.last_seq + 1
            assert seq == part.last_seq + 1
            assert rows
        library._store.writer.run(lambda connection: None)  # whoever writes first puts things in order
        assert half_done(library) == []
    finally:
        library.close()


def check_balanced(folder, chunks, prefix):
    """The sessions of one run are closed for going on: nothing that was streamed and promised is lost."""
    library = open_at(folder)
    try:
        for info in library.sessions(LIBRARY_SOURCE):
            if not info.id.startswith(prefix):
                continue
            before = library.native.inspect(info.ref.key)
            after = library.native.load(info.ref.key)
            assert list(before.events()) == list(after.events())
            assert after.closers == ()
            log = library.log(info.ref)
            rows = list(log.rows(0, log.parts[0].last_seq))
            strict = strict_check(info.generation, info.id, header=log.header)
            assert [found for row in rows for found in strict.feed(row)] + strict.finish() == []
            assert strict.open_turn is None
            assert sum(attempt.chunks for attempt in fold_attempts(rows, log.dialect, info.id)) >= chunks.get(
                info.id, 0
            )
    finally:
        library.close()
