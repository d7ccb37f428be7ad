"""The stream inside a settlement row of generation 2 and later (spec 03 section 3).

It stays the bytes that the row has until somebody asks for it. Then it is read record by record,
so that a stream of 25 MB never holds the interpreter for long at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from sessionlog.model.errors import RowFault
from sessionlog.model.json import decode, encode, is_safe_int
from sessionlog.model.run_edges import edge_texts
from sessionlog.model.stream_run import StreamRun

EMBEDDED_STREAMS = 2
"""The first generation whose settlements hold their streams."""

RUN_KINDS = {"text-chunks": "text", "reasoning-chunks": "reasoning", "tool-call-chunks": "tool-call"}

_RUN_STARTS = (b'{"type":"text-chunks"', b'{"type":"reasoning-chunks"', b'{"type":"tool-call-chunks"')
_LONGEST_START = max(map(len, _RUN_STARTS))


class _LongRun(msgspec.Struct, gc=False):
    """A run whose members stay bytes."""

    type: str
    time0: int
    index: int
    dt: msgspec.Raw
    texts: msgspec.Raw = msgspec.Raw(b"")
    args: msgspec.Raw = msgspec.Raw(b"")
    id: str | None = None
    name: str | None = None


class _RunHead(msgspec.Struct, gc=False):
    """Of a run what tells when it began; its members stay bytes."""

    time0: int
    texts: msgspec.Raw = msgspec.Raw(b"")
    args: msgspec.Raw = msgspec.Raw(b"")


_RECORDS = msgspec.json.Decoder(list[msgspec.Raw])
_LONG_RUN = msgspec.json.Decoder(_LongRun)
LONG_RUN = 1 << 20
"""Bytes of a run from which on only its edges are decoded where edges are all that is shown."""

_RUN_HEAD = msgspec.json.Decoder(_RunHead)


@dataclass(frozen=True, slots=True)
class StreamChunk:
    """A chunk that is no delta (or a tool delta that no run may hold). `time` is ms since the epoch."""

    time: int
    chunk: Mapping[str, Any]

    @property
    def is_token(self) -> bool:
        """Whether it is such a tool delta (its id or its name is empty), with something in it."""
        return self.chunk.get("type") == "tool-call-delta" and bool(self.chunk.get("argumentsDelta"))


class StreamFacts(NamedTuple):
    """What a page and the totals want to know of a stream: the time of its first delta that is not
    empty (ms since the epoch), and the last usage that it reported."""

    first_token: int | None
    usage: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class StreamAside:
    """The bytes of a stream that are kept apart from its row, read when they are asked for.

    `size` is their number; `facts` are there unless they could not be kept.
    """

    size: int
    facts: StreamFacts | None
    load: Callable[[], bytes]


Span = bytes | msgspec.Raw | StreamAside
"""The bytes of a stream: those that a row has, or where they are."""


class LeanData(dict[str, Any]):
    """The payload of a settlement without its `stream`, whose bytes are in `span`."""

    __slots__ = ("span",)
    span: Span


def span_size(span: Span) -> int:
    """The bytes of a stream; none of them is read."""
    return span.size if isinstance(span, StreamAside) else memoryview(span).nbytes


def span_bytes(span: Span) -> bytes | msgspec.Raw:
    """The bytes of a stream, read where they are kept apart."""
    return span.load() if isinstance(span, StreamAside) else span


class EmbeddedStream:
    """One attempt's stream. `size` is its bytes; `seq` that of the settlement row that holds it."""

    def __init__(self, span: Span, turn: int, step: int, seq: int) -> None:
        self._span = span
        self.turn = turn
        self.step = step
        self.seq = seq

    @property
    def size(self) -> int:
        return span_size(self._span)

    def pieces(self) -> Iterator[StreamRun | StreamChunk]:
        """The records in order. What is no record of a stream is passed over."""
        for raw in self._records():
            piece = self._piece(raw)
            if piece is not None:
                yield piece

    def edges(self, characters: int) -> Iterator[tuple[StreamRun | StreamChunk, int]]:
        """As `pieces`, each with the number of its chunks; of a run over `LONG_RUN` only the members at
        its beginning and its end, with so many characters each."""
        for raw in self._records():
            found = self._long_run(raw, characters) if memoryview(raw).nbytes > LONG_RUN else None
            if found is not None:
                yield found
            elif (piece := self._piece(raw)) is not None:
                yield piece, len(piece.texts) if isinstance(piece, StreamRun) else 1

    def _long_run(self, raw: msgspec.Raw, characters: int) -> tuple[StreamRun, int] | None:
        """`None` for a record that is no run, which the careful reader takes."""
        if not _is_run(raw):
            return None
        try:
            run = _LONG_RUN.decode(raw)
        except (msgspec.DecodeError, ValueError):
            return None
        kind = RUN_KINDS.get(run.type, "")
        texts = edge_texts(bytes(run.args if kind == "tool-call" else run.texts), characters)
        if not texts or not kind or not is_safe_int(run.time0):
            return None
        made = StreamRun(
            self.turn, self.step, run.index, kind, texts, self.seq, run.time0, run.id, run.name, None
        )
        return made, bytes(run.dt).count(b",") + 2

    def first_token_time(self) -> int | None:
        """The time of the first delta that is not empty; of a long run only its head is looked at."""
        facts = self._kept_facts()
        return self._first_token(self._records()) if facts is None else facts.first_token

    def usage(self) -> Mapping[str, Any] | None:
        """The last usage that the stream reported; only its chunk records are decoded."""
        facts = self._kept_facts()
        return self._usage(self._records()) if facts is None else facts.usage

    def facts(self) -> StreamFacts:
        """Both in one reading."""
        records = self._records()
        return StreamFacts(self._first_token(records), self._usage(records))

    def _kept_facts(self) -> StreamFacts | None:
        return self._span.facts if isinstance(self._span, StreamAside) else None

    def _first_token(self, records: Sequence[msgspec.Raw]) -> int | None:
        for raw in records:
            time = _time_of_first_text(raw)
            if time is not None:
                return time
            piece = self._piece(raw)
            if isinstance(piece, StreamRun):
                if (member := piece.first_member()) is not None:
                    return piece.time_of(member)
            elif piece is not None and piece.is_token:
                return piece.time
        return None

    def _usage(self, records: Sequence[msgspec.Raw]) -> Mapping[str, Any] | None:
        found = None
        for raw in records:
            if not _is_run(raw):
                piece = self._piece(raw)
                if isinstance(piece, StreamChunk) and piece.chunk.get("type") == "usage":
                    usage = piece.chunk.get("usage")
                    found = usage if isinstance(usage, dict) else found
        return found

    def raw(self) -> bytes:
        """The bytes of the stream as they are stored."""
        return bytes(span_bytes(self._span))

    def value(self) -> Any:
        """The stream as it is stored, decoded whole; empty where it cannot be read."""
        try:
            return decode(self.raw())
        except RowFault:
            return []

    def _records(self) -> list[msgspec.Raw]:
        span = span_bytes(self._span)
        try:
            return _RECORDS.decode(span)
        except (msgspec.DecodeError, ValueError):  # a lone surrogate is one of its reasons
            return _records_of(span)

    def _piece(self, raw: msgspec.Raw) -> StreamRun | StreamChunk | None:
        try:
            record = decode(bytes(raw))
        except RowFault:
            return None
        if not isinstance(record, dict):
            return None
        kind = record.get("type")
        if kind == "chunk":
            chunk, time = record.get("chunk"), record.get("time")
            if isinstance(chunk, dict) and is_safe_int(time):
                return StreamChunk(time, chunk)
            return None
        return self._run(record, RUN_KINDS[kind]) if isinstance(kind, str) and kind in RUN_KINDS else None

    def _run(self, record: dict[str, Any], kind: str) -> StreamRun | None:
        texts = record.get("args" if kind == "tool-call" else "texts")
        gaps, time, index = record.get("dt"), record.get("time0"), record.get("index")
        if not isinstance(texts, list) or not isinstance(gaps, list) or len(gaps) != len(texts) - 1:
            return None
        if set(map(type, texts)) != {str} or not set(map(type, gaps)) <= {int}:
            return None
        if not (is_safe_int(time) and isinstance(index, int)):
            return None
        call_id, name = record.get("id"), record.get("name")
        return StreamRun(
            self.turn,
            self.step,
            index,
            kind,
            texts,
            self.seq,
            time,
            call_id if isinstance(call_id, str) else None,
            name if isinstance(name, str) else None,
            gaps,
        )


def _records_of(span: bytes | msgspec.Raw) -> list[msgspec.Raw]:
    """The records by way of the careful decoder, spelled anew; none where it finds no list."""
    try:
        value = decode(bytes(span))
        return [msgspec.Raw(encode(record)) for record in value] if isinstance(value, list) else []
    except (RowFault, ValueError):
        return []


def _is_run(raw: msgspec.Raw) -> bool:
    return bytes(memoryview(raw)[:_LONGEST_START]).startswith(_RUN_STARTS)


def _time_of_first_text(raw: msgspec.Raw) -> int | None:
    """When a run began whose first member is not empty; `None` where that takes a closer look."""
    if not _is_run(raw):
        return None
    try:
        head = _RUN_HEAD.decode(raw)
    except (msgspec.DecodeError, ValueError):
        return None
    opening = bytes(memoryview(head.texts)[:3]) or bytes(memoryview(head.args)[:3])
    begins = opening.startswith(b'["') and not opening.startswith(b'[""')
    return head.time0 if begins and is_safe_int(head.time0) else None
