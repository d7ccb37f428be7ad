"""The plan of a fork: header, inherited prefix, marker and title of the child. No I/O, no clock.

A fork is a frozen copy of a stable prefix under its own id; nothing of its parent reaches it
afterwards. Copied events keep their seqs, times and ids. A child keeps its parent's generation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sessionlog.lineage.cut import Cut, ForkRefused, core_cut, host_cut
from sessionlog.model.log import EventLog
from sessionlog.model.payload import data_of, object_in, text_in
from sessionlog.model.titles import fork_title_among, title_of

END_SEED = "session/end-seed"
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


def plan_fork(
    log: EventLog,
    *,
    child_id: str,
    now: int,
    at: int | None = None,
    exact: bool = False,
    rename: bool = True,
    taken_titles: Sequence[str] = (),
) -> ForkPlan:
    """The fork of a stored or live log, as the host makes it; with `exact`, at the core's exact seq.

    `now` is ms since the epoch, the time of the child's header and of the events added to it.
    With `rename`, a parent that has a title gives the child the next one; without a title of the
    parent there is none to count up. Raises `ForkRefused`.
    """
    header = log.header
    if header.generation != 0:
        raise ForkRefused(
            "fork-generation",
            f"Forks of format generation {header.generation} are not made here.",
            "Fork it with the program that wrote it.",
        )
    cut = core_cut(log, at) if exact else host_cut(log, at)
    events = [event for event in (_marker(log, cut, now),) if event is not None]
    title = _title(log, cut, now, cut.events + len(events), taken_titles) if rename else None
    if title is not None:
        events.append(title)
    child = child_header(log, cut, child_id=child_id, now=now, host=not exact)
    return ForkPlan(child_id, header.id, cut, child, tuple(events), _selection(log, cut))


def child_header(log: EventLog, cut: Cut, *, child_id: str, now: int, host: bool = True) -> dict[str, Any]:
    """The child's header: the parent's folder and lineage, never its origin.

    A fork of a subagent is an ordinary session, at depth 0. The host also hands on the preset
    that was in force at the cut.
    """
    parent = log.header
    header: dict[str, Any] = {"type": "session", "version": 0, "id": child_id, "createdAt": now}
    if parent.cwd is not None:
        header["cwd"] = parent.cwd
    header |= {"parentSession": parent.id, "seedLength": cut.events, "delegationDepth": 0}
    preset = _preset(log, cut) if host else None
    if preset is not None:
        header["agentPreset"] = preset
    return header


def end_seed_event(seq: int, now: int) -> dict[str, Any]:
    return {"type": END_SEED, "seq": seq, "time": now, "data": {}}


def _marker(log: EventLog, cut: Cut, now: int) -> dict[str, Any] | None:
    """The marker after the prefix, unless the prefix ends in one, which then counts as inherited."""
    last = log.entries(cut.events - 1, cut.events - 1) if cut.events else []
    if any(entry.type == END_SEED for entry in last):
        return None
    return end_seed_event(cut.events, now)


def _title(log: EventLog, cut: Cut, now: int, seq: int, taken: Sequence[str]) -> dict[str, Any] | None:
    event = _last_event(log, cut, "session/title")
    title = title_of(event) if event is not None else None
    if title is None:
        return None
    data = {"title": fork_title_among(title.text, taken), "messageSeqs": [], "source": {"kind": "user"}}
    return {"type": "session/title", "seq": seq, "time": now, "data": data}


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
