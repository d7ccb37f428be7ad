"""Lines of generation 0 as rows: single events and packed rows (spec 01 section 10.3).

A packed row stays packed. `expand` gives its members one by one for the few readers that need
events; `stream_run` gives its texts as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from sessionlog.generations.v0.packed import PACKED_STARTS, packed_row
from sessionlog.generations.v0.vocabulary import ASSISTANT_CHUNK, DELTA_KINDS, PACKED_KINDS
from sessionlog.model.dialect import StreamRun
from sessionlog.model.errors import RowFault
from sessionlog.model.json import MAX_SAFE_INTEGER, decode, decode_shallow, is_safe_int, is_seq
from sessionlog.model.row import Row

_INTEGERS = {int}


def read_row(line: bytes) -> Row:
    """One line without its LF as a row.

    Raises `RowFault`: `json` and `object` (no JSON object), `packed` (a tag with a shape that the
    format does not have), `seq`, `type`, `time`, `data` (an envelope without that member in its
    form). Further envelope members are kept (spec 04 F09). A payload that is nested too deep is
    an `UndecodedObject`.
    """
    packed = packed_row(line) if line.startswith(PACKED_STARTS) else None
    if packed is not None:
        return packed
    try:
        value = decode(line)
    except RowFault as fault:
        if fault.code != "depth":
            raise
        value = decode_shallow(line)
    if not isinstance(value, dict):
        raise RowFault("object", "the line is no JSON object")
    kind = value.get("type")
    if type(kind) is not str:
        raise RowFault("type", "the row has no type")
    if kind in PACKED_KINDS:
        return careful_row(line, kind, value)
    seq = value.get("seq")
    if type(seq) is not int or not 0 <= seq <= MAX_SAFE_INTEGER:
        raise RowFault("seq", "the row has no sequence number")
    time = value.get("time")
    if type(time) is not int or not -MAX_SAFE_INTEGER <= time <= MAX_SAFE_INTEGER:
        raise RowFault("time", "the row has no time in milliseconds")
    if "data" not in value:
        raise RowFault("data", "the row has no data")
    return Row(seq, 1, kind, time, line, value)


def careful_row(line: bytes, kind: str, value: dict[str, Any]) -> Row:
    """The careful reader of packed rows: the format's own rules. Raises `RowFault` with code `packed`."""
    try:
        seq, time, data = value["seq0"], value["time0"], value["data"]
        turn, step, index, gaps = data["turn"], data["step"], data["index"], data["dt"]
        if kind == "tool-call-chunks":
            texts = data["args"]
            named = type(data["id"]) is str and type(data.get("name", "")) is str
            members = 7 if "name" in data else 6
        else:
            texts, named, members = data["texts"], True, 5
    except (KeyError, TypeError):
        raise RowFault("packed", f"a {kind} row lacks a member") from None
    if len(value) != 4 or len(data) != members:
        raise RowFault("packed", f"a {kind} row has further members")
    if not named or type(texts) is not list or not texts or not _all_texts(texts):
        raise RowFault("packed", f"the members of a {kind} row are not a list of strings")
    if type(gaps) is not list or len(gaps) != len(texts) - 1:
        raise RowFault("packed", f"a {kind} row has one time gap between two members")
    if not (is_safe_int(turn) and is_safe_int(step) and is_safe_int(index)):
        raise RowFault("packed", f"turn, step and index of a {kind} row are integers")
    if not is_seq(seq) or seq + len(texts) - 1 > MAX_SAFE_INTEGER or not _safe_times(time, gaps, line):
        raise RowFault("packed", f"seqs and times of a {kind} row are not safe integers")
    return Row(seq, len(texts), kind, time, line, value)


def _all_texts(texts: list[Any]) -> bool:
    """Joining is the quickest way to ask every member for its type."""
    try:
        "".join(texts)
    except TypeError:
        return False
    return True


def _safe_times(first: object, gaps: list[Any], line: bytes) -> bool:
    """Whether the running times are safe integers. Quick where the line holds no boolean, which
    would count as a number, and where the gaps are far from the limit."""
    if type(first) is not int:
        return False
    if not gaps:
        return is_safe_int(first)
    try:
        if type(sum(gaps)) is not int:
            return False
    except TypeError:
        return False
    widest = max(max(gaps), -min(gaps))
    if abs(first) + widest * len(gaps) <= MAX_SAFE_INTEGER and not (b"true" in line or b"false" in line):
        return True
    return set(map(type, gaps)) == _INTEGERS and all(
        map(is_safe_int, (*gaps, *accumulate(gaps, initial=first)))
    )


def is_packed(row: Row) -> bool:
    return row.type in PACKED_KINDS


def is_delta(row: Row) -> bool:
    """Whether the row holds stream deltas only: a packed row, or one `assistant/chunk` delta."""
    if row.type in PACKED_KINDS:
        return True
    return row.type == ASSISTANT_CHUNK and delta_kind(row.value) is not None


def delta_kind(value: dict[str, Any]) -> str | None:
    """`text`, `reasoning` or `tool-call` for a chunk event whose chunk is a readable delta."""
    chunk = chunk_of(value)
    name = chunk.get("type")
    kind = DELTA_KINDS.get(name) if type(name) is str else None
    if kind is None:
        return None
    text = chunk.get("argumentsDelta" if kind == "tool-call" else "text")
    return kind if type(text) is str else None


def chunk_of(value: dict[str, Any]) -> dict[str, Any]:
    """The chunk of a chunk event; empty when the payload has none."""
    data = value["data"]
    chunk = data.get("chunk") if isinstance(data, dict) else None
    return chunk if isinstance(chunk, dict) else {}


def stream_run(row: Row) -> StreamRun | None:
    """The deltas of a delta row without expanding it; `None` for any other row."""
    kind = PACKED_KINDS.get(row.type)
    if kind is not None:
        data = row.value["data"]
        texts = data["args"] if kind == "tool-call" else data["texts"]
        return StreamRun(
            data["turn"],
            data["step"],
            data["index"],
            kind,
            texts,
            row.seq,
            row.time,
            data.get("id"),
            data.get("name"),
        )
    if row.type != ASSISTANT_CHUNK:
        return None
    kind = delta_kind(row.value)
    if kind is None:
        return None
    data, chunk = row.value["data"], chunk_of(row.value)
    call_id, call_name = chunk.get("id"), chunk.get("name")
    return StreamRun(
        _place(data.get("turn")),
        _place(data.get("step")),
        _place(chunk.get("index")),
        kind,
        [chunk["argumentsDelta" if kind == "tool-call" else "text"]],
        row.seq,
        row.time,
        call_id if isinstance(call_id, str) else None,
        call_name if isinstance(call_name, str) else None,
    )


def _place(value: object) -> int:
    """A turn, step or index as stored; -1 where a chunk event names none."""
    return value if is_safe_int(value) else -1


def expand(row: Row) -> Iterator[dict[str, Any]]:
    """The chunk events of a packed row; any other row gives its own value."""
    kind = PACKED_KINDS.get(row.type)
    if kind is None:
        yield row.value
        return
    data = row.value["data"]
    turn, step = data["turn"], data["step"]
    base: dict[str, Any] = {"type": f"{kind}-delta", "index": data["index"]}
    if kind == "tool-call":
        base["id"] = data["id"]
        if "name" in data:
            base["name"] = data["name"]
    member = "argumentsDelta" if kind == "tool-call" else "text"
    texts = data["args"] if kind == "tool-call" else data["texts"]
    times = accumulate(data["dt"], initial=row.time)
    for seq, (time, text) in enumerate(zip(times, texts), row.seq):
        yield {
            "type": ASSISTANT_CHUNK,
            "seq": seq,
            "time": time,
            "data": {"turn": turn, "step": step, "chunk": {**base, member: text}},
        }
