"""Generation 4: tool results become messages, sources have owners, forks close what they cut (spec 03b)."""

from __future__ import annotations

from sessionlog.generations.one_row.dialect import OneRowDialect
from sessionlog.model.rules import CLOSING_4, GENERATION_4

GENERATION_FOUR = OneRowDialect(4, GENERATION_4, CLOSING_4)
