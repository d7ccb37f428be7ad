"""Heights of all rows of a list, with fast sums (architecture section 5).

Heights are float32, sums are doubles: a hundred thousand rows take 400 kB, and the sum of any
prefix is exact for whole pixels. Nothing here knows Qt.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate

CHUNK = 256


class HeightIndex:
    """A list of heights in px. Rows are numbered from 0; heights of 0 are allowed (hidden rows)."""

    def __init__(self, heights: Iterable[float] = ()) -> None:
        self._chunks: list[array[float]] = []
        self._sums: list[float] = []
        self._first_rows: list[int] = [0]
        self._tops: list[float] = [0.0]
        self._rebuild(array("f", heights))

    def __len__(self) -> int:
        return self._first_rows[-1]

    def __iter__(self) -> Iterator[float]:
        for chunk in self._chunks:
            yield from chunk

    @property
    def total(self) -> float:
        """The height of all rows together."""
        return self._tops[-1]

    def get(self, row: int) -> float:
        chunk, place = self._locate(row)
        return self._chunks[chunk][place]

    def set(self, row: int, height: float) -> float:
        """Gives the row another height and returns by how much the total grew."""
        chunk, place = self._locate(row)
        heights = self._chunks[chunk]
        before = heights[place]
        heights[place] = height
        growth = heights[place] - before
        if growth:
            self._sums[chunk] += growth
            for number in range(chunk + 1, len(self._tops)):
                self._tops[number] += growth
        return growth

    def offset(self, row: int) -> float:
        """The sum of the heights before `row`; `row == len(self)` gives the total."""
        if not 0 <= row <= len(self):
            raise IndexError(row)
        if row == len(self):
            return self.total
        chunk, place = self._locate(row)
        return self._tops[chunk] + sum(self._chunks[chunk][:place])

    def rough_offset(self, row: int) -> float:
        """As `offset`, interpolated inside a chunk of 256 rows: for marks of a ruler."""
        if row >= len(self):
            return self.total
        chunk, place = self._locate(row)
        return self._tops[chunk] + self._sums[chunk] * place / len(self._chunks[chunk])

    def rough_row_at(self, y: float) -> int:
        """As `row_at`, interpolated inside a chunk; `len(self)` at or behind the end."""
        if y >= self.total:
            return len(self)
        chunk = max(0, bisect_right(self._tops, y) - 1)
        share = (y - self._tops[chunk]) / self._sums[chunk]
        return self._first_rows[chunk] + int(share * len(self._chunks[chunk]))

    def row_at(self, y: float) -> tuple[int, float]:
        """The row that covers `y` and the distance from its top.

        Rows of height 0 cover nothing. Before the first row gives (0, y), at or behind the end
        the last row and the distance from its top. An empty list gives (0, 0.0).
        """
        if not len(self):
            return 0, 0.0
        if y < 0:
            return 0, y
        chunk = min(bisect_right(self._tops, y), len(self._chunks)) - 1
        top = self._tops[chunk]
        heights = self._chunks[chunk]
        for place, height in enumerate(heights):
            if top + height > y:
                return self._first_rows[chunk] + place, y - top
            top += height
        last = len(heights) - 1
        row = self._first_rows[chunk] + last
        if row + 1 < len(self):  # rounding: `y` lies on the seam, so the next row covers it
            return row + 1, 0.0
        return row, y - (top - heights[last])

    def splice(self, row: int, removed: int, heights: Iterable[float]) -> None:
        """`removed` rows from `row` on give way to `heights`. Touches only the chunks concerned."""
        if row < 0 or removed < 0 or row + removed > len(self):
            raise IndexError((row, removed))
        new = array("f", heights)
        if not self._chunks:
            self._rebuild(new)
            return
        first, place = self._locate(row) if row < len(self) else self._end()
        last, last_place = self._locate(row + removed) if row + removed < len(self) else self._end()
        merged = self._chunks[first][:place] + new + self._chunks[last][last_place:]
        pieces = [merged[start : start + CHUNK] for start in range(0, len(merged), CHUNK)]
        self._chunks[first : last + 1] = pieces
        self._sums[first : last + 1] = [sum(piece) for piece in pieces]
        self._renumber(first)

    def scale(self, factor: float) -> None:
        """Multiplies every height: a better guess than none after a zoom."""
        self._rebuild(array("f", (height * factor for height in self)))

    def _rebuild(self, heights: array[float]) -> None:
        self._chunks = [heights[start : start + CHUNK] for start in range(0, len(heights), CHUNK)]
        self._sums = [sum(chunk) for chunk in self._chunks]
        self._renumber(0)

    def _renumber(self, first: int) -> None:
        lengths = map(len, self._chunks[first:])
        self._first_rows[first:] = accumulate(lengths, initial=self._first_rows[first] if first else 0)
        self._tops[first:] = accumulate(self._sums[first:], initial=self._tops[first] if first else 0.0)

    def _locate(self, row: int) -> tuple[int, int]:
        if not 0 <= row < len(self):
            raise IndexError(row)
        chunk = bisect_right(self._first_rows, row) - 1
        return chunk, row - self._first_rows[chunk]

    def _end(self) -> tuple[int, int]:
        return len(self._chunks) - 1, len(self._chunks[-1])
