"""One attempt of the model, assembled from its stored rows (spec 01 section 4).

Texts of a packed row are joined as they are stored; no event is expanded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sessionlog.conversation.node import Section, SectionKind
from sessionlog.conversation.text import clean, mapping, text_of
from sessionlog.model.dialect import StreamRun

IMPLIED = {
    "text-delta": ("text", "text"),
    "reasoning-delta": ("reasoning", "text"),
    "tool-call-delta": ("tool-call", "argumentsDelta"),
}


@dataclass(slots=True)
class Partial:
    """A block under way. Its first close is authoritative over its deltas."""

    kind: str
    texts: list[str] = field(default_factory=list)
    name: str = ""
    closed: dict[str, Any] | None = None

    def text(self) -> str:
        if self.closed is not None:
            member = "arguments" if self.closed.get("type") == "tool-call" else "text"
            return text_of(self.closed.get(member))
        if len(self.texts) > 1:
            self.texts = ["".join(self.texts)]
        return clean(self.texts[0]) if self.texts else ""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stored run or a stored chunk, kept so that the tail of an attempt can be taken off again."""

    first_seq: int
    last_seq: int
    run: StreamRun | None
    chunk: dict[str, Any] | None
    note: str = ""


class Attempt:
    """The chunks of one attempt that no message cites (yet)."""

    def __init__(self, first_seq: int, time: int) -> None:
        self.first_seq = self.last_seq = first_seq
        self.first_time = self.last_time = time
        self.chunks = 0
        self.finish: dict[str, Any] | None = None
        self._pieces: list[_Piece] = []
        self._partials: dict[int, Partial] = {}

    def add_run(self, run: StreamRun, last_time: int) -> None:
        count = len(run.texts)
        self._pieces.append(_Piece(run.first_seq, run.first_seq + count - 1, run, None))
        self._note(run.first_seq + count - 1, last_time, count)
        self._fold_run(run)

    def add_chunk(self, seq: int, time: int, chunk: dict[str, Any]) -> None:
        self._pieces.append(_Piece(seq, seq, None, chunk))
        self._note(seq, time, 1)
        self._fold_chunk(chunk)

    def add_note(self, first_seq: int, last_seq: int, text: str) -> None:
        """Say where chunks were left out of a very large attempt."""
        self._pieces.append(_Piece(first_seq, last_seq, None, None, text))
        self.last_seq = max(self.last_seq, last_seq)
        self.chunks += last_seq - first_seq + 1
        self._fold_note(text)

    def cut_at(self, seq: int) -> Attempt | None:
        """What of the attempt lies below a seq: chunks at and above it belong to a message."""
        if self.first_seq >= seq:
            return None
        if self.last_seq < seq:
            return self
        rest = Attempt(self.first_seq, self.first_time)
        for piece in self._pieces:
            if piece.last_seq < seq:
                rest._take(piece, self.last_time)
            elif piece.run is not None and piece.first_seq < seq:
                rest.add_run(_clip(piece.run, seq), self.last_time)
        return rest

    def _take(self, piece: _Piece, time: int) -> None:
        if piece.run is not None:
            self.add_run(piece.run, time)
        elif piece.chunk is not None:
            self.add_chunk(piece.first_seq, time, piece.chunk)
        else:
            self.add_note(piece.first_seq, piece.last_seq, piece.note)

    def _note(self, last_seq: int, time: int, count: int) -> None:
        self.last_seq = max(self.last_seq, last_seq)
        self.last_time = time
        self.chunks += count

    def _partial(self, index: int, kind: str) -> Partial:
        return self._partials.setdefault(index, Partial(kind))

    def _fold_run(self, run: StreamRun) -> None:
        partial = self._partial(run.index, run.kind)
        partial.name = run.call_name or partial.name
        if partial.closed is None:
            partial.texts.extend(run.texts)

    def _fold_chunk(self, chunk: dict[str, Any]) -> None:
        kind, index = chunk.get("type"), chunk.get("index")
        if kind == "finish":
            self.finish = dict(mapping(chunk.get("reason")))
        elif not isinstance(index, int):
            return
        elif kind == "block-start":
            self._partial(index, text_of(chunk.get("blockType")))
        elif kind == "block-end":
            block = dict(mapping(chunk.get("block")))
            partial = self._partial(index, text_of(block.get("type")))
            if partial.closed is None:
                partial.closed = block
        elif kind in IMPLIED:
            implied, member = IMPLIED[kind]
            partial = self._partial(index, implied)
            partial.name = text_of(chunk.get("name")) or partial.name
            piece = chunk.get(member)
            if partial.closed is None and isinstance(piece, str):
                partial.texts.append(piece)

    def _fold_note(self, text: str) -> None:
        open_partial = next((p for p in reversed(self._partials.values()) if p.closed is None), None)
        partial = open_partial or self._partial(-1, "text")
        partial.texts.append(text)

    def _blocks(self) -> Iterator[tuple[int, str, Partial]]:
        for position, partial in enumerate(self._partials.values()):
            kind = partial.kind
            if partial.closed is not None:
                kind = text_of(partial.closed.get("type")) or kind
            yield position, kind, partial

    @property
    def failure(self) -> dict[str, Any]:
        """The failure of an error or aborted finish; empty without one."""
        return dict(mapping((self.finish or {}).get("failure")))

    def readable(self) -> bool:
        """Whether text or thinking was streamed that is not all white space."""
        return any(
            kind in ("text", "reasoning") and partial.text().strip() for _, kind, partial in self._blocks()
        )

    def sections(self) -> tuple[Section, ...]:
        """Text and thinking as they stand; tool calls are drawn by their own events only."""
        made = []
        for position, kind, partial in self._blocks():
            text = partial.text()
            if kind in ("text", "reasoning") and text.strip():
                shown = SectionKind.PROSE if kind == "text" else SectionKind.THINKING
                made.append(Section(str(position), shown, text))
        return tuple(made)

    def whole_text(self) -> str:
        """Everything the attempt streamed, thinking and call arguments too, block by block."""
        texts = []
        for _, kind, partial in self._blocks():
            text = partial.text()
            if kind == "tool-call":
                text = f"{partial.name or text_of((partial.closed or {}).get('name'))} {text}".strip()
            if text.strip():
                texts.append(text)
        return "\n\n".join(texts)


def _clip(run: StreamRun, seq: int) -> StreamRun:
    return StreamRun(
        run.turn,
        run.step,
        run.index,
        run.kind,
        run.texts[: seq - run.first_seq],
        run.first_seq,
        run.first_time,
        run.call_id,
        run.call_name,
    )
