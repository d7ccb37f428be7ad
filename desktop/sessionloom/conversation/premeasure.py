"""Measures the two pages around the viewport while nothing else happens."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from sessionloom.conversation.layout import Layout
from sessionloom.conversation.scroller import Scroller

PAGES = 2
ROWS_AT_ONCE = 6


class Premeasure(QObject):
    """A zero timer that stops when both pages are measured."""

    def __init__(
        self, layout: Layout, scroller: Scroller, measured: Callable[[], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._layout = layout
        self._scroller = scroller
        self._measured = measured
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._work)

    def start(self) -> None:
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()

    def active(self) -> bool:
        return self._timer.isActive()

    def _work(self) -> None:
        unknown = self._unmeasured()
        if not unknown:
            self._timer.stop()
            return
        for row in unknown[:ROWS_AT_ONCE]:
            self._layout.height(row)
        self._measured()

    def _unmeasured(self) -> list[int]:
        """Rows around the viewport that only have an estimate, the nearest first."""
        rows, epoch = self._layout.rows(), self._layout.epoch
        reach = PAGES * self._scroller.viewport
        below = self._walk(range(self._scroller.row, len(rows)), reach + self._scroller.viewport)
        above = self._walk(range(min(self._scroller.row, len(rows)) - 1, -1, -1), reach)
        return [row for row in below + above if rows[row].measured != epoch]

    def _walk(self, rows: range, reach: float) -> list[int]:
        """Rows in a direction until their heights, known or guessed, fill `reach` px."""
        model = self._layout.model
        assert model is not None
        found = []
        for row in rows:
            if reach <= 0:
                break
            found.append(row)
            reach -= model.heights.get(row)
        return found
