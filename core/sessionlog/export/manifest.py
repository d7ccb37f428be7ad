"""The manifest at the end of an export ZIP: what is in it, what is not, and what was changed.

The harness's own reader takes no notice of it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sessionlog import __version__
from sessionlog.export.entries import Entry, Missing, Plan, WrittenEntry

FORMAT = "sessionloom-export"
FORMAT_VERSION = 1


def manifest(
    plan: Plan,
    written: Sequence[tuple[Entry, WrittenEntry]],
    missing: Sequence[Missing],
    created_at: int,
    redaction: dict[str, Any] | None,
) -> bytes:
    """`created_at` is ms since the epoch. ASCII, so that no text of a log can break it."""
    value: dict[str, Any] = {
        "format": FORMAT,
        "formatVersion": FORMAT_VERSION,
        "product": "sessionloom",
        "productVersion": __version__,
        "createdAt": created_at,
        "rootSession": plan.root.id,
        "rootGeneration": plan.root.generation,
        "options": {
            "descendants": plan.options.descendants,
            "media": plan.options.media,
            "allGenerations": plan.options.all_generations,
        },
        "redacted": redaction is not None,
        "redaction": redaction,
        "entries": [_entry(entry, done) for entry, done in written],
        "notIncluded": [
            {"what": item.what, "id": item.id, "session": item.session, "reason": item.reason}
            for item in missing
        ],
    }
    return json.dumps(value, indent=1).encode("ascii") + b"\n"


def _entry(entry: Entry, done: WrittenEntry) -> dict[str, Any]:
    value: dict[str, Any] = {
        "name": done.name,
        "kind": done.kind,
        "size": done.size,
        "sha256": done.sha256,
    }
    session = entry.session
    if session is not None:
        value |= {
            "content": entry.content,
            "sessionId": session.id,
            "generation": session.generation,
            "createdAt": session.created_at,
            "parentSession": session.parent,
            "origin": session.origin,
            "inheritedEvents": session.seed_length,
            "severity": session.severity,
        }
    return value
