"""Where the reader is: an anchor (row and px into it), from which everything else follows.

Pure arithmetic over a function that gives exact heights. The scroll bar is derived from it and
never asked. Estimates above the anchor may be as wrong as they like: nothing on screen moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

FOLLOW_DISTANCE = 24


class Scroller:
    """The viewport begins `offset` px below the top of `row`.

    Above row 0 lie `head` px and below the last row `foot` px; only with row 0 is a negative
    offset possible. `height` measures a row exactly, at its first use.
    """

    def __init__(self, height: Callable[[int], float], count: Callable[[], int]) -> None:
        self._height = height
        self._count = count
        self.row = 0
        self.offset = 0.0
        self.head = 0
        self.foot = 0
        self.viewport = 0

    def move(self, distance: float) -> None:
        """Moves the reading place down by `distance` px, or up if negative; stops at both ends."""
        self.offset += distance
        self._normalise()
        self._clamp_end()

    def to_top(self) -> None:
        self.row, self.offset = 0, -float(self.head)
        self._clamp_end()

    def to_bottom(self) -> None:
        """The end of the last row, and the foot below it, at the lower edge."""
        count = self._count()
        if not count:
            self.row, self.offset = 0, -float(self.head)
            return
        self.row = count - 1
        self.offset = self._height(self.row) + self.foot - self.viewport
        self._normalise()

    def place(self, row: int, y: float) -> None:
        """Puts the top of a row `y` px below the top of the viewport, as far as the ends allow."""
        count = self._count()
        if not count:
            self.row, self.offset = 0, -float(self.head)
            return
        self.row, self.offset = min(max(row, 0), count - 1), -y
        self._normalise()
        self._clamp_end()

    def reveal(self, first: int, last: int, margin: float) -> None:
        """Moves no more than needed to show rows `first` to `last`; the top, if they are too tall."""
        y = self.y_of(first, limit=self.viewport)
        height = sum(self._height(row) for row in range(first, last + 1))
        lowest = self.viewport - margin - height
        if height > self.viewport - 2 * margin:
            if y is None or not 0 <= y <= self.viewport / 2:
                self.place(first, margin)
        elif first < self.row or (y is not None and y < margin):
            self.place(first, margin)
        elif y is None or y > lowest:
            self.place(first, lowest)

    def visible(self) -> Iterator[tuple[int, float]]:
        """Every row that is on the viewport, and where its top is."""
        y = -self.offset
        row = self.row
        count = self._count()
        while row < count and y < self.viewport:
            yield row, y
            y += self._height(row)
            row += 1

    def y_of(self, row: int, limit: float) -> float | None:
        """Where a row's top is, if it lies on the viewport (down to `limit` px)."""
        if row < self.row:
            return None
        for number, y in self.visible():
            if number == row:
                return y if y <= limit else None
        return None

    def moved_since(self, row: int, offset: float) -> float | None:
        """How many px text moved down since the viewport began `offset` px below the top of `row`.

        `None` where nothing that was on the viewport is still there.
        """
        first, last = min(row, self.row), max(row, self.row)
        between = 0.0
        for number in range(first, last):
            between += self._height(number)
            if between > 2 * self.viewport:
                return None
        moved = offset - self.offset + (between if row > self.row else -between)
        return moved if abs(moved) < self.viewport else None

    def at_bottom(self, distance: float = FOLLOW_DISTANCE) -> bool:
        """Whether no more than `distance` px lie below the viewport."""
        return self._room_below(self.viewport + distance) <= self.viewport + distance

    def _room_below(self, limit: float) -> float:
        """The y at which everything ends, or something beyond `limit`."""
        y = -self.offset
        count = self._count()
        for row in range(self.row, count):
            if y > limit:
                return y
            y += self._height(row)
        return y + self.foot

    def _normalise(self) -> None:
        count = self._count()
        if not count:
            self.row, self.offset = 0, -float(self.head)
            return
        while self.offset < 0 and self.row > 0:
            self.row -= 1
            self.offset += self._height(self.row)
        if self.row == 0:
            self.offset = max(self.offset, -float(self.head))
        while self.row < count - 1 and self.offset >= self._height(self.row):
            self.offset -= self._height(self.row)
            self.row += 1

    def _clamp_end(self) -> None:
        end = self._room_below(self.viewport)
        if end < self.viewport:
            self.offset -= self.viewport - end
            self._normalise()
