"""The columns of a stored row as the line that the harness's text backend would write.

A payload's JSON text is taken over byte for byte. The header is written in the order of spec 01
section 10.2, an envelope in the order in which the harness itself writes most of its events, so that a
session is mostly the same text from its database as from its file. Pure functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import zstandard

from sessionlog.generations.v0.vocabulary import PACKED_KINDS
from sessionlog.model.errors import RowFault
from sessionlog.model.json import MAX_SAFE_INTEGER, decode, decode_shallow, encode
from sessionlog.sources.frames import MAX_WINDOW
from sessionlog.sources.lines import MAX_LINE

_MOST_VARINT = 2 * MAX_SAFE_INTEGER
_PACKED_SCALAR = 0
"""The value of `ignorable` that says: this row packs several events."""


class StoredRow(NamedTuple):
    """The columns of `events`, texts and blobs alike as bytes; the `_kind`s are SQLite's types.

    `data` is `None` where it is longer than the longest line that is loaded.
    """

    seq: Any
    type: Any
    time: Any
    data_kind: bytes
    data: bytes | None
    sources_kind: bytes
    sources: Any
    surface_op: Any
    ignorable: Any


def line_of(row: StoredRow) -> bytes:
    """The row's line without LF. Raises `RowFault` for columns that the schema's writer cannot make."""
    if type(row.seq) is not int or type(row.time) is not int:
        raise RowFault("seq", "its seq or time is no integer")
    kind = _text(row.type, "type")
    data = _payload(row)
    if row.ignorable == _PACKED_SCALAR and row.ignorable is not None:
        return _packed(row, kind, data)
    if kind in PACKED_KINDS:
        raise RowFault("tag", f"a single event is named {kind}, which in a text log is a packed row")
    pieces = [b'{"type":', encode(kind), b',"data":', data]
    if row.sources_kind != b"null":
        pieces += [b',"sourceEventSeqs":[', b",".join(b"%d" % seq for seq in _cited(row)), b"]"]
    if row.surface_op is not None:
        op = _one_line(row.surface_op, "surface_op")
        _require_json(op)
        pieces += [b',"surfaceOp":', op]
    if row.ignorable == 1:
        pieces.append(b',"ignorable":true')
    elif row.ignorable is not None:
        raise RowFault("ignorable", "its ignorable is neither 0 nor 1")
    return b"".join([*pieces, b',"seq":%d,"time":%d}' % (row.seq, row.time)])


def header_line(columns: Sequence[Any]) -> bytes:
    """The header of a session from the columns of `sessions` in their order, up to `agent_preset`."""
    names = (
        "id", "version", "createdAt", "cwd", "parentSession", "seedLength", "origin", "delegationDepth",
        "agentPreset",
    )  # fmt: skip
    value: dict[str, Any] = {"type": "session", "version": columns[1]}
    for name, column in zip(names, columns):
        if column is not None and name != "version":
            value[name] = column.decode("utf-8", "replace") if isinstance(column, bytes) else column
    return encode(value)


def decode_sources(blob: bytes) -> list[int]:
    """Cited seqs: LEB128, the first as it is, then zig-zag differences. Raises `RowFault`.

    Canonical only: no varint is longer than needed, none exceeds twice the greatest safe integer.
    """
    seqs: list[int] = []
    value = shift = 0
    for byte in blob:
        value |= (byte & 0x7F) << shift
        if byte & 0x80:
            shift += 7
            if shift > 56:
                raise RowFault("sources", "a cited seq is longer than any can be")
            continue
        if (byte == 0 and shift) or value > _MOST_VARINT:
            raise RowFault("sources", "a cited seq is not in its shortest form, or too great")
        seq = value if not seqs else seqs[-1] + (value >> 1 if not value & 1 else -(value >> 1) - 1)
        if not 0 <= seq <= MAX_SAFE_INTEGER:
            raise RowFault("sources", "a cited seq is no seq")
        seqs.append(seq)
        value = shift = 0
    if shift:
        raise RowFault("sources", "the cited seqs end in the middle of one")
    return seqs


def encode_sources(seqs: Sequence[int]) -> bytes:
    """The inverse of `decode_sources`."""
    packed = bytearray()
    before: int | None = None
    for seq in seqs:
        value = seq if before is None else _zig_zag(seq - before)
        while value > 0x7F:
            packed.append(value & 0x7F | 0x80)
            value >>= 7
        packed.append(value)
        before = seq
    return bytes(packed)


def _zig_zag(difference: int) -> int:
    return 2 * difference if difference >= 0 else -2 * difference - 1


def _packed(row: StoredRow, kind: str, data: bytes) -> bytes:
    if kind not in PACKED_KINDS:
        raise RowFault("tag", f"a packed row is named {kind[:60]}, which is no tag of one")
    if row.surface_op is not None or row.sources_kind != b"null":
        raise RowFault("packed", "a packed row has surface columns")
    return b"".join((b'{"type":', encode(kind), b',"seq0":%d,"time0":%d,"data":' % row[0:3:2], data, b"}"))


def _payload(row: StoredRow) -> bytes:
    if row.data is None:
        raise RowFault("too-long", "longer than 256 MiB, not loaded")
    if row.data_kind == b"text":
        data = row.data
    elif row.data_kind == b"blob":
        data = _expanded(row.data)
    else:
        raise RowFault("data", "its data is neither a text nor a compressed text")
    data = _one_line(data, "data")
    _require_json(data)
    return data


def _expanded(blob: bytes) -> bytes:
    """One zstd frame, whole, decoded within bounds."""
    decoder = zstandard.ZstdDecompressor(max_window_size=MAX_WINDOW).decompressobj()
    try:
        if zstandard.frame_content_size(blob) > MAX_LINE:
            raise RowFault("too-long", "longer than 256 MiB, not loaded")
        pieces, size = [], 0
        for start in range(0, len(blob), _STEP):
            pieces.append(decoder.decompress(blob[start : start + _STEP]))
            size += len(pieces[-1])
            if size > MAX_LINE:
                raise RowFault("too-long", "longer than 256 MiB, not loaded")
            if decoder.eof:
                break
    except zstandard.ZstdError as error:
        raise RowFault("data", f"its compressed data cannot be decoded ({error})") from None
    if not decoder.eof or decoder.unused_data or start + _STEP < len(blob):
        raise RowFault("data", "its compressed data is not exactly one whole frame")
    return b"".join(pieces)


_STEP = 4096
"""Compressed bytes a call: even 32,000 times that fits into memory, and the cap is looked at between."""


def _one_line(text: object, column: str) -> bytes:
    """JSON text without line ends. Between tokens one may stand; inside a string none is JSON."""
    if not isinstance(text, bytes):
        raise RowFault("data", f"its {column} is no text")
    if b"\n" not in text and b"\r" not in text:
        return text
    _require_json(text)
    return text.replace(b"\n", b" ").replace(b"\r", b" ")


def _require_json(text: bytes) -> None:
    """Exactly one JSON value: what is spliced into a line must not be able to leave its place."""
    try:
        decode(text)
    except RowFault as fault:
        if fault.code != "depth":
            raise
        wrapped = decode_shallow(b'{"data":%b}' % text)
        if not isinstance(wrapped, dict) or len(wrapped) != 1:
            raise RowFault("json", "more than one value") from None


def _cited(row: StoredRow) -> list[int]:
    if row.sources_kind != b"blob":
        raise RowFault("sources", "its cited seqs are no blob")
    return decode_sources(row.sources)


def _text(column: object, name: str) -> str:
    if not isinstance(column, bytes):
        raise RowFault("type", f"its {name} is no text")
    try:
        return column.decode("utf-8")
    except UnicodeDecodeError:
        raise RowFault("type", f"its {name} is no UTF-8") from None
