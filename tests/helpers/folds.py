"""Every fold over a log behind one face: fed row by row, asked at any time, and made over a prefix in one go.

The two ways differ as much as the product lets them: packed and single rows, events and index entries, a
state that was put away and a fold that never paused.
"""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass
from typing import Any, ClassVar

from log_files import Json, encode, pack
from memory_log import MemoryLog

from sessionlog.generations import dialect_of, scan_check
from sessionlog.generations.finding import Finding
from sessionlog.model.attempts import Attempt, AttemptFold, fold_attempts
from sessionlog.model.closers import CloserScan, closers_of_rows
from sessionlog.model.dialect import Dialect
from sessionlog.model.inbox import InboxFold
from sessionlog.model.invariants import InvariantCheck, check_invariants
from sessionlog.model.payload import message_of
from sessionlog.model.request_header import RequestHeaderFold
from sessionlog.model.restore import Restore
from sessionlog.model.restored import restore_log
from sessionlog.model.row import IndexEntry, Row
from sessionlog.model.severity import Problem
from sessionlog.model.statistics import StatisticsFold, UsageFold
from sessionlog.model.surface import SurfaceFold, fold_surface
from sessionlog.model.titles import TitleFold
from sessionlog.query.records import Records, Standing
from sessionlog.query.totals import session_totals

ID = "demo"


@dataclass(frozen=True)
class Log:
    """The events of a log, and how a harness of its generation stores some of them in one batch."""

    generation: int
    header: Json
    events: list[Json]

    @property
    def dialect(self) -> Dialect:
        return dialect_of(self.generation)

    @property
    def inherited(self) -> int:
        count: int = self.header.get("seedLength", 0)
        return count

    def rows(self, first: int = 0, end: int | None = None, *, packed: bool = True) -> list[Row]:
        return [self.dialect.read_row(line) for line in self.lines(first, end, packed=packed)]

    def lines(self, first: int = 0, end: int | None = None, *, packed: bool = True) -> list[bytes]:
        chosen = self.events[first:end]
        return [encode(value) for value in (pack(chosen) if packed and not self.generation else chosen)]

    def memory(self, end: int | None = None) -> MemoryLog:
        return MemoryLog([encode(self.header), *self.lines(0, end)])


class Fold:
    """`result` changes nothing; `whole` is what it has to be after the first `end` events."""

    generations: ClassVar[range] = range(5)

    def __init__(self, log: Log) -> None:
        self.dialect = log.dialect

    def feed(self, row: Row) -> None:
        for event in self.dialect.events([row], ID):
            self.apply(event)

    def apply(self, event: Json) -> None:
        raise NotImplementedError

    def result(self) -> object:
        raise NotImplementedError

    def pause(self) -> None:
        """Put the state away as JSON and take it up again, where the product does that."""

    @classmethod
    def whole(cls, log: Log, end: int) -> object:
        made = cls(log)
        for row in log.rows(0, end):
            made.feed(row)
        return made.result()


class Surface(Fold):
    def __init__(self, log: Log) -> None:
        super().__init__(log)
        self.fold = SurfaceFold(self.dialect.surface)

    def apply(self, event: Json) -> None:
        self.fold.apply(event)

    def result(self) -> object:
        return self.facts(self.fold)

    @staticmethod
    def facts(fold: SurfaceFold) -> object:
        return fold.nodes(), fold.replace_generation, fold.next_seq, list(map(message_of, fold.events()))

    @classmethod
    def whole(cls, log: Log, end: int) -> object:
        return cls.facts(fold_surface(log.rows(0, end), log.dialect, ID))


class Restored(Fold):
    """The derived messages with the request header and context, by every row and by the index."""

    def __init__(self, log: Log) -> None:
        super().__init__(log)
        self.restore = Restore(self.dialect, ID)

    def feed(self, row: Row) -> None:
        self.restore.feed(row)

    def result(self) -> object:
        return self.restore.messages(), self.restore.header, self.restore.context

    @classmethod
    def whole(cls, log: Log, end: int) -> object:
        made = restore_log(log.memory(end))
        return made.messages(), made.header, made.context


class Header(Fold):
    def __init__(self, log: Log) -> None:
        super().__init__(log)
        self.fold = RequestHeaderFold()

    def apply(self, event: Json) -> None:
        self.fold.apply(event)

    def result(self) -> object:
        return self.fold.header, self.fold.context

    @classmethod
    def whole(cls, log: Log, end: int) -> object:
        """The last snapshot wins, so nothing before it can matter."""
        made = cls(log)
        for kind in ("request/header", "request/context"):
            for event in [event for event in log.events[:end] if event["type"] == kind][-1:]:
                made.apply(event)
        return made.result()


class Attempts(Fold):
    def __init__(self, log: Log) -> None:
        super().__init__(log)
        self.fold = AttemptFold(self.dialect, ID)
        self.found: list[Attempt] = []

    def feed(self, row: Row) -> None:
        self.found += self.fold.feed(row)

    def result(self) -> object:
        undecided = self.fold.open_attempt()
        return self.found if undecided is None else [*self.found, undecided]

    @classmethod
    def whole(cls, log: Log, end: int) -> object:
        return list(fold_attempts(log.rows(0, end), log.dialect, ID))


class Closers(Fold):
    def __init__(self, log: Log) -> None:
        super().__init__(log)
        self.scan = CloserScan(self.dialect.closing)
        self.last = (-1, 0)

    def apply(self, event: Json) -> None:
        self.scan.apply(event)
        self.last = (event["seq"], event["time"])

    def result(self) -> object:
        return self.scan.closers(*self.last)

    @classmethod
    def whole(cls, log: Log, end: int) -> object:
        return closers_of_rows(log.rows(0, end), log.dialect, ID)


class Totals(Fold):
    """Statistics and tokens, by every event and by the index."""

    generations = range(2)

    def __init__(self, log: Log) -> None:
        super().__init__(log)
        self.statistics, self.usage = StatisticsFold(), UsageFold(log.inherited)

    def apply(self, event: Json) -> None:
        self.statistics.apply(event)
        self.usage.apply(event)

    def result(self) -> object:
        ended = copy.copy(self.usage)
        ended.settle()
        return copy.copy(self.statistics.statistics), ended.owned, ended.inherited, ended.compaction

    @classmethod
    def whole(cls, log: Log, end: int) -> object:
        made = session_totals(log.memory(end))
        return made.statistics, made.owned, made.inherited, made.compaction


class Titles(Fold):
    def __init__(self, log: Log) -> None:
        super().__init__(log)
        self.fold = TitleFold()

    def apply(self, event: Json) -> None:
        self.fold.apply(event)

    def result(self) -> object:
        return self.fold.title, self.fold.first_prompt, self.fold.pinned


class Inbox(Fold):
    """The session's own inbox: what its parent had waiting is not its own."""

    def __init__(self, log: Log) -> None:
        super().__init__(log)
        self.fold = InboxFold()
        self.own = log.inherited

    def apply(self, event: Json) -> None:
        if event["seq"] >= self.own:
            self.fold.apply(event)

    def result(self) -> object:
        return self.fold.waiting("next-turn"), self.fold.waiting("next-step")


class Invariants(Fold):
    """Told every delta, and told one delta of each packed row."""

    def __init__(self, log: Log) -> None:
        super().__init__(log)
        self.check = InvariantCheck()
        self.found: dict[tuple[str, str], Problem] = {}

    def apply(self, event: Json) -> None:
        for problem in self.check.apply(event):
            self.found[problem.code, str(problem.seq)] = problem

    def result(self) -> object:
        return list(self.found.values())

    @classmethod
    def whole(cls, log: Log, end: int) -> object:
        return list(check_invariants(log.rows(0, end), log.dialect, ID))


class Index(Fold):
    """The entries, which do not depend on whether the indexer's state was put away in between."""

    def __init__(self, log: Log) -> None:
        super().__init__(log)
        self.indexer, self.unbroken = self.dialect.indexer(), self.dialect.indexer()
        self.made: list[IndexEntry] = []
        self.expected: list[IndexEntry] = []

    def feed(self, row: Row) -> None:
        self.made += self.indexer.feed(row)
        self.expected += self.unbroken.feed(row)

    def pause(self) -> None:
        self.indexer = self.dialect.indexer(_through_json(self.indexer.state()))

    def result(self) -> object:
        assert self.made == self.expected
        assert self.indexer.tail_deltas() == self.unbroken.tail_deltas()
        return [entry._replace(size=0, delta_bytes=0) for entry in self.made]  # bytes are those of the rows


class Judgement(Fold):
    """What the harness would stumble over, with and without a pause."""

    def __init__(self, log: Log) -> None:
        super().__init__(log)
        self.generation = log.generation
        self.check = scan_check(log.generation, ID)
        self.found: list[Finding] = []

    def feed(self, row: Row) -> None:
        self.found += self.check.feed(row)

    def pause(self) -> None:
        self.check = scan_check(self.generation, ID, _through_json(self.check.state()))

    def result(self) -> object:
        return list(self.found), self.check.open_turn


class Standings(Fold):
    """Where every event stands, by the surface fold and by the index."""

    def __init__(self, log: Log) -> None:
        super().__init__(log)
        self.fold = SurfaceFold(self.dialect.surface)
        self.standing: dict[int, Standing] = {}

    def apply(self, event: Json) -> None:
        step = self.fold.apply(event)
        self.standing[event["seq"]] = Standing.LOG_ONLY if step is None else Standing.CURRENT
        for seq in step.shadowed if step is not None else ():
            self.standing[seq] = Standing.SHADOWED

    def result(self) -> object:
        return dict(self.standing)

    @classmethod
    def whole(cls, log: Log, end: int) -> object:
        return {record.seq: record.surface for record in Records(log.memory(end)).all()}


FOLDS: tuple[type[Fold], ...] = (
    Surface,
    Restored,
    Header,
    Attempts,
    Closers,
    Totals,
    Titles,
    Inbox,
    Invariants,
    Index,
    Judgement,
    Standings,
)


def _through_json(state: dict[str, Any]) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(json.dumps(state))
    return read
