"""What a killed export left is removed by the next one into that folder, and nothing else is."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from sessionlog.export.leftovers import OLD, hold, sweep, temporary_name
from sessionlog.export.target import Target


def left(folder: Path, *, age: float = 2 * OLD) -> Path:
    path = temporary_name(folder)
    path.write_bytes(b"half of a ZIP")
    os.utime(path, (time.time() - age,) * 2)
    return path


def export(folder: Path) -> None:
    with Target(folder / "case.zip") as target:
        target.file.write(b"whole")
        target.finish()


def test_the_next_export_removes_it(tmp_path: Path) -> None:
    left(tmp_path)
    export(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["case.zip"]


def test_what_may_be_in_use_stays(tmp_path: Path) -> None:
    young, held = left(tmp_path, age=OLD / 2), left(tmp_path)
    with held.open("rb") as file:
        hold(file.fileno())
        assert sweep(tmp_path) == []
    assert young.exists()
    assert sweep(tmp_path) == [held]


@pytest.mark.parametrize("unnamed", [True, False])
def test_an_export_under_way_is_not_swept(
    tmp_path: Path, unnamed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not unnamed:
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    with Target(tmp_path / "slow.zip") as slow:
        slow.file.write(b"whole")
        for path in tmp_path.iterdir():
            os.utime(path, (0, 0))
        export(tmp_path)
        slow.finish()
    assert {path.name for path in tmp_path.iterdir()} == {"slow.zip", "case.zip"}


def test_what_is_not_ours_stays(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_bytes(b"precious")
    folder = tmp_path / "folder"
    folder.mkdir()
    names = [".part", "movie.mkv.part", ".sessionloom-12.part", ".0123456789abcdef.part"]
    for name in names:
        (folder / name).write_bytes(b"precious")
        os.utime(folder / name, (0, 0))
    link, inner = temporary_name(folder), temporary_name(folder)
    link.symlink_to(outside)
    inner.mkdir()
    os.utime(inner, (0, 0))
    assert sweep(folder) == []
    assert {path.name for path in folder.iterdir()} == {*names, link.name, inner.name}
    assert outside.read_bytes() == b"precious"


def test_a_folder_that_cannot_be_listed_is_no_fault(tmp_path: Path) -> None:
    assert sweep(tmp_path / "nowhere") == []
