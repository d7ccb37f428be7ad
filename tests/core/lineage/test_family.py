"""Families as trees: who hangs on whom and how, ghosts, circles, and who has an event."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sessionlog.lineage.family import Families, Member, Tie, holders


def fork(id: str, parent: str, inherited: int = 5, events: int = 9) -> Member:
    return Member(id, len(id), parent, None, inherited, events)


def test_forks_subagents_and_continuations_are_told_apart():
    members = [
        Member("root", 1, events=10),
        fork("fork", "root"),
        Member("agent", 3, "root", "subagent", 4, 8),
        Member("next", 4, "root", None, None, 3),
    ]
    family = Families(members).family("fork")
    assert family.root.id == "root" and family.missing == [] and family.cycle == ()
    assert {branch.id: branch.tie for branch in family.root.children} == {
        "fork": Tie.FORK,
        "agent": Tie.SUBAGENT,
        "next": Tie.CONTINUATION,
    }
    assert family.target.cut_seq == 4 and family.target.member.owned == 4
    assert family.branches["next"].member.owned == 3


def test_a_missing_parent_is_a_ghost_with_all_its_children():
    family = Families([fork("a", "gone"), fork("b", "gone")]).family("b")
    assert (family.root.id, family.root.member, family.missing) == ("gone", None, ["gone"])
    assert [branch.id for branch in family.root.children] == ["a", "b"]


def test_a_circle_is_cut_at_its_oldest_and_named():
    members = [Member("a", 3, "c"), Member("b", 1, "a"), Member("c", 2, "b"), fork("leaf", "a")]
    family = Families(members).family("leaf")
    assert family.root.id == "b" and set(family.cycle) == {"a", "b", "c"}
    assert set(family.branches) == {"a", "b", "c", "leaf"}
    alone = Families([Member("self", 1, "self")]).family("self")
    assert alone.root.id == "self" and alone.cycle == ("self",)


def test_a_chain_of_ten_thousand_costs_no_stack():
    members = [Member("0", 0)] + [fork(str(n), str(n - 1)) for n in range(1, 10_000)]
    family = Families(members).family("9999")
    assert family.root.id == "0" and len(list(family.root.walk())) == 10_000


def test_an_event_is_in_the_session_that_wrote_it_and_in_every_fork_that_took_it_over():
    members = [
        Member("root", 1, events=100),
        fork("early", "root", 10, 30),
        fork("late", "root", 50, 60),
        fork("later", "late", 55, 70),
        Member("agent", 9, "root", "subagent", 50, 60),
    ]
    family = Families(members).family("root")
    found = holders(family, "later", 5)
    assert found[0] == "root" and set(found) == {"root", "early", "late", "later"}
    assert holders(family, "root", 20) == ["root", "late", "later"]
    assert holders(family, "later", 52) == ["late", "later"]
    assert holders(family, "later", 60) == ["later"]


@given(st.lists(st.integers(0, 30), min_size=1, max_size=31))
def test_every_session_has_one_place_whatever_the_parents_are(parents):
    members = [Member(str(n), n, str(parent), None, 1, 2) for n, parent in enumerate(parents)]
    families = Families(members)
    for member in members:
        family = families.family(member.id)
        walked = [branch.id for branch in family.root.walk()]
        assert len(walked) == len(set(walked)) and set(walked) == set(family.branches)
        assert member.id in walked
