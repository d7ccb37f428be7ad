"""Scratch folders hold what sessions say: nobody else may look into them or the folders above."""

from __future__ import annotations

import os
import stat

import pytest

from sessionlog.sources.scratch import HOME_VARIABLE, ScratchFolder

pytestmark = pytest.mark.skipif(os.name == "nt", reason="modes of POSIX")


@pytest.mark.parametrize(
    ("variable", "below"),
    [(HOME_VARIABLE, ("cache", "scratch")), ("XDG_CACHE_HOME", ("sessionloom", "scratch"))],
)
def test_every_folder_made_for_a_scratch_is_private(tmp_path, monkeypatch, variable, below):
    monkeypatch.delenv(HOME_VARIABLE, raising=False)
    monkeypatch.setenv(variable, str(tmp_path / "base"))
    scratch = ScratchFolder()
    made = [tmp_path / "base", tmp_path / "base" / below[0], tmp_path.joinpath("base", *below), scratch.path]
    modes = {folder.name: stat.S_IMODE(folder.stat().st_mode) for folder in made}
    assert scratch.path.parent == tmp_path.joinpath("base", *below)
    scratch.close()
    assert {name: mode for name, mode in modes.items() if mode != 0o700} == {}
