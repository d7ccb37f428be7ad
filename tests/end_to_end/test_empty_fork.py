"""F29: a fork of which only a title was ever written is an empty fork, neither dropped nor an error."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from later_logs import LaterLog
from logs import LogBuilder

from sessionlog.access.opened import OpenedSource
from sessionlog.cli.main import run
from sessionlog.lineage.family import Families, Member, Tie
from sessionlog.sources.discover import discover

TITLE = "Try the other way"
FORKS = {"seed marker and title": 2, "title alone": 1}
"""The events of the forks of the home by their id."""


def home_of(generation: int, folder: Path) -> Path:
    """A parent with a turn, a fork with a seed marker and a title, and one with a title alone."""
    marked, bare = FORKS
    if generation == 0:
        LogBuilder("parent").user("hi").assistant("ho").end_turn().as_home(folder)
        log = LogBuilder(marked, parentSession="parent", seedLength=0)
        log.log("session/end-seed", {})
        log.title(TITLE).flush().as_home(folder)
        LogBuilder(bare, parentSession="parent").title(TITLE).flush().as_home(folder)
        return folder
    sessions = folder / "sessions"
    LaterLog(generation, "parent").begin("hi").answer(["ho"]).end().write(sessions)
    seeded = LaterLog(generation, marked, seeded=True, parentSession="parent")
    seeded.add("session/end-seed", {"inherited": True})
    for later in (seeded, LaterLog(generation, bare, parentSession="parent")):
        later.add("session/title", {"title": TITLE, "messageSeqs": [], "source": {"kind": "user"}})
        later.write(sessions)
    return folder


def done(*words: object) -> list[Any]:
    out, err = io.StringIO(), io.StringIO()
    status = run([*(str(word) for word in words), "--json"], out, err)
    assert (status, err.getvalue()) == (0, ""), err.getvalue()
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.fixture(params=[0, 2, 3, 4])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return home_of(request.param, tmp_path / "home")


@pytest.fixture(params=["folder", "zip"])
def place(request: pytest.FixtureRequest, home: Path, tmp_path: Path) -> Path:
    """The home as it is, or the ZIP of the parent with what descends from it."""
    if request.param == "folder":
        return home
    case = tmp_path / "case.zip"
    done("export", home, "--session", "parent", "-o", case)
    return case


def test_it_is_shown_as_an_empty_fork_of_its_parent(place: Path) -> None:
    listed = {found["id"]: found for found in done("ls", place)}
    assert listed.keys() == {"parent", *FORKS}
    assert {listed[fork]["parentSession"] for fork in FORKS} == {"parent"}
    assert {(one["severity"], one["harness"]["verdict"]) for one in done("verify", place)} == {
        ("ok", "opens")
    }
    for fork, events in FORKS.items():
        (inspected,) = done("inspect", place, "--session", fork)
        assert (inspected["events"], inspected["derivedMessages"]) == (events, 0)
        assert inspected["problems"] == []
        (trace,) = done("trace", place, "--session", fork)
        assert [each["header"]["id"] for each in trace["ancestors"]] == ["parent"]
        assert trace["complete"]
        assert done("nodes", place, "--session", fork) == []
    (trace,) = done("trace", place, "--session", "parent")
    assert {each["header"]["id"] for each in trace["descendants"]} == set(FORKS)


def test_the_lineage_tree_has_it_with_its_title_and_nothing_inherited(place: Path) -> None:
    source = OpenedSource(2, discover(place))
    try:
        for info in source.sessions():
            source.prepare(info.ref.key, None, None)
        infos = {info.id: info for info in source.sessions()}
    finally:
        source.close()
    assert {infos[fork].title for fork in FORKS} == {TITLE}
    assert {infos[fork].turns for fork in FORKS} == {0}
    members = [
        Member(i.id, i.created_at, i.parent_session, i.origin, i.seed_length, i.events)
        for i in infos.values()
    ]
    tree = Families(members).family("parent")
    found = {branch.id: branch for branch in tree.root.walk()}
    assert found.keys() == {"parent", *FORKS}
    marked = found["seed marker and title"]
    assert (marked.tie, marked.cut_seq) == (Tie.FORK, None)
    assert marked.parent is found["parent"]
    assert found["title alone"].parent is found["parent"]


def test_it_is_exported_alone_and_with_its_parent(home: Path, tmp_path: Path) -> None:
    done("export", home, "--session", "parent", "-o", tmp_path / "case.zip")
    with zipfile.ZipFile(tmp_path / "case.zip") as archive:
        texts = [archive.read(name) for name in archive.namelist() if name.startswith("subagents/")]
    assert len(texts) == len(FORKS)
    for number, fork in enumerate(FORKS):
        out = tmp_path / f"{number}.zip"
        done("export", home, "--session", fork, "-o", out)
        with zipfile.ZipFile(out) as archive:
            assert archive.read(archive.namelist()[0]) in texts
        assert [found["id"] for found in done("ls", out)] == [fork]
        for form in ("markdown", "html"):
            target = tmp_path / f"{number}.{form}"
            done("export", home, "--session", fork, "--format", form, "-o", target)
            assert TITLE in target.read_text(encoding="utf-8")


def test_it_is_kept_by_a_library(place: Path, tmp_path: Path) -> None:
    library = tmp_path / "data" / "library.db"
    assert {found["result"] for found in done("import", place, "--library", library)} == {"added"}
    kept = {found["id"]: found for found in done("ls", "--library", library)}
    assert kept.keys() == {"parent", *FORKS}
    for fork, events in FORKS.items():
        assert (kept[fork]["title"], kept[fork]["events"]) == (TITLE, events)
