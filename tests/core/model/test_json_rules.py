"""JSON equality, seqs and runs of seqs."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessionlog.model.faults import LogFault
from sessionlog.model.json import is_safe_int, is_seq
from sessionlog.model.json_rules import json_equal, require_lossless
from sessionlog.model.seq_spans import SeqSpans, missing_from, spans_of

values = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.floats(-2, 2) | st.text("ab\ud83d", max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", max_size=1), inner, max_size=3),
    max_leaves=8,
)


@given(values, values)
def test_equality_is_that_of_the_json_text(first: Any, second: Any) -> None:
    def text(value: Any) -> str:
        return json.dumps(floats(value), sort_keys=True)

    assert json_equal(first, second) == (text(first) == text(second))
    assert json_equal(first, first)


def floats(value: Any) -> Any:
    """Numbers as JavaScript has them: one kind, without a negative zero."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int | float):
        return float(value) + 0.0
    if isinstance(value, list):
        return [floats(member) for member in value]
    return {key: floats(member) for key, member in value.items()}


@given(values)
def test_json_values_without_minus_zero_are_lossless(value: Any) -> None:
    if not holds_minus_zero(value):
        require_lossless(value)
    else:
        with pytest.raises(LogFault):
            require_lossless([value])


@pytest.mark.parametrize("number", [0, 0.0, -1, -1.5, 2**53 - 1, 2**53, 2**60, -(2**60), 1e300])
def test_numbers_that_a_double_holds_are_lossless(number: float) -> None:
    require_lossless({"n": [number]})


@pytest.mark.parametrize("number", [-0.0, 2**53 + 1, 10**400, float("nan"), float("-inf")])
def test_numbers_that_a_double_changes_are_not(number: float) -> None:
    with pytest.raises(LogFault):
        require_lossless({"n": [number]})


def holds_minus_zero(value: Any) -> bool:
    if isinstance(value, float):
        return value == 0 and str(value) == "-0.0"
    if isinstance(value, dict):
        return any(map(holds_minus_zero, value.values()))
    return isinstance(value, list) and any(map(holds_minus_zero, value))


def test_true_is_no_number() -> None:
    assert not is_seq(True) and not is_safe_int(False)
    assert not json_equal([True], [1])
    assert not json_equal({"a": [0]}, {"a": [False]})


@given(st.lists(st.integers(0, 30)), st.lists(st.integers(0, 30)))
def test_runs_of_seqs_are_sets_of_seqs(first: list[int], second: list[int]) -> None:
    def members(spans: list[tuple[int, int]]) -> set[int]:
        return {seq for low, high in spans for seq in range(low, high + 1)}

    spans, others = spans_of(first), spans_of(second)
    assert members(spans) == set(first)
    assert all(low <= high for low, high in spans)
    assert all(after[0] > before[1] + 1 for before, after in pairwise(spans))
    assert members(missing_from(spans, others)) == set(first) - set(second)


@pytest.mark.parametrize(
    ("seqs", "spans"),
    [([], []), ([4], [(4, 4)]), ([3, 1, 2], [(1, 3)]), ([0, 0, 2], [(0, 0), (2, 2)]), ([1, 1, 2], [(1, 2)])],
)
def test_a_list_of_seqs_becomes_runs(seqs: list[int], spans: list[tuple[int, int]]) -> None:
    assert spans_of(seqs) == spans


@pytest.mark.parametrize(
    ("others", "left"),
    [
        ([], [(2, 9)]),
        ([(0, 1)], [(2, 9)]),
        ([(10, 12)], [(2, 9)]),
        ([(0, 2)], [(3, 9)]),
        ([(9, 9)], [(2, 8)]),
        ([(5, 12)], [(2, 4)]),
        ([(2, 9)], []),
        ([(4, 5), (7, 7)], [(2, 3), (6, 6), (8, 9)]),
        ([(0, 0), (3, 3), (20, 20)], [(2, 2), (4, 9)]),
    ],
)
def test_what_other_runs_do_not_hold_is_left(
    others: list[tuple[int, int]], left: list[tuple[int, int]]
) -> None:
    assert missing_from([(2, 9)], others) == left
    assert missing_from([(2, 9), (30, 31)], [*others, (30, 30)]) == [*left, (31, 31)]


def test_seqs_that_come_in_order_are_kept_as_runs() -> None:
    spans = SeqSpans()
    for first, last in ((2, 4), (5, 5), (9, 11)):
        spans.add(first, last)
    assert (spans.spans, spans.count) == ([(2, 5), (9, 11)], 7)


def test_seqs_count_from_zero() -> None:
    assert is_seq(0) and is_safe_int(0)
    assert not is_seq(-1) and is_safe_int(-1)
