"""A second process writes a session; a client follows it over a line that loses, repeats and breaks off."""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from append_targets import AHEAD, write_and_tell
from hard_logs import hard_log
from log_files import encode
from logs import LogBuilder

from sessionlog.history.live import Fetch, Live, OlderUnavailable, Phase, StartTimer
from sessionlog.history.live_window import TailPage, is_run
from sessionlog.library import Library, SessionRef
from sessionlog.model.row import Row
from sessionlog.store.spill import SpillFolders

PAGE_EVENTS = 30


class Client:
    """`Live` with a transport: what it asks for is answered late, in any order, or not at all."""

    def __init__(self, library: Library, ref: SessionRef, seed: int) -> None:
        self.library, self.ref = library, ref
        self.rng = random.Random(seed)
        self.follow = library.follow(ref)
        self.live: Live[Row] = Live(self.rng.random)
        self.shown: list[Row] = []
        self.asked: list[Fetch] = []
        self.timers: list[StartTimer] = []
        self.met: set[str] = set()

    @property
    def last_seq(self) -> int:
        self.follow.poll()
        return self.library.log(self.ref).parts[-1].last_seq

    def settle(self) -> None:
        """Take what has come out of the machine; what is shown never has a hole."""
        splices, effects = self.live.take()
        for splice in splices:
            self.shown[splice.index : splice.index + splice.removed] = splice.items
        for effect in effects:
            if isinstance(effect, Fetch):
                self.asked.append(effect)
            elif isinstance(effect, StartTimer):
                self.timers = [effect]
            else:
                assert isinstance(effect, OlderUnavailable)
        assert self.shown == self.live.window.items
        assert is_run(self.shown)

    def hear(self, row: Row) -> None:
        """One event of the stream, or what became of it on the way."""
        fate = self.rng.choice(["came"] * 12 + ["lost", "unreadable", "twice", "cut off"])
        self.met.add(fate)
        if fate in ("came", "twice"):
            self.live.event(row)
        if fate == "twice":
            self.live.event(row)
        if fate == "unreadable":
            self.live.frame_lost()
        if fate == "cut off":
            self.live.disconnected()
            self.settle()
            self.live.subscribed(self.last_seq)
        self.settle()

    def work(self) -> None:
        """Answer something that was asked for, or let a timer fire."""
        if self.asked and self.rng.random() < 0.6:
            self.answer(self.asked.pop(self.rng.randrange(len(self.asked))))
        elif self.timers and self.rng.random() < 0.3:
            self.live.timer_fired(self.timers.pop().token)
        elif self.rng.random() < 0.1:
            self.live.load_older()
        self.settle()

    def answer(self, fetch: Fetch) -> None:
        if self.rng.random() < 0.2:
            self.met.add("failed")
            self.live.failed(fetch.ticket)
            return
        last = self.last_seq
        end = last if fetch.before is None else fetch.before - 1
        rows = self.library.log(self.ref).rows(max(0, end - PAGE_EVENTS), end)
        page = [row for row in rows if row.last_seq <= end]
        self.live.page(fetch.ticket, TailPage(page, bool(page) and page[0].seq > 0, last))

    def catch_up(self) -> None:
        """The writer has ended: after a last reconnection everything comes without further events."""
        self.live.subscribed(self.last_seq)
        self.settle()
        for _ in range(1000):
            if self.live.phase is Phase.LIVE and not self.live.window.has_more:
                return
            self.live.load_older()
            self.settle()
            self.work()
        raise AssertionError("the client never came to rest")


@pytest.mark.parametrize("seed", [2, 6, 14])
def test_the_window_is_contiguous_at_every_moment_and_in_the_end_the_whole_log(
    tmp_path: Path, seed: int
) -> None:
    whole = hard_log(seed)
    lines = whole.lines()
    begun = LogBuilder(whole.id)
    begun.header = whole.header
    path = begun.as_home(tmp_path / "home", zstd=False)
    library = Library.open(tmp_path / "data" / "library.db", spills=SpillFolders((tmp_path / "spill",)))
    try:
        (info,) = library.sessions(library.open_path(path).id)
        library.prepare_log(info.ref)
        client = Client(library, info.ref, seed)
        client.live.open()
        client.settle()
        dialect = library.log(info.ref).dialect
        for line in written_by_another(path, lines[1:]):
            client.hear(dialect.read_row(line))
            client.work()
        client.catch_up()
        assert [row.raw for row in client.shown] == lines[1:]
        assert path.read_bytes() == b"".join(line + b"\n" for line in (encode(whole.header), *lines[1:]))
        assert client.met == {"came", "lost", "unreadable", "twice", "cut off", "failed"}
    finally:
        library.close()


def written_by_another(path: Path, lines: list[bytes]) -> Iterator[bytes]:
    """The lines as another process tells them after having written each."""
    children = multiprocessing.get_context("spawn")
    ours, theirs = children.Pipe()
    child = children.Process(target=write_and_tell, args=(str(path), lines, theirs))
    child.start()
    theirs.close()
    for number in range(len(lines)):
        yield ours.recv_bytes()
        if number + AHEAD < len(lines):
            ours.send_bytes(b"heard")
    child.join()
    ours.close()
    assert child.exitcode == 0
