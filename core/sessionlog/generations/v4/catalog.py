"""Facts that a session keeps of its children (spec 03b section 2)."""

from __future__ import annotations

from typing import Any

from sessionlog.model.json import is_seq

_MODES = {
    0: frozenset({"one-shot", "continuable"}),
    1: frozenset({"one-shot", "continuable", "unknown"}),
    2: frozenset({"external"}),
}
_LABELLED = "continuable"


def catalog_fault(data: Any) -> str:
    """What is wrong with a `subagent/catalog`, in the harness's words; empty for a sound one."""
    fact = data if isinstance(data, dict) else {}
    version, mode = fact.get("version"), fact.get("mode")
    known = type(version) is int and isinstance(mode, str) and mode in _MODES.get(version, ())
    label = fact.get("label", "")
    labelled = isinstance(label, str) and (mode != _LABELLED or "label" in fact)
    if not known or not labelled or not isinstance(fact.get("childId"), str):
        return "subagent/catalog requires a supported versioned catalog fact"
    if not is_seq(fact.get("childCreatedAt")):
        return "catalog child creation time must be a non-negative safe integer"
    return ""
