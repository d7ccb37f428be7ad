"""An export that is killed at any moment leaves a whole file or none, raw and readable alike."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import sys
import time
import zipfile
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from pathlib import Path

import pytest
from export_targets import export_again_and_again
from logs import LogBuilder

from sessionlog.export.leftovers import sweep

pytestmark = [pytest.mark.fault, pytest.mark.timeout(120)]
KILLS = 20
SEED = 29
LONGEST = 0.3
"""Seconds after the first word of the child: several exports of the home below."""


@pytest.fixture(scope="module")
def children() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["export_targets"])
    with pytest.MonkeyPatch.context() as patch:
        # the server of Python 3.11 does not take over the path of its parent
        patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
        yield context


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("killed") / "home"
    text = random.Random(SEED).randbytes(12_000).hex()
    LogBuilder("root").user(text).assistant("answer").end_turn().as_home(folder)
    for number in range(3):
        LogBuilder(f"child {number}", parentSession="root").user(text[number:]).end_turn().as_home(folder)
    return folder


def killed(children: ForkServerContext, place: Path, home: Path, unnamed: bool, after: float) -> list[str]:
    """The names of the exports that were acknowledged before the child was killed."""
    heard: Connection
    heard, said = children.Pipe(duplex=False)
    child = children.Process(target=export_again_and_again, args=(str(home), str(place), unnamed, said))
    child.start()
    said.close()
    assert heard.recv() == "begun"
    time.sleep(after)
    child.kill()
    child.join()
    assert child.exitcode == -signal.SIGKILL
    words = []
    while True:
        try:
            words.append(heard.recv())
        except EOFError:
            return words


def check(path: Path) -> None:
    """The file is whole to its end."""
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            assert archive.testzip() is None
            assert archive.namelist()[-1] == "sessionloom-manifest.json"
            assert len(archive.namelist()) == 5
        return
    end = {".html": "</html>", ".markdown": "the log itself is the evidence."}[path.suffix]
    assert path.read_text(encoding="utf-8").rstrip().endswith(end)


@pytest.mark.parametrize("unnamed", [True, False])
def test_no_half_file_is_left(children: ForkServerContext, home: Path, tmp_path: Path, unnamed: bool) -> None:
    """Where a file needs a temporary name, that is all that a kill can leave, and it is hidden."""
    rng = random.Random(f"{SEED} {unnamed}")
    without_names = unnamed and hasattr(os, "O_TMPFILE")
    for kill in range(KILLS // 2):
        place = tmp_path / str(kill)
        place.mkdir()
        acknowledged = killed(children, place, home, unnamed, rng.uniform(0, LONGEST))
        found = [path for path in place.iterdir() if path.name != "state"]
        hidden = [path for path in found if path.name.startswith(".")]
        shown = {path.name for path in found} - {path.name for path in hidden}
        assert len(hidden) <= (0 if without_names else 1)
        assert all(path.suffix == ".part" for path in hidden)
        for path in hidden:
            os.utime(path, (0, 0))
        assert sorted(sweep(place)) == sorted(hidden), "the next export into the folder removes it"
        assert shown >= set(acknowledged)
        assert len(shown) <= len(acknowledged) + 1
        for name in shown:
            check(place / name)
