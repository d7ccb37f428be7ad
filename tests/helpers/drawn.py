"""Nodes made by hand for tests and pictures of the canvas: every kind, as the assembler would give them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sessionlog.conversation.node import Node, NodeKind, Section, SectionKind

NOON = int(datetime(2026, 10, 26, 14, 2, 9).timestamp() * 1000)


def node(
    kind: NodeKind,
    seq: int,
    *sections: Section,
    turn: int | None = 2,
    step: int | None = 1,
    time: int | None = NOON,
    status: str = "",
    title: str = "",
    part: int = 0,
    last_seq: int | None = None,
    children: tuple[Node, ...] = (),
    **facts: Any,
) -> Node:
    """A node whose key follows the rule of the model."""
    return Node(
        key=f"{kind.value}:{part}:{seq}",
        kind=kind,
        part=part,
        seq=seq,
        anchor=(seq, 0),
        turn=turn,
        step=step,
        time=time,
        status=status,
        title=title,
        sections=sections,
        facts=facts,
        last_seq=last_seq,
        children=children,
    )


def text(body: str, key: str = "0", kind: SectionKind = SectionKind.PROSE, **facts: Any) -> Section:
    return Section(key, kind, body, facts=facts)


def prompt(seq: int, body: str, **rest: Any) -> Node:
    return node(NodeKind.USER, seq, text(body), title="You", **rest)


def answer(seq: int, body: str, *more: Section, **rest: Any) -> Node:
    sections = (*more, text(body, "1")) if body else more
    return node(NodeKind.ASSISTANT, seq, *sections, title="Assistant", **rest)


def tool(
    seq: int,
    name: str,
    argument: str,
    output: str = "",
    status: str = "ok",
    card: str = "terminal",
    **rest: Any,
) -> Node:
    kind = SectionKind.DIFF if card == "diff" else SectionKind.OUTPUT
    sections = (Section("out0", kind, output, language=rest.pop("language", "")),) if output else ()
    return node(
        NodeKind.TOOL_CALL,
        seq,
        *sections,
        status=status,
        title=name,
        name=name,
        argument=argument,
        card=card,
        **rest,
    )


def attempt(number: int, total: int, body: str, reason: str, **facts: Any) -> Section:
    facts = {"n": number, "of": total, "outcome": "failed", "chunks": 0, **facts}
    return Section(f"a{number}", SectionKind.ATTEMPT, body, reason, facts=facts)
