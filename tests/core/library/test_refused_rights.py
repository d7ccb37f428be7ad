"""A place that was readable when it was opened, and lets nobody in afterwards."""

from __future__ import annotations

import io

import pytest
from logs import LogBuilder
from rights import ordinary_rights
from small_libraries import a_library, case_zip, talk

from sessionlog.cli.main import run
from sessionlog.library import LIBRARY_SOURCE
from sessionlog.model.errors import UserError


@pytest.fixture
def place(tmp_path):
    """A folder with a session and a case, which is closed by the test."""
    folder = tmp_path / "place"
    talk("demo").as_home(folder / "home")
    case_zip(folder, "case")
    yield folder
    folder.chmod(0o700)


@pytest.mark.parametrize("name", ["home", "case.zip"])
def test_what_is_open_is_shown_and_says_what_it_cannot_read(tmp_path, place, name):
    with ordinary_rights(), a_library(tmp_path / "data" / "library.db", tmp_path) as library:
        source = library.open_path(place / name)
        (info,) = library.sessions(source.id)
        follow = library.follow(info.ref)
        place.chmod(0)
        assert library.sources()[-1].state == "missing"
        assert library.sessions(source.id)[0].id == info.id
        follow.poll()
        assert library.comparing.generations(info.ref) == []
        if name == "home":  # an entry of a ZIP was unpacked when it was looked at
            with pytest.raises(UserError) as refused:
                library.fork(info.ref)
            assert refused.value.remedy


def test_what_is_kept_is_read_without_the_file_it_came_from(tmp_path, place):
    with ordinary_rights(), a_library(tmp_path / "data" / "library.db", tmp_path) as library:
        library.import_path(place / "home")
        (info,) = library.sessions(LIBRARY_SOURCE)
        place.chmod(0)
        library.follow(info.ref).poll()
        assert b"Question" in b"".join(library.text(info.ref))
        assert library.deletions.what_goes([info.ref]).files


def test_the_terminal_says_it_in_one_line(tmp_path, place, monkeypatch):
    monkeypatch.setenv("SESSIONLOOM_HOME", str(tmp_path / "data"))
    home = LogBuilder("open").user("Q").assistant("A").end_turn().as_home(tmp_path / "open")
    commands = [
        ("ls", place / "home"),
        ("import", place / "none"),
        ("export", home, "-o", place / "case.zip"),
        ("fork", home, "-o", place),
        ("fork", home, "-o", place / "deeper"),
        ("rescue", "--library", place / "library.db"),
        ("ls", "--library", place / "library.db"),
    ]
    with ordinary_rights():
        place.chmod(0)
        for words in commands:
            out, err = io.StringIO(), io.StringIO()
            assert run([str(word) for word in words], out, err) in (1, 2, 3), words
            assert err.getvalue().startswith("sessionlog: ") and err.getvalue().count("\n") == 1
