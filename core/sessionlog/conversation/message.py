"""Messages as nodes: prompts, steering, injected context, committed answers (spec 02 sections 4.2, 4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sessionlog.conversation.node import Node, NodeKind, Section, SectionKind, event_node
from sessionlog.conversation.text import clean, first_line, integer, mapping, objects, text_of
from sessionlog.model import json as codec
from sessionlog.model.row import IndexEntry

FORMS = frozenset({"instructions", "catalog", "snapshot", "notice", "relay", "recall"})
LIST_LIMIT = 200


def json_text(value: Any) -> str:
    return clean(codec.encode(value).decode("utf-8"))


def content_sections(content: object, kind: SectionKind, *, prefix: str = "") -> list[Section]:
    """A section for each block of a content list. Texts are `kind`; an unknown block is its JSON.

    Tool calls have nodes of their own and are left out.
    """
    sections = []
    for position, block in enumerate(objects(content)):
        key, type_ = f"{prefix}{position}", block.get("type")
        if type_ == "text":
            sections.append(Section(key, kind, text_of(block.get("text"))))
        elif type_ == "reasoning":
            sections.append(Section(key, SectionKind.THINKING, text_of(block.get("text"))))
        elif type_ in ("image", "file") and isinstance(block.get("attachment"), dict):
            sections.append(_attachment(key, text_of(type_), mapping(block["attachment"])))
        elif type_ != "tool-call":
            sections.append(Section(key, SectionKind.JSON, json_text(block), language="json"))
    return [section for section in sections if section.text or section.kind == SectionKind.IMAGE]


def _attachment(key: str, kind: str, attachment: Mapping[str, Any]) -> Section:
    name = text_of(attachment.get("name")) or kind
    facts = {
        "attached": kind,
        "attachment_id": text_of(attachment.get("attachmentId")),
        "media_type": text_of(attachment.get("mediaType")),
        "bytes": integer(attachment.get("bytes")),
        "width": integer(attachment.get("width")),
        "height": integer(attachment.get("height")),
    }
    return Section(key, SectionKind.IMAGE, name, facts=facts)


def user_node(part: int, entry: IndexEntry, data: Mapping[str, Any], *, steering: bool) -> Node:
    """A message of the person: a prompt, or steering when it entered a turn that was under way."""
    kind = NodeKind.STEERING if steering else NodeKind.USER
    return event_node(
        kind,
        part,
        entry,
        step=entry.step,
        title="Steering" if steering else "You",
        sections=tuple(content_sections(data.get("content"), SectionKind.PROSE)),
        facts={"message_id": text_of(data.get("id"))},
    )


def context_node(part: int, entry: IndexEntry, data: Mapping[str, Any]) -> Node:
    """A message that a program put before the model: collapsed, named by its producer."""
    source = mapping(data.get("source"))
    form = text_of(source.get("form"))
    sections = content_sections(data.get("content"), SectionKind.PROSE)
    body = _form_section(form, source)
    facts = {
        "message_id": text_of(data.get("id")),
        "form": form if form in FORMS else "opaque",
        "producer": _producer(source),
        "summary": _summary(form, source, sections),
    }
    return event_node(
        NodeKind.CONTEXT,
        part,
        entry,
        step=entry.step,
        title="Session recall" if form == "recall" else "Injected context",
        sections=(*body, *sections),
        facts=facts,
    )


def _producer(source: Mapping[str, Any]) -> str:
    kind = text_of(source.get("kind"))
    if kind == "plugin":
        return text_of(source.get("plugin")) or kind
    if kind == "skill-invocation":
        return text_of(source.get("name")) or kind
    if kind == "agent-instructions":
        return ", ".join(_members(source.get("changes"), "path")) or kind
    if kind == "session-reference":
        return ", ".join(_members(source.get("references"), "label")) or kind
    return kind.removeprefix("plugin:") or kind


def _members(value: object, member: str) -> list[str]:
    return [text for item in objects(value)[:LIST_LIMIT] if (text := text_of(item.get(member)))]


def _summary(form: str, source: Mapping[str, Any], sections: list[Section]) -> str:
    if form == "notice":
        return text_of(source.get("summary"))
    if form == "instructions":
        changes = len(objects(source.get("changes")))
        return f"{changes} {'file' if changes == 1 else 'files'} set" if changes else ""
    if form == "catalog":
        return f"{len(objects(source.get('entries')))} entries"
    if form == "snapshot":
        return ", ".join(_members(source.get("sections"), "name"))
    if form == "relay":
        return text_of(source.get("senderSessionId"))
    return first_line(next((section.text for section in sections if section.text), ""))


def _form_section(form: str, source: Mapping[str, Any]) -> list[Section]:
    """What a form says beside its text, as a list a reader can follow."""
    lines: list[str] = []
    if form == "instructions":
        lines = [
            f"{text_of(change.get('action'))} {text_of(change.get('path'))}".strip()
            for change in objects(source.get("changes"))[:LIST_LIMIT]
        ]
    elif form == "catalog":
        lines = [
            f"{text_of(entry.get('name'))}: {text_of(entry.get('description'))}"
            for entry in objects(source.get("entries"))[:LIST_LIMIT]
        ]
    elif form == "recall":
        lines = [_reference(item) for item in objects(source.get("references"))[:LIST_LIMIT]]
    elif form not in FORMS and len(source) > 1:
        return [Section("source", SectionKind.JSON, json_text(dict(source)), title="Source", language="json")]
    return [Section("form", SectionKind.OUTPUT, "\n".join(lines), title=form)] if lines else []


def _reference(item: Mapping[str, Any]) -> str:
    kept, left = integer(item.get("retainedMessages")) or 0, integer(item.get("omittedMessages")) or 0
    cut = ", truncated" if item.get("truncated") is True else ""
    return f"{text_of(item.get('label'))}: {kept:,} messages kept, {left:,} left out{cut}"


def assistant_node(
    part: int,
    entry: IndexEntry,
    data: Mapping[str, Any],
    *,
    first_seq: int,
    anchor: tuple[int, int],
    first_token_ms: int | None,
) -> Node | None:
    """A committed answer. `None` for one that only calls tools: its calls are drawn instead.

    An answer without anything to read and without a call is an `empty` node: a durable success.
    """
    message = mapping(data.get("message"))
    content = objects(message.get("content"))
    source = mapping(message.get("source"))
    sections = [s for s in content_sections(content, SectionKind.PROSE) if s.text.strip()]
    interrupted = data.get("interrupted") is True
    kind = NodeKind.ASSISTANT
    if not sections and not interrupted:
        if any(block.get("type") == "tool-call" for block in content):
            return None
        kind = NodeKind.EMPTY
    facts: dict[str, Any] = {
        "message_id": text_of(message.get("id")),
        "model": text_of(source.get("model")),
        "provider": text_of(source.get("provider")),
        "first_seq": first_seq,
    }
    if isinstance(data.get("usage"), dict):
        facts["usage"] = data["usage"]
    if first_token_ms is not None:
        facts["first_token_ms"] = first_token_ms
    return Node(
        key=f"{kind}:{part}:{first_seq}",
        kind=kind,
        part=part,
        seq=entry.seq,
        anchor=anchor,
        turn=entry.turn,
        step=entry.step,
        time=entry.time,
        status="interrupted" if interrupted else "ok",
        title="Empty answer" if kind == NodeKind.EMPTY else "Assistant",
        sections=tuple(sections),
        facts=facts,
        last_seq=entry.seq,
    )
