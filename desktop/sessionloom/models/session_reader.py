"""Reads one session for the conversation view. No Qt; used from its session's lane only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sessionlog.conversation.assembler import Assembler
from sessionlog.conversation.node import Node, Splice
from sessionlog.history.loader import load_page, load_rows_after
from sessionlog.model.changes import Changes
from sessionlog.model.log import EventLog
from sessionlog.model.page import MAX_PAGE_MESSAGES, Bounds, Place
from sessionlog.model.severity import Diagnosis
from sessionloom.conversation.splitting import warm

if TYPE_CHECKING:
    from sessionlog.library import Follow, Library, SessionInfo, SessionRef
    from sessionlog.model.log import EventLog
    from sessionlog.model.severity import Diagnosis

REVEAL_PAGES = 400
FAR_PAGE = Bounds(messages=MAX_PAGE_MESSAGES)
"""On the way to a far place: as much at once as a page may hold. 400 of them are millions of events."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What the view needs to show a session for the first time.

    `complete` is False while the log is still to be read to its end. `above` is how many events lie
    before the nodes.
    """

    info: SessionInfo
    diagnosis: Diagnosis
    nodes: tuple[Node, ...]
    has_earlier: bool
    complete: bool
    above: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """What changed: splices in order, whether earlier pages remain, and newer facts of the session.

    `changes` is what a poll of the file found, for everybody else who shows the session.
    """

    splices: list[Splice] = field(default_factory=list)
    has_earlier: bool = False
    above: int | None = None
    info: SessionInfo | None = None
    diagnosis: Diagnosis | None = None
    changes: Changes | None = None


class SessionReader:
    """Holds the log, the assembler and how far it has read. Raises `SessionlogError` as the core does."""

    def __init__(self, library: Library, ref: SessionRef) -> None:
        self.ref = ref
        self._library = library
        self._log: EventLog | None = None
        self._assembler: Assembler | None = None
        self._has_earlier = False
        self._follow: Follow | None = None

    def open(self) -> Opened:
        """The last page. Bounded by what is shown, never by the length of the log."""
        # Asked before the log is got: somebody else may read it to its end in between, and then
        # this log is still the one of its tail, which does not grow.
        read_whole = self._library.session(self.ref).events is not None
        log = self._log = self._library.log(self.ref)
        info = self._library.session(self.ref)
        assembler = self._assembler = Assembler(log.dialect, log.header.id, live=info.running)
        page = load_page(log)
        assembler.replace(page)
        warm(assembler.nodes)
        self._has_earlier = page.page.has_more
        complete = log.complete and read_whole
        diagnosis = self._library.diagnosis(self.ref)
        return Opened(info, diagnosis, tuple(assembler.nodes), self._has_earlier, complete, self._above())

    def earlier(self) -> Step:
        """One page before what is loaded."""
        return self._earlier(Bounds())

    def _earlier(self, bounds: Bounds) -> Step:
        log, assembler = self._opened()
        if not self._has_earlier:
            return Step(has_earlier=False)
        page = load_page(log, assembler.start, bounds)
        splices = assembler.prepend(page)
        self._has_earlier = page.page.has_more
        return Step(splices, self._has_earlier, self._above())

    def _above(self) -> int | None:
        """How many events lie above what is loaded: seqs count them, in every part from its first on."""
        log, assembler = self._opened()
        start, parts = assembler.start, log.parts
        if start is None or not self._has_earlier:
            return None
        if not log.complete:
            return start.seq if start.part == 0 else None
        before = sum(part.last_seq - part.first_seq + 1 for part in parts if part.number < start.part)
        inside = next((start.seq - part.first_seq for part in parts if part.number == start.part), 0)
        return before + inside

    def reveal(self, part: int, seq: int, *, cancel: Callable[[], bool]) -> Step:
        """Large pages back until a place is loaded; ends early when told to, or after `REVEAL_PAGES`."""
        splices: list[Splice] = []
        for _ in range(REVEAL_PAGES):
            start = self._opened()[1].start
            if cancel() or start is None or not self._has_earlier or start <= Place(part, seq):
                break
            splices += self._earlier(FAR_PAGE).splices
            if self._opened()[1].start == start:  # a log of which only the end can be read yet
                break
        return Step(splices, self._has_earlier, self._above())

    def reveal_seq(self, seq: int, *, cancel: Callable[[], bool]) -> Step:
        """As `reveal`, in the first part that has the seq; seqs repeat between the parts of a damaged log."""
        parts = self._opened()[0].parts
        found = next((part for part in parts if part.first_seq <= seq <= part.last_seq), parts[-1])
        return self.reveal(found.number, seq, cancel=cancel)

    def poll(self) -> Step:
        """Let the core look for growth of the session's file, then take what came."""
        if self._follow is None:
            self._follow = self._library.follow(self.ref)
        changes = self._follow.poll()
        if self.ref.key in changes.replaced:
            return Step(changes=changes)
        return replace(self.catch_up(), changes=changes)

    def catch_up(self) -> Step:
        """The rows that the log holds beyond what was read."""
        log, assembler = self._opened()
        info = self._library.session(self.ref)
        splices: list[Splice] = []
        while (rows := load_rows_after(log, assembler.end)) is not None:
            splices += assembler.append(rows)
        splices += assembler.set_live(info.running)
        diagnosis = self._library.diagnosis(self.ref)
        return Step(splices, self._has_earlier, self._above(), info, diagnosis)

    def prepare(self, progress: Callable[[object], None], *, cancel: Callable[[], bool]) -> None:
        """Read the whole log once, for what needs its index. Runs beside the session's lane."""
        self._library.prepare_log(self.ref, progress, cancel)

    def reopen(self) -> Opened:
        """The same session after `prepare`, with at least as much loaded as before."""
        start = self._opened()[1].start
        opened = self.open()
        if start is not None:
            self.reveal(start.part, start.seq, cancel=lambda: False)
        _log, assembler = self._opened()
        return Opened(
            opened.info,
            opened.diagnosis,
            tuple(assembler.nodes),
            self._has_earlier,
            opened.complete,
            self._above(),
        )

    def nodes(self) -> Sequence[Node]:
        return self._opened()[1].nodes

    def _opened(self) -> tuple[EventLog, Assembler]:
        assert self._log is not None
        assert self._assembler is not None
        return self._log, self._assembler
