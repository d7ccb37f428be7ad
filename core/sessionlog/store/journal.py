"""The attempt journal: what a model streams, safe before anything is committed from it.

From generation 2 on the stream of an attempt is part of the event that settles it, so while it runs
the log has nothing of it. Its chunks wait in the journal, which is no part of the log; the event that
settles the attempt replaces them in one transaction, and after a crash they become an
`assistant/attempt` before the closers (architecture section 3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sessionlog.generations.one_row.rows import SETTLEMENTS
from sessionlog.model.embedded import EMBEDDED_STREAMS
from sessionlog.model.json import decode
from sessionlog.model.row import Row
from sessionlog.model.stream_builder import StreamBuilder
from sessionlog.store import connection as cx
from sessionlog.store.zstd import compress, decompress

ATTEMPT = "assistant/attempt"


@dataclass(frozen=True, slots=True)
class JournalChunk:
    """A chunk of a running attempt.

    `attempt` is the seq that was due when the attempt began, `number` counts its chunks from 0,
    `time` is ms since the epoch, `raw` the chunk as JSON without LF.
    """

    attempt: int
    number: int
    turn: int
    step: int
    time: int
    raw: bytes


def has_journal(generation: int) -> bool:
    """Whether attempts of a generation run outside its log."""
    return generation >= EMBEDDED_STREAMS


def is_settlement(row: Row) -> bool:
    """Whether a row ends a running attempt."""
    return row.type in SETTLEMENTS


def write(connection: cx.Connection, key: int, chunks: Sequence[JournalChunk]) -> None:
    """Keep chunks of running attempts; runs in the transaction of a flush.

    A flush that is made again begins with the same chunk and takes the place of what it wrote.
    """
    for attempt, members in groupby(chunks, key=lambda chunk: chunk.attempt):
        some = list(members)
        first = some[0]
        connection.execute(
            "INSERT OR REPLACE INTO attempt_chunk (session, attempt, number, turn, step, chunks)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (key, attempt, first.number, first.turn, first.step, compress(_text(some))),
        )


def settle(connection: cx.Connection, key: int, seq: int) -> None:
    """Forget what the settlement at `seq` took over; runs in the transaction that stores it."""
    connection.execute("DELETE FROM attempt_chunk WHERE session = ? AND attempt <= ?", (key, seq))


def unsettled(connection: cx.Connection, key: int, next_seq: int) -> list[dict[str, Any]]:
    """What a crash left of running attempts, as the events that settle them, `next_seq` first.

    Each has the time of its last chunk. Raises `ZstdError` or `RowFault` where the journal is damaged.
    """
    found = connection.execute(
        "SELECT attempt, turn, step, chunks FROM attempt_chunk WHERE session = ? ORDER BY attempt, number",
        (key,),
    ).fetchall()
    events: list[dict[str, Any]] = []
    for (_, turn, step), rows in groupby(found, key=lambda row: row[:3]):
        builder = StreamBuilder()
        time = 0
        for *_, packed in rows:
            for line in decompress(packed).split(b"\n")[:-1]:
                time, chunk = decode(line)
                builder.add(time, chunk)
        data = {"turn": turn, "step": step, "stream": builder.records}
        events.append({"type": ATTEMPT, "seq": next_seq + len(events), "time": time, "data": data})
    return events


def _text(chunks: Sequence[JournalChunk]) -> bytes:
    return b"".join(b"[%d,%b]\n" % (chunk.time, chunk.raw) for chunk in chunks)
