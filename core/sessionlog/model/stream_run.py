"""A run of stream deltas: what a packed row, a plain delta chunk or a record of a stream holds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StreamRun:
    """The deltas of one packed row, of one plain delta chunk, or of one record of an embedded stream.

    `kind` is `text`, `reasoning` or `tool-call`. `texts` are as stored. `first_seq` is the seq of
    the first delta, in an embedded stream that of the row that holds it. `gaps` are the ms between
    the members, where the run knows them.
    """

    turn: int
    step: int
    index: int
    kind: str
    texts: list[str]
    first_seq: int
    first_time: int
    call_id: str | None = None
    call_name: str | None = None
    gaps: list[int] | None = None

    def first_member(self) -> int | None:
        """The number of the first delta that is not empty."""
        return next((number for number, text in enumerate(self.texts) if text), None)

    def time_of(self, member: int) -> int:
        """When a delta came (ms since the epoch); the run's first time where it knows no gaps."""
        return self.first_time + sum((self.gaps or [])[:member])
