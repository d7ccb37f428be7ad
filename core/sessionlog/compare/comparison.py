"""Two sides beside each other: rows of equal, changed and one-sided items, and how many of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from sessionlog.compare.alignment import align
from sessionlog.compare.item import Item


class State(StrEnum):
    """How the two sides of a row stand to each other."""

    SAME = "same"
    CHANGED = "changed"
    LEFT = "only-left"
    RIGHT = "only-right"


@dataclass(frozen=True, slots=True)
class Row:
    """Two items that stand beside each other; a side is `None` where it has nothing there."""

    state: State
    left: Item | None
    right: Item | None

    @property
    def differing(self) -> tuple[str, ...]:
        """What differs in a changed pair: `text`, `status`, and names of facts such as `model`."""
        if self.state is not State.CHANGED or self.left is None or self.right is None:
            return ()
        ours, theirs = dict(self.left.facts), dict(self.right.facts)
        names = [name for name in sorted({*ours, *theirs}) if ours.get(name) != theirs.get(name)]
        if self.left.status != self.right.status:
            names.insert(0, "status")
        if self.left.text_digest != self.right.text_digest:
            names.insert(0, "text")
        return tuple(names)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many rows are in each state."""

    same: int = 0
    changed: int = 0
    left: int = 0
    right: int = 0

    @property
    def differences(self) -> int:
        return self.changed + self.left + self.right


def compare_items(left: Sequence[Item], right: Sequence[Item]) -> tuple[tuple[Row, ...], Counts]:
    """Rows of two sequences in order: each item of either side stands in exactly one of them."""
    pairs = align(
        [item.digest for item in left],
        [item.digest for item in right],
        [item.label for item in left],
        [item.label for item in right],
    )
    rows = []
    for a, b, same in pairs:
        one = None if a is None else left[a]
        other = None if b is None else right[b]
        rows.append(Row(_state(one, other, same), one, other))
    found = Counter(row.state for row in rows)
    counts = Counts(found[State.SAME], found[State.CHANGED], found[State.LEFT], found[State.RIGHT])
    return tuple(rows), counts


def _state(left: Item | None, right: Item | None, same: bool) -> State:
    if left is None:
        return State.RIGHT
    if right is None:
        return State.LEFT
    return State.SAME if same else State.CHANGED
