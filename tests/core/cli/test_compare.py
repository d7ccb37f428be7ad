"""`sessionlog compare`: two branches, two generations, two attempts, as JSON Lines and for people."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from logs import LogBuilder

from sessionlog.cli.main import run


@pytest.fixture(autouse=True)
def own_library(tmp_path, monkeypatch):
    monkeypatch.setenv("SESSIONLOOM_HOME", str(tmp_path / "data"))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    root = LogBuilder("root").user("One").assistant("First.").end_turn()
    cut = len(root.events) - 1
    root.user("Two").retry("Half").assistant("Second.").end_turn()
    child = root.fork("child", at=cut).user("Two, else").assistant("Other.").end_turn()
    for log in (root, child):
        log.as_home(tmp_path / "home")
    return tmp_path / "home"


def call(*argv: object) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    return run([str(word) for word in argv], out, err), out.getvalue(), err.getvalue()


def parsed(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_the_first_line_says_where_the_branches_part_the_others_are_the_rows(home: Path) -> None:
    status, out, _ = call("compare", "root", "child", home, "--json")
    head, *rows = parsed(out)
    assert status == 0
    assert (head["relation"], head["ancestor"], head["byText"]) == ("ancestor", "root", False)
    assert head["sharedEvents"] == head["right"]["inheritedEvents"]
    assert (head["same"], head["changed"]) == (2, 2)
    assert [row["state"] for row in rows][:2] == ["same", "same"]
    changed = next(row for row in rows if row["state"] == "changed")
    assert changed["differing"] == ["text"]
    assert (changed["left"]["text"], changed["right"]["text"]) == ("Two", "Two, else")
    assert next(row for row in rows if row["state"] == "only-left")["right"] is None


def test_people_get_the_differences_and_how_much_is_equal(home: Path) -> None:
    status, out, _ = call("compare", "root", "child", home)
    assert status == 0
    assert "2 equal messages" in out
    assert "Two, else" in out
    assert "First." not in out


def test_two_attempts_are_named_by_a_seq(home: Path) -> None:
    _, listed, _ = call("attempts", home, "--session", "root", "--json")
    first, second = [attempt["firstSeq"] for attempt in parsed(listed)][1:3]
    status, out, _ = call("compare", f"root#{first}", f"root#{second}", home, "--json")
    head, *rows = parsed(out)
    assert status == 0
    assert (head["left"]["attempt"], head["right"]["attempt"]) == (1, 2)
    outcome = next(row for row in rows if row["left"] and row["left"]["title"] == "outcome")
    assert (outcome["left"]["text"], outcome["right"]["text"]) == ("retried", "committed")
    assert "outcome" in call("compare", f"root#{first}", f"root#{second}", home)[1]


@pytest.mark.parametrize(
    "argv", [("root", "nobody"), ("root#3", "child#3"), ("root#3", "root"), ("root#0", "root#0"), ("root",)]
)
def test_what_cannot_be_compared_is_wrong_use(home: Path, argv: tuple[str, ...]) -> None:
    status, out, err = call("compare", *argv, *([home] if len(argv) > 1 else []))
    assert (status, out) == (2, "")
    assert err or argv == ("root",)


def test_a_damaged_side_is_compared_and_told_by_the_status(home: Path) -> None:
    (path,) = (home / "sessions").rglob("root*/session.jsonl*")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:6], b"not json\n", *lines[6:]]))
    status, out, _ = call("compare", "root", "child", home, "--json")
    assert status == 1
    assert len(parsed(out)) > 1


@pytest.mark.parametrize("number", ["9" * 16, "9" * 30, "9" * 5000])
@pytest.mark.parametrize("address", ["root#{}", "root@g{}"])
def test_numbers_that_no_log_has_are_wrong_use(home: Path, address: str, number: str) -> None:
    status, out, err = call("compare", address.format(number), "root#6", home)
    assert (status, out) == (2, "")
    assert err.startswith("sessionlog: ") and err.count("\n") == 1


def test_an_id_that_ends_like_an_address_is_an_id(tmp_path: Path) -> None:
    for name in ("a", "a#3"):
        LogBuilder(name).user("One").assistant(f"Of {name}.").end_turn().as_home(tmp_path / "home")
    status, out, _ = call("compare", "a#3", "a", tmp_path / "home")
    assert status == 0
    assert "Of a#3." in out


def test_an_event_that_no_step_holds_is_no_attempt(home: Path) -> None:
    for seq in (0, 9_999, 2**53 - 1):
        status, out, err = call("compare", f"root#{seq}", f"root#{seq}", home)
        assert (status, out) == (2, ""), seq
        assert f"No step holds the event {seq}." in err
