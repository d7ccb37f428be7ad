"""Where a key stands in a list that mostly grows at its ends."""

from __future__ import annotations

from collections.abc import Sequence


class Positions:
    """Key to index, kept through insertions.

    Indexes are stored relative to a movable origin, so that putting something in front renumbers
    nothing. A change in the middle renumbers the shorter side.
    """

    def __init__(self) -> None:
        self._places: dict[str, int] = {}
        self._origin = 0
        self._count = 0

    def __contains__(self, key: str) -> bool:
        return key in self._places

    def index(self, key: str) -> int | None:
        """The index of the key now, or None."""
        place = self._places.get(key)
        return None if place is None else place - self._origin

    def splice(self, index: int, removed: Sequence[str], keys: Sequence[str], added: int) -> None:
        """`removed` stood at `index`; `keys` is the whole list after `added` new ones took their place."""
        for key in removed:
            self._places.pop(key, None)
        growth = added - len(removed)
        ahead, behind = index, self._count - index - len(removed)
        if growth == 0:
            first, last = index, index + added
        elif ahead < behind:
            self._origin -= growth
            first, last = 0, index + added
        else:
            first, last = index, len(keys)
        self._count += growth
        for number in range(first, last):
            self._places[keys[number]] = number + self._origin
