"""How deep a line is nested decides whether it is decoded, whatever stands around its brackets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessionlog.model import json as reading
from sessionlog.model.errors import RowFault
from sessionlog.model.json import MAX_DEPTH, decode

TEXTS = st.sampled_from(["", "[[[", "}]", 'a"', "\\", '\\"{', "x\ny"])
VALUES = st.recursive(
    TEXTS | st.integers(0, 9) | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=12,
)


def verdict(line: bytes) -> str:
    try:
        decode(line)
    except RowFault as fault:
        return fault.code
    return "decoded"


def depth_of(value: object) -> int:
    if not isinstance(value, dict | list):
        return 0
    return 1 + max(map(depth_of, value.values() if isinstance(value, dict) else value), default=0)


@given(value=VALUES)
def test_exactly_the_depth_decides(value: object) -> None:
    line = reading.encode([value, [0] * 20])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "MAX_DEPTH", 3)
        patch.setattr(reading, "_PEELED", 2)
        assert verdict(line) == ("depth" if depth_of([value, [0]]) > 3 else "decoded")


@pytest.mark.parametrize("beside", [b'"[[{{\\""', b'"\\\\"', b'{"a":["]"]}', b"7"])
def test_many_beside_one_another_are_not_deep(beside: bytes) -> None:
    wide = b"[" + b",".join([b"[{}]", beside] * (2 * MAX_DEPTH)) + b"]"
    inner = MAX_DEPTH - 1
    assert verdict(wide) == "decoded"
    assert verdict(b"[" + wide + b"," + b"[" * inner + b"]" * inner + b"]") == "decoded"
    assert verdict(b"[" + wide + b"," + b"[" * (inner + 1) + b"]" * (inner + 1) + b"]") == "depth"


def test_what_is_deep_and_no_json_is_said_to_be_deep() -> None:
    deep = b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1)
    assert verdict(b"[\\" + deep + b"]") == "depth"
    assert verdict(b"[\\" + b"[]," * (MAX_DEPTH + 1) + b"]") == "json"


def test_a_wide_line_is_not_looked_at_bracket_by_bracket(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream of an answer holds tens of thousands of objects."""
    searched: list[bytes] = []
    monkeypatch.setattr(reading, "_is_too_deep", lambda line: searched.append(line) or False)
    decode(b"[" + b",".join([b'{"chunk":{"text":"a [ b"}}'] * 5000) + b"]")
    assert not searched
