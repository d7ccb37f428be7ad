"""What a fork would be, told before anything is written (window.md, "Fork from a message").

Counts come from the index; only rows that may hold an image and the two messages at the cut are
read. Words are left to whoever shows them: this gives codes and numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from sessionlog.conversation.prose import plain_prose
from sessionlog.lineage.cut import TURN_END, TURN_START, Cut
from sessionlog.lineage.fork import ForkPlan
from sessionlog.lineage.in_force import OWN_STATE
from sessionlog.model.faults import LogFault
from sessionlog.model.inbox import SPLICE, InboxFold
from sessionlog.model.inherited import inherited_events
from sessionlog.model.log import EventLog
from sessionlog.model.payload import blocks_of, message_of, text_of_blocks
from sessionlog.model.row import IndexEntry, SurfaceOp
from sessionlog.model.titles import title_of

EXCERPT_CHARS = 240
SLICE = 256
_MESSAGES = frozenset({"user/message", "assistant/message"})
_OPENED = {
    "approval/asked": "approvals",
    "job/registered": "jobs",
    "tool-workflow/run-start": "jobs",
    "compaction/start": "compactions",
}
_SETTLED = {
    "approval/decided": "approval/asked",
    "job/settled": "job/registered",
    "tool-workflow/run-end": "tool-workflow/run-start",
    "compaction/end": "compaction/start",
}
_OWN = {"schedule/change": "schedules", "subagent/descriptor": "subagent"}
_FEEDBACK = "feedback/"
IN_FORCE = {
    "session/title": "title",
    "todo/write": "todo",
    "goal/change": "goal",
    "plan/mode": "plan",
    "request/header": "model",
    "model/selection": "model",
    "approval/policy": "policy",
    "permission/preset": "policy",
    "sandbox/mode": "sandbox",
    "working-directory/change": "folder",
}
"""Types whose last event before the cut still says something about the child."""


@dataclass(frozen=True, slots=True)
class TurnMark:
    """A turn of the parent: its number, where it begins and ends (`None` while open), and its fate."""

    turn: int | None
    first_seq: int
    last_seq: int | None
    kept: bool


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The beginning of a message at the cut, on one line and without Markdown marks.

    `by` is `user`, `assistant` or `context`.
    """

    seq: int
    by: str
    text: str


@dataclass(frozen=True, slots=True)
class ForkPreview:
    """A fork before it is made.

    `events` are inherited, the last of them is `cut_seq` (-1 for none). `anchor` is what was
    pointed at; `turn` the last turn that is kept. `not_in_force` counts, by code, what the prefix
    holds that means nothing to the child (`approvals`, `jobs`, `compactions`, `prompts`,
    `schedules`, `team`, `subagent`, `feedback`); `in_force` gives the seq of what does, by code.
    `closes` says that the child closes a turn that the cut leaves open.
    """

    plan: ForkPlan
    generation: int
    anchor: int | None
    anchor_turn: int | None
    events: int
    parent_events: int
    turn: int | None
    turns: tuple[TurnMark, ...]
    messages: int
    tool_results: int
    images: int
    in_force: dict[str, int]
    not_in_force: dict[str, int]
    last_kept: Excerpt | None
    first_left: Excerpt | None
    parent_title: str | None
    exact: bool
    closes: bool

    @property
    def cut_seq(self) -> int:
        return self.events - 1

    @property
    def turns_kept(self) -> int:
        return sum(1 for mark in self.turns if mark.kept)

    @property
    def events_left(self) -> int:
        return self.parent_events - self.events


def preview_fork(log: EventLog, plan: ForkPlan, *, anchor: int | None, exact: bool) -> ForkPreview:
    """Everything that the fork dialog shows. Bounded by the index of the log, not by its deltas."""
    cut, last = plan.cut, log.parts[0].last_seq
    walk = _Walk(cut)
    for entry in log.entries_before(None):
        walk.see(entry)
    turns = walk.turns()
    kept = [mark for mark in turns if mark.kept]
    at = next((m for m in reversed(turns) if anchor is not None and m.first_seq <= anchor), None)
    not_in_force = +Counter(walk.open_brackets()) + walk.own
    waiting = _waiting_prompts(log, walk.splices)
    if waiting:
        not_in_force["prompts"] = waiting
    return ForkPreview(
        plan=plan,
        generation=log.header.generation,
        anchor=anchor,
        anchor_turn=None if at is None else at.turn,
        events=cut.events,
        parent_events=last + 1,
        turn=kept[-1].turn if kept else None,
        turns=tuple(turns),
        messages=walk.messages,
        tool_results=walk.results,
        images=_images(log, walk.with_content),
        in_force={code: entry.seq for code, entry in sorted(walk.in_force.items())},
        not_in_force=dict(not_in_force),
        last_kept=_excerpt(log, walk.last_kept),
        first_left=_excerpt(log, walk.first_left),
        parent_title=_title(log, walk.in_force.get("title")),
        exact=exact,
        closes=any(event["type"] == TURN_END for event in plan.events),
    )


class _Walk:
    """One pass over the index, newest first."""

    def __init__(self, cut: Cut) -> None:
        self._cut = cut.events
        self._turns: list[TurnMark] = []
        self._end: int | None = None
        self._settled: set[tuple[str, str | None]] = set()
        self._open: Counter[str] = Counter()
        self.messages = self.results = 0
        self.own: Counter[str] = Counter()
        self.in_force: dict[str, IndexEntry] = {}
        self.with_content: list[IndexEntry] = []
        self.splices: list[IndexEntry] = []
        self.last_kept: IndexEntry | None = None
        self.first_left: IndexEntry | None = None

    def see(self, entry: IndexEntry) -> None:
        kind = entry.type
        if kind == TURN_END:
            self._end = entry.seq
        elif kind == TURN_START:
            end, self._end = self._end, None
            self._turns.append(TurnMark(entry.turn, entry.seq, end, entry.seq < self._cut))
        if entry.seq >= self._cut:
            if kind in _MESSAGES and entry.op is SurfaceOp.APPEND:
                self.first_left = entry
            return
        self._inherit(kind, entry)

    def _inherit(self, kind: str, entry: IndexEntry) -> None:
        if entry.op is SurfaceOp.APPEND:
            self._message(kind, entry)
        if kind in IN_FORCE:
            self.in_force.setdefault(IN_FORCE[kind], entry)
        elif kind in _SETTLED:
            self._settled.add((_SETTLED[kind], entry.ref))
        elif kind in _OPENED:
            if (kind, entry.ref) in self._settled:
                self._settled.discard((kind, entry.ref))
            else:
                self._open[_OPENED[kind]] += 1
        elif kind == SPLICE:
            self.splices.append(entry)
        elif kind in OWN_STATE:
            self.own[_OWN.get(kind, "team")] += 1
        elif kind.startswith(_FEEDBACK):
            self.own["feedback"] += 1

    def _message(self, kind: str, entry: IndexEntry) -> None:
        if kind in _MESSAGES:
            self.messages += 1
            if self.last_kept is None:
                self.last_kept = entry
        elif kind == "tool/result":
            self.results += 1
        if kind in ("user/message", "tool/result"):
            self.with_content.append(entry)

    def turns(self) -> list[TurnMark]:
        return self._turns[::-1]

    def open_brackets(self) -> Counter[str]:
        return self._open


def _waiting_prompts(log: EventLog, splices: list[IndexEntry]) -> int:
    """Prompts that the parent had waiting at the cut; the child's inbox begins empty."""
    inbox, seed = InboxFold(), inherited_events(log)
    for event in _events(log, [entry for entry in reversed(splices) if entry.seq >= seed]):
        try:
            inbox.apply(event)
        except LogFault:
            continue
    return len(inbox.waiting("next-turn")) + len(inbox.waiting("next-step"))


def _images(log: EventLog, entries: list[IndexEntry]) -> int:
    """Image blocks of messages and results; a row without the word is not looked into."""
    found = 0
    rest = iter(reversed(entries))
    while some := list(islice(rest, SLICE)):
        for row in log.rows_of(some):
            if b'"image"' in row.lean:
                found += _images_in(message_of(log.dialect.event(row, log.header.id)))
    return found


def _images_in(message: Mapping[str, Any] | None) -> int:
    """Those of a result stand in its block, from generation 4 on in the message itself."""
    blocks = blocks_of(message)
    within = (_images_in(block) for block in blocks if block.get("type") == "tool-result")
    return sum(1 for block in blocks if block.get("type") == "image") + sum(within)


def _excerpt(log: EventLog, entry: IndexEntry | None) -> Excerpt | None:
    if entry is None:
        return None
    (event,) = _events(log, [entry])
    by = "assistant" if entry.type == "assistant/message" else "user" if entry.kind == "user" else "context"
    piece = "\n\n".join(text_of_blocks(message_of(event)))[: EXCERPT_CHARS * 4]
    return Excerpt(entry.seq, by, plain_prose(piece)[:EXCERPT_CHARS])


def _title(log: EventLog, entry: IndexEntry | None) -> str | None:
    if entry is None:
        return None
    (event,) = _events(log, [entry])
    title = title_of(event)
    return None if title is None else title.text


def _events(log: EventLog, entries: list[IndexEntry]) -> Iterator[Any]:
    for row in log.rows_of(entries) if entries else ():
        yield log.dialect.event(row, log.header.id)
