"""The load gate of each generation takes what its harness wrote, and nothing of another one."""

from __future__ import annotations

from typing import Any

import pytest
from later_logs import LaterLog

from sessionlog.generations import dialect_of
from sessionlog.generations.v2 import vocabulary as v2
from sessionlog.generations.v3 import vocabulary as v3
from sessionlog.generations.v4 import vocabulary as v4
from sessionlog.model.errors import FormatRefused
from sessionlog.model.faults import LogFault, UnknownRequiredEvent
from sessionlog.model.validation import LoadCheck

KNOWN = {2: v2.KNOWN_TYPES, 3: v3.KNOWN_TYPES, 4: v4.KNOWN_TYPES}


def script(generation: int) -> LaterLog:
    log = LaterLog(generation).begin("Go").retry(["a"]).call("bash", "{}", "out")
    return log.next_step().answer(["done"]).end()


def gate(generation: int, log: LaterLog) -> LoadCheck:
    check = LoadCheck(KNOWN[generation], dialect_of(generation).surface, generation)
    check.open(log.header, "later")
    for row in log.rows:
        check.apply(row)
    return check


@pytest.mark.parametrize("generation", [2, 3, 4])
def test_a_log_passes_the_gate_of_its_own_generation(generation: int) -> None:
    log = script(generation)
    surface = [row["seq"] for row in log.rows if "surfaceOp" in row]
    assert gate(generation, log).surface.nodes() == surface


@pytest.mark.parametrize(("gate_of", "written"), [(2, 3), (3, 4), (4, 3), (3, 2)])
def test_a_log_does_not_pass_the_gate_of_another(gate_of: int, written: int) -> None:
    log = script(written)
    with pytest.raises(FormatRefused):
        gate(gate_of, log)
    log.header["version"] = gate_of
    if gate_of == 3 and written == 2:
        return  # generation 3 takes logs without a system message
    with pytest.raises((LogFault, UnknownRequiredEvent)):
        gate(gate_of, log)


def replaced(generation: int, op: dict[str, Any], type: str = "user/message") -> LogFault | None:
    log = script(generation)
    seq = log.rows[-1]["seq"]
    system = next(row["seq"] for row in log.rows if row["type"] == "system/message")
    named = {key: system if value == "head" else value for key, value in op.items()}
    data: dict[str, Any] = {
        "id": "x",
        "role": "user",
        "content": [],
        "source": {"kind": "compact-checkpoint"},
    }
    if type == "system/message":
        data = {"turn": 1, "step": 1, "message": {**data, "role": "system"}}
    more: dict[str, Any] = {"surfaceOp": named, "sourceEventSeqs": list(range(seq + 1))}
    log.add(type, data, **more)
    try:
        gate(generation, log)
    except LogFault as fault:
        return fault
    return None


@pytest.mark.parametrize("generation", [3, 4])
def test_only_a_system_message_takes_the_place_of_the_head(generation: int) -> None:
    op = {"op": "replace", "startSeq": "head", "endSeq": "head"}
    assert replaced(generation, op, "system/message") is None
    fault = replaced(generation, op)
    assert fault is not None
    assert fault.code == "replace-head"


@pytest.mark.parametrize("generation", [3, 4])
def test_a_replacement_is_spelled_by_seq(generation: int) -> None:
    fault = replaced(generation, {"op": "replace", "start": 3, "end": 3})
    assert fault is not None
    assert fault.code == "surface-op-invalid"


@pytest.mark.parametrize("generation", [3, 4])
def test_an_answer_cites_nothing(generation: int) -> None:
    log = script(generation)
    answer = next(row for row in log.rows if row["type"] == "assistant/message")
    answer["sourceEventSeqs"] = [0]
    with pytest.raises(LogFault) as caught:
        gate(generation, log)
    assert caught.value.code == "sources-forbidden"
