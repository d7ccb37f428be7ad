"""What a family says: titles, owned and inherited counts, edges, ghosts."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from sessionlog.library import SessionInfo
from sessionlog.lineage.family import Family, Member, Tie
from sessionloom.lineage.layout import Placed, TreeLayout
from sessionloom.models.titles import title_of


def member_of(info: SessionInfo) -> Member:
    return Member(
        info.id, info.created_at, info.parent_session, info.origin, info.seed_length, info.events, info
    )


def title_of_member(member: Member) -> str:
    return title_of(member.ref)


def box_facts(member: Member) -> str:
    """Owned and inherited events, wherever a count is shown."""
    translate = QCoreApplication.translate
    if member.owned is None:
        return translate("Lineage", "not read yet")
    if not member.inherited:
        return translate("Lineage", "{0} own").format(f"{member.owned:,}")
    return translate("Lineage", "{0} own, {1} inherited").format(f"{member.owned:,}", f"{member.inherited:,}")


def ghost_title(session_id: str) -> str:
    return QCoreApplication.translate("Lineage", "Parent {0}, missing").format(session_id)


def ghost_facts() -> str:
    return QCoreApplication.translate("Lineage", "not in any open source")


def folded_text(count: int) -> str:
    text = QCoreApplication.translate("Lineage", "%n more", "", count)
    return "+ " + text


def edge_text(placed: Placed) -> str:
    """Where a fork was made, or what kind of tie it is."""
    translate = QCoreApplication.translate
    if placed.folded:
        return ""
    if placed.branch.tie is Tie.SUBAGENT:
        return translate("Lineage", "subagent")
    if placed.branch.tie is Tie.CONTINUATION:
        return translate("Lineage", "continues")
    seq = placed.branch.cut_seq
    return translate("Lineage", "from the start") if seq is None else f"#{seq:,}"


def spoken(placed: Placed) -> str:
    """A place for a screen reader."""
    member = placed.branch.member
    if placed.folded:
        return folded_text(placed.folded)
    if member is None:
        return f"{ghost_title(placed.branch.id)}, {ghost_facts()}"
    edge = edge_text(placed) if placed.parent is not None else ""
    return ", ".join(part for part in (title_of_member(member), box_facts(member), edge) if part)


def summary(family: Family, layout: TreeLayout) -> tuple[str, str]:
    """How many sessions are shown, and what is missing or wrong."""
    translate = QCoreApplication.translate
    shown = sum(1 for placed in layout.places if not placed.folded)
    text = translate("Lineage", "%n sessions shown", "", shown)
    if layout.folded:
        text += ", " + translate("Lineage", "%n more folded", "", layout.folded)
    if family.cycle:
        ids = ", ".join(family.cycle[:5])
        return text, translate("Lineage", "the parents lead back in a circle: {0}").format(ids)
    if family.missing:
        return text, translate("Lineage", "incomplete: the parent is missing")
    return text, ""
