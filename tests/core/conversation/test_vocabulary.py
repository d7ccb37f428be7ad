"""Every event type is a node, an audit row or state; what has no line is shown raw, never guessed."""

from __future__ import annotations

import pytest
from logs import LogBuilder
from nodes import nodes_of, of_kind

from sessionlog.conversation.audit import LINES
from sessionlog.conversation.node import NodeKind
from sessionlog.conversation.span import HANDLERS
from sessionlog.conversation.vocabulary import FATES, Fate, fate_of
from sessionlog.generations.v0 import vocabulary as v0
from sessionlog.generations.v2 import vocabulary as v2
from sessionlog.generations.v3 import vocabulary as v3
from sessionlog.generations.v4 import vocabulary as v4


def test_every_type_of_every_generation_has_a_line_and_no_line_is_of_no_type() -> None:
    assert set(FATES) == v0.KNOWN_TYPES | v2.KNOWN_TYPES | v3.KNOWN_TYPES | v4.KNOWN_TYPES
    assert [len(known.KNOWN_TYPES) for known in (v0, v3, v4)] == [51, 58, 62]


def test_every_node_type_is_handled_and_every_audit_type_has_its_words() -> None:
    assert {name for name, fate in FATES.items() if fate is Fate.NODE} <= set(HANDLERS)
    assert {name for name, fate in FATES.items() if fate is Fate.AUDIT} == set(LINES)


@pytest.mark.parametrize("type", sorted(LINES))
def test_an_audit_row_survives_a_payload_of_any_shape(type: str) -> None:
    log = LogBuilder()
    for data in ({}, {"goal": 3, "todos": [1], "name": None, "task": [], "durationMs": "x"}, []):
        log.raw({"type": type, "data": data})
    kinds = [node.kind for node in nodes_of(log)]
    assert kinds == [NodeKind.AUDIT, NodeKind.AUDIT, NodeKind.RAW]


def test_four_events_of_an_unknown_type_are_raw_cards_and_the_rest_is_shown() -> None:  # F03
    log = LogBuilder()
    log.user("Before").assistant("One").end_turn()
    for number in range(4):
        log.raw({"type": "plugin/metric", "data": {"value": number}})
    log.user("After").assistant("Two").end_turn()
    nodes = nodes_of(log)
    raw = of_kind(nodes, NodeKind.RAW)
    assert [node.title for node in raw] == ["plugin/metric"] * 4
    assert '"value":3' in raw[3].sections[0].text
    assert fate_of("plugin/metric") is None
    assert [node.sections[0].text for node in of_kind(nodes, NodeKind.USER)] == ["Before", "After"]
