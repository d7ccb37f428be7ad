"""Where sessions stand in the tree, and that only what is visible is looked at."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sessionlog.lineage.family import Families, Member
from sessionloom.lineage.layout import MOST_CHILDREN, TreeLayout


def family(parents: dict[str, str], target: str):
    members = [Member("root", 0)] + [
        Member(name, number, parent, None, 5, 9) for number, (name, parent) in enumerate(parents.items(), 1)
    ]
    return Families(members).family(target)


def places(layout):
    return {placed.key: (placed.row, placed.column) for placed in layout.places}


def test_a_first_child_stands_beside_its_parent_and_the_others_below_what_hangs_on_it():
    tree = family({"a": "root", "b": "root", "a1": "a", "a2": "a"}, "root")
    assert places(TreeLayout(tree)) == {
        "root": (0, 0),
        "a": (0, 1),
        "a1": (0, 2),
        "a2": (1, 2),
        "b": (2, 1),
    }


def test_what_is_collapsed_or_too_many_is_counted():
    tree = family({"a": "root", "b": "root", "a1": "a", "a2": "a"}, "root")
    layout = TreeLayout(tree, {"a"})
    assert places(layout).keys() == {"root", "a", "b"} and layout.folded == 2
    wide = family({f"c{n}": "root" for n in range(40)}, "root")
    layout = TreeLayout(wide)
    assert len(layout.places) == MOST_CHILDREN + 1 and layout.folded == 40 - MOST_CHILDREN + 1
    assert layout.by_key["root+"].folded == layout.folded
    assert len(TreeLayout(wide, opened={"root"}).places) == 41


@given(st.lists(st.integers(0, 40), max_size=40))
def test_no_two_sessions_share_a_place_and_every_line_is_found_from_the_rows_it_crosses(numbers):
    parents = {f"n{n}": "root" if not n else f"n{parent % n}" for n, parent in enumerate(numbers)}
    layout = TreeLayout(family(parents, "root"), opened={"root", *parents})
    assert len(set(places(layout).values())) == len(layout.places) == len(parents) + 1
    for row in range(layout.rows):
        found = {placed.key for placed in layout.trunks(row, row)}
        crossing = {
            placed.key
            for placed in layout.places
            if placed.row <= row <= placed.last_row and placed.last_row > placed.row
        }
        assert found == crossing
