"""Logs of generation 0 with faults put in at random: what its last release reads of them is what we read.

Half of the logs are as older releases wrote them. `compact/*` is left out: it was renamed before the last
release, which refuses it; the later ones that bring a log forward read it.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
import zstandard
from broken_logs import broken
from hard_logs import hard_log
from harness import Release
from mutated_logs import mutate
from old_shapes import aged
from row_logs import V0
from scans import scan_file
from taken_up import run_plugin

from sessionlog.model.closers import closers_of_rows
from sessionlog.model.faults import LogFault
from sessionlog.model.surface import fold_surface
from sessionlog.query.findings import UNSEEN_BY_SCANS
from sessionlog.sources.names import encode_segment, project_key

pytestmark = pytest.mark.timeout(600)
Json = dict[str, Any]
LOGS = 400
ELSEWHERE = ("unparsable committed event", "contains a torn JSONL record")
"""Where the release gives up earlier than we do: cited runs that it cannot decode."""
PLUGIN = """
import { writeFileSync } from 'node:fs'

export const name = 'interop-inspect'
export const inject = ['sessionPersistence']

export function apply(ctx) {
  const plan = JSON.parse(process.env.INTEROP_PLAN)
  const told = {}
  const work = async () => {
    for (const id of plan.sessions) {
      told[id] = await ctx.sessionPersistence.inspect(id).then(
        ({ events }) => ({ events }), error => ({ name: error?.name, message: String(error?.message) }))
    }
  }
  work().finally(() => writeFileSync(plan.out, JSON.stringify(told)))
}
"""


def faulty_log(chance: random.Random) -> list[Json]:
    events = hard_log(chance.randrange(400)).events
    if chance.random() < 0.5:
        events = aged(events, chance.randrange(1000))
    fate = chance.random()
    if fate < 0.5:
        events = mutate(events, chance)
    elif fate < 0.8:
        _, events = broken(events, chance.randrange(10_000))
    for event in events:
        if str(event["type"]).startswith("compact/"):
            event["type"] = event["type"].replace("compact/", "compaction/")
    return events


def write(folder: Path, header: Json, events: list[Json]) -> Path:
    folder.mkdir(parents=True)
    frame = zstandard.ZstdCompressor(write_checksum=True).compress
    path = folder / "session.jsonl.zstd"
    lines = [f"{json.dumps(value, separators=(',', ':'))}\n".encode() for value in (header, *events)]
    path.write_bytes(frame(lines[0]) + frame(b"".join(lines[1:])))
    return path


def our_reading(path: Path, events: list[Json], session: str) -> tuple[str | None, list[Json]]:
    """The class of the refusal, or every event with the closers.

    That a result was changed is seen by `verify`, not by a scan.
    """
    verdict = scan_file(path).end.diagnosis.harness
    if verdict.verdict == "refuses":
        return verdict.error_class, []
    rows = [V0.read_row(json.dumps(event).encode()) for event in events]
    try:
        fold_surface(rows, V0, session)
    except LogFault as fault:
        assert fault.code in UNSEEN_BY_SCANS
        return "SessionPersistenceCorruptionError", []
    return None, [*V0.events(rows, session), *closers_of_rows(rows, V0, session)]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_last_release_reads_what_we_say_that_it_reads(seed: int, tmp_path: Path) -> None:
    home, cwd = tmp_path / "home", tmp_path / "work"
    cwd.mkdir()
    chance = random.Random(seed)
    logs = {f"log-{number}": faulty_log(chance) for number in range(LOGS)}
    root = home / "sessions" / project_key(str(cwd))
    paths = {}
    for session, events in logs.items():
        header = {"type": "session", "version": 0, "id": session, "createdAt": 1, "cwd": str(cwd)}
        paths[session] = write(root / encode_segment(session), {**header, "delegationDepth": 0}, events)
    plan = {"sessions": list(paths)}
    told = run_plugin(Release("0.1.2rc1"), home, cwd, "http://127.0.0.1:9", PLUGIN, plan, profile="sdk")
    different = {}
    for session, path in paths.items():
        said = told[session]
        refusal, events = our_reading(path, logs[session], session)
        if "events" in said:
            same = refusal is None and events == said["events"]
        else:
            same = refusal == said["name"]
            same = same or (refusal is not None and any(part in said["message"] for part in ELSEWHERE))
        if not same:
            different[session] = (refusal, said.get("message", "other events"))
    assert different == {}
    assert LOGS // 5 < sum("events" in said for said in told.values()) < LOGS
