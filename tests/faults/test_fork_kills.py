"""A killed forker leaves every acknowledged child whole, and no child without its prefix."""

from __future__ import annotations

import multiprocessing
import os
import random
import sys
from pathlib import Path

import pytest
from kill_targets import fork_on, open_at
from killing import half_done, run
from logs import LogBuilder

from sessionlog.library import LIBRARY_SOURCE, Library, SessionInfo

pytestmark = [pytest.mark.fault, pytest.mark.timeout(300)]
KILLS = 100
SEED = 20


@pytest.fixture(scope="module")
def children():
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["kill_targets"])
    with pytest.MonkeyPatch.context() as patch:
        # the server of Python 3.11 does not take over the path of its parent
        patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
        yield context


def parent_home(folder: Path) -> Path:
    log = LogBuilder("parent")
    for turn in range(12):
        log.user(f"Question {turn}").assistant("word " * 30, thinking="Hm.").end_turn()
    return log.as_home(folder, zstd=True)


def lines_of(library: Library, info: SessionInfo) -> list[bytes]:
    return b"".join(library.text(info.ref)).splitlines()


def check(library: Library, acknowledged: list[str]) -> None:
    """Every child has its prefix byte for byte, its marker, and the number of events that it says."""
    assert half_done(library) == []
    infos = {info.id: info for info in library.sessions(LIBRARY_SOURCE)}
    assert infos.keys() >= set(acknowledged)
    parent = lines_of(library, infos["parent"])[1:]
    for info in infos.values():
        if info.id != "parent":
            log = library.log(info.ref)
            inherited = [row.raw for row in log.rows(0, info.seed_length - 1)]
            lines = lines_of(library, info)
            assert lines[1 : len(inherited) + 1] == inherited
            assert b'"session/end-seed"' in lines[len(inherited) + 1] + lines[len(inherited)]
            own = sum(1 for line in inherited if b'"session/end-seed"' in line or b'"session/title"' in line)
            whole = [line for line in inherited if line in set(parent)]
            assert len(whole) >= len(inherited) - own
            (part,) = log.parts
            assert info.events == part.last_seq + 1 > info.seed_length


def test_no_child_without_its_prefix(tmp_path, children):
    rng = random.Random(SEED)
    library = open_at(tmp_path)
    library.import_path(parent_home(tmp_path / "home"))
    library.close()
    known: list[str] = []
    for kill in range(KILLS):
        words = run(children, fork_on, str(tmp_path), until=rng.uniform(0, 0.12))
        assert words[0] == "begun" and "end" not in words
        known += words[1:]
        library = open_at(tmp_path)
        try:
            if kill % 10 == 9 or kill < 5:
                check(library, known)
            else:
                assert half_done(library) == []
                assert {info.id for info in library.sessions(LIBRARY_SOURCE)} >= set(known)
            spare = [info.ref for info in library.sessions(LIBRARY_SOURCE) if info.native]
            if len(spare) > 60:
                library.deletions.delete_now(spare)
                known.clear()
        finally:
            library.close()
