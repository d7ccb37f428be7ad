"""Generation 3: the system prompt becomes a message, a replacement names seqs (spec 03 sections 3, 5)."""

from __future__ import annotations

from sessionlog.generations.one_row.dialect import OneRowDialect
from sessionlog.generations.v3.row_rule import check_row
from sessionlog.model.rules import CLOSING_0, GENERATION_3

GENERATION_THREE = OneRowDialect(3, GENERATION_3, CLOSING_0, check_row)
