"""Which rows of a comparison are shown, and where each stands. Pure; no Qt.

Equal stretches are folded to one row. Heights come from lengths of texts, not from laying them out,
so a comparison of any length is placed at once; only rows that a person opened are measured.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sessionlog.compare.attempts import FACT
from sessionlog.compare.comparison import Row, State

BESIDE = 1
"""Equal rows that stay beside a difference."""
LEAST_FOLDED = 2


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row of the comparison, or `count` equal ones from `first` on that are folded to one."""

    first: int
    count: int = 1
    folded: bool = False


def fold(rows: Sequence[Row], opened: frozenset[int] = frozenset()) -> list[ShownRow]:
    """Rows in order. A stretch whose first hidden row is in `opened` stays open."""
    shown: list[ShownRow] = []
    at = 0
    while at < len(rows):
        end = at
        while end < len(rows) and _is_quiet(rows[end]):
            end += 1
        if end == at:
            shown.append(ShownRow(at))
            at += 1
            continue
        first = at + (BESIDE if at > 0 else 0)
        last = end - (BESIDE if end < len(rows) else 0)
        if last - first < LEAST_FOLDED or first in opened:
            first = last = end
        shown += (ShownRow(number) for number in range(at, first))
        if last > first:
            shown.append(ShownRow(first, last - first, folded=True))
        shown += (ShownRow(number) for number in range(max(first, last), end))
        at = end
    return shown


def _is_quiet(row: Row) -> bool:
    """Equal messages fold; facts of two attempts are few and all of them are read."""
    return row.state is State.SAME and row.left is not None and row.left.kind != FACT


class Places:
    """The shown rows one below the other. Heights are px."""

    def __init__(self, shown: Sequence[ShownRow], height: Callable[[ShownRow], int]) -> None:
        self.shown = shown
        self.tops: list[int] = []
        bottom = 0
        for row in shown:
            self.tops.append(bottom)
            bottom += height(row)
        self.bottom = bottom

    def height(self, index: int) -> int:
        below = self.tops[index + 1] if index + 1 < len(self.tops) else self.bottom
        return below - self.tops[index]

    def at(self, y: int) -> int:
        """The index of the row at a height, the nearest one outside."""
        return max(0, bisect_right(self.tops, y) - 1)

    def index_of(self, row: int) -> int:
        """Where a row of the comparison is shown, itself or within a fold."""
        return max(0, bisect_right(self.shown, row, key=lambda one: one.first) - 1)
