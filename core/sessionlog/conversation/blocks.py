"""Nodes cut into blocks: one paintable row each (architecture section 5, look.md section 6).

Expansion is the caller's: `expanded` holds keys, and the block that opens something names its
key in `facts["expands"]`. That is the node's key for a whole node (a tool's body, a context, a
retry's attempts), `<node>/<section>` for thinking, and the block's own key for what a long text
leaves out.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from typing import Any

from sessionlog.conversation.cutter import head_end, pieces, tail_start
from sessionlog.conversation.node import (
    MAX_BLOCK_CHARS,
    MAX_BLOCK_LINES,
    Block,
    BlockKind,
    Node,
    NodeKind,
    Section,
    SectionKind,
)
from sessionlog.conversation.prose import ProseCache, prose_pieces
from sessionlog.conversation.shown import attempt_facts, is_generic, of_parent, shown_sections
from sessionlog.conversation.text import first_line, integer, one_line, seconds

LONG_PROSE = 200_000
"""Characters of prose that are split as Markdown; of a longer text the beginning and the end are."""
PROSE_EDGE = 32_768
COUNTED_CHARS = 1 << 20
"""Lines left out are counted only in so many characters; beyond it the characters are named."""

_GROWING = ProseCache()


@dataclass(frozen=True, slots=True)
class Switches:
    """What the View menu shows. Attempts open without being asked for one by one."""

    attempts: bool = False
    context: bool = True
    audit: bool = True
    raw: bool = True


EVERYTHING = Switches()


def blocks_of(
    node: Node, expanded: Container[str], switches: Switches = EVERYTHING, cache: ProseCache | None = None
) -> list[Block]:
    """The blocks of a node, in order; none for a node that the switches hide.

    Safe from any thread; `cache` remembers how growing texts were split (a shared one for `None`).
    """
    cutter = _Cutter(node, expanded, switches, cache or _GROWING)
    return list(_CUTS[node.kind](cutter))


@dataclass(frozen=True, slots=True)
class _Cutter:
    node: Node
    expanded: Container[str]
    switches: Switches
    cache: ProseCache

    def head(self, kind: BlockKind, text: str, **facts: Any) -> Block:
        return Block(f"{self.node.key}/head", self.node.key, kind, text, facts=facts)

    @property
    def is_open(self) -> bool:
        return self.node.key in self.expanded

    def opener(self, kind: BlockKind, text: str, **facts: Any) -> Block:
        """The row that opens the node's body."""
        return self.head(kind, text, expands=self.node.key, open=self.is_open, **facts)

    # -- kinds of nodes ----------------------------------------------------------------------

    def line(self, kind: BlockKind) -> Iterator[Block]:
        yield self.head(kind, self.node.title)

    def notice(self, kind: BlockKind) -> Iterator[Block]:
        facts = self.node.facts
        text = str(facts.get("reason") or "")
        if not text and isinstance(facts.get("tokens"), int):
            text = f"{facts['tokens']:,} tokens"
        yield self.head(kind, text)

    def message(self) -> Iterator[Block]:
        yield self.head(BlockKind.HEADER, self.node.title)
        for section in self.node.sections:
            yield from self.section(section)

    def context(self) -> Iterator[Block]:
        if not self.switches.context:
            return
        facts = self.node.facts
        summary = " · ".join(str(facts[name]) for name in ("producer", "summary") if facts.get(name))
        yield self.opener(BlockKind.QUIET, one_line(summary))
        yield from self.body()

    def audit(self) -> Iterator[Block]:
        if self.switches.audit:
            yield self.opener(BlockKind.QUIET, str(self.node.facts.get("summary", "")))
            yield from self.body()

    def raw(self) -> Iterator[Block]:
        if self.switches.raw:
            yield self.opener(BlockKind.RAW, self.node.title)
            yield from self.body()

    def compaction(self) -> Iterator[Block]:
        yield self.opener(BlockKind.COMPACTION, self.node.title)
        yield from self.body()

    def gap(self) -> Iterator[Block]:
        where = self.node.facts.get("where")
        yield self.head(BlockKind.GAP, f"{self.node.title}, {where}" if where else self.node.title)

    def tail(self) -> Iterator[Block]:
        facts = self.node.facts
        words = []
        if (took := integer(facts.get("duration_ms"))) is not None:
            words.append(f"ran {seconds(took)}")
        if (first := integer(facts.get("first_token_ms"))) is not None:
            words.append(f"first token {seconds(first)}")
        if "tokens_per_s" in facts:
            words.append(f"{facts['tokens_per_s']:.0f} tok/s")
        if facts.get("cause"):
            words.append(str(facts["cause"]))
        yield self.head(BlockKind.TAIL, " · ".join(words))

    def retry(self) -> Iterator[Block]:
        node = self.node
        yield self.opener(BlockKind.RETRY, f"{node.title} · {node.facts.get('summary', '')}")
        if not (self.is_open or self.switches.attempts):
            return
        for section in node.sections:
            facts = attempt_facts(section)
            key = f"{node.key}/{section.key}.head"
            text = f"Attempt {facts['attempt']} of {facts['attempts']}: {section.title}"
            yield Block(key, node.key, BlockKind.ATTEMPT, text, section=section.key, facts=facts)
            if section.text:
                yield from self.prose(section, BlockKind.ATTEMPT_TEXT)

    def tool(self, depth: int = 0) -> Iterator[Block]:
        node = self.node
        argument = node.facts.get("argument", "")
        yield self.opener(BlockKind.TOOL, f"{node.title} {argument}".strip(), depth=depth)
        if not self.is_open:
            return
        for section in shown_sections(node):
            yield from self.section(section, _LABELS.get(section.key, "") if is_generic(node) else "")
        for child in node.children:
            inner = _Cutter(child, self.expanded, self.switches, self.cache)
            for block in inner.tool(depth + 1):
                yield of_parent(block, node.key, child)

    # -- sections ----------------------------------------------------------------------------

    def body(self) -> Iterator[Block]:
        if self.is_open:
            for section in self.node.sections:
                yield from self.section(section)

    def section(self, section: Section, label: str = "") -> Iterator[Block]:
        if section.kind == SectionKind.PROSE:
            yield from self.prose(section, BlockKind.PROSE)
        elif section.kind == SectionKind.THINKING:
            yield from self.thinking(section)
        elif section.kind == SectionKind.IMAGE:
            key = f"{self.node.key}/{section.key}.0"
            yield Block(
                key, self.node.key, BlockKind.IMAGE, section.text, section=section.key, facts=section.facts
            )
        else:
            yield from self.long_text(section, _TEXT_BLOCKS[section.kind], label)

    def thinking(self, section: Section) -> Iterator[Block]:
        """One quiet row: live it shows the newest line, settled the first one."""
        expands = f"{self.node.key}/{section.key}"
        is_open = expands in self.expanded
        if self.node.status == "running":
            line = first_line(section.text[-640:].rstrip().rsplit("\n", 1)[-1])
        else:
            line = first_line(section.text)
        facts = {"expands": expands, "open": is_open, "title": "Thinking"}
        yield Block(f"{expands}.head", self.node.key, BlockKind.QUIET, line, section=section.key, facts=facts)
        if is_open:
            yield from self.prose(section, BlockKind.PROSE)

    def prose(self, section: Section, kind: BlockKind) -> Iterator[Block]:
        text = section.text
        more = f"{self.node.key}/{section.key}.more"
        if len(text) <= LONG_PROSE or more in self.expanded:
            yield from self._prose_parts(section, kind, 0, text, "")
            return
        head = _paragraph_end(text, PROSE_EDGE)
        tail = _paragraph_start(text, len(text) - PROSE_EDGE)
        yield from self._prose_parts(section, kind, 0, text[:head], "")
        yield self._more(section, head, tail, last=False)
        yield from self._prose_parts(section, kind, tail, text[tail:], "t")

    def _prose_parts(
        self, section: Section, kind: BlockKind, offset: int, text: str, mark: str
    ) -> Iterator[Block]:
        base = f"{self.node.key}/{section.key}.{mark}"
        number = 0
        for part in self.cache.split(base, text):
            cuts = prose_pieces(part)
            for at, (start, stop) in enumerate(cuts):
                piece = part.text[start:stop].removesuffix("\n")
                first, last = at == 0, at == len(cuts) - 1
                is_code = part.code and kind == BlockKind.PROSE
                yield Block(
                    f"{base}{number}",
                    self.node.key,
                    BlockKind.CODE if is_code else kind,
                    piece if part.code == is_code else _fenced(part.language, piece),
                    language=part.language if is_code else "",
                    section=section.key,
                    start=offset + part.text_start + start,
                    first=first if is_code else number == 0,
                    last=last,
                    facts={"continues": True} if not first and part.text[start - 1] != "\n" else {},
                )
                number += 1

    def long_text(self, section: Section, kind: BlockKind, label: str = "") -> Iterator[Block]:
        """A text that is not Markdown: whole when it is short or opened, else its head and tail."""
        text, end = section.text, len(section.text)
        more = f"{self.node.key}/{section.key}.more"
        if more in self.expanded or _is_short(text):
            yield from self._cut(section, kind, list(pieces(text)), label)
            return
        head = head_end(text, 0, end, MAX_BLOCK_LINES // 2)
        tail = tail_start(text, head, end, MAX_BLOCK_LINES // 2)
        if head >= tail:
            yield from self._cut(section, kind, [(0, head), (head, end)], label)
            return
        yield self._piece(section, kind, "0", 0, head, label, first=True, last=False)
        yield self._more(section, head, tail, last=False)
        yield self._piece(section, kind, "t", tail, end, "", first=False, last=True)

    def _cut(
        self, section: Section, kind: BlockKind, cuts: list[tuple[int, int]], label: str
    ) -> Iterator[Block]:
        for number, (start, stop) in enumerate(cuts):
            first, last = number == 0, number == len(cuts) - 1
            yield self._piece(
                section, kind, str(number), start, stop, label if first else "", first=first, last=last
            )

    def _piece(
        self,
        section: Section,
        kind: BlockKind,
        name: str,
        start: int,
        stop: int,
        label: str,
        *,
        first: bool,
        last: bool,
    ) -> Block:
        text = section.text
        facts: dict[str, Any] = {"label": label} if label else {}
        if start > 0 and text[start - 1] != "\n":
            facts["continues"] = True
        return Block(
            f"{self.node.key}/{section.key}.{name}",
            self.node.key,
            kind,
            text[start:stop].removesuffix("\n"),
            language=section.language,
            section=section.key,
            start=start,
            first=first,
            last=last,
            facts=facts,
        )

    def _more(self, section: Section, start: int, stop: int, *, last: bool) -> Block:
        key = f"{self.node.key}/{section.key}.more"
        facts: dict[str, Any] = {"expands": key, "chars": stop - start}
        text = f"{stop - start:,} more characters"
        if stop - start <= COUNTED_CHARS and (lines := section.text.count("\n", start, stop)) > 1:
            facts["lines"] = lines
            text = f"{lines:,} more lines"
        return Block(
            key,
            self.node.key,
            BlockKind.MORE,
            text,
            section=section.key,
            start=start,
            first=False,
            last=last,
            facts=facts,
        )


_LABELS = {"in": "In", "out0": "Out"}
_TEXT_BLOCKS = {
    SectionKind.OUTPUT: BlockKind.OUTPUT,
    SectionKind.INPUT: BlockKind.OUTPUT,
    SectionKind.DIFF: BlockKind.DIFF,
    SectionKind.JSON: BlockKind.JSON,
    SectionKind.ATTEMPT: BlockKind.ATTEMPT_TEXT,
}

_CUTS: dict[NodeKind, Callable[[_Cutter], Iterator[Block]]] = {
    NodeKind.TURN: lambda cut: cut.line(BlockKind.TURN),
    NodeKind.USER: _Cutter.message,
    NodeKind.STEERING: _Cutter.message,
    NodeKind.CONTEXT: _Cutter.context,
    NodeKind.ASSISTANT: _Cutter.message,
    NodeKind.TOOL_CALL: _Cutter.tool,
    NodeKind.RETRY: _Cutter.retry,
    NodeKind.INTERRUPTED: lambda cut: cut.notice(BlockKind.INTERRUPTED),
    NodeKind.ERROR: lambda cut: cut.notice(BlockKind.NOTICE),
    NodeKind.MAX_TOKENS: lambda cut: cut.notice(BlockKind.NOTICE),
    NodeKind.EMPTY: lambda cut: cut.notice(BlockKind.NOTICE),
    NodeKind.COMPACTION: _Cutter.compaction,
    NodeKind.TURN_TAIL: _Cutter.tail,
    NodeKind.GAP: _Cutter.gap,
    NodeKind.RAW: _Cutter.raw,
    NodeKind.AUDIT: _Cutter.audit,
}


def _is_short(text: str) -> bool:
    """Whether a text is shown whole: at most 200 lines and two blocks of characters."""
    if len(text) > 2 * MAX_BLOCK_CHARS:
        return False
    return text.removesuffix("\n").count("\n") < MAX_BLOCK_LINES


def _fenced(language: str, code: str) -> str:
    """Code of a failed attempt stays inside its dimmed text, fenced as it was."""
    return f"```{language}\n{code}\n```"


def _paragraph_end(text: str, at: int) -> int:
    place = text.rfind("\n\n", at // 2, at)
    return place + 2 if place >= 0 else head_end(text, 0, at, at, at)


def _paragraph_start(text: str, at: int) -> int:
    place = text.find("\n\n", at, at + PROSE_EDGE // 2)
    return place + 2 if place >= 0 else tail_start(text, 0, len(text), PROSE_EDGE, PROSE_EDGE)
