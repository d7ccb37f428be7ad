"""Comparisons for the window and the terminal: sessions from their fork point, generations, attempts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from sessionlog.access.values import Progress, SessionInfo, SessionRef, SourceInfo
from sessionlog.compare.attempts import StepAttempt, attempt_at, attempt_items, attempt_text, attempts_of_step
from sessionlog.compare.comparison import Counts, Row, State, compare_items
from sessionlog.compare.item import Item
from sessionlog.compare.side import CompareCancelled, read_items, read_text
from sessionlog.compare.words import TextChanges, compare_texts
from sessionlog.lineage.family import Member
from sessionlog.lineage.fork_point import ForkPoint, Relation, fork_point, line_of
from sessionlog.model.inherited import inherited_events
from sessionlog.model.log import EventLog

Tell = Callable[[Progress], None] | None
Ask = Callable[[], bool] | None


@dataclass(frozen=True, slots=True)
class Side:
    """One side: a session, or one attempt of a step of it. `events` are those of its log."""

    info: SessionInfo
    events: int
    inherited: int
    attempt: StepAttempt | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two sides, where they part, and their rows from there on.

    The first `shared` events are in both logs under the same seqs; rows begin with the last step
    of them, at `from_seq`. `shared` is 0 where nothing is held in common, and where the logs have
    different generations or do not hold what their headers promise (`by_text`): then everything is
    aligned by what it says. `ancestor` is the third session that both descend from, where it is there.
    """

    left: Side
    right: Side
    point: ForkPoint
    shared: int
    from_seq: int
    by_text: bool
    rows: tuple[Row, ...]
    counts: Counts
    ancestor: SessionInfo | None = None

    def swapped(self) -> Comparison:
        """The same rows seen from the other side; within a stretch the left's own rows come first."""
        turned = {State.LEFT: State.RIGHT, State.RIGHT: State.LEFT}
        rows: list[Row] = []
        waiting: list[Row] = []
        for row in self.rows:
            other = Row(turned.get(row.state, row.state), row.right, row.left)
            if other.state is State.RIGHT:
                waiting.append(other)
                continue
            if other.state is not State.LEFT:
                rows += waiting
                waiting = []
            rows.append(other)
        rows += waiting
        counts = replace(self.counts, left=self.counts.right, right=self.counts.left)
        return replace(self, left=self.right, right=self.left, rows=tuple(rows), counts=counts)


class ComparedPlace(Protocol):
    """What comparing needs of the library around it."""

    def sources(self) -> list[SourceInfo]: ...

    def sessions(self, source: int) -> list[SessionInfo]: ...

    def session(self, ref: SessionRef) -> SessionInfo: ...

    def log(self, ref: SessionRef) -> EventLog: ...

    def prepare_log(self, ref: SessionRef, progress: Tell = None, cancel: Ask = None) -> None: ...


class Comparing:
    """Comparisons across every source of one library. Nothing is written; every method may run on any
    thread."""

    def __init__(self, place: ComparedPlace) -> None:
        self._place = place

    def sessions(
        self, left: SessionRef, right: SessionRef, *, progress: Tell = None, cancel: Ask = None
    ) -> Comparison:
        """Two sessions from where they part, or two generations of one.

        Both are read to their end first. Costs what lies behind the fork point, and memory for one
        page and an item a node. Raises `CompareCancelled`, `FormatRefused`, `UserError`.
        """
        for ref in (left, right):
            self._place.prepare_log(ref, progress, cancel)
            _stop_if(cancel)
        ours, theirs = self._place.session(left), self._place.session(right)
        logs = self._place.log(left), self._place.log(right)
        point, ancestor = self._point(ours, theirs, progress, cancel)
        shared = min(point.shared, *(_prefix(log) for log in logs))
        by_text = point.relation is Relation.SAME and left != right
        if shared and not _really_shared(*logs, shared):
            shared, by_text = 0, True
        from_seq = _last_step(logs[0], shared)
        total = sum(max(0, _length(log) - from_seq) for log in logs)
        counting = _Counting(f"{ours.id}, {theirs.id}", total, progress)
        items = [read_items(log, from_seq, tell=counting.add, cancel=cancel) for log in logs]
        rows, counts = compare_items(*items)
        sides = [Side(info, _length(log), inherited_events(log)) for info, log in zip((ours, theirs), logs)]
        return Comparison(sides[0], sides[1], point, shared, from_seq, by_text, rows, counts, ancestor)

    def attempts(self, ref: SessionRef, left_seq: int, right_seq: int | None = None) -> Comparison:
        """Two attempts of one step: the one that holds `left_seq`, and the one of `right_seq`, by
        default the step's last, which is the one that was answered where one was.

        Raises `UserError` where a seq belongs to no attempt.
        """
        self._place.prepare_log(ref)
        info, log = self._place.session(ref), self._place.log(ref)
        ours = attempt_at(attempts_of_step(log, left_seq), left_seq)
        if right_seq is None:
            theirs = attempts_of_step(log, left_seq)[-1]
        else:
            theirs = attempt_at(attempts_of_step(log, right_seq), right_seq)
        rows, counts = compare_items(attempt_items(ours), attempt_items(theirs))
        length, inherited = _length(log), inherited_events(log)
        point = ForkPoint(Relation.SAME, 0, info.id)
        left, right = (Side(info, length, inherited, one) for one in (ours, theirs))
        return Comparison(left, right, point, 0, ours.attempt.first_seq, False, rows, counts)

    def text(self, side: Side, item: Item) -> str:
        """The whole text of an item, read anew. Raises `UserError` where it is gone."""
        if side.attempt is not None:
            return attempt_text(side.attempt, item)
        return read_text(self._place.log(side.info.ref), item)

    def changes(self, comparison: Comparison, row: Row) -> TextChanges:
        """The texts of a row, with what differs between them marked; an empty one for a missing side."""
        left = "" if row.left is None else self.text(comparison.left, row.left)
        right = "" if row.right is None else self.text(comparison.right, row.right)
        return compare_texts(left, right)

    def generations(self, ref: SessionRef) -> list[SessionInfo]:
        """The logs of the same session in other format generations, newest first, from every source."""
        info = self._place.session(ref)
        found = {
            other.generation: other
            for other in self._everybody()
            if other.id == info.id and other.generation not in (info.generation, -1)
        }
        return [found[generation] for generation in sorted(found, reverse=True)]

    def parent(self, ref: SessionRef) -> SessionInfo | None:
        """The session that one was forked from: in its own source, else in any; the same generation
        is preferred. `None` where it is not there."""
        info = self._place.session(ref)
        found = [other for other in self._everybody() if other.id == info.parent_session]
        rank = {
            other.ref: (other.ref.source != ref.source, other.generation != info.generation)
            for other in found
        }
        return min(found, key=lambda other: rank[other.ref], default=None)

    # -- inside ----------------------------------------------------------------------------

    def _point(
        self, left: SessionInfo, right: SessionInfo, progress: Tell, cancel: Ask
    ) -> tuple[ForkPoint, SessionInfo | None]:
        """Where both part, and the third session that they come from. Ancestors whose inheritance is
        not known yet are read for it."""
        infos: dict[str, SessionInfo] = {}
        for info in sorted(self._everybody(), key=lambda one: one.generation != left.generation):
            infos.setdefault(info.id, info)
        infos |= {left.id: left, right.id: right}
        if left.id == right.id:
            return ForkPoint(Relation.SAME, 0, left.id), None
        members = {name: _member(info) for name, info in infos.items()}
        for name in {*line_of(members, left.id), *line_of(members, right.id)} & infos.keys():
            if infos[name].seed_length is not None and infos[name].events is None:
                self._place.prepare_log(infos[name].ref, progress, cancel)
                members[name] = _member(self._place.session(infos[name].ref))
        point = fork_point(members, left.id, right.id)
        if left.generation != right.generation:  # seqs of one are not those of the other
            point = ForkPoint(point.relation, 0, point.ancestor, point.missing)
        third = point.ancestor if point.relation is Relation.COUSINS else None
        return point, None if third is None else infos.get(third)

    def _everybody(self) -> list[SessionInfo]:
        return [
            info
            for source in self._place.sources()
            for info in self._place.sessions(source.id)
            if info.generation >= 0
        ]


class _Counting:
    """Events of both sides that are read, told after each page."""

    def __init__(self, label: str, total: int, progress: Tell) -> None:
        self._label, self._total, self._progress, self._done = label, total, progress, 0

    def add(self, count: int) -> None:
        self._done += count
        if self._progress is not None:
            done = min(self._done, self._total)
            self._progress(Progress(done, self._total, self._label, done, self._total))


def _stop_if(cancel: Ask) -> None:
    if cancel is not None and cancel():
        raise CompareCancelled


def _member(info: SessionInfo) -> Member:
    return Member(
        info.id, info.created_at, info.parent_session, info.origin, info.seed_length, info.events, info
    )


def _length(log: EventLog) -> int:
    return sum(part.last_seq - part.first_seq + 1 for part in log.parts)


def _prefix(log: EventLog) -> int:
    """Events of the strict prefix: islands of a damaged log are nobody's inheritance."""
    return log.parts[0].last_seq + 1 if log.parts[0].first_seq == 0 else 0


def _really_shared(left: EventLog, right: EventLog, shared: int) -> bool:
    """Whether the last shared event stands in both; a header may promise what is not so.

    A packed row may be cut at the fork point, and a harness may write a row anew: neither counts.
    """
    last = [next(iter(log.rows(shared - 1, shared - 1)), None) for log in (left, right)]
    return len({None if row is None else (row.seq, row.type, row.time) for row in last}) == 1


def _last_step(log: EventLog, shared: int) -> int:
    """Where the last step begins that both sides have; 0 where they have nothing in common."""
    step = log.last_entry(shared, "step/start") if shared else None
    return 0 if step is None else step.seq
