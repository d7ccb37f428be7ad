"""Comparing two branches: what reading both, aligning them and looking at one changed message cost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from benchmarks.core_cases import Numbers, fresh_library
from benchmarks.measure import ms, peak, reset_peak, resident
from sessionlog.compare.comparison import State, compare_items
from sessionlog.library import Library

NODES, CHANGED_EVERY, LONG = 5_000, 10, 12_000_000
CREATED = 1785000000000
SHARED_TURNS = 50


def compared() -> Numbers:
    """Two branches of 5,000 messages after their fork point, every tenth different, one of 12 MB."""
    database = fresh_library("compared")
    folder = database.parent / "branches"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("left", "right"):
        _branch(folder / f"{name}.jsonl", name)
    library = Library.open(database)
    library.import_path(folder)
    refs = {info.id: info.ref for info in library.sessions(1)}
    found: list[Any] = []
    reset_peak()
    before = resident()
    took = ms(lambda: found.append(library.comparing.sessions(refs["left"], refs["right"])))
    grown = peak() - before
    comparison = found[0]
    assert comparison.counts.same + comparison.counts.changed >= NODES, comparison.counts
    sides = [[item for row in comparison.rows if (item := getattr(row, side))] for side in ("left", "right")]
    aligned = ms(lambda: compare_items(*sides))
    row = max((r for r in comparison.rows if r.state is State.CHANGED), key=lambda r: r.left.chars)
    looked = ms(lambda: library.comparing.changes(comparison, row))
    library.close()
    return {"ms": took, "mib": grown, "align_ms": aligned, "look_ms": looked, "rows": len(comparison.rows)}


def _branch(path: Path, name: str) -> None:
    header = {
        "type": "session", "version": 0, "id": name, "createdAt": CREATED, "cwd": "/home/dev/big",
        "delegationDepth": 0, "parentSession": "root",
    }  # fmt: skip
    shared = sum(1 for turn in range(SHARED_TURNS) for _ in _turn(turn, "both"))
    header["seedLength"] = shared
    events = (event for turn in range(SHARED_TURNS + NODES // 2) for event in _turn(turn, name))
    with path.open("wb") as file:
        file.write(orjson.dumps(header) + b"\n")
        for seq, (kind, data) in enumerate(events):
            event: dict[str, Any] = {"type": kind, "seq": seq, "time": CREATED + seq, "data": data}
            if kind.endswith("/message"):
                event["surfaceOp"] = "append"
            file.write(orjson.dumps(event) + b"\n")


def _turn(turn: int, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The events of one turn: a question and its answer; some differ from branch to branch."""
    differs = turn >= SHARED_TURNS and turn % (CHANGED_EVERY // 2) == 0
    answer = f"Answer {turn}" + (f" in {name}" if differs else "") + " says what there is to say. " * 12
    if turn == SHARED_TURNS + NODES // 4:
        answer = "word " * (LONG // 5) + name
    place = {"turn": turn + 1}
    step = {**place, "step": 1}
    source = {"kind": "model", "provider": "p", "model": "m"}
    yield "turn/start", place
    yield "step/start", step
    yield "user/message", _message("user", f"Question {turn}", f"q{turn}", {"kind": "user"})
    yield "assistant/message", {**step, "message": _message("assistant", answer, f"a{turn}", source)}
    yield "step/end", step
    yield "turn/end", {**place, "reason": {"kind": "completed"}}


def _message(role: str, text: str, id: str, source: dict[str, Any]) -> dict[str, Any]:
    return {"role": role, "id": id, "content": [{"type": "text", "text": text}], "source": source}


CASES = {"compared": compared}
