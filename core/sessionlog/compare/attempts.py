"""The attempts of a step beside each other: what each streamed, how it ended, and what it cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sessionlog.compare.item import PREVIEW_CHARS, Item, digest_of
from sessionlog.conversation.retry import failure_text
from sessionlog.conversation.text import integer, text_of
from sessionlog.model.attempts import Attempt, AttemptFold
from sessionlog.model.errors import UserError
from sessionlog.model.log import EventLog, Part

FACT = "fact"
STEP, STEP_END, RETRIED = "step/start", "step/end", "llm/retry-started"


@dataclass(frozen=True, slots=True)
class StepAttempt:
    """An attempt with its number in its step, from 1, and the ms from its request to its first token."""

    attempt: Attempt
    number: int
    of: int
    first_token_ms: int | None
    part: int = 0


def attempts_of_step(log: EventLog, seq: int, part: int = 0) -> list[StepAttempt]:
    """The attempts of the step around a seq, in order; the rows of one turn are read at most.

    Raises `UserError` where no step holds it.
    """
    whole = next((one for one in log.parts if one.number == part), None)
    inside = whole is not None and seq <= whole.last_seq
    start = log.last_entry(seq + 1, STEP, part=part) if inside else None
    end = log.last_entry(seq, STEP_END, part=part) if inside else None
    if start is None or whole is None or (end is not None and end.seq > start.seq):
        raise UserError(
            "compare.no-step", f"No step holds the event {seq}.", "Choose an attempt that is listed."
        )
    found = [
        attempt
        for attempt in _fold(log, whole, start.seq)
        if (attempt.turn, attempt.step) == (start.turn, start.step)
    ]
    asked = [entry.time for entry in _requests(log, start.seq, found, part)]
    return [
        StepAttempt(attempt, number + 1, len(found), _waited(attempt, asked, number), part)
        for number, attempt in enumerate(found)
    ]


def attempt_at(attempts: list[StepAttempt], seq: int) -> StepAttempt:
    """The attempt of which a seq is a chunk or the message, else the last one that began before it."""
    before = [one for one in attempts if one.attempt.first_seq <= seq]
    if not before:
        raise UserError(
            "compare.no-attempt", f"No attempt holds the event {seq}.", "Choose an attempt that is listed."
        )
    exact = (one for one in attempts if one.attempt.committed_seq == seq)
    return next(exact, before[-1])


def attempt_items(one: StepAttempt) -> list[Item]:
    """What an attempt came to, fact by fact, then what it streamed, block by block."""
    made = [_item(one, FACT, FACT, name, value, name=name) for name, value in facts_of(one)]
    for number, block in enumerate(one.attempt.blocks):
        made.append(_item(one, "block", str(block.get("type") or ""), number, block_text(block)))
    return made


def attempt_text(one: StepAttempt, item: Item) -> str:
    """The whole text of an item of an attempt."""
    if item.kind == FACT:
        return item.preview
    return block_text(one.attempt.blocks[int(item.key.rsplit(":", 1)[1])])


def block_text(block: Mapping[str, Any]) -> str:
    """What a block says: its text, or the call with its arguments."""
    if block.get("type") == "tool-call":
        return f"{text_of(block.get('name'))} {text_of(block.get('arguments'))}".strip()
    return text_of(block.get("text"))


def facts_of(one: StepAttempt) -> Iterator[tuple[str, str]]:
    """Names and values: outcome, failure, finish, chunks, first token in ms, and the tokens reported."""
    attempt = one.attempt
    yield "outcome", str(attempt.outcome)
    yield "failure", failure_text(attempt.failure) if attempt.failure else ""
    yield "finish", text_of((attempt.finish or {}).get("kind"))
    yield "chunks", str(attempt.chunks)
    yield "first-token-ms", "" if one.first_token_ms is None else str(one.first_token_ms)
    usage = attempt.usage or {}
    for name, member in (
        ("input-tokens", "inputTokens"),
        ("output-tokens", "outputTokens"),
        ("cache-read-tokens", "cacheReadTokens"),
    ):
        count = integer(usage.get(member))
        yield name, "" if count is None else str(count)


def _item(one: StepAttempt, group: str, kind: str, within: str | int, text: str, *, name: str = "") -> Item:
    """`within` tells the items of a group apart; `name` is that of a fact, which is short and has one."""
    attempt = one.attempt
    digest = digest_of([name or kind, text])
    return Item(
        key=f"{group}:{one.part}:{attempt.first_seq}:{within}",
        kind=kind,
        part=one.part,
        seq=attempt.first_seq,
        turn=attempt.turn,
        step=attempt.step,
        status="",
        title=name,
        preview=text if name else text[:PREVIEW_CHARS],
        chars=len(text),
        digest=digest,
        text_digest=digest,
        facts=(("name", name),) if name else (),
    )


def _fold(log: EventLog, part: Part, first_seq: int) -> Iterator[Attempt]:
    """Attempts from a step's start on, up to the end of its turn."""
    fold = AttemptFold(log.dialect, log.header.id)
    end = log.first_entry(first_seq, "turn/end", part=part.number)
    last = part.last_seq if end is None else end.seq
    for row in log.rows(first_seq, last, part.number):
        yield from fold.feed(row)
    undecided = fold.open_attempt()
    if undecided is not None:
        yield undecided


def _requests(log: EventLog, first_seq: int, attempts: list[Attempt], part: int) -> Iterator[Any]:
    """The start of a step, and each time its request was begun anew."""
    last = max((attempt.last_seq for attempt in attempts), default=first_seq)
    for entry in log.entries(first_seq, last, part):
        if entry.type in (STEP, RETRIED):
            if entry.type == STEP and entry.seq > first_seq:
                return
            yield entry


def _waited(attempt: Attempt, asked: list[int], number: int) -> int | None:
    if attempt.first_token_time is None or number >= len(asked):
        return None
    return max(0, attempt.first_token_time - asked[number])
