"""Waiting longer after each failure, with jitter, so that many clients do not ask at once."""

from __future__ import annotations

from collections.abc import Callable

FIRST_MS = 500
LONGEST_MS = 10_000


class Backoff:
    """Delays in ms: the cap doubles from 500 to 10,000, the delay lies between half the cap and the cap.

    The first attempt is made at once (`untried`). `random` gives numbers from 0 up to 1.
    """

    def __init__(self, random: Callable[[], float]) -> None:
        self._random = random
        self._failures = 0
        self.untried = True

    def tried(self) -> None:
        """An attempt is under way: the next one waits."""
        self.untried = False

    def next_delay(self) -> int:
        cap = min(FIRST_MS << min(self._failures, 10), LONGEST_MS)
        self._failures += 1
        return round(cap / 2 + self._random() * cap / 2)

    def reset(self) -> None:
        """It worked: the next attempt is made at once."""
        self._failures = 0
        self.untried = True
