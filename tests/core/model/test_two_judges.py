"""The judge of a scan and the load gate are two implementations of one rule set: they must agree."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from logs import LogBuilder
from row_logs import rows_of
from strategies import logs

from sessionlog.generations.finding import Stage
from sessionlog.generations.v0.check import StrictCheck
from sessionlog.generations.v0.legacy import Normaliser
from sessionlog.generations.v0.vocabulary import KNOWN_TYPES
from sessionlog.model.errors import FormatRefused, RowFault
from sessionlog.model.faults import LogFault
from sessionlog.model.validation import LoadCheck

Json = dict[str, Any]

VALUES = st.sampled_from(
    [
        None,
        True,
        1,
        -1,
        0,
        "",
        "x",
        [],
        {},
        "append",
        {"op": "replace", "start": 0, "end": 0},
        [0],
        [1, 1],
        2**53,
    ]
)


def paths(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in an event that can be changed, the deep ones too."""
    found = [at] if at else []
    if isinstance(value, dict):
        for key in value:
            found += paths(value[key], (*at, key))
    elif isinstance(value, list):
        for index in range(min(len(value), 2)):
            found += paths(value[index], (*at, index))
    return found


@st.composite
def broken_logs(draw: st.DrawFn) -> list[Json]:
    """A log with one member of one event changed, removed or added."""
    log: LogBuilder = draw(logs(max_turns=2).filter(lambda log: log.events))
    events = copy.deepcopy(log.events)
    event = draw(st.sampled_from(events))
    places = [place for place in paths(event) if place not in (("seq",), ("time",), ("data",))]
    place = draw(st.sampled_from(places))
    holder: Any = event
    for step in place[:-1]:
        holder = holder[step]
    how = draw(st.sampled_from(["change", "remove", "add"]))
    if how == "remove" and place != ("type",):
        del holder[place[-1]]
    elif how == "add" and isinstance(holder, dict):
        holder[draw(st.sampled_from(["surfaceOp", "sourceEventSeqs", "ignorable", "extra", "trigger"]))] = (
            draw(VALUES)
        )
    elif place != ("type",) or how == "change":
        holder[place[-1]] = draw(
            st.sampled_from(["turn/start", "x/y", "mode/set"]) if place == ("type",) else VALUES
        )
    return events


def first_refused_by_gate(events: list[Json]) -> int | None:
    check = LoadCheck(KNOWN_TYPES)
    normaliser = Normaliser("demo")
    for event in events:
        try:
            check.apply(normaliser.strict(event))
        except (LogFault, FormatRefused, RowFault):
            return int(event["seq"])
    return None


def first_found_by_judge(events: list[Json]) -> int | None:
    check = StrictCheck("demo")
    for row in rows_of(events, packed=False):
        if any(finding.stage is not Stage.NOTE for finding in check.feed(row)):
            return row.seq
    return None


@settings(max_examples=100)
@given(broken_logs())
def test_gate_and_judge_stop_at_the_same_event(events: list[Json]) -> None:
    assert first_refused_by_gate(events) == first_found_by_judge(events)
