"""Two changes together refresh whatever either of them would."""

from __future__ import annotations

from sessionlog.model.changes import Changes, SeqRange


def test_changes_that_come_together_keep_everything_of_both() -> None:
    one = Changes(frozenset({1}), frozenset({2}), frozenset({3}), (SeqRange(1, 0, 4),), sources=True)
    other = Changes(frozenset({4}), ranges=(SeqRange(4, 5, 9),), lineage=True, settings=frozenset({"theme"}))
    both = Changes(
        frozenset({1, 4}),
        frozenset({2}),
        frozenset({3}),
        (SeqRange(1, 0, 4), SeqRange(4, 5, 9)),
        sources=True,
        lineage=True,
        settings=frozenset({"theme"}),
    )
    assert one | other == both
    assert Changes() | one == one | Changes() == one, "nothing adds nothing"
    assert not Changes().sources and not Changes().lineage and SeqRange(1, 0, 4).part == 0
