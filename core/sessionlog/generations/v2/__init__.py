"""Generation 2: streams move into their settlements, the cut into a marker (spec 03 sections 2 and 4.2)."""

from __future__ import annotations

from sessionlog.generations.one_row.dialect import OneRowDialect
from sessionlog.model.rules import CLOSING_0, GENERATION_0

GENERATION_TWO = OneRowDialect(2, GENERATION_0, CLOSING_0)
