"""Original bytes: kept as a copy or left where they are, and proved to be those of the rows."""

from __future__ import annotations

import io

import pytest
from log_files import write_lines
from logs import LogBuilder

from sessionlog.cli.main import run
from sessionlog.library import LIBRARY_SOURCE, Library
from sessionlog.model.errors import EnvironmentFault
from sessionlog.model.severity import Severity
from sessionlog.store.artifacts import Original
from sessionlog.store.spill import SpillFolders


@pytest.fixture
def library(tmp_path):
    library = Library.open(tmp_path / "data" / "library.db", spills=SpillFolders((tmp_path / "spill",)))
    yield library
    library.close()


@pytest.fixture
def damaged(tmp_path):
    """A log with a line that is no row: its lines do not give it back."""
    log = (
        LogBuilder("demo").user("Hello").assistant("Hi.").end_turn().user("More").assistant("Yes.").end_turn()
    )
    lines = log.lines()
    lines[3] = b"{" + lines[3]
    return write_lines(tmp_path / "demo.jsonl", lines)


def artifacts(tmp_path):
    folder = tmp_path / "data" / "artifacts"
    return list(folder.iterdir()) if folder.exists() else []


def test_a_kept_original_agrees_with_its_rows(library, damaged, tmp_path):
    (result,) = library.import_path(damaged)
    assert b"".join(library.original(result.ref)) == damaged.read_bytes()
    before = library.diagnosis(result.ref)
    assert library.verify(result.ref) == before
    (copy,) = artifacts(tmp_path)
    copy.write_bytes(copy.read_bytes().replace(b"Yes.", b"No!."))
    assert "original-lost" in [problem.code for problem in library.verify(result.ref).problems]


def test_a_linked_original_stays_where_it_is(library, damaged, tmp_path):
    (result,) = library.import_path(damaged, link=True)
    assert artifacts(tmp_path) == []
    assert b"".join(library.original(result.ref)) == damaged.read_bytes()
    assert "original-lost" not in [problem.code for problem in library.verify(result.ref).problems]
    rows = list(library.log(result.ref).rows(0, 1))
    damaged.unlink()
    with pytest.raises(EnvironmentFault) as caught:
        b"".join(library.original(result.ref))
    assert caught.value.code == "original.gone"
    assert list(library.log(result.ref).rows(0, 1)) == rows
    assert "original-lost" in [problem.code for problem in library.verify(result.ref).problems]


def test_a_linked_file_that_was_rewritten_is_said(library, damaged):
    (result,) = library.import_path(damaged, link=True)
    damaged.write_bytes(damaged.read_bytes().replace(b"Yes.", b"No!."))
    with pytest.raises(EnvironmentFault):
        b"".join(library.original(result.ref))


def test_a_healthy_log_links_and_keeps_nothing(library, tmp_path):
    path = LogBuilder("demo").user("Hello").assistant("Hi.").end_turn().write_zstd(tmp_path / "d.jsonl.zstd")
    (result,) = library.import_path(path, link=True)
    assert artifacts(tmp_path) == []
    path.unlink()
    assert b"".join(library.original(result.ref)) == b"".join(library.text(result.ref))
    assert library.verify(result.ref).severity is Severity.OK


def test_rows_that_are_not_those_of_the_original_are_found(library, damaged, tmp_path):
    (result,) = library.import_path(damaged)
    other = write_lines(tmp_path / "other.jsonl", damaged.read_bytes().replace(b"Yes.", b"No!.").splitlines())

    def swap(connection):
        original = library._store.artifacts.keep(str(other), other.stat().st_size, None)
        original.place()
        connection.execute("UPDATE session SET artifact_sha256 = ?", (original.sha256,))

    library._store.writer.run(swap)
    assert "original-differs" in [problem.code for problem in library.verify(result.ref).problems]


def test_the_command_links_and_verifies(tmp_path, damaged):
    place = str(tmp_path / "cli" / "library.db")
    out = io.StringIO()
    run(["import", str(damaged), "--keep", "link", "--library", place, "--json"], out, io.StringIO())
    assert '"added"' in out.getvalue()
    damaged.write_bytes(b"")
    out = io.StringIO()
    assert run(["verify", "--library", place, "--json"], out, io.StringIO()) == 1
    assert "original-lost" in out.getvalue()


def test_the_door_inspects_and_reads_suffixes(library, tmp_path):
    path = LogBuilder("demo").user("Hello").stream("Hal").write_zstd(tmp_path / "d.jsonl.zstd")
    library.import_path(path)
    (info,) = library.sessions(LIBRARY_SOURCE)
    found = library.inspect(info.ref)
    assert [event["type"] for event in found.closers] == ["step/end", "turn/end"]
    assert [event["seq"] for event in library.read_from(info.ref, 2)] == list(range(2, found.last_seq + 1))


# -- whose the files beside a library are ---------------------------------------------------------


def opened(tmp_path, name="library.db"):
    return Library.open(tmp_path / "data" / name, spills=SpillFolders((tmp_path / "spill",)))


def written_to(library, tmp_path):
    """Whatever is put in order before somebody writes has been when this returns."""
    log = LogBuilder("other").user("Hello").assistant("Hi.").end_turn()
    library.import_path(log.write_plain(tmp_path / "other.jsonl"))


def test_originals_stay_when_a_library_is_begun_anew_and_serve_the_one_that_comes_back(tmp_path, damaged):
    library = opened(tmp_path)
    (result,) = library.import_path(damaged)
    library.close()
    path = tmp_path / "data" / "library.db"
    before = path.read_bytes()
    path.write_bytes(b"")

    library = opened(tmp_path)
    written_to(library, tmp_path)
    assert library.storage.report().disk.unclaimed == damaged.stat().st_size
    library.close()
    (original,) = artifacts(tmp_path)
    assert original.read_bytes() == damaged.read_bytes()

    path.write_bytes(before)
    library = opened(tmp_path)
    written_to(library, tmp_path)
    assert b"".join(library.original(result.ref)) == damaged.read_bytes()
    assert library.storage.report().disk.unclaimed == 0
    library.close()


def test_another_library_in_the_same_folder_leaves_originals_alone(tmp_path, library, damaged):
    (result,) = library.import_path(damaged)
    other = opened(tmp_path, "other.db")
    written_to(other, tmp_path)
    other.close()
    assert b"".join(library.original(result.ref)) == damaged.read_bytes()


def test_a_library_that_moves_away_leaves_another_its_originals(tmp_path, library, damaged):
    (result,) = library.import_path(damaged)
    other = opened(tmp_path, "other.db")
    written_to(other, tmp_path)
    moved = other.storage.move(tmp_path / "elsewhere")
    other.close()
    assert moved.exists() and not (tmp_path / "data" / "other.db").exists()
    assert b"".join(library.original(result.ref)) == damaged.read_bytes()


def test_an_original_that_its_session_has_no_more_goes_with_the_next_start(tmp_path, damaged):
    library = opened(tmp_path)
    library.import_path(damaged)
    damaged.write_bytes(damaged.read_bytes().replace(b"Yes.", b"No!."))
    (result,) = library.import_path(damaged)
    assert result.result == "replaced"
    library.close()
    library = opened(tmp_path)
    written_to(library, tmp_path)
    library.close()
    (original,) = artifacts(tmp_path)
    assert original.read_bytes() == damaged.read_bytes()


def test_a_copy_that_was_not_finished_goes_with_the_next_start(tmp_path, library, damaged, monkeypatch):
    monkeypatch.setattr(Original, "place", lambda original: (_ for _ in ()).throw(RuntimeError("killed")))
    with pytest.raises(RuntimeError):
        library.import_path(damaged)
    library.close()
    (part,) = artifacts(tmp_path)
    assert part.name.endswith(".part")
    again = opened(tmp_path)
    written_to(again, tmp_path)
    again.close()
    assert artifacts(tmp_path) == []
