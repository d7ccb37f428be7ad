"""The inbox: what waits for the next turn or step, replayed from splices."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from logs import LogBuilder
from strategies import logs

from sessionlog.model.faults import LogFault
from sessionlog.model.inbox import TARGETS, InboxFold


def splice(target: str, start: Any, *ids: str, **more: Any) -> dict[str, Any]:
    data = {"target": target, "start": start, "inserted": [{"id": name} for name in ids], **more}
    return {"type": "agent/inbox/spliced", "seq": 0, "time": 0, "data": data}


def waiting(fold: InboxFold, target: str = "next-turn") -> list[str]:
    return [message["id"] for message in fold.waiting(target)]


def test_messages_are_spliced_in_and_out_by_position() -> None:
    fold = InboxFold()
    fold.apply(splice("next-turn", 0, "a", "b", "c"))
    fold.apply(splice("next-turn", 1, "x", removedCount=1))
    fold.apply(splice("next-step", 0, "s"))
    assert waiting(fold) == ["a", "x", "c"]
    assert waiting(fold, "next-step") == ["s"]


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (splice("next-year", 0, "a"), "inbox-splice"),
        (splice("next-turn", None, "a"), "inbox-splice"),
        (splice("next-turn", 2, "b"), "inbox-range"),
        (splice("next-turn", 0, removedCount=2), "inbox-range"),
        (splice("next-turn", 1, removedCount=1), "inbox-range"),
        (splice("next-turn", -1, "b"), "inbox-range"),
        (splice("next-turn", 0, "a"), "inbox-id"),
        (splice("next-step", 0, "a"), "inbox-id"),
    ],
)
def test_a_splice_outside_the_list_or_an_id_twice_is_refused_and_changes_nothing(
    bad: dict[str, Any], code: str
) -> None:
    fold = InboxFold()
    fold.apply(splice("next-turn", 0, "a"))
    with pytest.raises(LogFault) as fault:
        fold.apply(bad)
    assert fault.value.code == code
    assert (waiting(fold), waiting(fold, "next-step")) == (["a"], [])


@given(logs())
def test_the_harness_leaves_nothing_waiting_after_whole_turns(log: LogBuilder) -> None:
    fold = InboxFold()
    for event in log.events:
        fold.apply(event)
    assert all(fold.waiting(target) == [] for target in TARGETS)
