"""Client convergence: never a hole, always the log in the end, and each gap of the reference closed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sessionlog.history.backoff import Backoff
from sessionlog.history.live import BRIDGE_PAGES, Fetch, Live, OlderUnavailable, Phase, StartTimer
from sessionlog.history.live_window import LiveWindow, TailPage, WindowSplice, is_run


@dataclass(frozen=True)
class Run:
    """Events of consecutive seqs: one event, or a packed row."""

    seq: int
    bodies: tuple[str, ...]

    @property
    def last_seq(self) -> int:
        return self.seq + len(self.bodies) - 1


def one(seq: int) -> Run:
    return Run(seq, (f"event {seq}",))


def page(first: int, last: int, has_more: bool | None = None, at: int | None = None) -> TailPage[Run]:
    """Events `first` to `last` of a log whose newest seq is `at`."""
    runs = [one(seq) for seq in range(first, last + 1)]
    return TailPage(runs, first > 0 if has_more is None else has_more, last if at is None else at)


def seqs(live: Live[Run]) -> list[int]:
    return [run.seq for run in live.window.items]


class Driver:
    """Carries out nothing by itself; keeps what the machine asked for."""

    def __init__(self, jitter: float = 0.0) -> None:
        self.live: Live[Run] = Live(lambda: jitter)
        self.shown: list[Run] = []
        self.fetches: list[Fetch] = []
        self.timers: list[StartTimer] = []
        self.older: list[OlderUnavailable] = []
        self.restarts = 0

    def pump(self) -> None:
        splices, effects = self.live.take()
        for splice in splices:
            self.shown[splice.index : splice.index + splice.removed] = splice.items
            self.restarts += splice.restarted
        for effect in effects:
            if isinstance(effect, Fetch):
                self.fetches.append(effect)
            elif isinstance(effect, StartTimer):
                self.timers = [effect]
            else:
                self.older.append(effect)
        assert self.shown == self.live.window.items

    def answer(self, with_page: TailPage[Run] | None) -> Fetch:
        fetch = self.fetches.pop(0)
        if with_page is None:
            self.live.failed(fetch.ticket)
        else:
            self.live.page(fetch.ticket, with_page)
        self.pump()
        return fetch

    def fire(self) -> int:
        timer = self.timers.pop()
        self.live.timer_fired(timer.token)
        self.pump()
        return timer.delay_ms

    def event(self, seq: int) -> None:
        self.live.event(one(seq))
        self.pump()

    def opened(self, first: int, last: int) -> Driver:
        self.live.open()
        self.pump()
        self.answer(page(first, last))
        return self


def test_opening_fetches_the_tail_once_and_shows_it() -> None:
    driver = Driver().opened(3, 7)
    driver.live.open()
    driver.pump()
    assert seqs(driver.live) == [3, 4, 5, 6, 7]
    assert driver.live.phase is Phase.LIVE and driver.live.window.has_more
    assert driver.fetches == []


def test_what_arrives_while_loading_is_kept_and_its_overlap_dropped() -> None:
    driver = Driver()
    driver.live.open()
    driver.pump()
    for seq in (6, 7, 8, 9):
        driver.event(seq)
    assert driver.live.phase is Phase.LOADING and seqs(driver.live) == []
    driver.answer(page(4, 7))
    assert seqs(driver.live) == [4, 5, 6, 7, 8, 9]
    assert driver.live.waiting == 0


def test_what_arrives_before_opening_is_left_to_history() -> None:
    driver = Driver()
    driver.event(5)
    assert (driver.live.phase, driver.live.waiting, driver.fetches) == (Phase.COLD, 0, [])


def test_the_next_event_is_appended_and_a_repeated_one_dropped() -> None:
    driver = Driver().opened(0, 3)
    for seq in (4, 4, 2, 5):
        driver.event(seq)
    assert seqs(driver.live) == [0, 1, 2, 3, 4, 5]
    assert driver.fetches == []


def test_a_hole_is_repaired_at_once_and_nothing_is_shown_over_it() -> None:
    driver = Driver().opened(0, 3)
    driver.event(6)
    assert driver.live.phase is Phase.BEHIND and seqs(driver.live) == [0, 1, 2, 3]
    driver.answer(page(2, 7))
    assert seqs(driver.live) == list(range(8))
    assert driver.live.phase is Phase.LIVE


# Gap 1 of the reference: no timer, no backoff.


def test_a_failed_repair_is_tried_again_on_a_quiet_stream() -> None:
    driver = Driver().opened(0, 3)
    driver.event(6)
    driver.answer(None)
    assert driver.fetches == [] and len(driver.timers) == 1
    driver.fire()
    driver.answer(page(0, 6))
    assert seqs(driver.live) == list(range(7)) and driver.live.phase is Phase.LIVE


def test_events_over_a_lasting_hole_cause_no_storm_of_requests() -> None:
    driver = Driver().opened(0, 3)
    driver.event(6)
    driver.answer(None)
    for seq in range(7, 200):
        driver.event(seq)
    assert driver.fetches == [] and len(driver.timers) == 1


def test_the_delays_double_up_to_ten_seconds_and_begin_anew_after_a_success() -> None:
    driver = Driver(jitter=1.0).opened(0, 3)
    driver.event(6)
    delays = []
    for _ in range(7):
        driver.answer(None)
        delays.append(driver.fire())
    assert delays == [500, 1000, 2000, 4000, 8000, 10_000, 10_000]
    driver.answer(page(0, 6))
    driver.event(9)
    assert len(driver.fetches) == 1, "the next hole is repaired at once"
    driver.answer(None)
    assert driver.fire() == 500


def test_delays_are_spread_between_half_the_cap_and_the_cap() -> None:
    assert [Backoff(lambda jitter=jitter: jitter).next_delay() for jitter in (0.0, 0.5, 1.0)] == [
        250,
        375,
        500,
    ]


def test_a_page_that_does_not_close_the_hole_counts_as_a_failure() -> None:
    driver = Driver().opened(0, 3)
    driver.event(6)
    driver.answer(page(0, 4))
    assert driver.fetches == [] and len(driver.timers) == 1
    assert seqs(driver.live) == [0, 1, 2, 3, 4]


# Gap 2: a page beside a hole is appended silently.


def test_a_page_that_does_not_reach_what_was_buffered_leaves_no_hole() -> None:
    driver = Driver()
    driver.live.open()
    driver.pump()
    driver.event(9)
    driver.answer(page(2, 5))
    assert seqs(driver.live) == [2, 3, 4, 5] and driver.live.waiting == 1
    assert driver.live.phase is Phase.BEHIND


def test_a_tail_beyond_the_window_is_reached_page_by_page_and_older_pages_stay() -> None:
    driver = Driver().opened(0, 3)
    driver.event(30)
    driver.answer(page(20, 30))
    assert seqs(driver.live) == [0, 1, 2, 3]
    assert driver.fetches[0].before == 20
    driver.answer(page(10, 19))
    assert driver.answer(page(4, 9)).before == 10
    assert seqs(driver.live) == list(range(31))
    assert driver.restarts == 0


def test_a_hole_too_wide_to_close_moves_the_window_and_says_so() -> None:
    driver = Driver().opened(0, 3)
    top = 1000
    driver.event(top)
    last = top
    for _ in range(BRIDGE_PAGES):
        driver.answer(page(last - 9, last, at=top))
        last -= 10
    assert driver.live.window.base == top - BRIDGE_PAGES * 10 + 1
    assert is_run(driver.live.window.items) and driver.live.window.has_more
    assert driver.restarts == 1


def test_a_failure_on_the_way_to_the_tail_waits_too() -> None:
    driver = Driver().opened(0, 3)
    driver.event(30)
    driver.answer(page(20, 30))
    driver.answer(None)
    assert driver.fetches == [] and len(driver.timers) == 1


def test_a_page_with_a_hole_inside_is_not_taken() -> None:
    driver = Driver()
    driver.live.open()
    driver.pump()
    driver.answer(TailPage([one(1), one(3)], True, 3))
    assert seqs(driver.live) == [] and driver.live.phase is Phase.LOADING
    assert len(driver.timers) == 1


# Gap 3: an empty window accepts any seq.


def test_an_empty_log_goes_on_at_seq_0_and_at_nothing_else() -> None:
    driver = Driver()
    driver.live.open()
    driver.pump()
    driver.answer(TailPage([], False, -1))
    assert driver.live.phase is Phase.LIVE
    driver.event(4)
    assert seqs(driver.live) == [] and driver.live.phase is Phase.BEHIND
    driver.answer(page(0, 4))
    assert seqs(driver.live) == [0, 1, 2, 3, 4]


# Gap 4: a failed second pull still ends in `open`.


def test_a_view_that_is_known_to_be_behind_never_calls_itself_live() -> None:
    driver = Driver()
    driver.live.open()
    driver.live.subscribed(9)
    driver.pump()
    first, second = driver.fetches
    driver.live.page(first.ticket, page(0, 3))
    driver.pump()
    assert seqs(driver.live) == [], "the answer of the older generation is void"
    driver.live.page(second.ticket, page(0, 5))
    driver.pump()
    assert driver.live.phase is Phase.BEHIND
    driver.fire()
    driver.fetches = driver.fetches[-1:]
    driver.answer(None)
    assert driver.live.phase is Phase.BEHIND and len(driver.timers) == 1
    driver.fire()
    driver.answer(page(0, 9))
    assert driver.live.phase is Phase.LIVE


def test_a_first_page_that_fails_is_asked_for_again() -> None:
    driver = Driver()
    driver.live.open()
    driver.pump()
    driver.answer(None)
    assert driver.live.phase is Phase.LOADING
    driver.fire()
    driver.answer(page(0, 2))
    assert driver.live.phase is Phase.LIVE


# Gap 5: repair and resync discard older pages and the reader's position.


def test_a_repair_keeps_the_older_pages_that_were_loaded() -> None:
    driver = Driver().opened(20, 29)
    driver.live.load_older()
    driver.pump()
    driver.answer(page(10, 19))
    driver.event(35)
    driver.answer(page(26, 35))
    assert seqs(driver.live) == list(range(10, 36))
    assert driver.restarts == 0


def test_a_reconnect_keeps_the_window_and_its_older_pages() -> None:
    driver = Driver().opened(20, 29)
    driver.live.load_older()
    driver.pump()
    driver.answer(page(10, 19))
    driver.live.disconnected()
    driver.live.subscribed(33)
    driver.pump()
    assert seqs(driver.live) == list(range(10, 30))
    driver.answer(page(24, 33))
    assert seqs(driver.live) == list(range(10, 34)) and driver.restarts == 0


def test_a_repair_changes_only_what_is_new() -> None:
    driver = Driver().opened(0, 9)
    driver.event(12)
    fetch = driver.fetches.pop()
    driver.live.page(fetch.ticket, page(5, 12))
    splices, _ = driver.live.take()
    assert splices == [WindowSplice(10, 0, (one(10), one(11), one(12)))]


# Gap 6: a late older page clears `hasMore`.


def test_an_older_page_that_comes_after_a_reconnect_is_ignored_and_paging_goes_on() -> None:
    driver = Driver().opened(20, 29)
    driver.live.load_older()
    driver.pump()
    late = driver.fetches.pop()
    driver.live.disconnected()
    driver.live.subscribed(29)
    driver.pump()
    driver.answer(page(25, 29))
    driver.live.page(late.ticket, page(5, 12))
    driver.pump()
    assert seqs(driver.live) == list(range(20, 30))
    assert driver.live.window.has_more
    driver.live.load_older()
    driver.pump()
    assert driver.fetches[-1].before == 20


@pytest.mark.parametrize("wrong", [page(5, 12), page(15, 20), TailPage([one(17), one(19)], True, 29)])
def test_an_older_page_that_does_not_fit_is_refused_and_may_be_asked_for_again(wrong: TailPage[Run]) -> None:
    driver = Driver().opened(20, 29)
    driver.live.load_older()
    driver.pump()
    driver.answer(wrong)
    assert seqs(driver.live) == list(range(20, 30)) and driver.live.window.has_more
    assert len(driver.older) == 1
    driver.live.load_older()
    driver.pump()
    driver.answer(page(10, 19))
    assert driver.live.window.base == 10


def test_older_pages_are_asked_for_one_at_a_time_and_a_failure_keeps_the_window() -> None:
    driver = Driver().opened(20, 29)
    driver.live.load_older()
    driver.live.load_older()
    driver.pump()
    assert len(driver.fetches) == 1
    driver.answer(None)
    assert seqs(driver.live) == list(range(20, 30)) and len(driver.older) == 1


def test_an_empty_older_page_says_that_nothing_is_older() -> None:
    driver = Driver().opened(20, 29)
    driver.live.load_older()
    driver.pump()
    driver.answer(TailPage([], False, 29))
    assert not driver.live.window.has_more
    driver.live.load_older()
    driver.pump()
    assert driver.fetches == []


# Gap 7: malformed frames are dropped, and the loss is noticed only at the next event.


def test_a_frame_that_cannot_be_read_makes_the_tail_be_looked_at_again() -> None:
    driver = Driver().opened(0, 3)
    driver.live.frame_lost()
    driver.pump()
    driver.answer(page(1, 4))
    assert seqs(driver.live) == [0, 1, 2, 3, 4]
    assert driver.fetches == [] and driver.timers == []


def test_a_loss_during_a_fetch_is_not_covered_by_that_fetch() -> None:
    driver = Driver().opened(0, 3)
    driver.event(5)
    driver.live.frame_lost()
    driver.pump()
    driver.answer(page(0, 5))
    assert len(driver.timers) == 1
    driver.fire()
    driver.answer(page(0, 6))
    assert seqs(driver.live) == list(range(7)) and driver.timers == []


# What a server may do besides.


def test_a_log_that_lost_its_tail_in_a_crash_loses_it_on_screen_too() -> None:
    driver = Driver().opened(0, 9)
    driver.live.disconnected()
    driver.live.subscribed(6)
    driver.pump()
    assert seqs(driver.live) == list(range(7))
    driver.answer(page(3, 6))
    driver.event(7)
    assert seqs(driver.live) == list(range(8))


def test_a_log_that_was_rewritten_replaces_the_window() -> None:
    driver = Driver().opened(0, 9)
    driver.live.disconnected()
    driver.live.subscribed(9)
    driver.pump()
    other = TailPage([Run(seq, ("other",)) for seq in range(5, 10)], True, 9)
    driver.answer(other)
    assert driver.live.window.items == list(other.items) and driver.restarts == 1


def test_packed_rows_of_a_page_take_the_place_of_the_single_events_that_they_pack() -> None:
    driver = Driver().opened(0, 5)
    driver.event(9)
    driver.answer(TailPage([one(2), one(3), Run(4, tuple(f"event {s}" for s in range(4, 10)))], True, 9))
    assert [(run.seq, run.last_seq) for run in driver.live.window.items][-2:] == [(3, 3), (4, 9)]
    assert is_run(driver.live.window.items) and driver.restarts == 0


def test_the_buffer_has_a_limit() -> None:
    driver = Driver().opened(0, 3)
    for seq in range(5, 30_010):
        driver.live.event(one(seq))
    assert driver.live.waiting < 30_000
    driver.pump()
    driver.answer(page(0, 30_009))
    assert driver.live.window.tail == 30_009 and driver.live.waiting == 0


def test_a_window_cut_to_nothing_takes_the_next_page() -> None:
    window: LiveWindow[Run] = LiveWindow()
    window.restart(page(5, 6))
    window.cut_after(2)
    window.merge(page(1, 2))
    assert [run.seq for run in window.items] == [1, 2]


class Convergence(RuleBasedStateMachine):
    """A server and a network that do everything allowed, in any order."""

    @initialize(length=st.integers(0, 6))
    def begin(self, length: int) -> None:
        self.log: list[str] = [f"event {seq}" for seq in range(length)]
        self.network: list[int] = []
        self.connected = True
        self.driver = Driver()
        self.driver.live.open()
        self.driver.pump()

    @rule(count=st.integers(1, 5))
    def append(self, count: int) -> None:
        for _ in range(count):
            self.log.append(f"event {len(self.log)}")
            if self.connected:
                self.network.append(len(self.log) - 1)

    @precondition(lambda self: self.network)
    @rule(data=st.data())
    def deliver(self, data: st.DataObject) -> None:
        """In order or out of order, once or twice."""
        at = data.draw(st.integers(0, min(2, len(self.network) - 1)))
        seq = self.network[at] if data.draw(st.integers(0, 4)) == 0 else self.network.pop(at)
        self.driver.live.event(Run(seq, (self.log[seq],)))
        self.driver.pump()

    @precondition(lambda self: self.network)
    @rule(noticed=st.booleans())
    def lose(self, noticed: bool) -> None:
        self.network.pop(0)
        if noticed:
            self.driver.live.frame_lost()
            self.driver.pump()

    @precondition(lambda self: self.driver.fetches)
    @rule(data=st.data())
    def answer(self, data: st.DataObject) -> None:
        how = data.draw(st.sampled_from(["now", "now", "earlier", "failed"]))
        at = data.draw(st.integers(0, len(self.driver.fetches) - 1))
        self.driver.fetches.insert(0, self.driver.fetches.pop(at))
        if how == "failed":
            self.driver.answer(None)
            return
        length = len(self.log) if how == "now" else data.draw(st.integers(self.known(), len(self.log)))
        self.driver.answer(self.page(self.driver.fetches[0], length, data.draw(st.integers(1, 4)), data))

    def known(self) -> int:
        """A server that is asked again has read at least what it said before."""
        return min(len(self.log), self.driver.live.window.tail + 1)

    def page(self, fetch: Fetch, length: int, size: int, data: st.DataObject | None) -> TailPage[Run]:
        end = length if fetch.before is None else min(fetch.before, length)
        start = max(0, end - size)
        runs: list[Run] = []
        at = start
        while at < end:
            width = 1 if data is None else data.draw(st.integers(1, 3))
            runs.append(Run(at, tuple(self.log[at : min(at + width, end)])))
            at = runs[-1].last_seq + 1
        return TailPage(runs, start > 0, length - 1)

    @precondition(lambda self: self.driver.timers)
    @rule()
    def fire(self) -> None:
        self.driver.fire()

    @rule()
    def older(self) -> None:
        self.driver.live.load_older()
        self.driver.pump()

    @rule()
    def reconnect(self) -> None:
        self.driver.live.disconnected()
        self.network.clear()
        self.driver.pump()
        self.driver.live.subscribed(len(self.log) - 1)
        self.driver.pump()

    @invariant()
    def what_is_shown_is_a_part_of_the_log_without_a_hole(self) -> None:
        if not hasattr(self, "driver"):
            return
        items = self.driver.shown
        assert is_run(items)
        shown = [body for run in items for body in run.bodies]
        first = items[0].seq if items else 0
        assert shown == self.log[first : first + len(shown)]

    @invariant()
    def a_view_that_knows_it_is_behind_has_asked_or_will_ask(self) -> None:
        if hasattr(self, "driver") and self.driver.live.phase in (Phase.BEHIND, Phase.LOADING):
            assert self.driver.fetches or self.driver.timers

    def teardown(self) -> None:
        if not hasattr(self, "driver"):
            return
        self.append(1)
        newest = len(self.log) - 1
        self.driver.live.event(Run(newest, (self.log[newest],)))
        self.driver.pump()
        rounds = 0
        while self.driver.fetches or self.driver.timers:
            rounds += 1
            assert rounds < 60, "it asks for ever"
            if self.driver.fetches:
                self.driver.answer(self.page(self.driver.fetches[0], len(self.log), 3, None))
            else:
                self.driver.fire()
        assert self.driver.live.phase is Phase.LIVE
        assert self.driver.live.window.tail == newest
        self.what_is_shown_is_a_part_of_the_log_without_a_hole()


TestConvergence: Any = Convergence.TestCase
TestConvergence.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
