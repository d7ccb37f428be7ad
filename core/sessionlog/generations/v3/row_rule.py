"""Rows that end what the harness reads of a log of generation 3 or 4, like a line that is no JSON.

Dropped when they stand in the tail, fatal when a later `turn/end` shows that they were committed
(spec 03 section 1, pitfall 6 of spec 03b).
"""

from __future__ import annotations

from collections.abc import Callable

from sessionlog.model.errors import RowFault
from sessionlog.model.row import Row


def check_row(generation: int) -> Callable[[Row], None]:
    """The row rule of a generation; it raises `RowFault` with code `rule` and the harness's text."""

    def check(row: Row) -> None:
        value = row.value
        op = value.get("surfaceOp")
        if type(op) is dict and op.keys() == {"op", "start", "end"}:
            raise RowFault(
                "rule",
                f"format v{generation} {row.type} at seq {row.seq} spells a replacement of format v2",
            )
        if row.type == "request/header" and _has_empty_members(value["data"]):
            raise RowFault(
                "rule",
                f"format v{generation} request/header at seq {row.seq}"
                " empty optional header fields must be omitted",
            )

    return check


def _has_empty_members(data: object) -> bool:
    header = data.get("header") if isinstance(data, dict) else None
    return isinstance(header, dict) and (header.get("tools") == [] or header.get("adapterDefaults") == {})
