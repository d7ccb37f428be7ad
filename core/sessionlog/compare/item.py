"""What is compared: a node of a conversation, or a part of an attempt, without its text.

A message of any size becomes a digest, the beginning of its text and a few facts; the text itself
is read again for what somebody looks at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b

from sessionlog.compare.alignment import Label
from sessionlog.conversation.node import Node, NodeKind, Section, SectionKind

PREVIEW_CHARS = 600
"""Characters of a text that an item keeps."""

DIGEST_BYTES = 16

TOLD = ("name", "model", "code", "exit_code", "outcome", "cause", "form", "producer", "rows")
"""Facts of a node that count as what it says. Seqs, ids, times and numbers of retries do not: they
differ between branches that say the same."""

_LEFT_OUT = (NodeKind.TURN, NodeKind.AUDIT, NodeKind.EMPTY)


@dataclass(frozen=True, slots=True)
class Item:
    """One thing on one side. `key` finds it again in its session; `kind` is that of the node, or
    `fact`, `text`, `reasoning` or `tool-call` of an attempt. `chars` is the length of its text in
    code points, `preview` its beginning. Equal `digest`s say the same; `text_digest` is that of the
    text alone."""

    key: str
    kind: str
    part: int
    seq: int
    turn: int | None
    step: int | None
    status: str
    title: str
    preview: str
    chars: int
    digest: bytes
    text_digest: bytes
    facts: tuple[tuple[str, str], ...] = ()

    @property
    def label(self) -> Label:
        """With what it may be paired when it differs."""
        named = next((value for name, value in self.facts if name == "name"), "")
        return Label(f"{self.kind}:{named}", self.turn or 0)


def is_compared(node: Node) -> bool:
    """Whether a node stands in a comparison: turn heads, audit rows, empty answers and ends of turns
    that completed say nothing that could differ."""
    if node.kind is NodeKind.TURN_TAIL:
        return node.facts.get("outcome") not in (None, "completed")
    return node.kind not in _LEFT_OUT


def item_of(node: Node) -> Item:
    """Costs the length of the node's text once."""
    text = node_text(node)
    facts = tuple((name, str(node.facts[name])) for name in TOLD if node.facts.get(name) not in (None, ""))
    text_digest = digest_of([text])
    return Item(
        key=node.key,
        kind=str(node.kind),
        part=node.part,
        seq=node.seq,
        turn=node.turn,
        step=node.step,
        status=node.status,
        title=node.title,
        preview=text[:PREVIEW_CHARS],
        chars=len(text),
        digest=digest_of(_said(node, facts, text_digest)),
        text_digest=text_digest,
        facts=facts,
    )


def node_text(node: Node) -> str:
    """Everything a node says, section by section, nested calls after it."""
    return "\n\n".join(_texts(node))


def digest_of(texts: Iterable[str | bytes]) -> bytes:
    """Of texts in their order, however they are cut: each counts with its length."""
    made = blake2b(digest_size=DIGEST_BYTES)
    for text in texts:
        raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        made.update(len(raw).to_bytes(8, "big"))
        made.update(raw)
    return made.digest()


def _texts(node: Node) -> Iterator[str]:
    for section in node.sections:
        said = _section_text(section)
        if said:
            yield said
    for child in node.children:
        yield f"{child.facts.get('name') or child.title} {child.facts.get('argument') or ''}".strip()
        yield from _texts(child)


def _section_text(section: Section) -> str:
    """An attempt is headed by why it failed; the one that was answered is a node of its own."""
    if section.kind is not SectionKind.ATTEMPT:
        return section.text
    if section.facts.get("outcome") != "failed":
        return ""
    return f"{section.title}\n{section.text}" if section.text else section.title


def _said(node: Node, facts: tuple[tuple[str, str], ...], text_digest: bytes) -> Iterator[str | bytes]:
    yield str(node.kind)
    yield node.status
    yield from (f"{name}={value}" for name, value in facts)
    yield from (f"{section.kind}:{section.facts.get('attachment_id', '')}" for section in node.sections)
    yield text_digest
