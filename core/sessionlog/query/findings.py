"""What reading a whole log shows beyond its rows: broken relations, answers unlike their streams.

Findings go beside the diagnosis of the file; none of them keeps a log from being read, and none
changes its severity (spec 01 section 2.6).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sessionlog.model.attempts import Attempt, AttemptFold
from sessionlog.model.invariants import InvariantCheck
from sessionlog.model.log import EventLog
from sessionlog.model.severity import Level, Problem

MOST_OF_A_KIND = 20


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


def _of_part(log: EventLog, part: int, first: int, last: int) -> Iterator[Problem]:
    dialect, session_id = log.dialect, log.header.id
    # An island of a damaged log begins anywhere: its relations to what is missing are unknown.
    check = InvariantCheck() if part == 0 else None
    attempts = AttemptFold(dialect, session_id)
    place: tuple[int, int] | None = None
    for row in log.rows(first, last, part):
        for attempt in attempts.feed(row):
            yield from _differences(attempt)
        if check is None:
            continue
        run = dialect.stream_run(row)
        if run is None:
            place = None
            yield from check.apply(dialect.event(row, session_id))
        elif place != (run.turn, run.step):
            place = (run.turn, run.step)
            yield from check.apply(next(iter(dialect.events([row], session_id))))


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
