"""When a running session must be on the disk before it may go on (spec 01 section 9).

There is no point after a turn's end: its tail relies on the write-behind window or an explicit flush.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Point(StrEnum):
    BEFORE_STEP = "before-step"
    """After the turn opened and took its input, before the step opens."""
    BEFORE_REQUEST = "before-request"
    """Before the first chunk of any request of a live session is asked for."""
    BEFORE_TOOL = "before-tool"
    """Before the body of a top-level tool call runs; nested calls stand behind their outer one."""


@dataclass(frozen=True, slots=True)
class CheckpointPolicy:
    """Which points flush. The contract has all three."""

    points: frozenset[Point] = frozenset(Point)

    def flushes(self, point: Point) -> bool:
        return point in self.points
