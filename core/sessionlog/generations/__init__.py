"""One module for each format generation: its rows and its dialect."""

from __future__ import annotations

from typing import Any

from sessionlog.generations.finding import StrictChecker
from sessionlog.generations.header import (
    NEWEST_GENERATION,
    header_object,
    header_problems,
    newer_text,
    read_header_line,
)
from sessionlog.generations.v0 import GENERATION_ZERO
from sessionlog.generations.v0.check import StrictCheck
from sessionlog.model.dialect import Dialect
from sessionlog.model.errors import FormatRefused

__all__ = [
    "NEWEST_GENERATION",
    "dialect_of",
    "header_object",
    "header_problems",
    "newer_text",
    "read_header_line",
    "reads",
    "strict_check",
]

_DIALECTS: dict[int, Dialect] = {0: GENERATION_ZERO}


def reads(generation: int) -> bool:
    """Whether this version opens logs of a generation, not only lists them."""
    return generation in _DIALECTS


def dialect_of(generation: int) -> Dialect:
    """The dialect of a generation.

    Raises `FormatRefused`: `newer` beyond the newest released generation, `format-not-yet` for
    one that this version lists without opening.
    """
    dialect = _DIALECTS.get(generation)
    if dialect is not None:
        return dialect
    if generation > NEWEST_GENERATION:
        raise FormatRefused(
            "newer",
            f"The log uses format v{generation}, which a newer harness wrote; this version reads up to "
            f"v{NEWEST_GENERATION}.",
            "Update Sessionloom.",
        )
    raise FormatRefused(
        "format-not-yet",
        f"The log uses format v{generation}, which this version lists but cannot open yet.",
        "Open it with a later version of Sessionloom.",
    )


def strict_check(generation: int, session_id: str, state: dict[str, Any] | None = None) -> StrictChecker:
    """What the harness of a generation checks of each row. Raises `FormatRefused` as `dialect_of`."""
    dialect_of(generation)
    return StrictCheck(session_id, state)
