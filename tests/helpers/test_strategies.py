"""Random logs obey the relations that the harness keeps (spec 01 section 2.6)."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from log_files import expand, pack
from logs import LogBuilder
from strategies import Damaged, damaged_logs, forks, logs, open_logs

Json = dict[str, Any]


def check_relations(events: list[Json], *, balanced: bool) -> None:
    turn = step = last_turn = 0
    for at, event in enumerate(events):
        assert event["seq"] == at
        data = event["data"]
        match event["type"]:
            case "turn/start":
                assert turn == 0
                assert data["turn"] == last_turn + 1
                turn = last_turn = data["turn"]
                last_step = 0
            case "step/start":
                assert step == 0
                assert (data["turn"], data["step"]) == (turn, last_step + 1)
                step = last_step = data["step"]
            case "step/end":
                assert (data["turn"], data["step"]) == (turn, step)
                step = 0
            case "turn/end":
                assert data["turn"] == turn
                assert step == 0
                turn = 0
            case "assistant/chunk" | "assistant/message" | "tool/call" | "tool/result":
                assert (data["turn"], data["step"]) == (turn, step)
        cited = event.get("sourceEventSeqs", [])
        assert len(set(cited)) == len(cited)
        assert all(seq < at for seq in cited)
    assert not balanced or (turn, step) == (0, 0)


@settings(max_examples=60)
@given(logs())
def test_random_logs_keep_the_relations(log: LogBuilder) -> None:
    check_relations(log.events, balanced=True)
    assert [event for row in pack(log.events) for event in expand(row)] == log.events


@settings(max_examples=30)
@given(open_logs())
def test_a_crashed_log_has_its_last_turn_open(log: LogBuilder) -> None:
    check_relations(log.events, balanced=False)
    assert [e["type"] for e in log.events if e["type"] in {"turn/start", "turn/end"}][-1] == "turn/start"


@settings(max_examples=30)
@given(forks())
def test_a_fork_begins_with_its_parent(pair: tuple[LogBuilder, LogBuilder]) -> None:
    parent, child = pair
    seed = child.header["seedLength"]
    assert child.events[:seed] == parent.events[:seed]
    check_relations(child.events, balanced=True)


@settings(max_examples=30)
@given(damaged_logs())
def test_a_damaged_log_keeps_its_header(damaged: Damaged) -> None:
    assert damaged.lines[0] == damaged.whole.lines()[0]
    assert damaged.done
