"""Typed views: code reads members by name, and the log keeps every member it has."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from logs import LogBuilder
from strategies import logs

from sessionlog.generations.v0.vocabulary import KNOWN_TYPES
from sessionlog.model.faults import LogFault
from sessionlog.model.payloads import Retry, Usage
from sessionlog.model.views import VIEWS, view_as, view_of


def event(type: str, data: Any) -> dict[str, Any]:
    return {"type": type, "seq": 3, "time": 0, "data": data}


def test_members_are_read_by_name_and_unknown_ones_are_kept() -> None:
    stored = {
        "turn": 1,
        "step": 2,
        "callId": "c",
        "name": "bash",
        "arguments": "{}",
        "new": [1],
        "other": None,
    }
    view = view_of(event("tool/call", stored))
    assert view is not None
    assert (view.typed.call_id, view.typed.arguments) == ("c", "{}")  # type: ignore[attr-defined]
    assert view.unknown == {"new": [1], "other": None}
    assert view.stored is stored


def test_fractions_of_milliseconds_are_kept() -> None:
    failure = {"message": "overloaded", "code": "SERVER", "status": 503}
    data = {
        "retryId": "r",
        "turn": 1,
        "step": 1,
        "provider": "p",
        "mode": "always",
        "policyKey": "k",
        "retry": 1,
        "delayMs": 517.3,
        "failure": failure,
    }
    retry = view_as(Retry, data).typed
    assert (retry.delay_ms, retry.max_retries, retry.failure.status) == (517.3, None, 503)


def test_a_payload_of_another_shape_has_no_view_and_says_which_event() -> None:
    with pytest.raises(LogFault) as fault:
        view_of(event("tool/call", {"turn": "one"}))
    assert (fault.value.code, fault.value.seq) == ("payload-shape", 3)


def test_a_part_of_a_payload_can_be_viewed() -> None:
    assert view_as(Usage, {"inputTokens": 1, "outputTokens": 2}).typed.cache_read_tokens == 0


def test_a_type_without_a_view_is_read_as_it_is() -> None:
    assert view_of(event("plugin:x/y", {"a": 1})) is None


def test_views_are_of_known_types_only() -> None:
    assert VIEWS.keys() <= KNOWN_TYPES


@given(logs())
def test_every_payload_of_the_harness_has_its_view_with_nothing_unknown(log: LogBuilder) -> None:
    for stored in log.events:
        view = view_of(stored)
        assert view is None or view.unknown == {}
