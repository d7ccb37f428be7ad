"""Where every session of a family stands: columns by generation of forks, rows by families. Pure.

A first child stands beside its parent, the others below what hangs on those before them. Only what
is visible is ever painted: places are sorted by row, and what spans a row can be found from it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterator
from dataclasses import dataclass, field

from sessionlog.lineage.family import Branch, Family, Tie

MOST_CHILDREN = 6
"""More children than this are folded into one place that opens them."""


@dataclass(slots=True)
class Placed:
    """A place: of a session or ghost, or of `folded` more children of `branch`."""

    branch: Branch
    row: int
    column: int
    parent: Placed | None
    folded: int = 0
    last_row: int = 0
    """The row of its last child: how far its trunk reaches."""
    collapsed: bool = False
    """It has children that are not shown."""
    rest: list[Branch] = field(default_factory=list)
    """The folded children that this place stands for."""

    @property
    def key(self) -> str:
        return f"{self.branch.id}+" if self.folded else self.branch.id


def hidden_by(family: Family, unwanted: Container[Tie]) -> set[str]:
    """The sessions that a filter leaves out: of an unwanted tie, with nothing wanted below them.

    The session whose lineage it is, and what leads to it, stays.
    """
    hidden: set[str] = set()
    for branch in reversed(list(family.root.walk())):
        stays = branch is family.target or branch.parent is None or branch.tie not in unwanted
        if not stays and all(child.id in hidden for child in branch.children):
            hidden.add(branch.id)
    return hidden


class TreeLayout:
    """The places of a family. Built once for each change of what is collapsed; costs its size."""

    def __init__(
        self,
        family: Family,
        collapsed: Container[str] = (),
        opened: Container[str] = (),
        hidden: Container[str] = (),
    ) -> None:
        """`collapsed` sessions hide what hangs on them, `opened` ones show all their children; `hidden`
        ones are left out with everything below them."""
        self.places: list[Placed] = []
        self.by_key: dict[str, Placed] = {}
        self.rows = self.columns = 0
        self.folded = 0
        waiting: list[tuple[Branch, Placed | None, int, bool]] = [(family.root, None, 0, True)]
        while waiting:
            branch, parent, folded, first = waiting.pop()
            row = parent.row if parent is not None and first else self.rows
            placed = Placed(branch, row, 0 if parent is None else parent.column + 1, parent, folded, row)
            if parent is not None:
                parent.last_row = row
            self.rows = max(self.rows, row + 1)
            self.columns = max(self.columns, placed.column + 1)
            self.places.append(placed)
            self.by_key[placed.key] = placed
            if folded:
                placed.rest = [child for child in branch.children if child.id not in hidden][-folded:]
                continue
            if branch.id in collapsed and branch.children:
                placed.collapsed = True
                self.folded += sum(1 for _ in branch.walk()) - 1
                continue
            children = [child for child in branch.children if child.id not in hidden]
            rest = 0
            if len(children) > MOST_CHILDREN and branch.id not in opened:
                rest = len(children) - MOST_CHILDREN + 1
                self.folded += rest
            shown = children[: len(children) - rest]
            below = [(child, placed, 0, number == 0) for number, child in enumerate(shown)]
            if rest:
                below.append((branch, placed, rest, False))
            waiting += reversed(below)
        self._by_row = sorted(self.places, key=lambda placed: (placed.row, placed.column))
        self._row_keys = [placed.row for placed in self._by_row]

    def between(self, first_row: int, last_row: int) -> Iterator[Placed]:
        """The places of an inclusive range of rows, in reading order."""
        at = bisect_left(self._row_keys, first_row)
        while at < len(self._by_row) and self._by_row[at].row <= last_row:
            yield self._by_row[at]
            at += 1

    def trunks(self, first_row: int, last_row: int) -> Iterator[Placed]:
        """The places whose line to their children crosses a range of rows: those in it, and ancestors."""
        first: Placed | None = None
        for placed in self.between(first_row, last_row):
            first = first or placed
            if placed.last_row > placed.row:
                yield placed
        above = first.parent if first is not None else None
        while above is not None:
            if above.row < first_row and above.last_row >= first_row:
                yield above
            above = above.parent

    def step(self, placed: Placed, direction: str) -> Placed | None:
        """The neighbour of a place: `left` its parent, `right` its first child, `up` and `down` by row."""
        if direction == "left":
            return placed.parent
        if direction == "right":
            return next((p for p in self.between(placed.row, placed.row) if p.parent is placed), None)
        row = placed.row + (1 if direction == "down" else -1)
        near = list(self.between(row, row))
        return min(near, key=lambda other: abs(other.column - placed.column), default=None)
