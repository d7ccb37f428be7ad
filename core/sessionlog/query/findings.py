"""What reading a whole log shows beyond its rows: broken relations, answers unlike their streams.

Findings go beside the diagnosis of the file and never keep a log from being read (spec 01 section
2.6). Two of them are rules of the harness that a scan cannot judge, because it keeps no payloads: a
tool result may be replaced in its content only, and an offload names images that are there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from sessionlog.model.attempts import Attempt, AttemptFold
from sessionlog.model.faults import LogFault
from sessionlog.model.invariants import InvariantCheck
from sessionlog.model.log import EventLog
from sessionlog.model.restore import Restore
from sessionlog.model.row import Row
from sessionlog.model.severity import Diagnosis, HarnessVerdict, Level, Problem, Severity

MOST_OF_A_KIND = 20
UNSEEN_BY_SCANS = frozenset({"replace-result-changed", "image-offload"})
JUDGED_BY_SCANS = 3
"""The first generation whose scan tells of broken relations in the words of its harness. Of those before
it a scan counts them by their codes; here each is listed, also of sessions that were never scanned."""


def log_findings(log: EventLog) -> list[Problem]:
    """In log order, at most 20 of each code; one more then says how many there were in all."""
    counts: Counter[str] = Counter()
    shown: list[Problem] = []
    for part in log.parts:
        for problem in _of_part(log, part.number, part.first_seq, part.last_seq):
            counts[problem.code] += 1
            if counts[problem.code] <= MOST_OF_A_KIND:
                shown.append(problem)
    return shown + [
        Problem(code, Level.INFO, f"{count:,} findings of this kind in all, {MOST_OF_A_KIND} are listed.")
        for code, count in counts.items()
        if count > MOST_OF_A_KIND
    ]


def with_findings(diagnosis: Diagnosis, findings: list[Problem]) -> Diagnosis:
    """A diagnosis with what reading the events has shown besides.

    What a scan has counted under a code is listed one by one instead. Only a finding that makes the
    harness refuse the log changes severity and verdict.
    """
    listed = {problem.code for problem in findings}
    known = [problem for problem in diagnosis.problems if problem.code not in listed]
    both = replace(diagnosis, problems=(*known, *findings))
    refusing = next((problem for problem in findings if problem.level is Level.ERROR), None)
    if refusing is None or diagnosis.harness.verdict == "refuses":
        return both
    verdict = HarnessVerdict("refuses", "SessionPersistenceCorruptionError", refusing.message)
    return replace(both, severity=Severity.DAMAGED, harness=verdict)


def _of_part(log: EventLog, part: int, first: int, last: int) -> Iterator[Problem]:
    attempts = AttemptFold(log.dialect, log.header.id)
    # An island of a damaged log begins anywhere: its relations to what is missing are unknown.
    prefix = _Prefix(log) if part == 0 else None
    for row in log.rows(first, last, part):
        for attempt in attempts.feed(row):
            yield from _differences(attempt)
        if prefix is not None:
            yield from prefix.feed(row)


class _Prefix:
    """Relations between the events of a log read from its beginning."""

    def __init__(self, log: EventLog) -> None:
        self._dialect = log.dialect
        self._session_id = log.header.id
        self._check = InvariantCheck() if log.header.generation < JUDGED_BY_SCANS else None
        self._restore: Restore | None = Restore(log.dialect, log.header.id)
        self._place: tuple[int, int] | None = None

    def feed(self, row: Row) -> Iterator[Problem]:
        if self._check is not None:
            yield from self._relations(self._check, row)
        yield from self._fold(row)

    def _relations(self, check: InvariantCheck, row: Row) -> Iterator[Problem]:
        run = self._dialect.stream_run(row)
        if run is None:
            self._place = None
            yield from check.apply(self._dialect.event(row, self._session_id))
        elif self._place != (run.turn, run.step):
            self._place = (run.turn, run.step)
            yield from check.apply(next(iter(self._dialect.events([row], self._session_id))))

    def _fold(self, row: Row) -> Iterator[Problem]:
        """After the first broken rule the surface is anybody's guess; the scan has named the others."""
        if self._restore is None:
            return
        try:
            self._restore.feed(row)
        except LogFault as fault:
            self._restore = None
            if fault.code in UNSEEN_BY_SCANS:
                yield Problem(fault.code, Level.ERROR, fault.sentence, seq=fault.seq, affected="surface")


def _differences(attempt: Attempt) -> Iterator[Problem]:
    for difference in attempt.differences:
        level = Level.INFO if difference.code == "no-chunks" else Level.WARN
        yield Problem(
            f"answer-{difference.code}",
            level,
            difference.reason,
            seq=attempt.committed_seq,
            affected="attempts",
        )
