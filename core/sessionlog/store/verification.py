"""Whether a stored session is still what was stored, segment by segment (architecture section 3, class B).

What is gone is named by its seqs: a session that lost a part is never shown as whole.
"""

from __future__ import annotations

from collections.abc import Iterator

from sessionlog.model.errors import EnvironmentFault
from sessionlog.model.log import Part
from sessionlog.model.severity import Level, Problem
from sessionlog.store import connection as cx
from sessionlog.store import faults, index_rows, lean_lines, segments
from sessionlog.store.store import Store
from sessionlog.store.stored_text import missing_events
from sessionlog.store.zstd import ZstdError

LOST = "segment-lost"


def lost_ranges(store: Store, key: int) -> list[Problem]:
    """Every range of seqs whose rows cannot be read any more, and whatever else is not as it was stored.

    Reads the whole session. Raises `UserError` when it is gone altogether.
    """
    store.session(key)
    parts = store.log(key).parts
    problems = [
        _gone(part.number, first, last) for part in parts for first, last in _joined(_lost(store, key, part))
    ]
    with store.readers.read() as connection:
        missing = missing_events(connection, key, parts)
    if missing:  # of parts that are gone altogether
        behind = parts[-1].last_seq + 1 if parts else 0
        problems.append(_gone(parts[-1].number + 1 if parts else 0, behind, behind + missing - 1))
    return problems or _changed(store, key)


def _gone(part: int, first: int, last: int) -> Problem:
    return Problem(
        LOST,
        Level.ERROR,
        f"Events {first:,} to {last:,} cannot be read: their place in the library is damaged.",
        first,
        affected=f"{part}:{first}-{last}",
    )


def _lost(store: Store, key: int, part: Part) -> Iterator[tuple[int, int]]:
    """Ranges of a part that have no segment, or one that cannot be unpacked."""
    due = part.first_seq
    for first, last, segment in _references(store, key, part.number):
        if first > due:
            yield due, first - 1
        if not _is_whole(store, segment, first, last):
            yield first, last
        due = last + 1
    if due <= part.last_seq:
        yield due, part.last_seq


def _references(store: Store, key: int, part: int) -> list[tuple[int, int, int]]:
    """From both ends, should the list of them be damaged in between."""
    found: dict[int, tuple[int, int, int]] = {}
    for order in ("ASC", "DESC"):
        try:
            with store.readers.read() as connection:
                for row in connection.execute(
                    "SELECT first_seq, last_seq, segment FROM session_segment WHERE session = ? AND part = ?"
                    f" ORDER BY first_seq {order}",
                    (key, part),
                ):
                    found[row[0]] = row
        except EnvironmentFault as fault:
            if fault.code != faults.DAMAGED:
                raise
        else:
            break
    return [found[first] for first in sorted(found)]


def _is_whole(store: Store, segment: int, first: int, last: int) -> bool:
    try:
        with store.readers.read() as connection:
            found = connection.execute(
                "SELECT first_seq, rows, layout, entries, lines, deltas FROM segment WHERE id = ?", (segment,)
            ).fetchone()
        if found is None:
            return False
        begin, rows, layout, entries, lines, deltas = found
        index_rows.unpack(entries, segment)
        plain, streamed = segments.unpack_text(lines), segments.unpack_text(deltas)
        shape = segments.unpack_layout(layout, rows)
        lean = [lean_lines.whole(line, streamed) for line in plain if lean_lines.is_lean(line)]
    except (ZstdError, ValueError):
        return False
    except EnvironmentFault as fault:
        if fault.code != faults.DAMAGED:
            raise
        return False
    of_deltas = sum(1 for _, delta in shape if delta)
    end = begin + sum(count for count, _ in shape) - 1
    same_lines = (len(plain), len(streamed)) == (len(shape) - of_deltas, of_deltas + len(lean))
    return same_lines and begin <= first and last <= end


def _joined(ranges: Iterator[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for first, last in ranges:
        if joined and joined[-1][1] + 1 == first:
            joined[-1] = (joined[-1][0], last)
        else:
            joined.append((first, last))
    return joined


def _changed(store: Store, key: int) -> list[Problem]:
    """Lines and kept bytes against the hashes that were recorded when they were stored."""
    problems = []
    for pieces, code, said in (
        (store.text, "text-changed", "The stored lines are not those that were stored."),
        (store.original, "original-lost", "The bytes that the session came from are gone or changed."),
    ):
        try:
            for _ in pieces(key):
                pass
        except (EnvironmentFault, cx.Error):
            problems.append(Problem(code, Level.ERROR, said))
    return problems
