"""Rows that end what the harness reads of a log of generation 3, like a line that is no JSON.

Dropped when they stand in the tail, fatal when a later `turn/end` shows that they were committed
(spec 03 section 1, spec 03b section 10 pitfall 6).
"""

from __future__ import annotations

from typing import Any

from sessionlog.generations.v3.vocabulary import KNOWN_TYPES
from sessionlog.model.errors import RowFault
from sessionlog.model.row import Row
from sessionlog.model.rules import GENERATION_3

_MARKERS = ("surfaceOp", "sourceEventSeqs")


def check_row(row: Row) -> None:
    """Raises `RowFault` with code `rule` and the text of the harness."""
    fault = _fault(row.type, row.value)
    if fault:
        raise RowFault("rule", f"format v3 {row.type} at seq {row.seq} {fault}")


def _fault(kind: str, value: dict[str, Any]) -> str:
    if kind == "request/header" and has_empty_members(value["data"]):
        return "empty optional header fields must be omitted"
    if kind not in GENERATION_3.types:
        marker = next((name for name in _MARKERS if name in value), None)
        return f"has unexpected field {marker}" if marker is not None and kind in KNOWN_TYPES else ""
    op = value.get("surfaceOp")
    if isinstance(op, dict) and op.keys() != {"op", GENERATION_3.start_key, GENERATION_3.end_key}:
        return "requires exact replace fields op/startSeq/endSeq"
    if kind in GENERATION_3.no_sources and "sourceEventSeqs" in value:
        return "embeds its stream and cannot carry sourceEventSeqs"
    if kind == GENERATION_3.result_type and _error_without_flag(value["data"]):
        return "carries error metadata for a non-error tool result"
    return ""


def has_empty_members(data: object) -> bool:
    """Whether a `request/header` holds members that have to be left out when they are empty."""
    header = data.get("header") if isinstance(data, dict) else None
    return isinstance(header, dict) and (header.get("tools") == [] or header.get("adapterDefaults") == {})


def _error_without_flag(data: object) -> bool:
    if not isinstance(data, dict) or data.get("error") is None:
        return False
    message = data.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    block = content[0] if isinstance(content, list) and content else None
    return isinstance(block, dict) and block.get("type") == "tool-result" and block.get("isError") is not True
