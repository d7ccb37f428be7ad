"""Whatever stands in the rows of a log, it is read and judged: no value makes the reader fail."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from later_logs import LaterLog
from mutated_logs import mutate
from scans import scan_file


def log_of(generation: int) -> LaterLog:
    log = LaterLog(generation).begin("Go").retry(["down"]).call("bash", '{"command":"ls"}', "a.txt")
    log.next_step().answer(["one ", "two"], {"inputTokens": 1, "outputTokens": 2}).end()
    log.add("session/title", {"title": "t", "messageSeqs": [3], "source": {"kind": "fallback"}})
    log.add("command/run", {"commandId": "k", "name": "compact", "source": {"kind": "user"}})
    log.add("compaction/start", {"compactionId": "c", "turn": None})
    log.add("compaction/end", {"compactionId": "c", "turn": None, "error": {"message": "no"}})
    log.add("command/done", {"commandId": "k", "kind": "success", "sourceEventSeq": 3})
    inserted = {"id": "w", "role": "user", "content": [], "source": {"kind": "user"}}
    log.add("agent/inbox/spliced", {"target": "next-turn", "start": 0, "inserted": [inserted]})
    return log.begin("Again").answer(["three"]).end()


@pytest.mark.parametrize("generation", [2, 3, 4])
def test_a_mutated_log_is_read_to_its_end(generation: int, tmp_path: Path) -> None:
    chance, log = random.Random(generation), log_of(generation)
    path = tmp_path / "session.jsonl"
    refused = 0
    for _ in range(250):
        rows = mutate(log.rows, chance)
        path.write_text("".join(json.dumps(row) + "\n" for row in (log.header, *rows)))
        end = scan_file(path).end
        refused += end.diagnosis.harness.verdict == "refuses"
    assert refused > 20
