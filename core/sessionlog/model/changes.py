"""What a mutation changed: the one value that a view needs to know what to refresh."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SeqRange:
    """Rows that came to a session: an inclusive seq range of one part."""

    session: int
    first_seq: int
    last_seq: int
    part: int = 0


@dataclass(frozen=True, slots=True)
class Changes:
    """`sessions` and `ranges` name sessions by their library row id; `replaced` were swapped whole."""

    sessions: frozenset[int] = frozenset()
    removed: frozenset[int] = frozenset()
    replaced: frozenset[int] = frozenset()
    ranges: tuple[SeqRange, ...] = ()
    sources: bool = False
    lineage: bool = False
    settings: frozenset[str] = field(default_factory=frozenset)

    def __or__(self, other: Changes) -> Changes:
        return Changes(
            self.sessions | other.sessions,
            self.removed | other.removed,
            self.replaced | other.replaced,
            self.ranges + other.ranges,
            self.sources or other.sources,
            self.lineage or other.lineage,
            self.settings | other.settings,
        )
