"""The tools of a generation-4 request: a baseline, and what changed since (spec 03b section 4).

The harness keeps the tool list of an earlier header where it can, and says in the conversation what
came and what went. It does so only while the two come to the tools that are active.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sessionlog.model.json_rules import json_equal
from sessionlog.model.payload import blocks_of, data_of, message_of, object_in, text_in

Tool = Mapping[str, Any]
DEVELOPER = "developer/message"


@dataclass(frozen=True, slots=True)
class ToolUpdate:
    """What one developer message adds and removes, by name, in its order."""

    seq: int
    added: tuple[str, ...]
    removed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToolHistory:
    """How a request was told its tools.

    `baseline` is the seq of the header whose tools it repeats, `tools` are those, and `updates` what
    came after it. `in_history` says whether the two come to the active tools; where they do not,
    `tools` are the active ones and there is nothing to update.
    """

    baseline: int
    tools: tuple[Tool, ...]
    updates: tuple[ToolUpdate, ...]
    in_history: bool


class ToolHistoryFold:
    """Feed events in order; the history is asked for with the developer messages that are current."""

    def __init__(self) -> None:
        self._baseline: int | None = None
        self._tools: tuple[Tool, ...] = ()
        self._active: tuple[Tool, ...] = ()
        self._known: dict[str, Tool] = {}

    def apply(self, event: Mapping[str, Any]) -> None:
        if event["type"] != "request/header":
            return
        data = data_of(event)
        tools = _tools_of(object_in(data, "header") or {})
        if self._baseline is None or _begins_anew(data) or self._redefines(tools):
            self._baseline, self._tools, self._known = event["seq"], tools, {}
        self._known |= {_name(tool): tool for tool in tools}
        self._active = tools

    def history(self, surface: Iterable[Mapping[str, Any]]) -> ToolHistory | None:
        """`surface` are the current events in order; `None` before the first header."""
        if self._baseline is None:
            return None
        updates = [_update(event) for event in surface if event["type"] == DEVELOPER]
        since = tuple(one for one in updates if one.seq > self._baseline and (one.added or one.removed))
        if _names_after(self._tools, since) == set(map(_name, self._active)):
            return ToolHistory(self._baseline, self._tools, since, True)
        return ToolHistory(self._baseline, self._active, (), False)

    def _redefines(self, tools: Sequence[Tool]) -> bool:
        """Whether a name that was told since the baseline means another tool now."""
        known = self._known
        return any(_name(tool) in known and not json_equal(known[_name(tool)], tool) for tool in tools)


def _begins_anew(data: Mapping[str, Any]) -> bool:
    return data.get("reason") == "series" or data.get("startsSeries") is True


def _tools_of(header: Mapping[str, Any]) -> tuple[Tool, ...]:
    tools = header.get("tools")
    return tuple(tool for tool in tools if isinstance(tool, dict)) if isinstance(tools, list) else ()


def _name(tool: Tool) -> str:
    return text_in(tool, "name") or ""


def _update(event: Mapping[str, Any]) -> ToolUpdate:
    named = [(block.get("type"), text_in(block, "toolName")) for block in blocks_of(message_of(event))]
    added, removed = (
        tuple(name for kind, name in named if kind == wanted and name is not None)
        for wanted in ("tool-addition", "tool-removal")
    )
    return ToolUpdate(event["seq"], added, removed)


def _names_after(tools: Iterable[Tool], updates: Iterable[ToolUpdate]) -> set[str]:
    names = set(map(_name, tools))
    for update in updates:
        names = (names | set(update.added)) - set(update.removed)
    return names
