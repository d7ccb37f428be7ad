"""Session families: ancestors, descendants, parents that are missing, circles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessionlog.lineage.trace import Descendant, Lineage, LineageFault, SessionHead


def head(id: str, parent: str | None = None, created_at: int = 0) -> SessionHead:
    return SessionHead(id, created_at, parent)


FAMILY = [
    head("root"),
    head("late", "root", 9),
    head("b", "root", 2),
    head("a", "root", 2),
    head("grandchild", "a", 5),
    head("stranger"),
]


def ids(descendants: tuple[Descendant, ...]) -> list[str]:
    return [descendant.session.id for descendant in descendants]


def test_ancestors_are_nearest_first_and_end_at_the_root() -> None:
    trace = Lineage(FAMILY).trace("grandchild")
    assert [session.id for session in trace.ancestors] == ["a", "root"]
    assert trace.complete and trace.root == FAMILY[0]
    assert trace.unresolved_parent_id is None


def test_descendants_are_a_forest_by_age_then_id() -> None:
    trace = Lineage(FAMILY).trace("root")
    assert ids(trace.descendants) == ["a", "b", "late"]
    assert ids(trace.descendants[0].children) == ["grandchild"]
    assert trace.ancestors == () and trace.root == trace.target


def test_a_missing_parent_makes_the_trace_incomplete_and_is_named() -> None:
    trace = Lineage([head("child", "gone"), head("leaf", "child")]).trace("leaf")
    assert [session.id for session in trace.ancestors] == ["child"]
    assert not trace.complete and trace.root is None
    assert trace.unresolved_parent_id == "gone"


@pytest.mark.parametrize("target", ["a", "b", "c", "below"])
def test_a_circle_of_parents_is_refused_and_shown(target: str) -> None:
    lineage = Lineage([head("a", "c"), head("b", "a"), head("c", "b"), head("below", "a")])
    with pytest.raises(LineageFault) as fault:
        lineage.trace(target)
    assert fault.value.code == "SESSION_QUERY_INVALID_LINEAGE"
    assert {"a", "b", "c"} <= set(fault.value.cycle)


def test_a_session_that_is_its_own_parent_is_a_circle() -> None:
    with pytest.raises(LineageFault) as fault:
        Lineage([head("a", "a")]).trace("a")
    assert fault.value.cycle == ("a",)


def test_an_unknown_session_is_not_found() -> None:
    with pytest.raises(LineageFault) as fault:
        Lineage(FAMILY).trace("nobody")
    assert fault.value.code == "SESSION_QUERY_SESSION_NOT_FOUND"


def test_of_two_sessions_with_one_id_the_first_counts() -> None:
    assert Lineage([head("a", None, 1), head("a", "x", 2)]).trace("a").complete


def test_a_chain_of_ten_thousand_forks_costs_no_stack() -> None:
    chain = [head("0")] + [head(str(n), str(n - 1), n) for n in range(1, 10_000)]
    trace = Lineage(chain).trace("9999")
    assert len(trace.ancestors) == 9_999
    depth, level = 0, Lineage(chain).trace("0").descendants
    while level:
        depth, level = depth + 1, level[0].children
    assert depth == 9_999


@given(st.lists(st.tuples(st.integers(0, 9), st.none() | st.integers(0, 9)), max_size=12))
def test_ancestors_and_descendants_are_two_views_of_the_same_links(
    pairs: list[tuple[int, int | None]],
) -> None:
    heads = [head(str(own), None if parent is None else str(parent)) for own, parent in pairs]
    lineage = Lineage(heads)
    for session in {head.id for head in heads}:
        try:
            trace = lineage.trace(session)
        except LineageFault:
            continue
        if trace.ancestors:
            above = lineage.trace(trace.ancestors[0].id)
            assert session in ids(above.descendants)
            assert [s.id for s in trace.ancestors[1:]] == [s.id for s in above.ancestors]
        assert trace.complete is (trace.unresolved_parent_id is None)
