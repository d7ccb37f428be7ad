"""Attempts: every stream that a step received, what became of it, and what it was made of.

A step asks the model once, and again after a failure. The chunks of every try stay in the log;
only the last try is committed by an `assistant/message`. Tries are told apart by their `finish`
chunk, not by `llm/retry-started` (spec 01 sections 4, 5.2 and 15.7).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sessionlog.model.blocks import BlockAssembler
from sessionlog.model.committed import Difference, compare_with_message
from sessionlog.model.dialect import Dialect
from sessionlog.model.embedded import EmbeddedStream, StreamChunk
from sessionlog.model.payload import (
    blocks_of,
    chunk_of,
    data_of,
    message_of,
    number_in,
    object_in,
    text_in,
    turn_and_step,
)
from sessionlog.model.row import Row
from sessionlog.model.seq_spans import SeqSpans, Span
from sessionlog.model.stream_run import StreamRun

TRAILING_CHUNKS = ("usage", "finish")
"""Chunks that still belong to an attempt when they follow its `finish` directly."""

NOWHERE = -1
"""The turn or step of an attempt whose events name none."""


class Outcome(StrEnum):
    """What became of an attempt.

    `retried`: the harness gave it up and decided to ask again (also when nobody came to do so).
    `failed`: it ended in an error that nothing followed. `interrupted`: it was stopped or its
    process died; what a stop kept is committed, `committed_seq` says where. `open`: undecided.
    """

    COMMITTED = "committed"
    RETRIED = "retried"
    FAILED = "failed"
    INTERRUPTED = "interrupted"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try. Seqs are those of its chunks, or of the row that holds its stream; times are ms.
    `turn` and `step` are those that its events name, else `NOWHERE`.

    An attempt without chunks, as imported logs have it, stands at its message. `blocks` is what
    the chunks assemble to: for a committed attempt the content due to the message, for the
    others everything received. `first_token_time` is the first non-empty delta of this attempt,
    `step_first_token_time` that of the step, which a retry does not reset: somebody waited for it.
    `failure` is the one of its finish, else of the `llm/retry` that followed. `differences` says
    where the logged message is not what the chunks assemble to.
    """

    turn: int
    step: int
    first_seq: int
    last_seq: int
    chunks: int
    spans: tuple[Span, ...]
    outcome: Outcome
    blocks: list[Mapping[str, Any]]
    usage: Mapping[str, Any] | None
    finish: Mapping[str, Any] | None
    replay_state: Any
    first_token_time: int | None
    step_first_token_time: int | None
    committed_seq: int | None = None
    retry_id: str | None = None
    retry: int | None = None
    failure: Mapping[str, Any] | None = None
    differences: tuple[Difference, ...] = ()


class _Running:
    """The attempt that chunks go to now."""

    __slots__ = ("assembler", "chunks", "first_token_time", "place", "sealed", "spans")

    def __init__(self, place: tuple[int, int]) -> None:
        self.place = place
        self.assembler = BlockAssembler()
        self.spans = SeqSpans()
        self.chunks = 0  # of an embedded stream; those that are events stand in `spans`
        self.first_token_time: int | None = None
        self.sealed = False  # finished, and something else than a trailing chunk has followed

    @property
    def finished(self) -> bool:
        return self.assembler.finish is not None


class AttemptFold:
    """Feed rows in order; each attempt comes out once, when its fate is known.

    The fate of an attempt without a finish is known only at the end of its turn, so an attempt
    may come out some rows after its step was closed.
    """

    def __init__(self, dialect: Dialect, session_id: str) -> None:
        self._dialect = dialect
        self._session_id = session_id
        self._running: _Running | None = None
        self._step: tuple[int, int] | None = None
        self._step_first_token: int | None = None

    def feed(self, row: Row) -> list[Attempt]:
        run = self._dialect.stream_run(row)
        if run is not None:
            return self._delta_row(row, run)
        event = self._dialect.event(row, self._session_id)
        stream = self._dialect.attempt_stream(row)
        if stream is not None:
            return self._settlement(event, stream)
        chunk = chunk_of(event)
        if chunk is not None:
            return self._chunk(event, chunk)
        if self._running is not None and self._running.finished:
            self._running.sealed = True
        return self._boundary(event)

    @property
    def running_since(self) -> int | None:
        """The seq of the first chunk of the attempt that is running or undecided."""
        return None if self._running is None else self._running.spans.spans[0][0]

    def open_attempt(self) -> Attempt | None:
        """The attempt that the rows so far leave undecided."""
        return None if self._running is None else self._settle(Outcome.OPEN)

    def _settlement(self, event: Mapping[str, Any], stream: EmbeddedStream) -> list[Attempt]:
        """A row that is a whole attempt: its stream, and what became of it (spec 03 section 3)."""
        running, place = self._running, (stream.turn, stream.step)
        settled = []
        if running is not None:
            outcome = Outcome.RETRIED if running.place == place else self._fate(running, None)
            settled.append(self._settle(outcome))
        made = _Running(place)
        for piece in stream.pieces():
            made.chunks += self._take(made, piece)
        answers = event["type"] == "assistant/message"
        if answers and not made.chunks:
            return [*settled, _without_chunks(event, *place)]
        made.spans.add(event["seq"], event["seq"])
        self._running = made
        if not answers:
            return settled
        interrupted = data_of(event).get("interrupted") is True
        outcome = Outcome.INTERRUPTED if interrupted else Outcome.COMMITTED
        return [*settled, self._settle(outcome, message=event)]

    def _take(self, made: _Running, piece: StreamRun | StreamChunk) -> int:
        """Take a piece of an embedded stream in; gives the number of its chunks."""
        if isinstance(piece, StreamChunk):
            if made.first_token_time is None and piece.is_token:
                self._first_token(made, piece.time)
            made.assembler.push(piece.chunk)
            return 1
        member = piece.first_member()
        if made.first_token_time is None and member is not None:
            self._first_token(made, piece.time_of(member))
        made.assembler.push_run(piece)
        return len(piece.texts)

    def _delta_row(self, row: Row, run: StreamRun) -> list[Attempt]:
        given_up = self._enter((run.turn, run.step), trailing=False)
        running = self._running
        assert running is not None
        running.spans.add(row.seq, row.last_seq)
        if running.first_token_time is None and any(run.texts):
            self._first_token(running, self._first_time(row, run))
        running.assembler.push_run(run)
        return given_up

    def _first_time(self, row: Row, run: StreamRun) -> int:
        """The time of the first non-empty delta; only up to there is the row expanded."""
        if run.texts[0]:
            return run.first_time
        member = next(number for number, text in enumerate(run.texts) if text)
        for number, event in enumerate(self._dialect.events([row], self._session_id)):
            if number == member:
                return int(event["time"])
        raise AssertionError("a packed row has as many events as texts")

    def _first_token(self, running: _Running, time: int) -> None:
        running.first_token_time = time
        if self._step != running.place or self._step_first_token is None:
            self._step, self._step_first_token = running.place, time

    def _chunk(self, event: Mapping[str, Any], chunk: Mapping[str, Any]) -> list[Attempt]:
        given_up = self._enter(_place_of(event), trailing=chunk.get("type") in TRAILING_CHUNKS)
        running = self._running
        assert running is not None
        running.spans.add(event["seq"], event["seq"])
        running.assembler.push(chunk)
        return given_up

    def _enter(self, place: tuple[int, int], *, trailing: bool) -> list[Attempt]:
        """Make sure that the running attempt is the one that a chunk of `place` belongs to."""
        running, settled = self._running, []
        if running is not None:
            same_step = running.place == place
            if same_step and not (running.finished and (running.sealed or not trailing)):
                return []
            outcome = Outcome.RETRIED if same_step else self._fate(running, None)
            settled.append(self._settle(outcome))
        self._running = _Running(place)
        return settled

    def _boundary(self, event: Mapping[str, Any]) -> list[Attempt]:
        kind = event["type"]
        if kind == "assistant/message" and event.get("surfaceOp") == "append":
            return self._commit(event)
        running = self._running
        if running is None:
            return []
        if kind == "llm/retry" and _place_of(event) == running.place:
            return [self._settle(Outcome.RETRIED, retry=data_of(event))]
        if kind in ("turn/start", "step/start"):
            return [self._settle(self._fate(running, None))]
        if kind == "turn/end":
            return [self._settle(self._fate(running, object_in(data_of(event), "reason")))]
        return []

    def _fate(self, running: _Running, reason: Mapping[str, Any] | None) -> Outcome:
        """What an attempt that nothing committed or retried came to, by its finish and its turn's end."""
        ended = reason.get("kind") if reason is not None else None
        finish = running.assembler.finish
        if finish is not None and finish.get("kind") == "error":
            return Outcome.FAILED
        if finish is not None and finish.get("kind") == "aborted":
            return Outcome.INTERRUPTED if ended in ("aborted", "interrupted") else Outcome.FAILED
        return Outcome.FAILED if ended == "error" else Outcome.INTERRUPTED

    def _commit(self, event: Mapping[str, Any]) -> list[Attempt]:
        running, settled, place = self._running, [], _place_of(event)
        if running is None or running.place != place:
            if running is not None:
                settled.append(self._settle(self._fate(running, None)))
            settled.append(_without_chunks(event, *place))
            return settled
        interrupted = data_of(event).get("interrupted") is True
        outcome = Outcome.INTERRUPTED if interrupted else Outcome.COMMITTED
        return [self._settle(outcome, message=event)]

    def _settle(
        self,
        outcome: Outcome,
        *,
        message: Mapping[str, Any] | None = None,
        retry: Mapping[str, Any] | None = None,
    ) -> Attempt:
        running = self._running
        assert running is not None
        if outcome is not Outcome.OPEN:
            self._running = None
        assembler, spans = running.assembler, running.spans
        cited = None if running.chunks else spans
        differences = compare_with_message(assembler, cited, message) if message is not None else ()
        failure = object_in(assembler.finish, "failure") if assembler.finish is not None else None
        if failure is None and retry is not None:
            failure = object_in(retry, "failure")
        return Attempt(
            turn=running.place[0],
            step=running.place[1],
            first_seq=spans.spans[0][0],
            last_seq=spans.spans[-1][1],
            chunks=running.chunks or spans.count,
            spans=tuple(spans.spans),
            outcome=outcome,
            blocks=_blocks(assembler, outcome, message),
            usage=assembler.usage,
            finish=assembler.finish,
            replay_state=assembler.replay_state(),
            first_token_time=running.first_token_time,
            step_first_token_time=self._step_first_token if self._step == running.place else None,
            committed_seq=None if message is None else message["seq"],
            retry_id=None if retry is None else text_in(retry, "retryId"),
            retry=None if retry is None else number_in(retry, "retry"),
            failure=failure,
            differences=differences,
        )


def fold_attempts(rows: Iterable[Row], dialect: Dialect, session_id: str) -> Iterator[Attempt]:
    """Every attempt of a log in the order in which their fates are known; an undecided one comes last."""
    fold = AttemptFold(dialect, session_id)
    for row in rows:
        yield from fold.feed(row)
    undecided = fold.open_attempt()
    if undecided is not None:
        yield undecided


def _place_of(event: Mapping[str, Any]) -> tuple[int, int]:
    turn, step = turn_and_step(event)
    return NOWHERE if turn is None else turn, NOWHERE if step is None else step


def _blocks(
    assembler: BlockAssembler, outcome: Outcome, message: Mapping[str, Any] | None
) -> list[Mapping[str, Any]]:
    if message is None:
        return assembler.partial_blocks()
    if outcome is Outcome.INTERRUPTED:
        return assembler.interrupted_blocks()
    return assembler.committed_blocks()


def _without_chunks(event: Mapping[str, Any], turn: int, step: int) -> Attempt:
    """An answer that was logged without its stream."""
    data, message = data_of(event), message_of(event)
    interrupted = data.get("interrupted") is True
    source = object_in(message, "source") if message is not None else None
    return Attempt(
        turn=turn,
        step=step,
        first_seq=event["seq"],
        last_seq=event["seq"],
        chunks=0,
        spans=(),
        outcome=Outcome.INTERRUPTED if interrupted else Outcome.COMMITTED,
        blocks=list(blocks_of(message)),
        usage=object_in(data, "usage"),
        finish=None,
        replay_state=None if source is None else source.get("replayState"),
        first_token_time=None,
        step_first_token_time=None,
        committed_seq=event["seq"],
        differences=compare_with_message(None, SeqSpans(), event),
    )
