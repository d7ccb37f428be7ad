"""A library is moved to another folder, or stays whole where it is."""

from __future__ import annotations

import os
from contextlib import contextmanager

import pytest
from rights import ordinary_rights
from small_libraries import PICTURE, a_library, case_zip, everything_in, keep, open_at

from sessionlog.access.storage import Cancelled
from sessionlog.library import LIBRARY_SOURCE, SessionRef
from sessionlog.model.errors import EnvironmentFault, UserError
from sessionlog.store import copying


@pytest.fixture
def library(tmp_path):
    library = open_at(tmp_path)
    yield library
    library.close()


@contextmanager
def killed_while_copying(monkeypatch):
    """As a killed process would leave a copy: nothing of it is cleared away."""
    with monkeypatch.context() as patch:
        patch.setattr(copying, "_copy_database", _killed)
        patch.setattr(copying.shutil, "rmtree", lambda path, ignore_errors: None)
        with pytest.raises(KeyboardInterrupt):
            yield


def _killed(store, target, tell, cancel):
    target.write_bytes(b"half")
    raise KeyboardInterrupt


def test_a_moved_library_is_found_from_where_it_was(library, tmp_path):
    library.import_path(case_zip(tmp_path, "case"))
    (tmp_path / "data" / "settings.json").write_text("{}")
    there = library.storage.move(tmp_path / "disk", ("settings.json", "window.ini"))
    assert there == tmp_path / "disk" / "sessionloom" / "library.db"
    assert (there.parent / "settings.json").exists()
    with pytest.raises(EnvironmentFault) as gone:
        library.marks.rename(library.sessions(LIBRARY_SOURCE)[0].ref, "Too late")
    assert gone.value.code == "library.gone" and str(there) in gone.value.sentence
    library.close()
    assert PICTURE not in everything_in(tmp_path / "data")
    with a_library(tmp_path / "data" / "library.db", tmp_path) as other:
        assert other.path == there
        assert [info.id for info in other.sessions(LIBRARY_SOURCE)] == ["case"]


def test_a_moved_library_whose_disk_is_away_is_said_and_not_made_anew(library, tmp_path):
    keep(library, tmp_path, "demo")
    there = library.storage.move(tmp_path / "disk")
    library.close()
    there.parent.rename(tmp_path / "away")
    with pytest.raises(EnvironmentFault) as away:
        open_at(tmp_path)
    assert away.value.code == "library.away"
    assert not there.exists() and not (tmp_path / "data" / "library.db").exists()


@pytest.mark.parametrize(
    "name", [b" a b ", b"x\ny", "\u202eשלום".encode(), "日本語".encode(), b"%41?mode=ro#x", b"\xff\xfe"]
)
def test_a_library_is_moved_to_a_folder_of_any_name(library, tmp_path, name):
    keep(library, tmp_path, "demo")
    there = library.storage.move(tmp_path / os.fsdecode(name))
    library.close()
    with a_library(tmp_path / "data" / "library.db", tmp_path) as other:
        assert other.path == there
        assert [info.id for info in other.sessions(LIBRARY_SOURCE)] == ["demo"]


def test_what_comes_after_a_move_waits_for_the_next_start(tmp_path):
    path = tmp_path / "data" / "library.db"
    with a_library(path, tmp_path) as library:
        key, session = library.native.create(
            {"version": 0, "id": "run", "createdAt": 1, "delegationDepth": 0}
        )
        session.append("session/title", {"title": "Before"})
        session.flush()
        library.storage.move(tmp_path / "disk")
        session.append("session/title", {"title": "After"})
    with a_library(path, tmp_path) as library:
        ref = SessionRef(LIBRARY_SOURCE, key)
        library.marks.rename(ref, "Written")
        titles = [row.value["data"]["title"] for row in library.log(ref).rows(0, 9)]
    assert titles == ["Before", "After"]


def test_nothing_of_a_library_is_left_where_it_was_even_before_it_is_closed(library, tmp_path):
    keep(library, tmp_path, "demo")
    assert (tmp_path / "data" / "library.db-wal").stat().st_size
    library.storage.move(tmp_path / "disk")
    left = {path.name for path in (tmp_path / "data").iterdir()}
    assert left == {"library.db.lock", "library.db.owner.json", "library.db.moved"}


def test_what_a_killed_move_left_does_not_stand_in_the_way_of_the_next(library, tmp_path, monkeypatch):
    keep(library, tmp_path, "demo")
    with killed_while_copying(monkeypatch):
        library.storage.move(tmp_path / "disk")
    assert [path.name for path in (tmp_path / "disk").iterdir()] == ["sessionloom.part"]
    assert library.storage.move(tmp_path / "disk").exists()
    assert [path.name for path in (tmp_path / "disk").iterdir()] == ["sessionloom"]


def test_a_folder_that_only_looks_like_one_is_not_removed(library, tmp_path):
    (tmp_path / "disk" / "sessionloom.part").mkdir(parents=True)
    (tmp_path / "disk" / "sessionloom.part" / "mine").write_text("mine")
    with pytest.raises(UserError) as refused:
        library.storage.move(tmp_path / "disk")
    assert refused.value.code == "library.there"
    assert (tmp_path / "disk" / "sessionloom.part" / "mine").exists()


def test_a_cancelled_move_leaves_the_library_where_it_is(library, tmp_path):
    info = keep(library, tmp_path, "demo")["demo"]
    with pytest.raises(Cancelled):
        library.storage.move(tmp_path / "disk", cancel=lambda: True)
    library.marks.rename(info.ref, "Still here")
    assert library.session(info.ref).name == "Still here"
    assert not (tmp_path / "disk" / "sessionloom").exists()


def test_a_library_is_not_moved_over_something(library, tmp_path):
    (tmp_path / "disk" / "sessionloom").mkdir(parents=True)
    with pytest.raises(UserError) as refused:
        library.storage.move(tmp_path / "disk")
    assert refused.value.code == "library.there"


@pytest.fixture
def closed_folder(tmp_path):
    """A folder in which nothing can be looked at or made."""
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o000)
    yield folder
    folder.chmod(0o700)


@pytest.mark.parametrize("act", ["move", "back_up"])
def test_a_folder_that_lets_nobody_in_is_said(tmp_path, closed_folder, act):
    with ordinary_rights(), a_library(tmp_path / "data" / "library.db", tmp_path) as library:
        keep(library, tmp_path, "demo")
        for target in (closed_folder, closed_folder / "deeper"):
            with pytest.raises(EnvironmentFault) as refused:
                getattr(library.storage, act)(target)
            assert refused.value.code == "library.no-target"


def test_a_library_whose_own_folder_takes_no_note_stays_and_leaves_no_second_one(tmp_path):
    data = tmp_path / "data"
    with ordinary_rights(), a_library(data / "library.db", tmp_path) as library:
        info = keep(library, tmp_path, "demo")["demo"]
        data.chmod(0o500)
        with pytest.raises(EnvironmentFault):
            library.storage.move(tmp_path / "disk")
        assert list((tmp_path / "disk").iterdir()) == []
        library.marks.rename(info.ref, "Still here")
        library.close()  # the writer ends although the file that names it cannot go
        data.chmod(0o700)
    with a_library(data / "library.db", tmp_path) as library:
        assert library.session(info.ref).name == "Still here"
        library.marks.rename(info.ref, "And is written again")
