"""Client convergence: the live view is at every moment a contiguous part of the log (spec 02 section 3).

A state machine without I/O and without a clock. What happens goes in through methods; what is to
be done comes out as effects. Fetch the tail, buffer what arrives, drop what overlaps, repair a
hole by fetching again: at once the first time, then after growing delays on a timer, so that a
quiet stream is repaired too and a busy one asks no more often.

Where the reference falls short: a failed repair waits for the next event or asks once for every
event; a page beside a hole is appended; an empty window takes any seq; a failed second fetch
counts as open; a repair throws away older pages; a late older page ends paging; lost frames go
unnoticed. Each has a test of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic

from sessionlog.history.backoff import Backoff
from sessionlog.history.live_window import LiveWindow, T, TailPage, WindowSplice, is_run

BRIDGE_PAGES = 8
"""Pages fetched to close a hole between window and tail before the window moves to the tail."""

BUFFER_ITEMS = 20_000
"""Items kept while a hole is being repaired; beyond, the next page brings them."""


class Phase(StrEnum):
    """`behind`: something is known to exist that the window does not hold yet; it will be fetched."""

    COLD = "cold"
    LOADING = "loading"
    LIVE = "live"
    BEHIND = "behind"


@dataclass(frozen=True, slots=True)
class Fetch:
    """Ask for a page: the newest one, or with `before` the one that ends right before that seq.

    The answer goes back with `ticket`; an answer whose ticket is no longer awaited changes nothing.
    """

    ticket: int
    before: int | None = None


@dataclass(frozen=True, slots=True)
class StartTimer:
    """Call `timer_fired(token)` after `delay_ms`. A newer timer makes an older one void."""

    token: int
    delay_ms: int


@dataclass(frozen=True, slots=True)
class OlderUnavailable:
    """The older page that was asked for did not come or did not fit; it may be asked for again."""

    reason: str


Effect = Fetch | StartTimer | OlderUnavailable


class Live(Generic[T]):
    """Follows one session. Every method gives back splices of the window and effects to carry out.

    `random` gives numbers from 0 up to 1, for the jitter of the repair timer.
    """

    def __init__(self, random: Callable[[], float]) -> None:
        self.window: LiveWindow[T] = LiveWindow()
        self._backoff = Backoff(random)
        self._opened = self._established = False
        self._connected = True
        self._known_last = -1  # the newest seq that is known to exist
        self._buffer: dict[int, T] = {}  # by seq
        self._bridge: TailPage[T] | None = None  # newer pages that do not reach the window yet
        self._bridge_pages = 0
        self._tickets = 0
        self._awaited: int | None = None  # the ticket of the repairing fetch
        self._older: tuple[int, int] | None = None  # the ticket of an older page, and the base it is for
        self._timer: int | None = None
        self._lost = False  # something was lost, nobody knows what
        self._loss_covered = False  # the fetch under way was asked for after the loss
        self._splices: list[WindowSplice[T]] = []
        self._effects: list[Effect] = []

    @property
    def phase(self) -> Phase:
        if not self._opened:
            return Phase.COLD
        if not self._established:
            return Phase.LOADING
        return Phase.BEHIND if self._is_behind() else Phase.LIVE

    @property
    def waiting(self) -> int:
        """Items that have arrived and cannot be shown yet."""
        return len(self._buffer)

    def take(self) -> tuple[list[WindowSplice[T]], list[Effect]]:
        """What has come out since the last call: changes of the window in order, and things to do."""
        splices, effects = self._splices, self._effects
        self._splices, self._effects = [], []
        return splices, effects

    def open(self) -> None:
        """Begin. Opening an open session does nothing."""
        if not self._opened:
            self._opened = True
            self._advance()

    def event(self, item: T) -> None:
        """An item came over the live stream. Before `open` it is dropped: history will bring it."""
        if not self._opened:
            return
        self._known_last = max(self._known_last, item.last_seq)
        if self._established and item.last_seq <= self.window.tail:
            return
        self._buffer.setdefault(item.seq, item)
        if len(self._buffer) > BUFFER_ITEMS:
            self._buffer.clear()
        self._advance()

    def frame_lost(self) -> None:
        """A frame could not be read. What it held is unknown, so the tail is looked at again."""
        self._lost, self._loss_covered = True, False
        self._advance()

    def disconnected(self) -> None:
        """Answers under way are void. The window stays as it is, and so does the reader's place."""
        self._connected = False
        self._void_requests()

    def subscribed(self, last_seq: int) -> None:
        """The stream is open (again), and the log's newest event has this seq.

        A log that has become shorter has lost events in a crash; they leave the window too.
        """
        self._connected = True
        self._void_requests()
        self._backoff.reset()
        self._known_last = last_seq
        self._buffer = {seq: item for seq, item in self._buffer.items() if item.last_seq <= last_seq}
        if self._established:
            self._splices += self.window.cut_after(last_seq)
        if self._opened:
            self._fetch()

    def _void_requests(self) -> None:
        self._awaited = self._timer = None
        self._drop_bridge()
        if self._older is not None:
            self._older_gone("connection lost")

    def page(self, ticket: int, page: TailPage[T]) -> None:
        """The answer to a `Fetch`."""
        if self._older is not None and ticket == self._older[0]:
            self._take_older(page)
        elif ticket == self._awaited:
            self._awaited = None
            going_on = is_run(page.items) and self._take_newer(page)
            self._advance(at_once=going_on)

    def failed(self, ticket: int) -> None:
        """A `Fetch` failed. The window stays; a repair is tried again later."""
        if self._older is not None and ticket == self._older[0]:
            self._older_gone("not loaded")
        elif ticket == self._awaited:
            self._awaited = None
            self._advance()

    def timer_fired(self, token: int) -> None:
        if token == self._timer:
            self._timer = None
            if self._needs_fetch():
                self._fetch()

    def load_older(self) -> None:
        """Ask for the page before the window, one at a time."""
        if self._established and self._connected and self.window.has_more and self._older is None:
            self._tickets += 1
            self._older = (self._tickets, self.window.base)
            self._effects.append(Fetch(self._tickets, self.window.base))

    def _take_older(self, page: TailPage[T]) -> None:
        assert self._older is not None
        base = self._older[1]
        if base != self.window.base:
            self._older_gone("the window has moved")
        elif not is_run(page.items) or (page.items and page.items[-1].last_seq + 1 != base):
            self._older_gone("does not fit")
        else:
            self._older = None
            self._splices += self.window.prepend(page)

    def _older_gone(self, reason: str) -> None:
        """Paging goes on: that one answer did not fit says nothing about what is older."""
        self._older = None
        self._effects.append(OlderUnavailable(reason))

    def _take_newer(self, page: TailPage[T]) -> bool:
        """A tail page, or a page that leads from an earlier tail page towards the window.

        Gives back whether a further page towards the window is wanted at once.
        """
        if self._bridge is not None:
            bridge = self._bridge
            if page.items and page.items[-1].last_seq + 1 != bridge.items[0].seq:
                self._drop_bridge()
                return False
            page = TailPage([*page.items, *bridge.items], page.has_more, bridge.last_seq)
        else:
            self._known_last = max(self._known_last, page.last_seq)
            self._lost = self._lost and not self._loss_covered
        if self._established and not self.window.reaches(page):
            self._bridge_pages += 1
            if page.has_more and self._bridge_pages < BRIDGE_PAGES:
                self._bridge = page
                return True
            self._splices += self.window.restart(page)
        else:
            self._splices += self.window.merge(page)
        self._established = True
        self._drop_bridge()
        return False

    def _advance(self, *, at_once: bool = False) -> None:
        """Append what follows the tail, then see to what is still missing."""
        if not self._opened:
            return
        if self._established:
            self._drain()
        if not self._needs_fetch():
            self._backoff.reset()
        elif self._awaited is None and self._connected:
            self._retry(at_once=at_once)

    def _drain(self) -> None:
        while (item := self._buffer.pop(self.window.tail + 1, None)) is not None:
            self._splices.append(self.window.append(item))
        if self._buffer and min(self._buffer) <= self.window.tail:
            self._buffer = {seq: item for seq, item in self._buffer.items() if seq > self.window.tail}

    def _retry(self, *, at_once: bool) -> None:
        """At once while nothing has been tried yet, or to go on with a bridge; else after a delay."""
        if at_once or (self._timer is None and self._backoff.untried):
            self._fetch()
        elif self._timer is None:
            self._tickets += 1
            self._timer = self._tickets
            self._effects.append(StartTimer(self._timer, self._backoff.next_delay()))

    def _fetch(self) -> None:
        self._tickets += 1
        self._awaited, self._timer = self._tickets, None
        self._backoff.tried()
        if self._bridge is None:
            self._loss_covered = True
        before = None if self._bridge is None else self._bridge.items[0].seq
        self._effects.append(Fetch(self._awaited, before))

    def _drop_bridge(self) -> None:
        self._bridge, self._bridge_pages = None, 0

    def _needs_fetch(self) -> bool:
        return self._opened and (not self._established or self._lost or self._is_behind())

    def _is_behind(self) -> bool:
        return self._known_last > self.window.tail
