"""Cases with a window, drawn offscreen. Each runs in a process of its own."""

from __future__ import annotations

from collections.abc import Callable

Numbers = dict[str, float]
CASES: dict[str, Callable[..., Numbers]] = {}
