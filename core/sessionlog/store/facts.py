"""What a list shows of a session, folded over its index entries and the few rows that it needs.

Nothing here reads the log twice: an import feeds rows as they come, growth goes on from the stored
facts. Spec 01 section 14: the latest title wins; recency is the last human prompt, else creation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sessionlog.model.dialect import Dialect
from sessionlog.model.inherited import MARKED_CUTS
from sessionlog.model.row import INHERITED, IndexEntry, Row, SurfaceOp
from sessionlog.store.text import readable

PROMPT_CHARS = 240
_TOLD = frozenset({"turn/start", "turn/end", "session/title", "session/end-seed", "user/message"})


@dataclass(slots=True)
class SessionFacts:
    """`open_turn` is the turn that nothing closed; `last_turn_end` the reason kind of the last end.

    `inherited` is the number of inherited events that the last marker told, where a marker tells it.
    """

    events: int = 0
    turns: int = 0
    title: str | None = None
    last_prompt: str | None = None
    last_prompt_at: int | None = None
    last_turn_end: str | None = None
    open_turn: int | None = None
    inherited: int | None = None

    def feed(self, dialect: Dialect, session_id: str, row: Row, entries: Sequence[IndexEntry]) -> None:
        """What the entries of a row change; `events` is counted by whoever feeds the rows."""
        for entry in entries:
            kind = entry.type
            if kind not in _TOLD:
                continue
            if kind == "turn/start":
                self.turns += 1
                self.open_turn = entry.turn
            elif kind == "turn/end":
                self.open_turn = None
                self.last_turn_end = entry.kind
            elif kind == "session/end-seed":
                if entry.kind == INHERITED and dialect.generation >= MARKED_CUTS:
                    self.inherited = entry.seq
            elif kind == "session/title":
                data = row.value.get("data")
                title = data.get("title") if isinstance(data, dict) else None
                if isinstance(title, str):
                    self.title = readable(title)
            elif kind == "user/message" and entry.kind == "user" and entry.op == SurfaceOp.APPEND:
                self.last_prompt_at = entry.time
                self.last_prompt = _prompt(dialect.event(row, session_id))


def _prompt(event: dict[str, Any]) -> str:
    """The first characters of a prompt's text blocks, on one line."""
    pieces: list[str] = []
    room = PROMPT_CHARS
    content = event["data"].get("content")
    for block in content if isinstance(content, list) else ():
        text = block.get("text") if isinstance(block, dict) and block.get("type") == "text" else None
        if isinstance(text, str) and room > 0:
            pieces.append(text[: room * 4])
            room -= len(pieces[-1])
    return readable(" ".join(" ".join(pieces).split())[:PROMPT_CHARS])
