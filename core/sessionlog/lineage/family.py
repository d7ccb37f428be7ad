"""The whole family of a session as a tree: ghosts for missing parents, cycles cut and named.

Forks, subagents and continuations are told apart (window.md, "Lineage tree"). Chains of any length
cost no stack, and a family costs its own size, not that of the library.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Tie(StrEnum):
    """How a session hangs on its parent."""

    ROOT = "root"
    FORK = "fork"
    SUBAGENT = "subagent"
    CONTINUATION = "continuation"


@dataclass(frozen=True, slots=True)
class Member:
    """A session as a family needs it. `ref` is whatever the caller finds it again by.

    `inherited` and `events` are numbers of events, `None` where they are not known.
    """

    id: str
    created_at: int
    parent: str | None = None
    origin: str | None = None
    inherited: int | None = None
    events: int | None = None
    ref: Any = None

    @property
    def tie(self) -> Tie:
        if self.parent is None:
            return Tie.ROOT
        if self.origin == "subagent":
            return Tie.SUBAGENT
        return Tie.CONTINUATION if self.inherited is None else Tie.FORK

    @property
    def owned(self) -> int | None:
        return None if self.events is None else self.events - (self.inherited or 0)


@dataclass(slots=True)
class Branch:
    """A place in the tree. `member` is `None` for a ghost: a parent that is named and not there."""

    id: str
    member: Member | None
    parent: Branch | None = None
    children: list[Branch] = field(default_factory=list)

    @property
    def tie(self) -> Tie:
        return Tie.ROOT if self.member is None or self.parent is None else self.member.tie

    @property
    def cut_seq(self) -> int | None:
        """The last seq that a fork took over from its parent."""
        if self.member is None or self.tie is not Tie.FORK or not self.member.inherited:
            return None
        return self.member.inherited - 1

    def walk(self) -> Iterator[Branch]:
        """Itself and everything below, a parent before its children."""
        waiting = [self]
        while waiting:
            branch = waiting.pop()
            yield branch
            waiting += reversed(branch.children)


@dataclass(frozen=True, slots=True)
class Family:
    """`root` is the oldest ancestor, a ghost where it is missing; `cycle` the ids of a circle, cut there."""

    root: Branch
    branches: dict[str, Branch]
    target: Branch
    cycle: tuple[str, ...] = ()

    @property
    def missing(self) -> list[str]:
        return [branch.id for branch in self.branches.values() if branch.member is None]


class Families:
    """The families among many sessions. Of two with one id the first counts."""

    def __init__(self, members: Iterable[Member]) -> None:
        self._members: dict[str, Member] = {}
        for member in members:
            self._members.setdefault(member.id, member)
        self._children: dict[str, list[Member]] = {}
        for member in self._members.values():
            if member.parent is not None:
                self._children.setdefault(member.parent, []).append(member)
        for siblings in self._children.values():
            siblings.sort(key=lambda member: (member.created_at, member.id))

    def family(self, session_id: str) -> Family:
        """The tree around a session. An id that nobody has is a family of one ghost and its children."""
        top, cycle = self._oldest(session_id)
        root = Branch(top, self._members.get(top))
        branches = {top: root}
        waiting = [root]
        while waiting:
            branch = waiting.pop()
            for member in self._children.get(branch.id, ()):
                if member.id not in branches:
                    child = Branch(member.id, member, branch)
                    branches[member.id] = child
                    branch.children.append(child)
                    waiting.append(child)
        return Family(root, branches, branches[session_id], cycle)

    def _oldest(self, session_id: str) -> tuple[str, tuple[str, ...]]:
        """The ancestor that nothing stands above; of a circle the oldest session in it."""
        seen = [session_id]
        known = {session_id}
        while True:
            member = self._members.get(seen[-1])
            if member is None or member.parent is None:
                return seen[-1], ()
            if member.parent in known:
                circle = tuple(seen[seen.index(member.parent) :])
                oldest = min(circle, key=lambda name: (self._members[name].created_at, name))
                return oldest, circle
            known.add(member.parent)
            seen.append(member.parent)


def holders(family: Family, session_id: str, seq: int) -> list[str]:
    """Which sessions of a family contain an event of one of them; the one that wrote it comes first.

    An inherited event is also in the parent, and in every fork that took it over.
    """
    owner = family.branches[session_id]
    while _inherited(owner) > seq and owner.parent is not None and owner.parent.member is not None:
        owner = owner.parent
    found, waiting = [], [owner]
    while waiting:
        branch = waiting.pop()
        found.append(branch.id)
        waiting += [child for child in reversed(branch.children) if _inherited(child) > seq]
    return found


def _inherited(branch: Branch) -> int:
    return 0 if branch.member is None or branch.tie is not Tie.FORK else branch.member.inherited or 0
