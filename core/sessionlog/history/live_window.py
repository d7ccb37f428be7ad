"""The window of a session that is being followed: one contiguous run of items, never a hole.

An item is an event or a packed row: something with a `seq` and a `last_seq`. How it is merged
with pages is decided here, without any notion of time, requests or connections.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, Protocol, TypeVar


class Item(Protocol):
    @property
    def seq(self) -> int: ...

    @property
    def last_seq(self) -> int: ...


T = TypeVar("T", bound=Item)


@dataclass(frozen=True, slots=True)
class TailPage(Generic[T]):
    """A page as a server gives it: a contiguous run, and whether something lies before it.

    `last_seq` is the seq of the newest event that the page was read at, -1 of an empty log.
    """

    items: Sequence[T]
    has_more: bool
    last_seq: int


@dataclass(frozen=True, slots=True)
class WindowSplice(Generic[T]):
    """`removed` items at `index` give way to `items`.

    `restarted` says that the window was given up for another part of the log, or for a log that
    was rewritten, so that a reader's place in it may be gone.
    """

    index: int
    removed: int
    items: Sequence[T]
    restarted: bool = False


def is_run(items: Sequence[Item]) -> bool:
    """Whether each item follows the one before it without a gap."""
    return all(after.seq == before.last_seq + 1 for before, after in pairwise(items))


class LiveWindow(Generic[T]):
    """`items` are contiguous, always. `has_more` says whether older ones exist."""

    def __init__(self) -> None:
        self.items: list[T] = []
        self.has_more = False

    @property
    def base(self) -> int:
        """The seq before which an older page has to end."""
        return self.items[0].seq if self.items else 0

    @property
    def tail(self) -> int:
        """The last seq held; -1 of an empty window, after which seq 0 is due."""
        return self.items[-1].last_seq if self.items else -1

    def append(self, item: T) -> WindowSplice[T]:
        """Take the item that follows the tail."""
        assert item.seq == self.tail + 1
        self.items.append(item)
        return WindowSplice(len(self.items) - 1, 0, (item,))

    def reaches(self, page: TailPage[T]) -> bool:
        """Whether the page overlaps the window or begins right after it."""
        return not page.items or not self.items or page.items[0].seq <= self.tail + 1

    def merge(self, page: TailPage[T]) -> list[WindowSplice[T]]:
        """Bring the window up to a page that reaches it; older items and newer ones stay.

        Where page and window disagree about an event, the log was rewritten and the page wins whole.
        """
        if not page.items or not self.items:
            return self.restart(page) if page.items or self.items else []
        first, last = page.items[0].seq, page.items[-1].last_seq
        start, end = self._index_from(first), self._index_from(last + 1)
        covered = self.items[start:end]
        if (
            last + 1 < self.base
            or (start > 0 and self.items[start - 1].last_seq >= first)  # packed across the page's beginning
            or (end < len(self.items) and self.items[end].seq != last + 1)  # packed across its end
            or _contradict(covered, page.items)
        ):
            return self.restart(page)
        if covered and covered[-1].last_seq > last:
            return []  # the page is older than the window, which holds all of it
        if start == 0 and first <= self.base:
            self.has_more = page.has_more
        return self._replace(start, end, page.items)

    def prepend(self, page: TailPage[T]) -> list[WindowSplice[T]]:
        """Take a page that ends right before the window."""
        self.has_more = page.has_more
        if not page.items:
            return []
        self.items[:0] = page.items
        return [WindowSplice(0, 0, tuple(page.items))]

    def restart(self, page: TailPage[T]) -> list[WindowSplice[T]]:
        removed = len(self.items)
        self.items = list(page.items)
        self.has_more = page.has_more
        return [WindowSplice(0, removed, tuple(page.items), restarted=removed > 0)]

    def cut_after(self, last_seq: int) -> list[WindowSplice[T]]:
        """Drop what a server no longer has after a crash: everything beyond `last_seq`."""
        index = self._index_from(last_seq + 1)
        if index > 0 and self.items[index - 1].last_seq > last_seq:
            index -= 1
        removed = len(self.items) - index
        if removed == 0:
            return []
        del self.items[index:]
        return [WindowSplice(index, removed, ())]

    def _index_from(self, seq: int) -> int:
        """The index of the first item that begins at `seq` or later; found from the end, where pages meet."""
        index = len(self.items)
        while index > 0 and self.items[index - 1].seq >= seq:
            index -= 1
        return index

    def _replace(self, start: int, end: int, items: Sequence[T]) -> list[WindowSplice[T]]:
        """Put items in the place of `start` to `end`, saying only what differs."""
        same = 0
        for old, new in zip(self.items[start:end], items):
            if old.seq != new.seq or old.last_seq != new.last_seq:
                break
            same += 1
        start, items = start + same, items[same:]
        if start == end and not items:
            return []
        self.items[start:end] = items
        return [WindowSplice(start, end - start, tuple(items))]


def _contradict(held: Sequence[T], given: Sequence[T]) -> bool:
    """Whether two items of the same seqs differ; items packed in another way are not compared."""
    by_place = {(item.seq, item.last_seq): item for item in held}
    for item in given:
        other = by_place.get((item.seq, item.last_seq))
        if other is not None and other != item:
            return True
    return False
