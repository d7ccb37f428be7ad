"""The quick way to read a packed row as the harness writes it: decoded and checked in one step.

msgspec checks members and types while it decodes. Its bounds are tighter than the format's (no
gap beyond 34 years, at most 2,048 members), so that no sum of gaps can leave the safe integers;
whatever does not fit them is left to the careful reader, which knows the rules themselves.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from sessionlog.model.row import Row

_MOST_MEMBERS = 2048
_Number = Annotated[int, msgspec.Meta(ge=-(2**40), le=2**40)]
_Seq = Annotated[int, msgspec.Meta(ge=0, le=2**52)]
_Time = Annotated[int, msgspec.Meta(ge=-(2**52), le=2**52)]
_Texts = Annotated[list[str], msgspec.Meta(min_length=1, max_length=_MOST_MEMBERS)]


class _TextData(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    turn: _Number
    step: _Number
    index: _Number
    dt: list[_Number]
    texts: _Texts


class _CallData(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    turn: _Number
    step: _Number
    index: _Number
    dt: list[_Number]
    id: str
    args: _Texts
    name: str | msgspec.UnsetType = msgspec.UNSET


class _TextRow(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    type: str
    seq0: _Seq
    time0: _Time
    data: _TextData


class _CallRow(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    type: str
    seq0: _Seq
    time0: _Time
    data: _CallData


_TEXT = msgspec.json.Decoder(_TextRow)
_CALL = msgspec.json.Decoder(_CallRow)
_CALL_START = b'{"type":"tool-call-chunks",'
PACKED_STARTS = (b'{"type":"text-chunks",', b'{"type":"reasoning-chunks",', _CALL_START)


def packed_row(line: bytes) -> Row | None:
    """The packed row of a line with one of `PACKED_STARTS`, as the harness writes it; else `None`."""
    return _call_row(line) if line.startswith(_CALL_START) else _text_row(line)


def _text_row(line: bytes) -> Row | None:
    try:
        row = _TEXT.decode(line)
    except ValueError:  # of msgspec, and of bytes that are no UTF-8
        return None
    data = row.data
    texts, gaps = data.texts, data.dt
    if len(gaps) != len(texts) - 1:
        return None
    value = {
        "type": row.type,
        "seq0": row.seq0,
        "time0": row.time0,
        "data": {"turn": data.turn, "step": data.step, "index": data.index, "dt": gaps, "texts": texts},
    }
    return Row(row.seq0, len(texts), row.type, row.time0, line, value)


def _call_row(line: bytes) -> Row | None:
    try:
        row = _CALL.decode(line)
    except ValueError:
        return None
    data = row.data
    if len(data.dt) != len(data.args) - 1:
        return None
    members: dict[str, Any] = {"turn": data.turn, "step": data.step, "index": data.index, "dt": data.dt}
    members["id"] = data.id
    if data.name is not msgspec.UNSET:
        members["name"] = data.name
    members["args"] = data.args
    value = {"type": row.type, "seq0": row.seq0, "time0": row.time0, "data": members}
    return Row(row.seq0, len(data.args), row.type, row.time0, line, value)
