"""The plan of a fork: header, inherited prefix, marker and title of the child. No I/O, no clock.

A fork is a frozen copy of a stable prefix under its own id; nothing of its parent reaches it
afterwards. Copied events keep their seqs, times and ids. A child keeps its parent's generation.

Generations 0 and 1 count what is inherited in the header; from generation 2 on a tagged marker
says it, which the child always writes itself. Generation 4 may cut anywhere and closes the turn
that the cut leaves open (spec 03 section 6, 03b section 6).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sessionlog.lineage.cut import TURN_START, Cut, core_cut, event_cut, host_cut
from sessionlog.model.closers import FORKED, CloserScan
from sessionlog.model.json import encode
from sessionlog.model.log import EventLog
from sessionlog.model.payload import data_of, object_in, text_in
from sessionlog.model.titles import clean_title, fork_title_among, title_of

END_SEED = "session/end-seed"
TITLE = "session/title"
TAGGED_MARKERS = 2
"""The first generation whose marker, not its header, says how much is inherited."""
EXACT_CUTS = 4
"""The first generation that may be cut inside a turn."""
SELECTION = ("provider", "model", "reasoningEffort")


@dataclass(frozen=True, slots=True)
class ForkPlan:
    """What a store writes in one transaction to make the child.

    `header` has its members in the order of the format; the child's log is the parent's first
    `cut.events` events, then `events`. `model_selection` is what the next request would use.
    """

    child_id: str
    parent_id: str
    cut: Cut
    header: Mapping[str, Any]
    events: tuple[Mapping[str, Any], ...]
    model_selection: Mapping[str, Any] | None

    @property
    def inherited_events(self) -> int:
        return self.cut.events

    @property
    def title(self) -> str | None:
        """The title that the child gives itself; an inherited one is in force where it gives none."""
        titles = [event["data"]["title"] for event in self.events if event["type"] == TITLE]
        return titles[-1] if titles else None

    @property
    def header_line(self) -> bytes:
        return encode(dict(self.header))

    @property
    def lines(self) -> list[bytes]:
        """The child's own rows as they are stored, without LF."""
        return [encode(dict(event)) for event in self.events]


def plan_fork(
    log: EventLog,
    *,
    child_id: str,
    now: int,
    at: int | None = None,
    exact: bool = False,
    rename: bool = True,
    title: str | None = None,
    taken_titles: Sequence[str] = (),
) -> ForkPlan:
    """The fork of a stored or live log, as the host makes it; with `exact`, at the exact seq.

    An exact cut lies outside an open turn, in generation 4 at any event. `now` is ms since the
    epoch, the time of the child's header and of the events added to it. `title` is what a person
    calls the child; else, with `rename`, a parent that has a title gives the child the next one.
    Raises `ForkRefused`.
    """
    header = log.header
    if not exact:
        cut = host_cut(log, at)
    elif header.generation >= EXACT_CUTS:
        cut = event_cut(log, at)
    else:
        cut = core_cut(log, at)
    events = _marker(log, cut, now)
    events += _closers(log, cut, events)
    named = clean_title(title) if title is not None else None
    if not named and rename:
        named = _counted_title(log, cut, taken_titles)
    if named:
        data = {"title": named, "messageSeqs": [], "source": {"kind": "user"}}
        events.append({"type": TITLE, "seq": cut.events + len(events), "time": now, "data": data})
    child = child_header(log, cut, child_id=child_id, now=now, host=not exact)
    return ForkPlan(child_id, header.id, cut, child, tuple(events), _selection(log, cut))


def child_header(log: EventLog, cut: Cut, *, child_id: str, now: int, host: bool = True) -> dict[str, Any]:
    """The child's header: the parent's folder and lineage, never its origin.

    A fork of a subagent is an ordinary session, at depth 0. The host also hands on the preset
    that was in force at the cut.
    """
    parent = log.header
    header: dict[str, Any] = {"type": "session", "version": parent.generation}
    header |= {"id": child_id, "createdAt": now}
    if parent.cwd is not None:
        header["cwd"] = parent.cwd
    header["parentSession"] = parent.id
    header |= {"isSeeded": True} if parent.generation >= TAGGED_MARKERS else {"seedLength": cut.events}
    header["delegationDepth"] = 0
    preset = _preset(log, cut) if host else None
    if preset is not None:
        header["agentPreset"] = preset
    return header


def end_seed_event(seq: int, now: int, *, tagged: bool = False) -> dict[str, Any]:
    """`tagged` says that what was inherited ends here (generation 2 and later)."""
    return {"type": END_SEED, "seq": seq, "time": now, "data": {"inherited": True} if tagged else {}}


def _marker(log: EventLog, cut: Cut, now: int) -> list[dict[str, Any]]:
    """The marker after the prefix. An untagged one that ends the prefix already counts as inherited."""
    generation = log.header.generation
    if generation >= TAGGED_MARKERS:
        time = _last_time(log, cut) if generation >= EXACT_CUTS and cut.events else now
        return [end_seed_event(cut.events, time, tagged=True)]
    last = log.entries(cut.events - 1, cut.events - 1) if cut.events else []
    if any(entry.type == END_SEED for entry in last):
        return []
    return [end_seed_event(cut.events, now)]


def _closers(log: EventLog, cut: Cut, marker: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What closes the turn that an exact cut left open; they take the time of the marker."""
    start = log.last_entry(cut.events, TURN_START)
    if log.header.generation < EXACT_CUTS or start is None:
        return []
    scan = CloserScan(log.dialect.closing)
    for row in log.rows(start.seq, cut.events - 1):
        scan.apply(log.dialect.event(row, log.header.id))
    return scan.closers(cut.events, marker[0]["time"], FORKED)


def _last_time(log: EventLog, cut: Cut) -> int:
    return next(iter(log.rows(cut.events - 1, cut.events - 1))).time


def _counted_title(log: EventLog, cut: Cut, taken: Sequence[str]) -> str | None:
    event = _last_event(log, cut, TITLE)
    title = title_of(event) if event is not None else None
    return None if title is None else fork_title_among(title.text, taken)


def _preset(log: EventLog, cut: Cut) -> str | None:
    event = _last_event(log, cut, "agent-preset/selected")
    selected = text_in(data_of(event), "agentPreset") if event is not None else None
    return log.header.agent_preset if selected is None else selected


def _selection(log: EventLog, cut: Cut) -> dict[str, Any] | None:
    event = _last_event(log, cut, "request/header")
    header = object_in(data_of(event), "header") if event is not None else None
    config = object_in(header, "config") if header is not None else None
    return None if config is None else {name: config[name] for name in SELECTION if name in config}


def _last_event(log: EventLog, cut: Cut, type: str) -> Mapping[str, Any] | None:
    entry = log.last_entry(cut.events, type)
    if entry is None:
        return None
    return log.dialect.event(log.rows_of([entry])[0], log.header.id)
