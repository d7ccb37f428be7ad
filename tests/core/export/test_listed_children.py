"""Sessions that only their parent's log lists go into its export; those that are not there are named."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from later_logs import LaterLog
from log_files import Json, encode
from logs import LogBuilder

from sessionlog.access.exporting import Exporter, opened_exporter
from sessionlog.access.opened import OpenedSource
from sessionlog.export.entries import Missing, Options
from sessionlog.export.references import ReferenceFinder
from sessionlog.sources.discover import discover


@pytest.fixture
def exporter_of() -> Iterator[Any]:
    opened: list[OpenedSource] = []

    def exporter(place: Path, id: str = "root") -> Exporter:
        opened.append(OpenedSource(2, discover(place)))
        return opened_exporter(opened[-1], next(i.ref.key for i in opened[-1].sessions() if i.id == id))

    yield exporter
    for source in opened:
        source.close()


def listing(id: str, *children: str, **members: Any) -> LaterLog:
    """A log of generation 4 that lists children."""
    log = LaterLog(4, id, **members).begin(f"question of {id}")
    for child in children:
        fact = {"version": 0, "childId": child, "childCreatedAt": log.now, "mode": "one-shot"}
        log.add("subagent/catalog", fact)
    return log.answer([f"answer of {id}"]).end()


def entries(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {n: archive.read(n) for n in archive.namelist() if n != "sessionloom-manifest.json"}


def test_a_listed_child_goes_in_after_the_descendants_with_what_it_lists_itself(
    tmp_path: Path, exporter_of: Any
) -> None:
    home = tmp_path / "home"
    listing("root", "listed", "tied", "gone").write(home)
    listing("listed", "deep", "root").write(home)
    listing("deep").write(home)
    listing("below", parentSession="listed").write(home)
    listing("tied", parentSession="root", origin="subagent").write(home)
    listing("stranger").write(home)
    exporter = exporter_of(home)
    plan = exporter.plan(Options())
    assert [entry.session.id for entry in plan.entries] == ["root", "tied", "listed", "below", "deep"]
    assert plan.missing == (
        Missing("session", "gone", "The log of root lists it as a subagent, and it is not here.", "root"),
    )
    exporter.write_zip(plan, tmp_path / "one.zip")
    assert "subagents/listed/session.v4.jsonl" in entries(tmp_path / "one.zip")
    again = exporter_of(tmp_path / "one.zip")
    again.write_zip(again.plan(Options()), tmp_path / "two.zip")
    assert list(entries(tmp_path / "two.zip").items()) == list(entries(tmp_path / "one.zip").items())
    with zipfile.ZipFile(tmp_path / "two.zip") as archive:
        manifest = json.loads(archive.read("sessionloom-manifest.json"))
    assert [item["id"] for item in manifest["notIncluded"]] == ["gone"]


def test_without_descendants_nothing_listed_is_looked_for(tmp_path: Path, exporter_of: Any) -> None:
    listing("root", "listed", "gone").write(tmp_path / "home")
    listing("listed").write(tmp_path / "home")
    plan = exporter_of(tmp_path / "home").plan(Options(descendants=False))
    assert [entry.session.id for entry in plan.entries] == ["root"]
    assert plan.missing == ()


def test_a_log_cannot_pull_in_a_session_that_says_it_belongs_to_another(
    tmp_path: Path, exporter_of: Any
) -> None:
    listing("root", "secret").write(tmp_path / "home")
    listing("other").write(tmp_path / "home")
    listing("secret", parentSession="other").write(tmp_path / "home")
    plan = exporter_of(tmp_path / "home").plan(Options())
    assert [entry.session.id for entry in plan.entries] == ["root"]
    assert [(item.id, "another parent" in item.reason) for item in plan.missing] == [("secret", True)]


def listed(header: Json, *rows: Json) -> tuple[str, ...]:
    finder = ReferenceFinder()
    for line in (header, *rows):
        finder.feed(encode(line) + b"\n")
    return finder.children()


def fact(seq: int, child: Any, kind: str = "subagent/catalog", **more: Any) -> Json:
    return {"type": kind, "seq": seq, "time": 1, "data": {"childId": child, **more}}


def test_children_that_a_fork_inherited_are_its_parents() -> None:
    cut = {"type": "session/end-seed", "seq": 1, "time": 1, "data": {"inherited": True}}
    assert listed({"isSeeded": True}, fact(0, "theirs"), cut, fact(2, "own")) == ("own",)
    assert listed({"seedLength": 2}, fact(1, "theirs"), fact(2, "own")) == ("own",)


def test_what_lists_a_child_and_what_does_not() -> None:
    assert listed({}, fact(0, "a"), fact(1, "b", mode="external", version=2), fact(2, "a")) == ("a",)
    assert listed({}, fact(0, "w", "tool-workflow/agent-start", runId="r")) == ("w",)
    assert listed({}, fact(0, "x", "plugin:mine"), fact(1, 7), fact(2, "")) == ()
    assert (
        listed({}, {"type": "tool/call", "seq": 0, "data": {"arguments": encode(fact(0, "n")).decode()}})
        == ()
    )


def test_a_child_of_a_workflow_of_generation_0_is_looked_up(tmp_path: Path, exporter_of: Any) -> None:
    root = LogBuilder("root").user("go").assistant("on")
    root.log("tool-workflow/agent-start", {"runId": "r", "seq": 1, "label": "l", "childId": "child"})
    root.end_turn().as_home(tmp_path / "home")
    LogBuilder("child").user("hi").assistant("ho").end_turn().as_home(tmp_path / "home")
    plan = exporter_of(tmp_path / "home").plan(Options())
    assert [entry.name for entry in plan.entries] == ["session.jsonl", "subagents/child/session.jsonl"]
