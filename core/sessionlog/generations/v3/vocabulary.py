"""The event types of generation 3 (spec 03 section 3): 58 names with those of its last writers."""

from __future__ import annotations

from sessionlog.generations.v2.vocabulary import KNOWN_TYPES as KNOWN_BEFORE

CODE_DISPATCH = frozenset({"tool/code-dispatch-start", "tool/code-dispatch"})
"""Renamed to `tool/ptc-dispatch*`; the harness refuses the old names unless they are ignorable."""

KNOWN_TYPES = (KNOWN_BEFORE - CODE_DISPATCH) | {
    "system/message",
    "deliverables/presented",
    "subagent/catalog",
    "tool/ptc-dispatch-start",
    "tool/ptc-dispatch",
    "image/offload",
    "workspace/changes",
}
