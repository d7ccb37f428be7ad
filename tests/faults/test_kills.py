"""A killed importer and a killed follower lose nothing acknowledged and leave nothing half."""

from __future__ import annotations

import multiprocessing
import os
import random
import sys
import time
from pathlib import Path

import pytest
from kill_targets import follow_log, import_home, open_at
from killing import half_done, run
from log_files import read_text
from logs import LogBuilder

from sessionlog.library import LIBRARY_SOURCE

pytestmark = [pytest.mark.fault, pytest.mark.timeout(300)]
KILLS = 50
SEED = 20


@pytest.fixture(scope="module")
def children():
    """A process that has imported everything and forks the children, so that each starts at once."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["kill_targets"])
    with pytest.MonkeyPatch.context() as patch:
        # the server of Python 3.11 does not take over the path of its parent
        patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
        yield context


def talk(id: str, turns: int) -> LogBuilder:
    log = LogBuilder(id)
    for turn in range(turns):
        log.user(f"Question {turn}").assistant("word " * 60, thinking="Hm.").end_turn()
    return log


def test_a_killed_importer_leaves_whole_sessions_or_none(tmp_path, children):
    rng = random.Random(SEED)
    home = tmp_path / "home"
    files = {
        log.id: log.as_home(home, zstd=False, packed=False) for log in (talk("small", 3), talk("large", 150))
    }
    whole = time_of_import(children, tmp_path / "whole", home)
    for kill in range(KILLS):
        folder = tmp_path / f"{kill}"
        words = run(children, import_home, str(folder), str(home), until=rng.uniform(0, whole))
        check_import(folder, home, files, acknowledged=words[1:] == [2])


def time_of_import(children, folder: Path, home: Path) -> float:
    """Seconds from a child's first word to its last."""
    heard, said = children.Pipe(duplex=False)
    child = children.Process(target=import_home, args=(str(folder), str(home), said))
    child.start()
    assert heard.recv() == "begun"
    begun = time.perf_counter()
    assert heard.recv() == 2
    child.join()
    return time.perf_counter() - begun


def check_import(folder: Path, home: Path, files: dict[str, Path], *, acknowledged: bool) -> None:
    library = open_at(folder)
    try:
        kept = library.sessions(LIBRARY_SOURCE)
        for info in kept:
            assert b"".join(library.text(info.ref)) == read_text(files[info.id])
        if acknowledged:
            assert {info.id for info in kept} == set(files)
        results = library.import_path(home)
        assert {result.result for result in results} <= {"added", "unchanged"}
        assert {info.id for info in library.sessions(LIBRARY_SOURCE)} == set(files)
        assert half_done(library) == []
    finally:
        library.close()


def test_a_killed_follower_loses_nothing_acknowledged(tmp_path, children):
    rng = random.Random(SEED)
    log = talk("demo", 2)
    path = log.as_home(tmp_path / "home", zstd=True)
    library = open_at(tmp_path)
    library.import_path(path)
    library.close()
    for turn in range(2000):
        log.user(f"More {turn}").assistant("Yes. " * 20, thinking="Hm.").end_turn()
    whole = log.as_home(tmp_path / "whole", zstd=True)
    content = whole.read_bytes()
    for _ in range(KILLS):
        step = rng.randint(100, 3000)
        words = run(children, follow_log, str(tmp_path), str(path), content, step, until=rng.uniform(0, 0.15))
        assert "end" not in words, "the log is too short for the test"
        library = open_at(tmp_path)
        try:
            (info,) = library.sessions(LIBRARY_SOURCE)
            (part,) = library.log(info.ref).parts
            assert part.last_seq >= max(words)
            assert half_done(library) == []
        finally:
            library.close()
    check_end(tmp_path, path, whole)


def check_end(folder: Path, path: Path, whole: Path) -> None:
    with path.open("ab") as file:
        file.write(whole.read_bytes()[path.stat().st_size :])
    library = open_at(folder)
    (info,) = library.sessions(LIBRARY_SOURCE)
    library.follow(info.ref).poll()
    library.flush()
    assert b"".join(library.text(info.ref)) == read_text(whole)
    library.close()
