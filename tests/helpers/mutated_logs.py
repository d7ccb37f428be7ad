"""Logs of later generations with faults put in at random: rows moved or dropped, members changed."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]
Rows = list[Json]

DEEPEST = 6
WRONG: tuple[Any, ...] = (None, 0, 1, 2, -1, 1.5, "", "x", "user", "tool", "append", [], {}, [[]], [{}])


def mutate(rows: Rows, chance: random.Random) -> Rows:
    """One or two faults; seqs are dense again afterwards, and references follow their rows."""
    made = copy.deepcopy(rows)
    for _ in range(chance.choice((1, 1, 1, 2))):
        chance.choice(_FAULTS)(made, chance)
    return _numbered(made)


def _drop(rows: Rows, chance: random.Random) -> None:
    rows.pop(chance.randrange(len(rows)))


def _double(rows: Rows, chance: random.Random) -> None:
    at = chance.randrange(len(rows))
    rows.insert(at, copy.deepcopy(rows[at]))


def _move(rows: Rows, chance: random.Random) -> None:
    row = rows.pop(chance.randrange(len(rows)))
    rows.insert(chance.randrange(len(rows) + 1), row)


def _cut(rows: Rows, chance: random.Random) -> None:
    del rows[max(5, chance.randrange(len(rows))) :]


def _retype(rows: Rows, chance: random.Random) -> None:
    rows[chance.randrange(len(rows))]["type"] = chance.choice(rows)["type"]


def _change(rows: Rows, chance: random.Random) -> None:
    """Another value somewhere in a row, or none."""
    row = chance.choice(rows)
    marks = [(row, key) for key in ("surfaceOp", "sourceEventSeqs", "ignorable") if key in row]
    places = [*_places(row["data"], 0), *marks, *_places(row.get("surfaceOp"), 0)]
    if not places:
        return
    holder, key = chance.choice(places)
    value = holder[key]
    if chance.random() < 0.2:
        del holder[key]
    elif type(value) is int and chance.random() < 0.5:
        holder[key] = value + chance.choice((-1, 1))
    else:
        holder[key] = copy.deepcopy(chance.choice(WRONG))


_FAULTS: tuple[Callable[[Rows, random.Random], None], ...] = (
    _drop, _double, _move, _cut, _retype, _change, _change, _change, _change,
)  # fmt: skip


def _places(value: Any, depth: int) -> list[tuple[Any, Any]]:
    if depth > DEEPEST:
        return []
    keys = value if isinstance(value, dict) else range(len(value[:4])) if isinstance(value, list) else ()
    found: list[tuple[Any, Any]] = []
    for key in keys:
        found += [(value, key), *_places(value[key], depth + 1)]
    return found


def _numbered(rows: Rows) -> Rows:
    place = {}
    for seq, row in enumerate(rows):
        place.setdefault(row["seq"], seq)

    def moved(value: Any) -> Any:
        if isinstance(value, list):
            return [moved(item) for item in value]
        return place.get(value, value) if type(value) is int else value

    for seq, row in enumerate(rows):
        row["seq"] = seq
        op, data = row.get("surfaceOp"), row["data"]
        for holder, keys in (
            (row, ("sourceEventSeqs",)),
            (op, ("startSeq", "endSeq", "start", "end")),
            (data, ("messageSeqs", "headerSeq", "shadowedSeqs", "sourceEventSeq")),
        ):
            for key in keys:
                if isinstance(holder, dict) and key in holder:
                    holder[key] = moved(holder[key])
    return rows
