"""The attempts of a span that no message cites: running, given up, interrupted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sessionlog.conversation.attempt import Attempt
from sessionlog.conversation.node import Node, NodeKind
from sessionlog.conversation.retry import Answer, Chain, Try, failure_text
from sessionlog.conversation.text import text_of
from sessionlog.model.dialect import StreamRun
from sessionlog.model.embedded import EmbeddedStream
from sessionlog.model.page import Elision
from sessionlog.model.row import IndexEntry

INTERRUPTED_WHY = {
    "closed": "no final message in the log",
    "ended": "the log ends here",
    "gap": "the rows after it could not be read",
}


class Stream:
    """Follows a span's chunks, retries and commits. An attempt ends with its finish chunk, with a
    retry, with a commit, or with the step (spec 01 section 15, item 7)."""

    def __init__(self, part: int) -> None:
        self._part = part
        self._attempts: list[Attempt] = []
        self._chains: list[Chain] = []
        self._commits: list[IndexEntry] = []
        self._current: Attempt | None = None
        self._place: tuple[int | None, int | None] | None = None
        self._turn_step: tuple[int | None, int | None] = (None, None)
        self._closer: int | None = None
        self.failed = False

    # -- feeding ---------------------------------------------------------------------------

    def limit(self) -> None:
        """Something that stands between attempts."""
        self._current = None

    def _into(self, seq: int, time: int, place: tuple[int | None, int | None]) -> Attempt:
        if self._current is None or self._place != place:
            self._current = Attempt(seq, time)
            self._attempts.append(self._current)
            self._place = self._turn_step = place
        return self._current

    def run(self, run: StreamRun, size: int) -> None:
        """`size`: bytes of the stored line."""
        self._into(run.first_seq, run.first_time, (run.turn, run.step)).add_run(run, size)

    def chunk(self, entry: IndexEntry, place: tuple[int | None, int | None], chunk: dict[str, Any]) -> None:
        attempt = self._into(entry.seq, entry.time, place)
        attempt.add_chunk(entry.seq, entry.time, chunk, entry.size)
        if chunk.get("type") == "finish":
            self._current = None

    def settled(self, entry: IndexEntry, stream: EmbeddedStream) -> None:
        """A whole attempt in one row."""
        place = (entry.turn, entry.step)
        self._attempts.append(Attempt.of_stream(entry.seq, entry.time, stream))
        self._place = self._turn_step = place
        self._current = None

    def elide(self, elision: Elision) -> None:
        if self._current is not None:
            self._current.leave_out(elision.first_seq, elision.last_seq, elision.bytes)

    def commit(self, entry: IndexEntry) -> None:
        """A message settles the chunks from its group's start on."""
        kept = (attempt.cut_at(entry.group_start) for attempt in self._attempts)
        self._attempts = [attempt for attempt in kept if attempt is not None]
        self._commits.append(entry)
        self._current = None

    def retry(self, entry: IndexEntry, data: Mapping[str, Any]) -> None:
        self._current = None
        attempt = self._attempts.pop() if self._attempts and self._unsettled(self._attempts[-1]) else None
        ref = entry.ref or ""
        chain = self._chains[-1] if self._chains else None
        if chain is None or chain.id != ref:
            chain = Chain(self._part, entry.seq, entry.turn, entry.step, ref)
            self._chains.append(chain)
        chain.tries.append(Try(entry.seq, entry.time, attempt, data))
        chain.started_time = None

    def _unsettled(self, attempt: Attempt) -> bool:
        return not any(commit.seq > attempt.last_seq for commit in self._commits)

    def retry_started(self, entry: IndexEntry) -> None:
        self._current = None
        if self._chains:
            self._chains[-1].started_time = entry.time

    def close(self, seq: int) -> None:
        self._current = None
        if self._closer is None:
            self._closer = seq

    # -- reading ---------------------------------------------------------------------------

    def nodes(self, state: str, first_token_ms: int | None) -> list[Node]:
        last = self._attempts[-1] if self._attempts and self._unsettled(self._attempts[-1]) else None
        if last is not None and self._chains and self._chains[-1].last.seq > last.last_seq:
            last = None  # begun anew after it
        given_up = [attempt for attempt in self._attempts if attempt is not last]
        made = [chain.node(self._answer(chain, last, state)) for chain in self._chains]
        made += [self._superseded(attempt) for attempt in given_up]
        if last is not None and last.readable():
            made += self._partial(last, state, first_token_ms)
        return made

    def _answer(self, chain: Chain, last: Attempt | None, state: str) -> Answer:
        commit = next((one for one in self._commits if one.seq > chain.last.seq), None)
        if commit is not None:
            first = commit.group_start if commit.group_start > chain.last.seq else commit.seq
            return Answer("answered", first, commit.seq - 1, chain.started_time, commit.time)
        if chain is not self._chains[-1]:
            return Answer("failed")
        if state == "open":
            return Answer("running" if last or chain.started_time is not None else "waiting")
        place = (last.first_seq, last.last_seq) if last is not None else (None, None)
        return Answer("failed" if self.failed else "stopped", *place)

    def _superseded(self, attempt: Attempt) -> Node:
        """An attempt that the harness began anew without a retry record, as after a compaction."""
        chain = Chain(self._part, attempt.last_seq, *self._turn_step, "")
        chain.tries.append(Try(attempt.last_seq, attempt.last_time, attempt, {}))
        commit = next((one for one in self._commits if one.seq > attempt.last_seq), None)
        if commit is None:
            return chain.node(Answer("running" if self._closer is None else "stopped"))
        return chain.node(Answer("answered", commit.group_start, commit.seq - 1, None, commit.time))

    def _partial(self, attempt: Attempt, state: str, first_token_ms: int | None) -> list[Node]:
        running = state == "open"
        turn, step = self._turn_step
        facts: dict[str, Any] = {"first_seq": attempt.first_seq, "chunks": attempt.chunks}
        if first_token_ms is not None:
            facts["first_token_ms"] = first_token_ms
        node = Node(
            key=f"{NodeKind.ASSISTANT}:{self._part}:{attempt.first_seq}",
            kind=NodeKind.ASSISTANT,
            part=self._part,
            seq=attempt.first_seq,
            anchor=(attempt.first_seq, 0),
            turn=turn,
            step=step,
            time=attempt.first_time,
            status="running" if running else "interrupted",
            title="Assistant",
            sections=attempt.sections(),
            facts=facts,
            last_seq=attempt.last_seq,
        )
        return [node] if running else [node, self._mark(attempt, state)]

    def _mark(self, attempt: Attempt, state: str) -> Node:
        turn, step = self._turn_step
        why, code = INTERRUPTED_WHY[state], "no-final-message"
        if attempt.failure:
            why, code = failure_text(attempt.failure), text_of(attempt.failure.get("code"))
        closer = self._closer if self._closer is not None else attempt.last_seq + 1
        return self._mark_node(attempt.first_seq, attempt.last_seq, (closer, -1), turn, step, why, code, None)

    def interrupted_mark(self, entry: IndexEntry) -> Node:
        """The mark of an answer that was committed as interrupted."""
        return self._mark_node(
            entry.seq,
            entry.seq,
            (entry.seq, 1),
            entry.turn,
            entry.step,
            "the answer so far was kept",
            "interrupted",
            entry.time,
        )

    def _mark_node(
        self,
        key_seq: int,
        seq: int,
        anchor: tuple[int, int],
        turn: int | None,
        step: int | None,
        why: str,
        code: str,
        time: int | None,
    ) -> Node:
        return Node(
            key=f"{NodeKind.INTERRUPTED}:{self._part}:{key_seq}",
            kind=NodeKind.INTERRUPTED,
            part=self._part,
            seq=seq,
            anchor=anchor,
            turn=turn,
            step=step,
            time=time,
            status="interrupted",
            title="Interrupted: the stream stopped here",
            facts={"reason": why, "code": code},
        )
