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
    if stored[-1] - stored[0] + 1 != len(stored) or set(map(type, stored)) != {int}:
        return False
    return stored == list(range(stored[0], stored[-1] + 1))


def expanded(stored: list[Any]) -> list[int] | None:
    """Every cited seq; `None` when an item is no run, or when there are more than `MOST_SOURCES`."""
    try:
        runs = list(source_runs(stored))
    except ValueError:
        return None
    if sum(last - first + 1 for first, last in runs) > MOST_SOURCES:
        return None
    return [seq for first, last in runs for seq in range(first, last + 1)]
