"""Where two sessions part: their nearest common ancestor and how much both have of it.

By lineage, never by text: a fork holds the first events of its parent under the same seqs, so two
sessions share as many as the smallest inheritance on the way from either up to that ancestor.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from sessionlog.lineage.family import Member, Tie


class Relation(StrEnum):
    """What two sessions are to each other.

    `ancestor`: one descends from the other. `cousins`: both descend from a third one. `same`: one
    session, in two generations or beside itself. `unrelated`: no common ancestor is known.
    """

    SAME = "same"
    ANCESTOR = "ancestor"
    COUSINS = "cousins"
    UNRELATED = "unrelated"


@dataclass(frozen=True, slots=True)
class ForkPoint:
    """`shared` events, from seq 0 on, are in both sessions; 0 for subagents and continuations, which
    inherit nothing. `ancestor` is the session they come from; `missing` says that it is named only."""

    relation: Relation
    shared: int = 0
    ancestor: str | None = None
    missing: bool = False


def fork_point(members: Mapping[str, Member], left: str, right: str) -> ForkPoint:
    """Where two sessions part. Circles of parents end where they close; a chain of any length costs
    its length."""
    if left == right:
        return ForkPoint(Relation.SAME, 0, left, left not in members)
    above = dict(_line(members, left))
    for name, kept in _line(members, right):
        if name in above:
            shared = min(limit for limit in (kept, above[name], _events(members, name)) if limit is not None)
            relation = Relation.ANCESTOR if name in (left, right) else Relation.COUSINS
            return ForkPoint(relation, shared, name, name not in members)
    return ForkPoint(Relation.UNRELATED)


def line_of(members: Mapping[str, Member], session: str) -> list[str]:
    """A session and its ancestors, nearest first; the last one may be missing."""
    return [name for name, _ in _line(members, session)]


def _line(members: Mapping[str, Member], session: str) -> Iterator[tuple[str, int | None]]:
    """A session and its ancestors with the events that it has of each; `None` is all of them."""
    kept: int | None = None
    seen: set[str] = set()
    name: str | None = session
    while name is not None and name not in seen:
        yield name, kept
        seen.add(name)
        member = members.get(name)
        if member is None:
            return
        inherited = (member.inherited or 0) if member.tie is Tie.FORK else 0
        kept = inherited if kept is None else min(kept, inherited)
        name = member.parent


def _events(members: Mapping[str, Member], name: str) -> int | None:
    member = members.get(name)
    return None if member is None else member.events
