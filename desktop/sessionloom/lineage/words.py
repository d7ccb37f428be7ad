"""What a family says: titles, owned and inherited counts, edges, ghosts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from sessionlog.lineage.edges import EdgePlace
from sessionlog.lineage.family import Family, Member, Tie
from sessionloom.lineage.layout import Placed, TreeLayout
from sessionloom.models.titles import title_of

if TYPE_CHECKING:
    from sessionlog.library import SessionInfo


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


def edge_text(placed: Placed, place: EdgePlace | None = None) -> str:
    """Where a fork was made, or what kind of tie it is; `place` is what the logs say of it."""
    translate = QCoreApplication.translate
    if placed.folded:
        return _span_text(placed)
    if placed.branch.tie is Tie.SUBAGENT:
        if place is None:
            return translate("Lineage", "subagent")
        if place.step is None:
            return f"#{place.seq}"
        text = translate("Lineage", "step {0}, #{1}")
        return text.format(place.step, place.seq)
    if placed.branch.tie is Tie.CONTINUATION:
        return translate("Lineage", "continues")
    seq = placed.branch.cut_seq
    if seq is None:
        return translate("Lineage", "from the start")
    if place is None or place.turn is None:
        return f"#{seq}"
    return translate("Lineage", "turn {0}, #{1}").format(place.turn, seq)


def _span_text(placed: Placed) -> str:
    """Between which seqs the folded forks were made."""
    seqs = [child.cut_seq for child in placed.rest if child.cut_seq is not None]
    if not seqs:
        return ""
    if min(seqs) == max(seqs):
        return f"#{seqs[0]}"
    text = QCoreApplication.translate("Lineage", "#{0} to #{1}")
    return text.format(min(seqs), max(seqs))


def spoken(placed: Placed, place: EdgePlace | None = None) -> str:
    """A place for a screen reader."""
    member = placed.branch.member
    if placed.folded:
        return folded_text(placed.folded)
    if member is None:
        return f"{ghost_title(placed.branch.id)}, {ghost_facts()}"
    edge = edge_text(placed, place) if placed.parent is not None else ""
    return ", ".join(part for part in (title_of_member(member), box_facts(member), edge) if part)


def summary(family: Family, layout: TreeLayout, hidden: int = 0) -> tuple[str, str]:
    """How many sessions are shown, and what is missing or wrong."""
    translate = QCoreApplication.translate
    shown = sum(1 for placed in layout.places if not placed.folded)
    text = translate("Lineage", "%n sessions shown", "", shown)
    if layout.folded:
        text += ", " + translate("Lineage", "%n more folded", "", layout.folded)
    if hidden:
        text += ", " + translate("Lineage", "%n filtered out", "", hidden)
    if family.cycle:
        ids = ", ".join(family.cycle[:5])
        return text, translate("Lineage", "the parents lead back in a circle: {0}").format(ids)
    if family.missing:
        return text, translate("Lineage", "incomplete: the parent is missing")
    return text, ""
