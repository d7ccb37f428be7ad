"""Logs of one session in several formats: all are listed and open, and what only an older one has is said."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from later_logs import LaterLog

from sessionlog.cli.main import run
from sessionlog.library import Library


def two_formats(root: Path, *, more_in_the_older: bool) -> Path:
    for generation in (3, 4):
        log = LaterLog(generation).begin("Go").answer(["one"]).end()
        if generation == 3 and more_in_the_older:
            log.begin("On").answer(["two"]).end()
        log.write(root / "sessions")
    return root


@pytest.mark.parametrize("more", [False, True])
def test_both_are_listed_and_a_reader_is_told_of_the_other(tmp_path: Path, more: bool) -> None:
    root = two_formats(tmp_path, more_in_the_older=more)
    library = Library.open(tmp_path / "library.db")
    try:
        source = library.open_path(root / "sessions")
        of = {session.generation: session.ref for session in library.sessions(source.id)}
        assert set(of) == {3, 4}
        for ref in of.values():
            library.prepare_log(ref)
        codes = {
            generation: [problem.code for problem in library.diagnosis(ref).problems]
            for generation, ref in of.items()
        }
        ahead = ["older-goes-on"] if more else []
        assert codes == {3: ["older-generation", *ahead], 4: ahead}
        assert str(library.diagnosis(of[4]).severity) == "ok"
    finally:
        library.close()


def test_an_id_means_the_highest_generation(tmp_path: Path) -> None:
    root = two_formats(tmp_path, more_in_the_older=True)
    for named, generation in (("later", 4), ("later@g3", 3)):
        out = io.StringIO()
        assert run(["inspect", str(root / "sessions"), "--session", named, "--json"], out, io.StringIO()) == 0
        assert json.loads(out.getvalue())["generation"] == generation
