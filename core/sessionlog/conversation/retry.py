"""Attempts that were given up: one muted row, the failed partial streams behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sessionlog.conversation.attempt import Attempt
from sessionlog.conversation.node import Node, NodeKind, Section, SectionKind
from sessionlog.conversation.text import counted, integer, mapping, seconds, text_of

SAFE_AUTH_TEXT = "API key is invalid"


def failure_text(failure: Mapping[str, Any]) -> str:
    """What failed, in one line. An authentication error could repeat key material, so it never shows."""
    code = text_of(failure.get("code"))
    if code == "AUTH":
        return SAFE_AUTH_TEXT
    message, status = text_of(failure.get("message")), integer(failure.get("status"))
    text = message or code or "failed"
    return f"{status} {text}" if status is not None and str(status) not in text else text


@dataclass(slots=True)
class Try:
    """One attempt that was given up, with the `llm/retry` that says so (none when the harness
    began the attempt anew for another reason, such as a compaction)."""

    seq: int
    time: int
    attempt: Attempt | None
    data: Mapping[str, Any]

    @property
    def failure(self) -> Mapping[str, Any]:
        failure = mapping(self.data.get("failure"))
        return failure or (self.attempt.failure if self.attempt else {})


@dataclass(frozen=True, slots=True)
class Answer:
    """What ended a chain of retries."""

    outcome: str  # answered | running | waiting | failed | stopped
    first_seq: int | None = None
    last_seq: int | None = None
    first_time: int | None = None
    time: int | None = None


@dataclass(slots=True)
class Chain:
    """The attempts of one retry id in one step."""

    part: int
    seq: int
    turn: int | None
    step: int | None
    id: str
    tries: list[Try] = field(default_factory=list)
    started_time: int | None = None
    _node: tuple[int, Answer, Node] | None = None

    @property
    def last(self) -> Try:
        return self.tries[-1]

    def first_time(self) -> int:
        first = self.tries[0]
        return first.attempt.first_time if first.attempt else first.time

    def node(self, answer: Answer) -> Node:
        count = len(self.tries)
        if self._node is None or self._node[:2] != (count, answer):
            self._node = (count, answer, self._made(answer))
        return self._node[2]

    def _made(self, answer: Answer) -> Node:
        first = self.tries[0].attempt
        count, failure = len(self.tries), self.last.failure
        status = {"answered": "retried", "failed": "error", "stopped": "stopped"}.get(
            answer.outcome, "running"
        )
        facts: dict[str, Any] = {
            "retries": count,
            "summary": self._summary(answer),
            "reason": failure_text(failure),
            "code": text_of(failure.get("code")),
            "outcome": answer.outcome,
            "attempts": count + 1,
        }
        maximum = integer(self.last.data.get("maxRetries"))
        if maximum is not None:
            facts["max_retries"] = maximum
        delay = self.last.data.get("delayMs")
        if answer.outcome == "waiting" and isinstance(delay, int | float):
            facts["delay_ms"] = delay
        if answer.outcome == "answered" and answer.time is not None:
            facts["answered_attempt"] = count + 1
            facts["answered_ms"] = max(0, answer.time - self.first_time())
        return Node(
            key=f"retry:{self.part}:{self.seq}",
            kind=NodeKind.RETRY,
            part=self.part,
            seq=self.seq,
            anchor=(min(first.first_seq if first else self.seq, self.seq), 0),
            turn=self.turn,
            step=self.step,
            time=self.tries[0].time,
            status=status,
            title=f"Retried {counted(count, 'time', 'times')}",
            sections=tuple(self._sections(answer)),
            facts=facts,
            last_seq=self.last.seq,
        )

    def _summary(self, answer: Answer) -> str:
        """Why, and how it went on: the closed row's one line."""
        reason = failure_text(self.last.failure)
        if answer.outcome == "answered" and answer.time is not None:
            after = seconds(max(0, answer.time - self.first_time()))
            return f"{reason} · answered on attempt {len(self.tries) + 1} after {after}"
        went_on = {"running": "trying again", "waiting": "waiting", "failed": "gave up", "stopped": "stopped"}
        return f"{reason} · {went_on[answer.outcome]}"

    def _sections(self, answer: Answer) -> list[Section]:
        total = len(self.tries) + 1
        sections = []
        for number, failed in enumerate(self.tries, 1):
            attempt = failed.attempt
            facts: dict[str, Any] = {"n": number, "of": total, "outcome": "failed"}
            facts["code"] = text_of(failed.failure.get("code"))
            facts["chunks"] = attempt.chunks if attempt else 0
            if attempt is not None:
                facts["first_seq"], facts["last_seq"] = attempt.first_seq, attempt.last_seq
                facts["took_ms"] = max(0, failed.time - attempt.first_time)
            text = attempt.whole_text() if attempt else ""
            sections.append(
                Section(f"a{number}", SectionKind.ATTEMPT, text, failure_text(failed.failure), facts=facts)
            )
        sections.append(self._last_section(answer, total))
        return sections

    def _last_section(self, answer: Answer, total: int) -> Section:
        facts: dict[str, Any] = {"n": total, "of": total, "outcome": answer.outcome}
        titles = {
            "answered": "answered, shown below",
            "running": "running, shown below",
            "waiting": "waiting",
            "failed": "failed, shown below",
            "stopped": "stopped",
        }
        if answer.first_seq is not None:
            facts["first_seq"], facts["last_seq"] = answer.first_seq, answer.last_seq
        title = titles[answer.outcome]
        if answer.time is not None and answer.first_time is not None:
            facts["took_ms"] = max(0, answer.time - answer.first_time)
            if answer.outcome == "answered":
                title = f"answered in {seconds(facts['took_ms'])}, shown below"
        return Section(f"a{total}", SectionKind.ATTEMPT, "", title, facts=facts)
