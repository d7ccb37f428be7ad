"""Back and Forward: the places that were left by a jump, as in a browser. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sessionlog.library import SessionRef

LIMIT = 200


@dataclass(frozen=True, slots=True)
class Visit:
    """A session and where the reader stood in it; `anchor` is the view's own value."""

    ref: SessionRef
    anchor: Any = None


class Navigation:
    """`leave` is called with the place that a jump leaves; the newest `LIMIT` places are kept."""

    def __init__(self) -> None:
        self._back: list[Visit] = []
        self._forward: list[Visit] = []

    def leave(self, visit: Visit) -> None:
        if not self._back or self._back[-1] != visit:
            self._back.append(visit)
            del self._back[:-LIMIT]
        self._forward.clear()

    def can_go_back(self) -> bool:
        return bool(self._back)

    def can_go_forward(self) -> bool:
        return bool(self._forward)

    def back(self, here: Visit | None) -> Visit | None:
        return self._step(self._back, self._forward, here)

    def forward(self, here: Visit | None) -> Visit | None:
        return self._step(self._forward, self._back, here)

    def forget(self, source: int) -> None:
        """Drop the places of a source that was closed."""
        self._back = [visit for visit in self._back if visit.ref.source != source]
        self._forward = [visit for visit in self._forward if visit.ref.source != source]

    @staticmethod
    def _step(take: list[Visit], give: list[Visit], here: Visit | None) -> Visit | None:
        if not take:
            return None
        if here is not None:
            give.append(here)
        return take.pop()
