"""Cited events as later writers store them: runs of seqs as `[first, last]` (spec 03 section 3).

The last release that wrote generation 0 does so too. A run is expanded only in the view, and
never beyond a cap: a row of 30 bytes could otherwise ask for more seqs than there is memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sessionlog.model.json import is_seq

MOST_SOURCES = 4_000_000


def has_ranges(stored: object) -> bool:
    """Whether a stored `sourceEventSeqs` holds runs, not only single seqs."""
    return isinstance(stored, list) and bool(stored) and list in set(map(type, stored))


def source_runs(stored: list[Any]) -> Iterator[tuple[int, int]]:
    """Inclusive runs in stored order. Raises `ValueError` for what is neither a seq nor a run of seqs.

    Seqs that follow one another, as the chunks of an attempt do, come as one run: an answer cites
    hundreds of thousands.
    """
    if _follow_one_another(stored):
        yield stored[0], stored[-1]
        return
    for item in stored:
        if is_seq(item):
            yield item, item
        elif (
            type(item) is list
            and len(item) == 2
            and is_seq(item[0])
            and is_seq(item[1])
            and item[0] <= item[1]
        ):
            yield item[0], item[1]
        else:
            raise ValueError("neither a seq nor a run of seqs")


def _follow_one_another(stored: list[Any]) -> bool:
    if not stored or not is_seq(stored[0]) or not is_seq(stored[-1]):
        return False
    return follow_one_another(stored) and set(map(type, stored)) == {int}


def follow_one_another(stored: list[Any]) -> bool:
    """Whether items, the first and the last of them integers, equal every number from one to the other."""
    first, length = stored[0], len(stored)
    if stored[-1] - first + 1 != length:
        return False
    if length <= _AT_ONCE:
        return stored == list(range(first, first + length))
    return all(
        stored[at : at + _AT_ONCE] == list(range(first + at, first + min(at + _AT_ONCE, length)))
        for at in range(0, length, _AT_ONCE)
    )


_AT_ONCE = 4096
"""Few enough to stay near the processor."""


def expanded(stored: list[Any]) -> list[int] | None:
    """Every cited seq; `None` when an item is no run, or when there are more than `MOST_SOURCES`."""
    try:
        runs = list(source_runs(stored))
    except ValueError:
        return None
    if sum(last - first + 1 for first, last in runs) > MOST_SOURCES:
        return None
    return [seq for first, last in runs for seq in range(first, last + 1)]
