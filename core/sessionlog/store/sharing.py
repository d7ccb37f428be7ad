"""A fork in the store: the child shares its parent's segments (architecture section 3).

One transaction writes the child's header, references to the parent's segments up to the cut, the
rows that only the child has, and what lists show of it. Whatever the length of the parent, no row
and no index entry of it is written again, and a child never exists without its prefix.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import orjson

from sessionlog.generations import dialect_of
from sessionlog.model.dialect import Dialect
from sessionlog.model.errors import UserError
from sessionlog.model.header import Header
from sessionlog.model.row import IndexEntry, Row
from sessionlog.model.severity import Diagnosis, HarnessVerdict, Level, Severity
from sessionlog.store import attachments, index_rows, notes, segments, session_rows
from sessionlog.store import connection as cx
from sessionlog.store.appender import Appender
from sessionlog.store.facts import SessionFacts
from sessionlog.store.readers import OneTransaction
from sessionlog.store.rows_append import Pending, append_rows
from sessionlog.store.segment_cache import SegmentCache
from sessionlog.store.store import Store
from sessionlog.store.stored_log import StoredLog
from sessionlog.store.terms import Terms
from sessionlog.store.writer import Priority

NATIVE = ("native", "")
"""Kind and path of the source to which every session that was made here belongs."""

_TAKEN = "SELECT 1 FROM session WHERE session_id = ? AND native = 1 AND generation = ? AND state <> 'filling'"


class RowSplit(AssertionError):
    """A cut inside a packed row. The rules of forking never cut there: a bug, not bad input."""


@dataclass(frozen=True, slots=True)
class Child:
    """What a fork makes: `events` inherited ones (seqs 0 to `events - 1`), then rows of its own."""

    header: Header
    events: int
    rows: Sequence[Row]


def fork(store: Store, parent: int, child: Child, pending: Sequence[Pending] = ()) -> int:
    """Make the child durably; returns its key.

    `pending` is what waits in the parent's write-behind queue: what of it lies below the cut is
    stored for the parent by the same transaction. Raises `UserError` (`session.gone`,
    `fork.prefix-missing`, `fork.id-taken`) and the faults of writing; then there is no child.
    """
    return store.writer.run(
        lambda connection: _fork(connection, store.path, store.terms, parent, child, pending),
        priority=Priority.EDIT,
    )


def _fork(
    connection: cx.Connection,
    path: Path,
    terms: Terms,
    parent: int,
    child: Child,
    pending: Sequence[Pending],
) -> int:
    waiting = [
        item for item in pending if item.part == 0 and item.row is not None and item.row.seq < child.events
    ]
    if waiting:
        append_rows(connection, terms, parent, waiting)
    log = StoredLog(OneTransaction(path, connection), terms, SegmentCache(), parent)
    header, cut = child.header, child.events
    if log.dialect.generation != header.generation:
        raise UserError("fork.generation", "A fork keeps the format generation of its parent.")
    prefix = log.parts[0]
    if prefix.first_seq > 0 or prefix.last_seq < cut - 1:
        raise UserError(
            "fork.prefix-missing",
            f"Only {prefix.last_seq + 1:,} of the {cut:,} events that the fork would inherit are stored.",
            "Reload the session and fork it again.",
        )
    if connection.execute(_TAKEN, (header.id, header.generation)).fetchone():
        raise UserError("fork.id-taken", f"There is a session {header.id} already.", "Choose another id.")
    key = session_rows.insert(connection, native_source(connection), header, state="ready", native=True)
    connection.execute("UPDATE session SET seed_length = ? WHERE id = ?", (cut, key))
    _share_segments(connection, parent, key, cut)
    _write_part(connection, log, parent, key, cut)
    session_rows.write_facts(connection, key, facts_before(connection, log, parent, cut))
    session_rows.write_diagnosis(connection, key, _diagnosis(connection, parent, cut))
    _append_own(connection, terms, key, log.dialect, child)
    notes.write(
        connection,
        key,
        notes.FORK,
        {"parent": parent, "cut": cut, "end": cut + sum(row.count for row in child.rows)},
    )
    attachments.hand_down(connection, parent, key)
    return key


def native_source(connection: cx.Connection) -> int:
    """The id of the source that sessions made here have; made where it is missing."""
    kind, path = NATIVE
    connection.execute(
        "INSERT OR IGNORE INTO source (kind, path, added_at) VALUES (?, ?, unixepoch() * 1000)", (kind, path)
    )
    found = connection.execute("SELECT id FROM source WHERE kind = ? AND path = ?", (kind, path)).fetchone()
    return int(found[0])


def _share_segments(connection: cx.Connection, parent: int, key: int, cut: int) -> None:
    """References up to the cut, the last one clipped. Raises `RowSplit`."""
    connection.execute(
        "INSERT INTO session_segment (session, part, first_seq, last_seq, segment)"
        " SELECT ?, 0, first_seq, min(last_seq, ? - 1), segment FROM session_segment"
        " WHERE session = ? AND part = 0 AND first_seq < ? ORDER BY first_seq",
        (key, cut, parent, cut),
    )
    last = connection.execute(
        "SELECT g.first_seq, g.rows, g.layout FROM session_segment s JOIN segment g ON g.id = s.segment"
        " WHERE s.session = ? AND s.part = 0 ORDER BY s.first_seq DESC LIMIT 1",
        (key,),
    ).fetchone()
    if last is not None:
        first_seq, count, layout = last
        _check_clip(first_seq, count, layout, cut)


def _check_clip(first_seq: int, rows: int, layout: bytes | None, cut: int) -> None:
    seq = first_seq
    for count, _ in segments.unpack_layout(layout, rows):
        if seq >= cut:
            break
        seq += count
    if seq > cut:
        raise RowSplit(f"a cut before seq {cut} would split the row that ends at seq {seq - 1}")


def _write_part(connection: cx.Connection, log: StoredLog, parent: int, key: int, cut: int) -> None:
    """The child's only part, with the indexer's state where its own rows begin."""
    if log.parts[0].last_seq == cut - 1:
        events, size, state = connection.execute(
            "SELECT tail_events, tail_bytes, indexer FROM part WHERE session = ? AND number = 0", (parent,)
        ).fetchone()
    else:
        events, size, state = _indexed_before(log, cut)
    connection.execute(
        "INSERT INTO part (session, number, first_seq, last_seq, tail_events, tail_bytes, indexer)"
        " VALUES (?, 0, 0, ?, ?, ?, ?)",
        (key, cut - 1, events, size, state),
    )


def _indexed_before(log: StoredLog, cut: int) -> tuple[int, int, str]:
    """What an indexer knows at the cut; nothing before the last turn marker matters to it."""
    markers = [log.last_entry(cut, marker) for marker in ("turn/start", "turn/end")]
    begin = max((entry.seq for entry in markers if entry is not None), default=0)
    indexer = log.dialect.indexer()
    for row in log.rows(begin, cut - 1):
        indexer.feed(row)
    return *indexer.tail_deltas(), orjson.dumps(indexer.state()).decode()


def facts_before(connection: cx.Connection, log: StoredLog, parent: int, cut: int) -> SessionFacts:
    """What a list would show of the session if it ended before `cut`."""
    whole = session_rows.facts_of(connection, parent)
    if whole.events == cut:
        return whole
    facts = SessionFacts(events=cut)
    ended = next(_newest(connection, log, "turn/end", cut), None)
    started = next(_newest(connection, log, "turn/start", cut), None)
    facts.last_turn_end = None if ended is None else ended.kind
    if started is not None and (ended is None or ended.seq < started.seq):
        facts.open_turn = started.turn
    facts.turns = _turns_before(connection, log, whole, started, cut)
    for wanted in ("session/title", "user/message"):
        for entry in _newest(connection, log, wanted, cut):
            facts.feed(log.dialect, log.header.id, log.rows_of([entry])[0], [entry])
            if (facts.title if wanted == "session/title" else facts.last_prompt_at) is not None:
                break
    return facts


def _turns_before(
    connection: cx.Connection, log: StoredLog, whole: SessionFacts, last: IndexEntry | None, cut: int
) -> int:
    """Where the parent's turns are numbered 1, 2, ... the number of the last one is their count."""
    if last is None:
        return 0
    newest = next(_newest(connection, log, "turn/start", 1 << 62))
    following = log.first_entry(cut - 1, "turn/start")
    due = whole.turns + 1 if following is None else following.turn
    if last.turn is not None and newest.turn == whole.turns and due == last.turn + 1:
        return last.turn
    return sum(1 for _ in _newest(connection, log, "turn/start", cut))


def _newest(connection: cx.Connection, log: StoredLog, wanted: str, below: int) -> Iterator[IndexEntry]:
    """The entries of a type in part 0 below a seq, newest first; reads only segments that hold the type."""
    found = connection.execute(
        "SELECT s.segment, s.last_seq, g.entries FROM session_segment s"
        " CROSS JOIN segment_type t ON t.segment = s.segment"
        " AND t.type = (SELECT id FROM term WHERE text = ?)"
        " CROSS JOIN segment g ON g.id = s.segment WHERE s.session = ? AND s.part = 0 AND s.first_seq < ?"
        " ORDER BY s.first_seq DESC",
        (wanted, log.session, below),
    )
    for segment, last, packed in found:
        for entry in reversed(index_rows.unpack(packed, segment)):
            if entry.type == wanted and entry.seq <= last and entry.seq < below:
                yield entry


def _diagnosis(connection: cx.Connection, parent: int, cut: int) -> Diagnosis:
    """What was wrong with the inherited events is still wrong with them; nothing else is."""
    known = session_rows.diagnosis_of(connection, parent)
    kept = tuple(problem for problem in known.problems if problem.seq is not None and problem.seq < cut)
    broken = any(problem.level is Level.ERROR for problem in kept)
    if not broken:
        return Diagnosis(Severity.OK, kept)
    refuses = known.harness if known.harness.verdict == "refuses" else HarnessVerdict("opens")
    return Diagnosis(Severity.DAMAGED, kept, refuses)


def _append_own(connection: cx.Connection, terms: Terms, key: int, dialect: Dialect, child: Child) -> None:
    appender = Appender.resume(terms, connection, key, dialect, child.header.id)
    for row in child.rows:
        appender.feed(row)
    appender.checkpoint()
    for statement in appender.take().statements:
        statement(connection)


def read_child(header_line: bytes, events: int, lines: Sequence[bytes], generation: int) -> Child:
    """A child given as the lines that it will have of its own."""
    dialect = dialect_of(generation)
    return Child(dialect.read_header(header_line), events, [dialect.read_row(line) for line in lines])
