"""The first line of a session log (spec 01 section 10.2, 03 section 2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Header:
    """A header line, as written and as read.

    `raw` is the line without its LF; `value` its decoded object with every member kept.
    `seed_length` is the number of inherited events, `None` when the session is not seeded.
    Times are ms since the epoch.
    """

    raw: bytes
    value: dict[str, Any]
    generation: int
    id: str
    created_at: int
    cwd: str | None
    parent_session: str | None
    seed_length: int | None
    origin: str | None
    delegation_depth: int
    agent_preset: str | None

    @property
    def is_seeded(self) -> bool:
        """Whether the session began with events of another one.

        From generation 2 on the number of them is no member of the header: the last
        `session/end-seed` marked as inherited tells (spec 03 section 2).
        """
        if self.generation < 2:
            return self.seed_length is not None
        return self.value.get("isSeeded") is True
