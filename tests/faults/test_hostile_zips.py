"""200 generated hostile ZIPs, and heavy ones within every cap: no crash, nothing outside, under 300 MB."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import hostile_zips
import pytest

pytestmark = [
    pytest.mark.fault,
    pytest.mark.timeout(300),
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no peak of memory is told here"),
]
COUNT, MOST_MB = 200, 300


def child(what: str, folder: Path, number: int, state: Path) -> str:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "SESSIONLOOM_HOME": str(state),
        "TMPDIR": str(state),
    }
    words = [sys.executable, hostile_zips.__file__, what, str(folder), str(number)]
    ended = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-2000:]
    return ended.stdout


def test_they_are_opened_in_little_memory_and_nothing_is_left(tmp_path: Path) -> None:
    folder, state = tmp_path / "zips", tmp_path / "state"
    folder.mkdir()
    state.mkdir()
    child("make", folder, COUNT, state)
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert len(before) > COUNT
    assert int(child("open", folder, 0, state)) < MOST_MB
    assert {path.name: path.stat().st_mtime_ns for path in folder.iterdir()} == before
    assert {path.name for path in tmp_path.iterdir()} == {"zips", "state"}
    left = [path for path in state.rglob("*") if path.is_file()]
    assert [path for path in left if path.suffix in {".jsonl", ".zstd", ".png", ".db"}] == []


def test_the_measure_sees_what_is_taken(tmp_path: Path) -> None:
    assert int(child("take", tmp_path, MOST_MB + 50, tmp_path)) > MOST_MB
