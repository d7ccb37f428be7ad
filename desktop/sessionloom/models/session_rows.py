"""The rows of the session list, computed from what the library says. Pure, no Qt.

A *family* is a session with the sessions that name it as their parent, nested. Families are
grouped by workspace or flat, and ordered by the last human prompt of any member, or by name
(window.md, session list).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain, islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sessionlog.library import SessionInfo

ROWS_PER_GROUP = 6
MAX_DEPTH = 4


class RowKind(StrEnum):
    GROUP = "group"
    SESSION = "session"
    GHOST = "ghost"
    MORE = "more"


class Order(StrEnum):
    PROMPT = "prompt"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class ListRow:
    """One row. `through` are the depths at which a line passes it; `last` closes its parent's line."""

    kind: RowKind
    key: str
    title: str
    group: str = ""
    info: SessionInfo | None = None
    count: int = 0
    depth: int = 0
    last: bool = True
    opens: bool = False
    through: tuple[int, ...] = ()
    collapsed: bool = False


@dataclass(slots=True)
class Family:
    """A session, or the ghost of a parent that is missing, and its children."""

    info: SessionInfo | None
    title: str
    ghost_id: str = ""
    children: list[Family] = field(default_factory=list)
    newest: int = 0
    size: int = 1

    @property
    def key(self) -> str:
        """The key of its row."""
        ref = self.info.ref if self.info is not None else None
        return f"session:{ref.source}:{ref.key}" if ref is not None else f"ghost:{self.ghost_id}"

    def settle(self, order: Order) -> None:
        """Sum up and order the children, without recursion: chains of forks can be long."""
        if not self.children:  # most of 10,000 sessions
            self.newest = self.info.updated_at if self.info is not None else 0
            return
        for family in _children_first([self]):
            own = family.info.updated_at if family.info is not None else 0
            family.newest = max([own, *(child.newest for child in family.children)])
            family.size = 1 + sum(child.size for child in family.children)
            family.children.sort(key=_key(order))


@dataclass(frozen=True, slots=True)
class Group:
    key: str
    title: str
    families: tuple[Family, ...]
    count: int


def _key(order: Order) -> Callable[[Family], tuple[int, str]]:
    if order is Order.NAME:
        return lambda family: (0, family.title.casefold())
    return lambda family: (-family.newest, family.title.casefold())


def build_families(
    sessions: Iterable[SessionInfo],
    *,
    title_of: Callable[[SessionInfo], str],
    ghost_title: Callable[[str], str],
    order: Order,
) -> list[Family]:
    """Sessions under their parents. A cycle of parents is broken at its first member."""
    nodes: dict[str, Family] = {}
    families: list[Family] = []
    for info in sessions:
        family = Family(info, title_of(info))
        families.append(family)
        nodes.setdefault(info.id, family)
    parents = {
        id(family): nodes[family.info.parent_session]
        for family in families
        if family.info is not None and family.info.parent_session in nodes
    }
    for family in _ring_members(families, parents):
        del parents[id(family)]
    ghosts: dict[str, Family] = {}
    roots: list[Family] = []
    for family in families:
        assert family.info is not None
        parent_id = family.info.parent_session
        parent = parents.get(id(family))
        if parent_id and parent_id not in nodes:
            parent = ghosts.get(parent_id)
            if parent is None:
                parent = ghosts[parent_id] = Family(None, ghost_title(parent_id), ghost_id=parent_id)
                roots.append(parent)
        (roots if parent is None else parent.children).append(family)
    for root in roots:
        root.settle(order)
    roots.sort(key=_key(order))
    return roots


def without_archived(roots: Iterable[Family]) -> list[Family]:
    """Families without what is archived; an archived parent stays where something of it is not."""
    roots = list(roots)
    kept: set[int] = set()
    for family in _children_first(roots):
        family.children = [child for child in family.children if id(child) in kept]
        if family.children or (family.info is not None and not family.info.archived):
            kept.add(id(family))
            family.size = 1 + sum(child.size for child in family.children)
    return [family for family in roots if id(family) in kept]


def _children_first(families: Iterable[Family]) -> Iterator[Family]:
    """Families and all their descendants, each after its children. Chains may be of any length."""
    pending = [(family, False) for family in families]
    while pending:
        family, children_done = pending.pop()
        if children_done:
            yield family
        else:
            pending.append((family, True))
            pending.extend((child, False) for child in family.children)


def _ring_members(families: Iterable[Family], parents: dict[int, Family]) -> list[Family]:
    """One member of every ring of parents: hanging it under its parent would lose the ring."""
    found: list[Family] = []
    walked: dict[int, int] = {}
    for walk, family in enumerate(families):
        current: Family | None = family
        while current is not None and id(current) not in walked:
            walked[id(current)] = walk
            current = parents.get(id(current))
        if current is not None and walked[id(current)] == walk:
            found.append(current)
    return found


def group_families(
    families: Iterable[Family], *, workspace_of: Callable[[SessionInfo], str], order: Order, nameless: str
) -> list[Group]:
    """Families by the workspace of their first real member; those without a workspace come last."""
    by_name: dict[str, list[Family]] = {}
    for family in families:
        info = family.info or family.children[0].info
        by_name.setdefault(workspace_of(info) if info is not None else "", []).append(family)
    groups = [
        Group(name, name or nameless, tuple(members), sum(_sessions(family) for family in members))
        for name, members in by_name.items()
    ]
    if order is Order.NAME:
        groups.sort(key=lambda group: (not group.key, group.key.casefold()))
    else:
        groups.sort(key=lambda group: (not group.key, -max(family.newest for family in group.families)))
    return groups


def _sessions(family: Family) -> int:
    return family.size - (family.info is None)


def flatten(
    groups: Iterable[Group],
    *,
    headings: bool,
    collapsed: Collection[str],
    expanded: Collection[str],
    needle: str = "",
    keep: str = "",
) -> list[ListRow]:
    """The rows to show. `keep` is the key of a row that stays visible past the limit of its group.

    With a `needle` every match shows, with its ancestors, whatever is collapsed.
    """
    rows: list[ListRow] = []
    needle = needle.casefold().strip()
    for group in groups:
        matched = _matching(group.families, needle) if needle else None
        families = [family for family in group.families if matched is None or id(family) in matched]
        if needle and not families:
            continue
        closed = headings and not needle and group.key in collapsed
        if headings:
            rows.append(
                ListRow(
                    RowKind.GROUP,
                    f"group:{group.key}",
                    group.title,
                    group.key,
                    count=group.count,
                    collapsed=closed,
                )
            )
        if closed:
            continue
        members = _members(families, group.key, matched)
        limited = headings and not needle and group.key not in expanded
        rows.extend(_limited(members, group, keep) if limited else members)
    return rows


def _limited(members: Iterator[ListRow], group: Group, keep: str) -> list[ListRow]:
    """The first rows of a group; a family is not cut apart while it fits twice the limit.

    Rows that are not shown are not made: thousands of them would hold up every change of the list.
    """
    first = list(islice(members, 2 * ROWS_PER_GROUP))
    if len(first) <= ROWS_PER_GROUP + 1:
        return first
    end = ROWS_PER_GROUP
    while end < len(first) and first[end].depth > 0:
        end += 1
    shown = first[:end]
    if keep and all(row.key != keep for row in shown) and _holds(group.families, keep):
        for row in chain(first[end:], members):
            shown.append(row)
            if row.key == keep:
                break
    hidden = group.count - sum(1 for row in shown if row.kind is RowKind.SESSION)
    if hidden:
        shown.append(ListRow(RowKind.MORE, f"more:{group.key}", "", group.key, count=hidden))
    return shown


def _holds(families: Iterable[Family], key: str) -> bool:
    """Whether the row of this key stands anywhere among families."""
    pending = list(families)
    while pending:
        family = pending.pop()
        if family.key == key:
            return True
        pending += family.children
    return False


def _matching(families: Iterable[Family], needle: str) -> set[int]:
    """The ids of the families whose title, or whose descendant's title, holds the needle."""
    matched: set[int] = set()
    for family in _children_first(families):
        if (family.info is not None and needle in family.title.casefold()) or any(
            id(child) in matched for child in family.children
        ):
            matched.add(id(family))
    return matched


def _members(families: Iterable[Family], group: str, matched: set[int] | None) -> Iterator[ListRow]:
    """The rows of families, each with its descendants, one at a time."""
    for family in families:
        yield from _family_rows(family, group, matched)


def _family_rows(family: Family, group: str, matched: set[int] | None) -> Iterator[ListRow]:
    pending: list[tuple[Family, int, bool, tuple[int, ...]]] = [(family, 0, True, ())]
    while pending:
        current, depth, last, through = pending.pop()
        children = [child for child in current.children if matched is None or id(child) in matched]
        yield ListRow(
            RowKind.SESSION if current.info is not None else RowKind.GHOST,
            current.key,
            current.title,
            group,
            current.info,
            depth=min(depth, MAX_DEPTH),
            last=last,
            opens=bool(children) and depth < MAX_DEPTH,
            through=through,
        )
        below = through if last or depth == 0 or depth > MAX_DEPTH else (*through, depth)
        final = len(children) - 1
        pending.extend((children[at], depth + 1, at == final, below) for at in range(final, -1, -1))
