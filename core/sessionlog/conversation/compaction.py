"""One marker for one compaction: start, summary, checkpoint message and end together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sessionlog.conversation.message import content_sections
from sessionlog.conversation.node import Node, NodeKind, Section, SectionKind
from sessionlog.conversation.retry import failure_text
from sessionlog.conversation.text import counted, integer, mapping, text_of
from sessionlog.model.row import IndexEntry


@dataclass(slots=True)
class Compaction:
    """The events of one compaction id in one step. `entry` is the first of them."""

    part: int
    entry: IndexEntry
    last_seq: int
    summary: Mapping[str, Any] = field(default_factory=dict)
    checkpoint: bool = False
    ended: bool = False
    error: Any = None

    def take(self, entry: IndexEntry, data: Mapping[str, Any]) -> None:
        self.last_seq = entry.seq
        if entry.type == "compaction/summary":
            self.summary = data
        elif entry.type == "compaction/end":
            self.ended, self.error = True, data.get("error")
        elif entry.type == "user/message":
            self.checkpoint = True

    def _status(self, state: str) -> str:
        if self.error is not None:
            return "error"
        if self.checkpoint or self.ended:
            return "ok"
        # A start that nothing closed is dead once the step or the seed is over (spec 01 section 12).
        return "running" if state == "open" else "stopped"

    def node(self, state: str) -> Node:
        status = self._status(state)
        shadowed = self.summary.get("shadowedSeqs")
        items = len(shadowed) if isinstance(shadowed, list) else None
        facts: dict[str, Any] = {"compaction_id": self.entry.ref or ""}
        sections: list[Section] = []
        if items is not None:
            facts["items"] = items
            if (tokens := integer(self.summary.get("shadowedTokenCount"))) is not None:
                facts["tokens"] = tokens
            facts["model"] = text_of(self.summary.get("model"))
            sections = content_sections(self.summary.get("summary"), SectionKind.PROSE)
        if self.error is not None:
            facts["reason"] = failure_text(mapping(self.error)) if mapping(self.error) else str(self.error)
        title = {
            "running": "Compacting",
            "error": "Compaction failed",
            "stopped": "Compaction did not finish",
        }.get(status, "Compacted")
        if status == "ok" and items is not None:
            title = f"Compacted {counted(items, 'item', 'items')}"
        return Node(
            key=f"{NodeKind.COMPACTION}:{self.part}:{self.entry.seq}",
            kind=NodeKind.COMPACTION,
            part=self.part,
            seq=self.entry.seq,
            anchor=(self.entry.seq, 0),
            turn=self.entry.turn,
            step=self.entry.step,
            time=self.entry.time,
            status=status,
            title=title,
            sections=tuple(sections),
            facts=facts,
            last_seq=self.last_seq,
        )
