"""Logs of one session in several formats: all are listed and open, and what only an older one has is said."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from corpus import corpus, find_corpus
from later_logs import LaterLog
from memory_log import MemoryLog

from sessionlog.access import beside
from sessionlog.cli.main import run
from sessionlog.library import LIBRARY_SOURCE, Library
from sessionlog.model.log import EventLog
from sessionlog.sources.shelf import SourceShelf


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


def codes_of(library: Library, source: int) -> dict[int, list[str]]:
    return {
        session.generation: [problem.code for problem in library.diagnosis(session.ref).problems]
        for session in library.sessions(source)
        if session.generation is not None
    }


@pytest.mark.parametrize("more", [False, True])
def test_kept_sessions_are_told_of_each_other_too(tmp_path: Path, more: bool) -> None:
    root = two_formats(tmp_path, more_in_the_older=more)
    library = Library.open(tmp_path / "library.db")
    try:
        library.import_path(root / "sessions")
        ahead = ["older-goes-on"] if more else []
        assert codes_of(library, LIBRARY_SOURCE) == {3: ["older-generation", *ahead], 4: ahead}
    finally:
        library.close()


@pytest.mark.parametrize("kept", [False, True])
def test_rows_that_only_the_older_has_are_counted(tmp_path: Path, kept: bool) -> None:
    """Not only behind its end: a newer log may lack what stands in the middle of the older one."""
    for generation in (3, 4):
        log = LaterLog(generation).begin("Go").answer(["one"]).end()
        if generation == 3:
            log.begin("Between").answer(["two"]).end()
        else:
            log.now += 8  # as long as the turn that is missing
        log.now += 20
        log.begin("On").answer(["three"]).end().write(tmp_path / "sessions")
    library = Library.open(tmp_path / "library.db")
    try:
        source = LIBRARY_SOURCE
        if kept:
            library.import_path(tmp_path / "sessions")
        else:
            source = library.open_path(tmp_path / "sessions").id
            for session in library.sessions(source):
                library.prepare_log(session.ref)
        assert codes_of(library, source) == {3: ["older-generation", "older-has-more"], 4: ["older-has-more"]}
        told = {
            session.generation: library.diagnosis(session.ref).problems[-1]
            for session in library.sessions(source)
        }
        assert "rows of this log are not in the one in format v4" in told[3].message
        assert told[3].seq is not None
        assert "log in format v3 are not in this one" in told[4].message
    finally:
        library.close()


def test_indexes_are_compared_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = two_formats(tmp_path, more_in_the_older=True)
    compared: list[EventLog] = []
    real = beside.lacking
    monkeypatch.setattr(beside, "lacking", lambda *logs: compared.append(logs[0]) or real(*logs))
    library = Library.open(tmp_path / "library.db")
    try:
        library.import_path(root / "sessions")
        for _ in range(3):
            codes_of(library, LIBRARY_SOURCE)
        assert len(compared) == 1
    finally:
        library.close()


def migrated_pairs() -> list[Any]:
    """Logs of the corpus, each beside what the real chain made of it."""
    if find_corpus() is None:
        return [pytest.param(None, None, id="no-corpus")]
    made = corpus() / "generations" / "v3-migrated"
    found = []
    for path in sorted((corpus() / "generations" / "v0").glob("*.jsonl")):
        name = path.name.split(".")[0]
        found += [
            pytest.param(path, newer, id=newer.name)
            for folder in (made, corpus() / "generation-4" / "migrated" / "v0")
            for newer in sorted(folder.glob(f"{name}.*"))
        ]
    return found


@pytest.mark.parametrize(("older", "newer"), migrated_pairs())
def test_a_migration_leaves_no_row_behind(older: Path, newer: Path) -> None:
    corpus()
    assert beside.lacking(memory_log(older), memory_log(newer)) is None


def memory_log(path: Path) -> MemoryLog:
    return MemoryLog(path.read_bytes().splitlines())


def test_an_id_means_the_highest_generation(tmp_path: Path) -> None:
    root = two_formats(tmp_path, more_in_the_older=True)
    for named, generation in (("later", 4), ("later@g3", 3)):
        out = io.StringIO()
        assert run(["inspect", str(root / "sessions"), "--session", named, "--json"], out, io.StringIO()) == 0
        assert json.loads(out.getvalue())["generation"] == generation


def unreadable_above(root: Path, first_line: bytes | None, generation: int = 4) -> Path:
    """A log of format 3 in a folder where a higher one stands that must not be interpreted."""
    log = LaterLog(3, "a b").begin("Go").answer(["one"]).end()
    folder = log.write(root / "sessions").parent
    text = b"" if first_line is None else first_line + b"\n"
    (folder / f"session.v{generation}.jsonl").write_bytes(text)
    return root


UNREADABLE = {
    "empty": (None, 4),
    "no-header": (b"garbage", 4),
    "newer": (
        b'{"type":"session","version":5,"id":"a b","createdAt":1,"isSeeded":false,"delegationDepth":0}',
        5,
    ),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_an_older_log_never_stands_in_for_a_higher_one_that_cannot_be_read(tmp_path: Path, case: str) -> None:
    """Neither for an id in the terminal nor without a word in the window."""
    first_line, generation = UNREADABLE[case]
    home = unreadable_above(tmp_path, first_line, generation)
    for path in (home, home / "sessions" / "--p--" / "a~0020b"):
        for command in ("verify", "inspect"):
            out = io.StringIO()
            assert run([command, str(path), "--session", "a b", "--json"], out, io.StringIO()) == 1
            assert json.loads(out.getvalue())["severity"] == "refused"
        out, err = io.StringIO(), io.StringIO()
        assert run(["nodes", str(path), "--session", "a b"], out, err) == 1
        assert f"session.v{generation}.jsonl" in err.getvalue() and "a b@g3" in err.getvalue()
        assert out.getvalue() == ""
        out = io.StringIO()
        assert run(["inspect", str(path), "--session", "a b@g3", "--json"], out, io.StringIO()) == 0
        told = json.loads(out.getvalue())["problems"]
        assert [problem["code"] for problem in told] == ["older-generation"]
        assert told[0]["affected"].endswith(f"session.v{generation}.jsonl") and told[0]["level"] == "warn"


def test_a_log_is_chosen_by_the_format_that_its_name_claims(tmp_path: Path) -> None:
    written = LaterLog(3).begin("Go").answer(["one"]).end().write(tmp_path / "sessions")
    (written.parent / "session.v4.jsonl").write_bytes(written.read_bytes())
    for named, severity in (("later", "damaged"), ("later@g4", "damaged"), ("later@g3", "ok")):
        out = io.StringIO()
        run(["verify", str(tmp_path), "--session", named, "--json"], out, io.StringIO())
        found = json.loads(out.getvalue())
        assert found["severity"] == severity, named
        assert "duplicate-id" not in [problem["code"] for problem in found["problems"]]


def test_the_faces_of_a_folder_give_the_highest_generation(tmp_path: Path) -> None:
    root = two_formats(tmp_path, more_in_the_older=True)
    shelf = SourceShelf(root / "sessions")
    assert [(key, header.generation) for key, header in shelf.headers()] == [("later", 4)]
    assert shelf.log("later").header.generation == 4


def exported(home: Path, id: str, out: Path, *options: str) -> tuple[int, list[str], str]:
    """Exit status, names of the entries without the manifest, and what is said to people."""
    err = io.StringIO()
    status = run(["export", str(home), "--session", id, "-o", str(out), *options], io.StringIO(), err)
    with zipfile.ZipFile(out) as archive:
        return status, archive.namelist()[:-1], err.getvalue()


def test_an_export_brings_what_stands_above_a_descendant_and_cannot_be_read(tmp_path: Path) -> None:
    home = tmp_path / "home"
    LaterLog(4, "root").begin("Go").answer(["one"]).end().write(home / "sessions")
    child = LaterLog(3, "a b", parentSession="root").begin("Go").answer(["two"]).end()
    folder = child.write(home / "sessions").parent
    for generation in (4, 5):
        (folder / f"session.v{generation}.jsonl").write_bytes(b"garbage\n")
    status, names, _ = exported(home, "root", tmp_path / "out.zip")
    below = [f"subagents/a_b/session.v{generation}.jsonl" for generation in (4, 5, 3)]
    assert (status, names) == (0, ["session.v4.jsonl", *below])
    assert exported(home, "a b@g3", tmp_path / "child.zip")[1] == ["session.v3.jsonl"]
    every = exported(home, "a b@g3", tmp_path / "all.zip", "--all-generations")[1]
    assert sorted(every) == ["session.v3.jsonl", "session.v4.jsonl", "session.v5.jsonl"]


def test_a_second_log_of_one_format_is_not_left_out_in_silence(tmp_path: Path) -> None:
    home = tmp_path / "home"
    written = LaterLog(3).begin("Go").answer(["one"]).end().write(home / "sessions")
    (written.parent / "session.v4.jsonl").write_bytes(written.read_bytes())
    status, names, said = exported(home, "later", tmp_path / "out.zip", "--all-generations")
    assert (status, names) == (1, ["session.v3.jsonl"])
    assert "not included: session later" in said


@pytest.mark.parametrize("generation", [2, 3, 4])
def test_the_manifest_says_how_much_a_fork_inherited(tmp_path: Path, generation: int) -> None:
    """Also of a fork that nobody has read to its end: its header does not say it."""
    log = LaterLog(generation, "fork", seeded=True, parentSession="gone").begin("Go").answer(["one"]).end()
    inherited = log.seq
    log.add("session/end-seed", {"inherited": True})
    log.begin("On").answer(["two"]).end().write(tmp_path / "sessions")
    exported(tmp_path, "fork", tmp_path / "out.zip")
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        (entry,) = json.loads(archive.read("sessionloom-manifest.json"))["entries"]
    assert (entry["inheritedEvents"], entry["parentSession"]) == (inherited, "gone")


def test_a_trace_says_no_count_that_nobody_knows_and_is_of_the_log_that_was_asked_for(tmp_path: Path) -> None:
    """The header of generations 2 to 4 does not say how much was inherited."""
    for generation in (3, 4):
        log = LaterLog(generation, "fork", seeded=True, parentSession="gone").begin("Go").answer(["1"]).end()
        log.add("session/end-seed", {"inherited": True})
        log.write(tmp_path / "sessions")
    for named, generation in (("fork", 4), ("fork@g3", 3)):
        out = io.StringIO()
        run(["trace", str(tmp_path), "--session", named, "--json"], out, io.StringIO())
        header = json.loads(out.getvalue())["target"]["header"]
        assert (header["version"], header.get("seedLength", "not said")) == (generation, "not said")
    library = tmp_path / "library.db"
    run(["import", str(tmp_path / "sessions"), "--library", str(library)], io.StringIO(), io.StringIO())
    out = io.StringIO()
    run(["trace", "--library", str(library), "--session", "fork", "--json"], out, io.StringIO())
    assert json.loads(out.getvalue())["target"]["header"]["seedLength"] == log.seq - 1


def test_a_session_of_one_log_is_exported_whole_with_all_its_generations(tmp_path: Path) -> None:
    home = tmp_path / "home"
    LaterLog(4).begin("Go").answer(["one"]).end().write(home / "sessions")
    status, names, said = exported(home, "later", tmp_path / "out.zip", "--all-generations")
    assert (status, names, said) == (0, ["session.v4.jsonl"], "")
