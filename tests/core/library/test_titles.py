"""Titles of many sessions at once: each settles by itself, and none is waited for (spec 02 section 7)."""

from __future__ import annotations

from pathlib import Path

import pytest
from damage import cut_line, newer_version
from log_files import write_lines
from logs import LogBuilder

from sessionlog.library import LIBRARY_SOURCE, Library, SessionInfo
from sessionlog.store.spill import SpillFolders


@pytest.fixture
def library(tmp_path):
    library = Library.open(tmp_path / "data" / "library.db", spills=SpillFolders((tmp_path / "spill",)))
    yield library
    library.close()


def a_home(folder: Path) -> Path:
    """Titled twice, titled by its first prompt, damaged after its title, and of a format nobody reads."""

    def log(id: str) -> LogBuilder:
        return LogBuilder(id).user("Go").assistant("Gone.").end_turn()

    log("titled").title("First").title("Second").as_home(folder)
    log("fallback").as_home(folder)
    damaged = log("damaged").title("Kept")
    path = damaged.user("More").assistant("Yes.").end_turn().as_home(folder)
    write_lines(path, cut_line(damaged.lines(), len(damaged.lines()) - 2))
    newer = log("newer").title("Unknown")
    path = newer.as_home(folder)
    write_lines(path, newer_version(newer.lines(), 9))
    return folder


def titles(infos: list[SessionInfo]) -> dict[str, str | None]:
    return {info.id: info.title for info in infos if info.generation >= 0}


KNOWN = {"titled": "Second", "fallback": "Go", "damaged": "Kept"}


def test_one_listing_has_the_title_in_force_of_every_session_of_the_library(library, tmp_path):
    library.import_path(a_home(tmp_path / "home"))
    assert titles(library.sessions(LIBRARY_SOURCE)) == KNOWN


def test_in_a_place_that_is_only_opened_each_title_comes_when_its_log_was_read(library, tmp_path):
    source = library.open_path(a_home(tmp_path / "home")).id
    assert titles(library.sessions(source)) == dict.fromkeys(KNOWN)
    for info in library.sessions(source):
        if info.id in KNOWN:
            library.prepare_log(info.ref)
            assert titles([library.session(info.ref)]) == {info.id: KNOWN[info.id]}
    assert titles(library.sessions(source)) == KNOWN
