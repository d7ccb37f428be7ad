"""Hot zones: the places of a painted row that act when clicked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QRect


class Action(Enum):
    """What a zone does. `TOGGLE` opens or closes the key it carries."""

    TOGGLE = auto()
    ATTEMPTS = auto()
    COPY_SECTION = auto()
    COPY_NODE = auto()
    FORK = auto()
    COMPARE = auto()
    RAW = auto()
    EARLIER = auto()


@dataclass(frozen=True, slots=True)
class Zone:
    """`rect` is in the coordinates of the viewport; `key` is what the action is about,
    `block_key` the row that it is painted on."""

    rect: QRect
    action: Action
    node_key: str
    key: str = ""
    tip: str = ""
    block_key: str = ""

    def same_as(self, other: Zone | None) -> bool:
        """Whether both are the same control, wherever it stands now."""
        return other is not None and (self.action, self.node_key, self.block_key, self.key) == (
            other.action,
            other.node_key,
            other.block_key,
            other.key,
        )
