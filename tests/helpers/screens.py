"""The conversation view, with what tests read off it."""

from __future__ import annotations

from collections.abc import Callable

from sessionloom.conversation import ConversationView


class Screen(ConversationView):
    """A view that can say where its rows are."""

    def ys(self) -> dict[str, int]:
        """The top of every block on the viewport, in px."""
        return {self.model.rows[row].block.key: round(y) for row, y in self.scroller.visible()}

    def block_keys(self) -> list[str]:
        return [row.block.key for row in self.model.rows]


MakeScreen = Callable[..., Screen]
