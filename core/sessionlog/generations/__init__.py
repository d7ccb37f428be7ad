"""One module for each format generation: its rows and its dialect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sessionlog.generations.finding import StrictChecker
from sessionlog.generations.header import (
    NEWEST_GENERATION,
    header_object,
    header_problems,
    newer_text,
    read_header_line,
)
from sessionlog.generations.one_row.check import OneRowCheck
from sessionlog.generations.relations import OWN_RULES, WithRelations
from sessionlog.generations.v0 import GENERATION_ZERO
from sessionlog.generations.v0.check import StrictCheck
from sessionlog.generations.v1 import GENERATION_ONE
from sessionlog.generations.v1.check import StrictCheckOne
from sessionlog.generations.v2 import GENERATION_TWO
from sessionlog.generations.v3 import GENERATION_THREE
from sessionlog.generations.v3.check import StrictCheckThree
from sessionlog.generations.v4 import GENERATION_FOUR
from sessionlog.generations.v4.check import StrictCheckFour
from sessionlog.model.dialect import Dialect
from sessionlog.model.errors import FormatRefused
from sessionlog.model.header import Header

__all__ = [
    "NEWEST_GENERATION",
    "dialect_of",
    "header_object",
    "header_problems",
    "newer_text",
    "read_header_line",
    "scan_check",
    "strict_check",
]

_DIALECTS: dict[int, Dialect] = {
    0: GENERATION_ZERO,
    1: GENERATION_ONE,
    2: GENERATION_TWO,
    3: GENERATION_THREE,
    4: GENERATION_FOUR,
}
_CHECKS: dict[int, Callable[[str, dict[str, Any] | None, Header | None], StrictChecker]] = {
    0: lambda name, state, _: StrictCheck(name, state),
    1: lambda name, state, _: StrictCheckOne(name, state),
    2: OneRowCheck,
    3: StrictCheckThree,
    4: StrictCheckFour,
}


def dialect_of(generation: int) -> Dialect:
    """The dialect of a generation. Raises `FormatRefused`, `newer`, beyond the newest released one."""
    dialect = _DIALECTS.get(generation)
    if dialect is None:
        raise FormatRefused(
            "newer",
            f"The log uses format v{generation}, which a newer harness wrote; this version reads up to "
            f"v{NEWEST_GENERATION}.",
            "Update Sessionloom.",
        )
    return dialect


def strict_check(
    generation: int, session_id: str, state: dict[str, Any] | None = None, *, header: Header | None = None
) -> StrictChecker:
    """What the harness of a generation checks of each row. Raises `FormatRefused` as `dialect_of`.

    `header` is that of the log, for the rules that compare the two.
    """
    dialect_of(generation)
    return _CHECKS[generation](session_id, state, header)


def scan_check(
    generation: int, session_id: str, state: dict[str, Any] | None = None, *, header: Header | None = None
) -> StrictChecker:
    """As `strict_check`, with broken relations between events as notes where the harness told of none."""
    strict = strict_check(generation, session_id, state, header=header)
    return strict if generation >= OWN_RULES else WithRelations(strict, session_id, state)
