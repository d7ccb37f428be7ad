"""The request header and context in force: what was sent besides the messages (spec 01 section 3).

A `request/header` is a whole snapshot and the last one wins. It is written before dispatch, so it
does not prove that the request succeeded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sessionlog.model.json import encode
from sessionlog.model.json_rules import json_equal
from sessionlog.model.payload import data_of, object_in

DEFAULT_FLAGS = ("reasoningEffort", "maxTokens")
CONFIG_FIELDS = ("provider", "model", "reasoningEffort", "temperature", "maxTokens", "stop")


def canonical_header(header: Mapping[str, Any]) -> dict[str, Any]:
    """`config`, and `adapterDefaults`, `system` and `tools` where they say something; nothing else.

    `adapterDefaults` counts only with a flag that is `true`, `system` and `tools` only when not
    empty; old members such as `messagePrefix` are left out. Members keep their logged values.
    """
    canonical: dict[str, Any] = {"config": header["config"]}
    defaults = header.get("adapterDefaults")
    if isinstance(defaults, Mapping) and any(defaults.get(flag) is True for flag in DEFAULT_FLAGS):
        canonical["adapterDefaults"] = defaults
    for name in ("system", "tools"):
        if header.get(name):
            canonical[name] = header[name]
    return canonical


def headers_equal(first: Mapping[str, Any], second: Mapping[str, Any]) -> bool:
    """Whether two canonical headers ask for the same request.

    `config` is compared field by field (absent is not the same as present, `stop` element by
    element), both default flags, `system`, and the tools in order by their JSON text, in which
    the order of keys counts.
    """
    return (
        _same_members(first["config"], second["config"], CONFIG_FIELDS)
        and _default_flags(first) == _default_flags(second)
        and _same_members(first, second, ("system",))
        and _tool_texts(first) == _tool_texts(second)
    )


class RequestHeaderFold:
    """The header and context in force after the events given so far; `None` before the first one."""

    def __init__(self) -> None:
        self.header: dict[str, Any] | None = None
        self.context: dict[str, Any] | None = None

    def apply(self, event: Mapping[str, Any]) -> None:
        if event["type"] == "request/header":
            header = object_in(data_of(event), "header")
            if header is not None and object_in(header, "config") is not None:
                self.header = canonical_header(header)
        elif event["type"] == "request/context":
            self.context = request_context(data_of(event))


def request_context(data: Mapping[str, Any]) -> dict[str, Any]:
    """Provider, model and, where known, the context window in tokens.

    A context without a window clears the window of the one before.
    """
    return {name: data[name] for name in ("provider", "model", "contextWindow") if name in data}


def fold_request_header(events: Iterable[Mapping[str, Any]]) -> dict[str, Any] | None:
    """The canonical header that the last `request/header` put in force."""
    fold = RequestHeaderFold()
    for event in events:
        fold.apply(event)
    return fold.header


def _same_members(first: Mapping[str, Any], second: Mapping[str, Any], names: Iterable[str]) -> bool:
    return all(
        (name in first) == (name in second) and json_equal(first.get(name), second.get(name))
        for name in names
    )


def _default_flags(header: Mapping[str, Any]) -> list[bool]:
    defaults = header.get("adapterDefaults", {})
    return [defaults.get(flag) is True for flag in DEFAULT_FLAGS]


def _tool_texts(header: Mapping[str, Any]) -> list[bytes]:
    tools = header.get("tools", ())
    return [encode(tool) for tool in tools]
