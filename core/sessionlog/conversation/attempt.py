"""One attempt of the model, assembled from its stored rows (spec 01 section 4).

Texts of a packed row are joined as they are stored; no event is expanded.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sessionlog.conversation.cutter import cut_after, cut_before
from sessionlog.conversation.node import Section, SectionKind
from sessionlog.conversation.text import clean, mapping, text_of
from sessionlog.model.dialect import StreamRun
from sessionlog.model.embedded import EmbeddedStream
from sessionlog.model.page import ATTEMPT_EDGE, LARGE_ATTEMPT

LEFT_OUT = "\n\n[the middle of this attempt is left out]\n\n"

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
    bytes: int = 0


class Attempt:
    """The chunks of one attempt that no message cites (yet)."""

    def __init__(self, first_seq: int, time: int) -> None:
        self.first_seq = self.last_seq = first_seq
        self.first_time = self.last_time = time
        self.chunks = 0
        self.bytes = 0
        self.finish: dict[str, Any] | None = None
        self._pieces: list[_Piece] = []
        self._partials: dict[int, Partial] = {}

    @staticmethod
    def of_stream(seq: int, time: int, stream: EmbeddedStream) -> Attempt:
        """A settled attempt, whose chunks have no seqs of their own. `time` is that of its row (ms).

        Of a very large one only what `sections` shows is decoded: its beginning and its end.
        """
        made = Attempt(seq, time)
        for piece, count in stream.edges(ATTEMPT_EDGE):
            if isinstance(piece, StreamRun):
                first = piece.first_time
                made._fold_run(piece)
            else:
                first = piece.time
                made._fold_chunk(dict(piece.chunk))
            if not made.chunks:
                made.first_time = first
            made.chunks += count
        made.bytes = stream.size
        return made

    def add_run(self, run: StreamRun, size: int) -> None:
        """`size`: bytes of the stored line."""
        last = run.first_seq + len(run.texts) - 1
        self._pieces.append(_Piece(run.first_seq, last, run, None, size))
        self._note(last, run.first_time, len(run.texts), size)
        self._fold_run(run)

    def add_chunk(self, seq: int, time: int, chunk: dict[str, Any], size: int) -> None:
        self._pieces.append(_Piece(seq, seq, None, chunk, size))
        self._note(seq, time, 1, size)
        self._fold_chunk(chunk)

    def leave_out(self, first_seq: int, last_seq: int, size: int) -> None:
        """Chunks in the middle of a very large attempt that were not read."""
        self._pieces.append(_Piece(first_seq, last_seq, None, None, size))
        self._note(last_seq, self.last_time, last_seq - first_seq + 1, size)

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
                rest.add_run(_clip(piece.run, seq), piece.bytes)
        return rest

    def _take(self, piece: _Piece, time: int) -> None:
        if piece.run is not None:
            self.add_run(piece.run, piece.bytes)
        elif piece.chunk is not None:
            self.add_chunk(piece.first_seq, time, piece.chunk, piece.bytes)
        else:
            self.leave_out(piece.first_seq, piece.last_seq, piece.bytes)

    def _note(self, last_seq: int, time: int, count: int, size: int) -> None:
        self.last_seq = max(self.last_seq, last_seq)
        self.last_time = time
        self.chunks += count
        self.bytes += size

    def _partial(self, index: int, kind: str) -> Partial:
        return self._partials.setdefault(index, Partial(kind))

    def _fold_run(self, run: StreamRun) -> None:
        partial = self._partial(run.index, run.kind)
        partial.name = run.call_name or partial.name
        if partial.closed is None:
            partial.texts.extend(run.texts)

    def _fold_chunk(self, chunk: dict[str, Any]) -> None:
        kind, index = text_of(chunk.get("type")), chunk.get("index")
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

    def _blocks(self) -> list[tuple[int, str, str]]:
        """Index, kind and text of each block; of a very large attempt its beginning and its end."""
        blocks = []
        for index, partial in self._partials.items():
            kind = partial.kind
            if partial.closed is not None:
                kind = text_of(partial.closed.get("type")) or kind
            text = partial.text()
            if kind == "tool-call":
                name = partial.name or text_of((partial.closed or {}).get("name"))
                text = f"{name} {text}".strip()
            blocks.append((index, kind, text))
        return edges(blocks) if self.bytes > LARGE_ATTEMPT else blocks

    @property
    def failure(self) -> dict[str, Any]:
        """The failure of an error or aborted finish; empty without one."""
        return dict(mapping((self.finish or {}).get("failure")))

    def readable(self) -> bool:
        """Whether text or thinking was streamed that is not all white space."""
        return any(
            partial.kind in ("text", "reasoning") and partial.text().strip()
            for partial in self._partials.values()
        )

    def sections(self) -> tuple[Section, ...]:
        """Text and thinking as they stand; tool calls are drawn by their own events only."""
        return tuple(
            Section(str(index), SectionKind.PROSE if kind == "text" else SectionKind.THINKING, text)
            for index, kind, text in self._blocks()
            if kind in ("text", "reasoning") and text.strip()
        )

    def whole_text(self) -> str:
        """Everything the attempt streamed, thinking and call arguments too, block by block."""
        return "\n\n".join(text for _, _, text in self._blocks() if text.strip())


def edges(blocks: list[tuple[int, str, str]]) -> list[tuple[int, str, str]]:
    """The first and the last `ATTEMPT_EDGE` characters of blocks, with a note where text is left out."""
    left = sum(len(text) for _, _, text in blocks) - 2 * ATTEMPT_EDGE
    if left <= 0:
        return blocks
    head, tail = ATTEMPT_EDGE, ATTEMPT_EDGE
    starts: dict[int, str] = {}
    ends: dict[int, str] = {}
    for index, _, text in blocks:
        starts[index] = text[: cut_before(text, 0, head)] if 0 < head < len(text) else text[:head]
        head = max(0, head - len(text))
    for index, _, text in reversed(blocks):
        kept = min(tail, len(text) - len(starts[index]))
        ends[index] = text[cut_after(text, len(text) - kept) :] if kept > 0 else ""
        tail = max(0, tail - kept)
    made = []
    for index, kind, text in blocks:
        whole = len(starts[index]) + len(ends[index]) >= len(text)
        shown = starts[index] + ("" if whole else LEFT_OUT) + ends[index]
        if starts[index] or ends[index]:
            made.append((index, kind, shown))
    return made


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
