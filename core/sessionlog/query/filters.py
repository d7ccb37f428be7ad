"""Filters over events and sessions: all clauses must hold, any value inside a clause will do.

A clause that is `None` asks nothing; an empty one matches nothing. Ranges include both ends
(spec 02 section 7).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from sessionlog.query.faults import INVALID_FILTER, QueryFault
from sessionlog.query.searchable import searchable_text, text_pattern

MAX_PREDICATES = 14
Range = tuple[int, int]


class Standing(StrEnum):
    """Where an event stands on the surface of its log as it is now."""

    CURRENT = "current"
    SHADOWED = "shadowed"
    LOG_ONLY = "log-only"


@dataclass(frozen=True)
class EventFilter:
    """`seqs` and `times` (ms) are inclusive ranges; `text` is a literal, free in case and spaces."""

    types: frozenset[str] | None = None
    surface: frozenset[Standing] | None = None
    seqs: tuple[Range, ...] | None = None
    times: tuple[Range, ...] | None = None
    text: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        _check_ranges(self.seqs, self.times)
        clauses = (self.types, self.surface, self.seqs, self.times, self.text)
        _check_size(sum(len(clause) for clause in clauses if clause is not None))

    def wants_deltas(self) -> bool:
        """Whether a stream delta could match: an index alone then cannot answer."""
        return (
            (self.types is None or "assistant/chunk" in self.types)
            and (self.surface is None or Standing.LOG_ONLY in self.surface)
            and self.text is None
        )

    def accepts(self, seq: int, type: str, time: int, surface: Standing) -> bool:
        """Every clause but the one on text."""
        return (
            (self.types is None or type in self.types)
            and (self.surface is None or surface in self.surface)
            and _within(seq, self.seqs)
            and _within(time, self.times)
        )

    def accepts_text(self, event: Mapping[str, Any]) -> bool:
        """The clause on text."""
        if self.text is None:
            return True
        text = searchable_text(event)
        return any(pattern.search(text) for pattern in self._patterns)

    @cached_property
    def _patterns(self) -> list[re.Pattern[str]]:
        return [text_pattern(words) for words in self.text or ()]


@dataclass(frozen=True)
class SessionFilter:
    """`cwds` and `parents` may hold `None`, for sessions without one; `live` and `persisted` are wishes."""

    ids: frozenset[str] | None = None
    cwds: frozenset[str | None] | None = None
    parents: frozenset[str | None] | None = None
    created: tuple[Range, ...] | None = None
    live: bool | None = None
    persisted: bool | None = None

    def __post_init__(self) -> None:
        _check_ranges(self.created)
        clauses = (self.ids, self.cwds, self.parents, self.created)
        _check_size(sum(len(clause) for clause in clauses if clause is not None))

    def accepts(
        self, id: str, cwd: str | None, parent: str | None, created_at: int, live: bool, persisted: bool
    ) -> bool:
        return (
            (self.ids is None or id in self.ids)
            and (self.cwds is None or cwd in self.cwds)
            and (self.parents is None or parent in self.parents)
            and _within(created_at, self.created)
            and (self.live is None or live is self.live)
            and (self.persisted is None or persisted is self.persisted)
        )


def _within(value: int, ranges: tuple[Range, ...] | None) -> bool:
    return ranges is None or any(first <= value <= last for first, last in ranges)


def _check_ranges(*clauses: tuple[Range, ...] | None) -> None:
    for first, last in (pair for clause in clauses if clause is not None for pair in clause):
        if first > last:
            raise QueryFault(
                INVALID_FILTER, f"The range {first} to {last} ends before it begins.", "Turn it round."
            )


def _check_size(predicates: int) -> None:
    if predicates > MAX_PREDICATES:
        raise QueryFault(
            INVALID_FILTER,
            f"{predicates} conditions are more than {MAX_PREDICATES}.",
            "Ask in two questions.",
        )
