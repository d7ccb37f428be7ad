"""What a comparison says: who, in which state, how many of each, and where two sessions part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from sessionlog.compare.attempts import FACT
from sessionlog.compare.comparison import Counts, Row, State
from sessionlog.compare.item import Item
from sessionlog.conversation.node import NodeKind
from sessionlog.lineage.fork_point import Relation
from sessionloom.conversation.characters import one_line
from sessionloom.conversation.wording import core_phrase, kind_name, state_word
from sessionloom.models.titles import short_id, title_of

if TYPE_CHECKING:
    from sessionlog.access.comparing import Comparison, Side

SIGNS = {State.SAME: "=", State.CHANGED: "≠", State.LEFT: "−", State.RIGHT: "+"}
_KINDS = frozenset(NodeKind)


def state_name(state: State) -> str:
    translate = QCoreApplication.translate
    return {
        State.SAME: translate("Compare", "Equal"),
        State.CHANGED: translate("Compare", "Changed"),
        State.LEFT: translate("Compare", "Only on the left"),
        State.RIGHT: translate("Compare", "Only on the right"),
    }[state]


def item_name(item: Item) -> str:
    """Who or what an item is: You, Assistant, the name of a tool, a fact of an attempt."""
    if item.kind == FACT:
        return fact_name(item.title)
    named = dict(item.facts).get("name", "")
    if named:
        return one_line(named)
    if item.kind in _KINDS:
        return kind_name(NodeKind(item.kind))
    translate = QCoreApplication.translate
    names = {
        "text": translate("Compare", "Text"),
        "reasoning": translate("Compare", "Thinking"),
        "tool-call": translate("Compare", "Tool call"),
    }
    return names.get(item.kind, one_line(item.kind))


def fact_name(name: str) -> str:
    translate = QCoreApplication.translate
    return {
        "outcome": translate("Compare", "Outcome"),
        "failure": translate("Compare", "Failure"),
        "finish": translate("Compare", "Finish"),
        "chunks": translate("Compare", "Chunks"),
        "first-token-ms": translate("Compare", "First token"),
        "input-tokens": translate("Compare", "Input tokens"),
        "output-tokens": translate("Compare", "Output tokens"),
        "cache-read-tokens": translate("Compare", "Tokens from the cache"),
    }.get(name, name)


def fact_value(item: Item) -> str:
    """The value of a fact as a person reads it; a dash where the log does not say."""
    translate = QCoreApplication.translate
    outcomes = {
        "committed": translate("Compare", "answered"),
        "retried": translate("Compare", "given up, tried again"),
        "failed": translate("Compare", "failed"),
        "interrupted": translate("Compare", "interrupted"),
        "open": translate("Compare", "still open"),
    }
    value = item.preview
    if not value:
        return "–"
    if item.title == "outcome":
        return outcomes.get(value, value)
    if value.isdigit():
        number = f"{int(value):,}"
        return translate("Compare", "%1 ms").replace("%1", number) if item.title.endswith("-ms") else number
    return core_phrase(one_line(value))


def item_meta(item: Item) -> str:
    """Turn, status and model in one line."""
    facts = dict(item.facts)
    turn = ""
    if item.turn is not None:
        turn = QCoreApplication.translate("Compare", "turn %1").replace("%1", str(item.turn))
    parts = [turn, state_word(item.status), facts.get("model", ""), facts.get("code", "")]
    return " · ".join(one_line(part) for part in parts if part)


def item_head(item: Item) -> str:
    """Who, in which turn and how it ended, in one line."""
    return " · ".join(part for part in (item_name(item), item_meta(item)) if part)


def folded_text(count: int) -> str:
    return QCoreApplication.translate("Compare", "%n equal messages", "", count)


def left_out_text(count: int) -> str:
    return QCoreApplication.translate("Compare", "%n more characters, in its session", "", count)


def equal_before_text(count: int) -> str:
    return QCoreApplication.translate("Compare", "%n equal characters before this", "", count)


def counts_text(counts: Counts) -> str:
    translate = QCoreApplication.translate
    if not counts.differences:
        return translate("Compare", "No differences") + " · " + folded_text(counts.same)
    parts = (
        (counts.changed, translate("Compare", "%n changed", "", counts.changed)),
        (counts.left, translate("Compare", "%n only on the left", "", counts.left)),
        (counts.right, translate("Compare", "%n only on the right", "", counts.right)),
        (counts.same, translate("Compare", "%n equal", "", counts.same)),
    )
    return " · ".join(text for count, text in parts if count)


def point_text(found: Comparison) -> str:
    """Where both part, or why they are aligned by what they say; and the third session they come from."""
    return " ".join(text for text in (_part_text(found), _ancestor_text(found)) if text)


def _ancestor_text(found: Comparison) -> str:
    if found.point.relation is not Relation.COUSINS or found.point.ancestor is None:
        return ""
    translate = QCoreApplication.translate
    if found.ancestor is None:
        text = translate("Compare", "Both come from %1, which is not here.")
        return text.replace("%1", one_line(found.point.ancestor))
    return translate("Compare", "Both come from “%1”.").replace("%1", title_of(found.ancestor))


def _part_text(found: Comparison) -> str:
    translate = QCoreApplication.translate
    if found.left.attempt is not None:
        return translate("Compare", "Two attempts of one step.")
    if found.shared:
        text = translate("Compare", "The first %1 events, up to #%2, are the same.")
        return text.replace("%1", f"{found.shared:,}").replace("%2", str(found.shared - 1))
    relation = found.point.relation
    if relation is Relation.SAME:
        return translate("Compare", "One session twice: aligned by what is said.")
    if relation is Relation.UNRELATED:
        return translate("Compare", "No common ancestor is known: aligned by what is said.")
    if found.left.info.generation != found.right.info.generation:
        return translate("Compare", "Different format generations: aligned by what is said.")
    if found.by_text:
        return translate("Compare", "Their beginnings differ although one names the other: aligned by text.")
    return translate("Compare", "Related, but nothing was inherited: aligned by what is said.")


def side_title(side: Side) -> str:
    if side.attempt is not None:
        text = QCoreApplication.translate("Compare", "Attempt %1 of %2")
        return text.replace("%1", str(side.attempt.number)).replace("%2", str(side.attempt.of))
    return title_of(side.info)


def side_facts(side: Side) -> str:
    """Id, generation, own and inherited events; of an attempt its session, turn and step."""
    translate = QCoreApplication.translate
    if side.attempt is not None:
        text = translate("Compare", "turn %1, step %2")
        place = text.replace("%1", str(side.attempt.attempt.turn)).replace(
            "%2", str(side.attempt.attempt.step)
        )
        return f"{title_of(side.info)} · {place}"
    events = translate("Compare", "%1 events")
    if side.inherited:
        events = translate("Compare", "%1 events, %2 inherited").replace("%2", f"{side.inherited:,}")
    events = events.replace("%1", f"{side.events:,}")
    generation = translate("Compare", "generation %1").replace("%1", str(side.info.generation))
    return " · ".join((short_id(side.info.id), generation, events))


def spoken(row: Row) -> str:
    """A row for a screen reader: its state, then each side with the beginning of what it says."""
    translate = QCoreApplication.translate
    parts = [state_name(row.state)]
    sides = ((translate("Compare", "left"), row.left), (translate("Compare", "right"), row.right))
    for where, item in sides if row.state is not State.SAME else sides[:1]:
        if item is not None:
            text = fact_value(item) if item.kind == FACT else one_line(item.preview[:200])
            said = ", ".join(part for part in (item_name(item), item_meta(item), text) if part)
            parts.append(said if row.state is State.SAME else f"{where}: {said}")
    return ". ".join(parts)
