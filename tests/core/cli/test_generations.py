"""Every command of `sessionlog` reads every generation (corpus `generations` and `generation-4`)."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from corpus import corpus
from generations import cases, path_of

from sessionlog.cli.main import run


def call(*argv: object) -> tuple[int, list[dict[str, Any]]]:
    out, err = io.StringIO(), io.StringIO()
    status = run([*(str(word) for word in argv), "--json"], out, err)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.parametrize(("folder", "name", "entry"), cases())
def test_inspect_says_what_the_harness_derives(folder: str, name: str, entry: dict[str, Any]) -> None:
    corpus()
    if "surfaceNodes" not in entry:
        pytest.skip(f"{name} is refused")
    _, (said,) = call("inspect", path_of(folder, name, entry))
    if said["events"] != entry["events"]:
        assert name.endswith("hw-nonheader.jsonl"), "its last row is one that the harness drops"
        return
    assert said["surface"]["nodes"] == entry["surfaceNodes"]
    assert said["derivedMessages"] == len(entry["derived"])
    assert said["closers"] == entry["interruptedTurnClosers"]
    assert (said["requestHeader"] or {}).get("config") == entry["requestHeaderConfig"]
    assert (said["inheritedEvents"] or 0) == entry["inheritedEventCount"]


PLACES = [
    "generations/v1/v0-tools.jsonl",
    "generations/v2/v0-cancel.jsonl",
    "generations/v3-native/s-tools.jsonl",
    "generation-4/native/n-fork-mid.v4.jsonl",
]


@pytest.mark.parametrize("place", PLACES)
def test_every_request_can_be_asked_for_at_its_attempt(place: str, tmp_path: Path) -> None:
    path = corpus() / place
    _, attempts = call("attempts", path)
    assert attempts
    for attempt in attempts:
        status, (request,) = call("request", path, "--at", attempt["firstSeq"])
        assert status == 0
        assert request["messages"][-1]["role"] in ("user", "tool", "developer")


@pytest.mark.parametrize("place", PLACES)
def test_pages_records_traces_and_imports(place: str, tmp_path: Path) -> None:
    path = corpus() / place
    _, (inspected,) = call("inspect", path)
    _, records = call("records", path)
    assert [record["seq"] for record in records][-1] == inspected["events"] - 1
    current = [record["seq"] for record in records if record["surface"] == "current"]
    assert sorted(current) == sorted(inspected["surface"]["nodes"])
    _, pages = call("page", path, "--messages", 2)
    assert pages[0]["toSeq"] == inspected["events"] - 1
    assert call("nodes", path)[1]
    assert call("trace", path, "--event", inspected["surface"]["nodes"][0])[0] == 0
    assert call("verify", path)[0] == 0
    library = tmp_path / "library.db"
    assert [one["result"] for one in call("import", path, "--library", library)[1]] == ["added"]
    _, (kept,) = call("inspect", "--library", library)
    assert kept["eventsSha256"] == inspected["eventsSha256"]
    assert kept["inheritedEvents"] == inspected["inheritedEvents"]
