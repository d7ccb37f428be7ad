"""A file of one worthless line, over and over, costs next to nothing and is judged like any other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from log_files import write_lines
from logs import LogBuilder

from sessionlog.generations import dialect_of
from sessionlog.sources import scan as scanning
from sessionlog.sources.artifact import read_artifact
from sessionlog.sources.scan import LogScan, scan

ROWS = (
    LogBuilder("demo").user("hi").assistant("ho").end_turn().user("on").assistant("and on").end_turn().lines()
)
WORTHLESS = [b"", b"x", b"{}", b"[1]", b'{"a":1}', b'{"seq":4}', b"\xff"]
lines = st.lists(
    st.one_of(st.sampled_from(WORTHLESS), st.integers(1, 3).map(lambda n: b"\n".join([b"y"] * n)))
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("repeated")


def everything(path: Path) -> tuple[list[Any], Any]:
    made = scan(read_artifact(path))
    return list(made), made.end


@pytest.mark.parametrize("zstd", [False, True])
@given(
    runs=st.lists(
        st.tuples(st.sampled_from(WORTHLESS), st.integers(1, 5), st.integers(0, len(ROWS))), max_size=6
    )
)
def test_runs_come_to_the_same_as_line_by_line(folder: Path, zstd: bool, runs: list[Any]) -> None:
    text = list(ROWS)
    for line, times, place in runs:
        text[1 + place : 1 + place] = [line] * times
    path = folder / ("session.jsonl.zstd" if zstd else "session.jsonl")
    write_lines(path, text)
    with pytest.MonkeyPatch.context() as patch:
        # A run is known by the line before it: without that, every line goes its own way.
        patch.setattr(
            LogScan, "_worthless", property(lambda self: b"\n", lambda self, line: None), raising=False
        )
        slowly = everything(path)
    assert everything(path) == slowly


def test_a_long_run_is_read_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "many" / "session.jsonl"
    path.parent.mkdir()
    write_lines(path, [*ROWS, *[b""] * 200_000, *[b"x"] * 200_000])
    asked: list[bytes] = []
    dialect = dialect_of(0)

    class Counting:
        def __getattr__(self, name: str) -> Any:
            return getattr(dialect, name)

        def read_row(self, line: bytes) -> Any:
            asked.append(line)
            return dialect.read_row(line)

    monkeypatch.setattr(scanning, "dialect_of", lambda generation: Counting())
    _, end = everything(path)
    assert len(asked) == len(ROWS) - 1 + 2
    (problem,) = [problem for problem in end.diagnosis.problems if problem.code == "row-json"]
    assert "400,000 of them" in problem.message
    assert "to 400" in str(problem.affected)
