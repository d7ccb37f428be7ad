"""The order of surface nodes: spans by position in time proportional to the nodes touched."""

from __future__ import annotations

from collections.abc import Iterator


class NodeOrder:
    """Current nodes in order, with a rank each, so that a span is found without walking the list.

    An appended node gets the next rank; a replacing node takes the rank of the first node that it
    shadows. Ranks therefore always rise along the list, and comparing positions is one comparison.
    """

    __slots__ = ("_first", "_following", "_last", "_next_rank", "_preceding", "_rank", "steps")

    def __init__(self) -> None:
        self._following: dict[int, int | None] = {}
        self._preceding: dict[int, int | None] = {}
        self._rank: dict[int, int] = {}
        self._first: int | None = None
        self._last: int | None = None
        self._next_rank = 0
        self.steps = 0

    def __contains__(self, seq: int) -> bool:
        return seq in self._rank

    def __len__(self) -> int:
        return len(self._rank)

    def __iter__(self) -> Iterator[int]:
        seq = self._first
        while seq is not None:
            yield seq
            seq = self._following[seq]

    def append(self, seq: int) -> None:
        self.steps += 1
        self._rank[seq] = self._next_rank
        self._next_rank += 1
        self._link(self._last, seq)
        self._link(seq, None)

    def span(self, start: int, end: int) -> tuple[int, ...] | None:
        """The nodes from `start` to `end` by position, or `None` when `end` stands before `start`."""
        if self._rank[start] > self._rank[end]:
            return None
        found = [start]
        while found[-1] != end:
            following = self._following[found[-1]]
            assert following is not None  # ranks rise along the list, so `end` lies ahead
            found.append(following)
        self.steps += len(found)
        return tuple(found)

    def replace(self, span: tuple[int, ...], seq: int) -> None:
        self.steps += len(span)
        before, after = self._preceding[span[0]], self._following[span[-1]]
        rank = self._rank[span[0]]
        for shadowed in span:
            del self._rank[shadowed], self._following[shadowed], self._preceding[shadowed]
        self._rank[seq] = rank
        self._link(before, seq)
        self._link(seq, after)

    def _link(self, before: int | None, after: int | None) -> None:
        if before is None:
            self._first = after
        else:
            self._following[before] = after
        if after is None:
            self._last = before
        else:
            self._preceding[after] = before
