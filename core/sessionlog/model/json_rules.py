"""JSON as the log's contract counts it: texts, equality, lossless values.

Python's own equality holds `True == 1`; JSON's does not. The lossless rule is spec 01 section 2.1.
"""

from __future__ import annotations

from math import copysign, isfinite
from typing import Any, TypeGuard

from sessionlog.model.faults import LogFault
from sessionlog.model.json import MAX_SAFE_INTEGER


def is_text(value: object) -> TypeGuard[str]:
    """A string that is not empty."""
    return isinstance(value, str) and value != ""


def json_equal(first: object, second: object) -> bool:
    """Deep equality of JSON values: key order is free, `1` equals `1.0`, `true` equals only `true`."""
    if first != second:
        return False
    pending: list[tuple[Any, Any]] = [(first, second)]
    while pending:
        one, other = pending.pop()
        if isinstance(one, dict):
            pending.extend((one[key], other[key]) for key in one)
        elif isinstance(one, list):
            pending.extend(zip(one, other, strict=True))
        elif isinstance(one, bool) is not isinstance(other, bool):
            return False
    return True


def require_lossless(value: object, seq: int | None = None) -> None:
    """Raise `LogFault` ("not-lossless-json") for a value that JSON would not give back as it was.

    Accepted are null, booleans, strings (lone surrogates too), finite numbers except -0 whose
    value a double holds, lists, and dicts with string keys. Iterative: depth has no limit.
    """
    pending: list[tuple[object, bool]] = [(value, False)]
    open_ids: set[int] = set()
    while pending:
        item, leaving = pending.pop()
        if leaving:
            open_ids.discard(id(item))
            continue
        if item is None or isinstance(item, bool | str):
            continue
        if isinstance(item, int | float):
            if not _is_lossless_number(item):
                raise not_lossless(f"the number {item!r}", seq)
            continue
        if type(item) is not dict and type(item) is not list:
            raise not_lossless(f"a value of the type {type(item).__name__}", seq)
        if id(item) in open_ids:
            raise not_lossless("a value that contains itself", seq)
        open_ids.add(id(item))
        pending.append((item, True))
        if isinstance(item, dict):
            for key in item:
                if not isinstance(key, str):
                    raise not_lossless(f"the key {key!r}, which is no string", seq)
            pending.extend((child, False) for child in item.values())
        elif isinstance(item, list):
            pending.extend((child, False) for child in item)


def _is_lossless_number(value: int | float) -> bool:
    if isinstance(value, int):
        return -MAX_SAFE_INTEGER <= value <= MAX_SAFE_INTEGER or _is_a_double(value)
    return isfinite(value) and not (value == 0 and copysign(1.0, value) < 0)


def _is_a_double(value: int) -> bool:
    try:
        return int(float(value)) == value
    except OverflowError:
        return False


def not_lossless(what: str, seq: int | None) -> LogFault:
    """The refusal of `what`, a noun with its article, as data of an event."""
    return LogFault(
        "not-lossless-json",
        f"The event data holds {what}, which JSON does not give back unchanged.",
        "Write only null, booleans, finite numbers, strings, lists and objects.",
        seq,
    )
