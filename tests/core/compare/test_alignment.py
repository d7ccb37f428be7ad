"""Which items stand beside each other: nothing is lost, nothing invented, and no side is favoured."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from sessionlog.compare import alignment
from sessionlog.compare.alignment import Label, Pair, align

ITEMS = st.lists(st.sampled_from("abcdef"), max_size=14)


def aligned(left: str | list[str], right: str | list[str], *, turns: tuple[int, ...] = ()) -> list[Pair]:
    def labels(side: str | list[str]) -> list[Label]:
        return [
            Label("upper" if item.isupper() else "lower", number // 4) for number, item in enumerate(side)
        ]

    return align([i.encode() for i in left], [i.encode() for i in right], labels(left), labels(right))


def drawn(left: str, right: str) -> list[str]:
    """Rows as `a=a`, `a~b`, `a<` and `>b`."""
    return [
        f"{left[a]}{'=' if same else '~'}{right[b]}"
        if a is not None and b is not None
        else f"{left[a]}<"
        if a is not None
        else f">{right[b or 0]}"
        for a, b, same in aligned(left, right)
    ]


@settings(max_examples=150, deadline=None)
@given(left=ITEMS, right=ITEMS)
def test_both_sides_are_read_back_whole_and_in_order(left: list[str], right: list[str]) -> None:
    pairs = aligned(left, right)
    assert [a for a, _, _ in pairs if a is not None] == list(range(len(left)))
    assert [b for _, b, _ in pairs if b is not None] == list(range(len(right)))
    for a, b, same in pairs:
        assert a is not None or b is not None
        assert same == (a is not None and b is not None and left[a] == right[b])


@settings(max_examples=60, deadline=None)
@given(both=ITEMS)
def test_what_is_the_same_on_both_sides_is_all_equal(both: list[str]) -> None:
    assert aligned(both, both) == [Pair(n, n, True) for n in range(len(both))]


@settings(max_examples=150, deadline=None)
@given(left=ITEMS, right=ITEMS)
def test_swapping_the_sides_swaps_the_pairs_and_nothing_else(left: list[str], right: list[str]) -> None:
    turned = {(b, a, same) for a, b, same in aligned(right, left)}
    assert turned == {tuple(pair) for pair in aligned(left, right)}


@settings(max_examples=80, deadline=None)
@given(both=ITEMS, more=ITEMS)
def test_what_one_side_goes_on_with_is_only_there(both: list[str], more: list[str]) -> None:
    rows = aligned(both, both + more)
    assert rows[: len(both)] == [Pair(n, n, True) for n in range(len(both))]
    assert all(a is None for a, _, _ in rows[len(both) :])


def test_rows_between_equal_ones_are_paired_by_what_they_are() -> None:
    assert drawn("abXc", "abYc") == ["a=a", "b=b", "X~Y", "c=c"]
    assert drawn("aXYb", "aZb") == ["a=a", "X~Z", "Y<", "b=b"]
    assert drawn("aXb", "axb") == ["a=a", "X<", ">x", "b=b"]


def test_an_item_put_in_moves_the_others_and_changes_none() -> None:
    assert drawn("abcd", "abxcd") == ["a=a", "b=b", ">x", "c=c", "d=d"]


def test_repeated_items_are_aligned_as_far_as_possible() -> None:
    left, right = "abab" * 20, "ab" * 41
    assert sum(same for _, _, same in aligned(left, right)) == len(left)


def test_a_stretch_too_large_to_compare_counts_as_different(monkeypatch) -> None:
    monkeypatch.setattr(alignment, "MOST_CELLS", 8)
    assert [same for _, _, same in aligned("aabba", "babaab")].count(True) == 0
    assert drawn("xaabbay", "xbabaaby")[0] == "x=x"
