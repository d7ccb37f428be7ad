"""What the folds over a whole log cost: per row, so that three sizes of log show that they are linear."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks.core_cases import LIBRARY, library_file
from benchmarks.measure import ms
from sessionlog.library import Library
from sessionlog.model.attempts import fold_attempts
from sessionlog.model.closers import closers_of_rows
from sessionlog.model.log import EventLog
from sessionlog.model.restored import restore_log
from sessionlog.model.row import Row
from sessionlog.query.findings import log_findings
from sessionlog.query.records import Records
from sessionlog.query.totals import session_totals

Numbers = dict[str, float]


def contracts(profile: str, events: str) -> Numbers:
    """Attempts, closers, findings, totals and records of a kept session; surface steps for each node."""
    library = Library.open(library_file(profile, events))
    log = library.log(library.sessions(LIBRARY)[0].ref)
    last = log.parts[0].last_seq
    rows = sum(1 for _ in log.rows(0, last))
    surface = restore_log(log).surface
    numbers = {
        "attempts_us": _per_row(rows, lambda: sum(1 for _ in fold_attempts(_rows(log), log.dialect, "big"))),
        "closers_us": _per_row(rows, lambda: closers_of_rows(_rows(log), log.dialect, "big")),
        "findings_us": _per_row(rows, lambda: log_findings(log)),
        "totals_us": _per_row(rows, lambda: session_totals(log)),
        "records_us": _per_row(rows, lambda: Records(log)),
        "rows": float(rows),
        "steps_per_event": surface.steps / max(1, _surface_events(log)),
    }
    library.close()
    return numbers


def _rows(log: EventLog) -> Iterator[Row]:
    return log.rows(0, log.parts[0].last_seq)


def _surface_events(log: EventLog) -> int:
    return sum(1 for entry in log.entries(0, log.parts[0].last_seq) if entry.op)


def _per_row(rows: int, work: Callable[[], object]) -> float:
    """Microseconds for each row of the log."""
    return ms(work) * 1000 / rows


CASES: dict[str, Callable[..., Numbers]] = {contracts.__name__: contracts}
