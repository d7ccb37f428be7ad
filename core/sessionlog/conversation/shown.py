"""Which parts of a tool call and of a retry are shown, and what their rows say."""

from __future__ import annotations

from typing import Any

from sessionlog.conversation.node import Block, Node, Section, SectionKind


def is_generic(node: Node) -> bool:
    """Whether a card has no form of its own: it is drawn as what went in and what came out."""
    return node.facts.get("card") not in ("terminal", "diff", "read", "search", "web")


def shown_sections(node: Node) -> list[Section]:
    """What an open card shows. A card with its own form leaves out arguments that its row says."""
    card = node.facts.get("card")
    sections = list(node.sections)
    if is_generic(node) or len(sections) <= 1:
        return sections
    if card == "diff" and any(section.kind == SectionKind.DIFF for section in sections):
        kept = [section for section in sections if section.kind == SectionKind.DIFF]
        return kept if node.status == "ok" else [section for section in sections if section.key != "in"]
    argument = str(node.facts.get("argument", ""))
    is_cut = argument.endswith("…") or "\\n" in sections[0].text
    return [section for section in sections if section.key != "in" or is_cut or card == "diff"]


def attempt_facts(section: Section) -> dict[str, Any]:
    """What the head row of one attempt of a retry says."""
    facts = section.facts
    made = {"attempt": facts["n"], "attempts": facts["of"], "outcome": facts["outcome"]}
    made["answered"] = facts["outcome"] == "answered"
    made["reason"] = section.title
    made["empty"] = not section.text
    for name, other in (
        ("took_ms", "duration_ms"),
        ("chunks", "chunks"),
        ("first_seq", "first_seq"),
        ("last_seq", "last_seq"),
    ):
        if name in facts:
            made[other] = facts[name]
    return made


def of_parent(block: Block, node_key: str, child: Node) -> Block:
    """A nested call's block within its parent's node; `child` is the node it speaks of."""
    facts = {**block.facts} if "child" in block.facts else {**block.facts, "child": child}
    return Block(
        block.key,
        node_key,
        block.kind,
        block.text,
        block.language,
        block.section,
        block.start,
        block.first,
        block.last,
        facts,
    )
