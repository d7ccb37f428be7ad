"""Logs of generation 4 with faults put in at random: the release and we agree on which can be read."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from corpus import corpus
from harness import Release
from mutated_logs import Json, mutate
from read_by import read_by
from scans import scan_file

from sessionlog.sources.names import encode_segment, project_key

pytestmark = pytest.mark.timeout(600)
LOGS = 400
LATER = "failed validation: "
"""What our verdict says of rules of which the release keeps some only when it takes a session up."""


def sound_logs() -> list[list[Json]]:
    """The small logs of the corpus that have generation 4, header first."""
    found = []
    for path in sorted((corpus() / "generation-4").rglob("*.jsonl")):
        rows = [json.loads(line) for line in path.read_text().splitlines() if line]
        if rows and rows[0].get("version") == 4 and 8 < len(rows) < 200:
            found.append(rows)
    return found


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_release_reads_what_we_say_that_it_reads(seed: int, tmp_path: Path) -> None:
    home, cwd = tmp_path / "home", tmp_path / "work"
    cwd.mkdir()
    chance, logs = random.Random(seed), sound_logs()
    written: dict[str, Path] = {}
    for number in range(LOGS):
        header, *rows = chance.choice(logs)
        session = f"log-{number}"
        made = json.dumps([{**header, "cwd": str(cwd)}, *mutate(rows, chance)])
        lines = json.loads(made.replace(header["id"], session))
        folder = home / "sessions" / project_key(str(cwd)) / encode_segment(session)
        folder.mkdir(parents=True)
        written[session] = folder / "session.v4.jsonl"
        written[session].write_text("".join(json.dumps(row) + "\n" for row in lines))
    told = read_by(Release("0.2.1rc2"), home, cwd, list(written))
    different = {}
    for session, path in written.items():
        ours = scan_file(path).end.diagnosis.harness
        refused, may_differ = "message" in told[session], LATER in (ours.text or "")
        if (ours.verdict == "refuses") != refused and (refused or not may_differ):
            different[session] = (ours.text, told[session])
    assert different == {}
    assert LOGS // 5 < sum("events" in one for one in told.values()) < LOGS
