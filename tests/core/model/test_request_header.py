"""The request header in force: canonical form, equality, context."""

from __future__ import annotations

from typing import Any

import pytest
from logs import LogBuilder

from sessionlog.model.request_header import (
    RequestHeaderFold,
    canonical_header,
    fold_request_header,
    headers_equal,
)

Json = dict[str, Any]
CONFIG = {"provider": "p", "model": "m"}
TOOLS = [
    {"name": "bash", "description": "run", "parameters": {}},
    {"name": "read", "description": "", "parameters": {}},
]


def test_only_what_says_something_is_kept() -> None:
    noisy = {"config": CONFIG, "adapterDefaults": {}, "system": "", "tools": [], "messagePrefix": [1]}
    assert canonical_header(noisy) == {"config": CONFIG}
    full = {"config": CONFIG, "adapterDefaults": {"maxTokens": True}, "system": "be kind", "tools": TOOLS}
    assert canonical_header(full) == full


def test_the_last_header_wins_whole() -> None:
    log = LogBuilder(system="first").user("hi").assistant("a").end_turn()
    log.log("request/header", {"header": {"config": {"provider": "q", "model": "n"}}, "reason": "change"})
    assert fold_request_header(log.events) == {"config": {"provider": "q", "model": "n"}}
    assert fold_request_header([]) is None


@pytest.mark.parametrize(
    "change",
    [
        {"config": CONFIG | {"model": "n"}},
        {"config": CONFIG | {"temperature": 0}},
        {"config": CONFIG | {"stop": []}},
        {"config": CONFIG, "system": "x"},
        {"config": CONFIG, "adapterDefaults": {"maxTokens": True}},
        {"config": CONFIG, "tools": TOOLS},
    ],
)
def test_headers_that_ask_for_something_else_are_not_equal(change: Json) -> None:
    base = {"config": CONFIG}
    assert headers_equal(base, dict(base))
    assert not headers_equal(base, change)
    assert not headers_equal(change, base)


def test_stop_words_are_compared_one_by_one() -> None:
    def stopping(*words: str) -> Json:
        return {"config": CONFIG | {"stop": list(words)}}

    assert headers_equal(stopping("a", "b"), stopping("a", "b"))
    assert not headers_equal(stopping("a", "b"), stopping("b", "a"))


def test_tools_are_compared_in_order_and_by_their_text() -> None:
    assert headers_equal(
        {"config": CONFIG, "tools": TOOLS}, {"config": CONFIG, "tools": [dict(t) for t in TOOLS]}
    )
    assert not headers_equal({"config": CONFIG, "tools": TOOLS}, {"config": CONFIG, "tools": TOOLS[::-1]})
    turned = [dict(reversed(list(TOOLS[0].items()))), TOOLS[1]]
    assert not headers_equal({"config": CONFIG, "tools": TOOLS}, {"config": CONFIG, "tools": turned})


def test_the_order_of_config_members_does_not_count() -> None:
    assert headers_equal({"config": CONFIG}, {"config": dict(reversed(list(CONFIG.items())))})


def test_a_context_without_a_window_clears_the_older_window() -> None:
    fold = RequestHeaderFold()
    fold.apply({"type": "request/context", "data": {"provider": "p", "model": "m", "contextWindow": 128000}})
    assert fold.context == {"provider": "p", "model": "m", "contextWindow": 128000}
    fold.apply({"type": "request/context", "data": {"provider": "p", "model": "m"}})
    assert fold.context == {"provider": "p", "model": "m"}


def test_a_malformed_header_leaves_the_one_before_in_force() -> None:
    fold = RequestHeaderFold()
    fold.apply({"type": "request/header", "data": {"header": {"config": CONFIG}, "reason": "initial"}})
    for data in (None, {}, {"header": []}, {"header": {"config": 1}}):
        fold.apply({"type": "request/header", "data": data})
    assert fold.header == {"config": CONFIG}
