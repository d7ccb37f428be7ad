"""Lines of generation 2 and later as rows (spec 03 section 3).

A settlement holds the stream it came from, sometimes 25 MB of it. Its row is split while it is
read: `value` has everything else, and the bytes of the stream wait in `LeanData.span`.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from sessionlog.generations.v0.rows import read_row as read_plain_row
from sessionlog.model.embedded import EmbeddedStream, LeanData, StreamAside, span_bytes
from sessionlog.model.errors import RowFault
from sessionlog.model.json import MAX_SAFE_INTEGER, decode, encode, is_safe_int
from sessionlog.model.row import Row

SETTLEMENTS = frozenset({"assistant/message", "assistant/attempt"})
_STARTS = (b'{"type":"assistant/message",', b'{"type":"assistant/attempt",')
_PACKED = frozenset({"text-chunks", "reasoning-chunks", "tool-call-chunks"})
_MEMBERS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_LARGE = 64 * 1024
_KEY = b',"stream":'
_MEMBERS_OF_ROW = frozenset({"type", "seq", "time", "data"})
_TAIL_OF = {_MEMBERS_OF_ROW: b"}}", _MEMBERS_OF_ROW | {"surfaceOp"}: b'},"surfaceOp":"append"}'}
_SPELLED_KEY = re.compile(rb'"stream"[ \t\r]*:[ \t\r]*')
_MOST_PLACES = 16
"""Places that are tried; a line with more keys of that name stays whole."""


def read_row(line: bytes) -> Row:
    """One line without its LF as a row. Raises `RowFault` as generation 0 does; no row is packed."""
    if line.startswith(_STARTS) or len(line) > _LARGE:
        row = _lean_row(line)
        if row is not None:
            return row
    row = read_plain_row(line)
    if row.type in _PACKED:
        raise RowFault("packed", f"a {row.type} row, which this format does not have")
    if row.type in SETTLEMENTS:
        _split(row)
    return row


def attempt_stream(row: Row) -> EmbeddedStream | None:
    """The stream of a settlement; `None` for any other row. A settlement without one has an empty one."""
    if row.type not in SETTLEMENTS:
        return None
    data = row.value["data"]
    turn, step = (data.get("turn"), data.get("step")) if isinstance(data, dict) else (None, None)
    span = data.span if isinstance(data, LeanData) else b"[]"
    return EmbeddedStream(span, _place(turn), _place(step), row.seq)


def stream_place(row: Row) -> tuple[int, int] | None:
    """Where the stream of a settlement stands in its line: offset and size.

    `None` unless the line says beyond doubt which bytes those are, so that it reads the same with
    `[]` in their place; whoever keeps it stores such a line whole.
    """
    data = row.value["data"]
    if not isinstance(data, LeanData) or isinstance(data.span, StreamAside) or type(row.value) is not dict:
        return None
    return _written_place(row, data.span) or _searched_place(row, data.span)


def _written_place(row: Row, span: bytes | msgspec.Raw) -> tuple[int, int] | None:
    """As the harness writes it: the stream is the last member of the payload, and no other member of
    the row could be taken for the payload."""
    size, line = memoryview(span).nbytes, row.raw
    tail = _TAIL_OF.get(frozenset(row.value))
    if tail is None or not line.endswith(tail):
        return None
    offset = len(line) - len(tail) - size
    at_key = offset > len(_KEY) and line.startswith(_KEY, offset - len(_KEY))
    return (offset, size) if at_key and line.startswith(span, offset) else None


def _searched_place(row: Row, span: bytes | msgspec.Raw) -> tuple[int, int] | None:
    """Of a line in another spelling: a place where the bytes stand, if the line reads the same without."""
    line, size = row.raw, memoryview(span).nbytes
    for number, key in enumerate(_SPELLED_KEY.finditer(line)):
        if number >= _MOST_PLACES:
            return None
        if not line.startswith(span, key.end()):
            continue
        try:
            lean = read_row(line[: key.end()] + b"[]" + line[key.end() + size :])
        except RowFault:
            continue
        again = lean.value["data"]
        same = lean.value == row.value and (lean.seq, lean.type, lean.time) == (row.seq, row.type, row.time)
        if same and isinstance(again, LeanData) and bytes(span_bytes(again.span)) == b"[]":
            return key.end(), size
    return None


def without_stream(value: dict[str, Any]) -> dict[str, Any]:
    """A stored event that holds on to no bytes of a stream, so that folds may keep it."""
    data = value["data"]
    return {**value, "data": dict(data)} if isinstance(data, LeanData) else value


def with_stream(event: dict[str, Any], row: Row) -> dict[str, Any]:
    """The event of a settlement row, its stream decoded and in its place."""
    if not isinstance(row.value["data"], LeanData):
        return event
    stream = attempt_stream(row)
    return event if stream is None else {**event, "data": {**event["data"], "stream": stream.value()}}


def _place(value: object) -> int:
    return value if is_safe_int(value) else -1


def _lean_row(line: bytes) -> Row | None:
    """A settlement as the harness writes it; `None` for any other line, which the careful reader takes."""
    if not _is_utf8(line):
        return None
    try:
        members = _MEMBERS.decode(line)
        kind = decode(bytes(members["type"]))
        if kind not in SETTLEMENTS:
            return None
        inner = _MEMBERS.decode(members["data"])
        span = inner.pop("stream", None)
        data = LeanData({key: decode(bytes(raw)) for key, raw in inner.items()})
        value = {key: data if key == "data" else decode(bytes(raw)) for key, raw in members.items()}
    except (msgspec.DecodeError, ValueError, KeyError, RowFault):
        return None
    seq, time = value.get("seq"), value.get("time")
    if type(seq) is not int or not 0 <= seq <= MAX_SAFE_INTEGER or type(time) is not int:
        return None
    if not is_safe_int(time):
        return None
    if span is None:
        value["data"] = dict(data)
    else:
        data.span = span  # a view of the line, not a copy
    return Row(seq, 1, kind, time, line, value)


def _is_utf8(line: bytes) -> bool:
    if line.isascii():
        return True
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _split(row: Row) -> None:
    """Take the stream out of a settlement that was decoded whole."""
    data = row.value["data"]
    if type(data) is not dict or "stream" not in data:
        return
    lean = LeanData({key: member for key, member in data.items() if key != "stream"})
    lean.span = encode(data["stream"])
    row.value["data"] = lean
