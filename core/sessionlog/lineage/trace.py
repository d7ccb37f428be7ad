"""The family of a session: ancestors, descendants, and what is missing (spec 02 section 7).

Links are the `parentSession` of headers. A parent that is not there makes a trace incomplete and
is named; no root is ever invented. Chains of any length cost no stack.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sessionlog.model.errors import UserError


class LineageFault(UserError):
    """`SESSION_NOT_FOUND`, or `INVALID_LINEAGE` for ancestors that form a circle (named in `cycle`)."""

    def __init__(self, code: str, sentence: str, remedy: str, cycle: tuple[str, ...] = ()) -> None:
        super().__init__(f"SESSION_QUERY_{code}", sentence, remedy)
        self.cycle = cycle


@dataclass(frozen=True, slots=True)
class SessionHead:
    """What a trace needs of a header. `created_at` is ms since the epoch."""

    id: str
    created_at: int
    parent: str | None = None


@dataclass(frozen=True, slots=True)
class Descendant:
    """A child with its own children, oldest first, then by id."""

    session: SessionHead
    children: tuple[Descendant, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class SessionTrace:
    """`ancestors` are nearest first. `root` is set exactly when the trace is complete."""

    target: SessionHead
    ancestors: tuple[SessionHead, ...]
    descendants: tuple[Descendant, ...]
    complete: bool
    root: SessionHead | None
    unresolved_parent_id: str | None


class Lineage:
    """The families of many sessions. Of two heads with one id the first counts."""

    def __init__(self, heads: Iterable[SessionHead]) -> None:
        self._heads: dict[str, SessionHead] = {}
        for head in heads:
            self._heads.setdefault(head.id, head)
        self._children: dict[str, list[SessionHead]] = {}
        for head in self._heads.values():
            if head.parent is not None:
                self._children.setdefault(head.parent, []).append(head)
        for siblings in self._children.values():
            siblings.sort(key=lambda head: (head.created_at, head.id))

    def trace(self, session_id: str) -> SessionTrace:
        """The family of one session, ordinary forks and subagents alike. Raises `LineageFault`."""
        target = self._heads.get(session_id)
        if target is None:
            raise LineageFault("SESSION_NOT_FOUND", f"There is no session {session_id!r}.", "Check the id.")
        ancestors, missing = self._ancestors(target)
        oldest = ancestors[-1] if ancestors else target
        return SessionTrace(
            target=target,
            ancestors=tuple(ancestors),
            descendants=self._descendants(target),
            complete=missing is None,
            root=oldest if missing is None else None,
            unresolved_parent_id=missing,
        )

    def _ancestors(self, target: SessionHead) -> tuple[list[SessionHead], str | None]:
        """Ancestors nearest first, and the id of a parent that is not there."""
        found: list[SessionHead] = []
        seen = {target.id}
        parent = target.parent
        while parent is not None:
            if parent in seen:
                cycle = (target.id, *(head.id for head in found))
                raise LineageFault(
                    "INVALID_LINEAGE",
                    f"The ancestors of {target.id!r} lead back to {parent!r}.",
                    "One of their headers names a wrong parent.",
                    cycle,
                )
            head = self._heads.get(parent)
            if head is None:
                return found, parent
            found.append(head)
            seen.add(parent)
            parent = head.parent
        return found, None

    def _descendants(self, target: SessionHead) -> tuple[Descendant, ...]:
        """Built from the leaves up, because a family may be deeper than the stack.

        A target without a circle above it has none below: every session has one parent.
        """
        order = [target]
        for head in order:
            order.extend(self._children.get(head.id, ()))
        built: dict[str, Descendant] = {}
        for head in reversed(order):
            children = tuple(built[child.id] for child in self._children.get(head.id, ()))
            built[head.id] = Descendant(head, children)
        return built[target.id].children
