"""The event types of generation 4 (spec 03b section 2): 62 names, and a slot for foreign data."""

from __future__ import annotations

import re

from sessionlog.generations.v3.vocabulary import KNOWN_TYPES as KNOWN_BEFORE

KNOWN_TYPES = KNOWN_BEFORE | {
    "developer/message",
    "job/registered",
    "job/settled",
    "working-directory/change",
}

_PLUGIN_RECORD = re.compile(r"plugin:[a-z0-9][a-z0-9._-]*(?:/[a-z0-9][a-z0-9._-]*)*")


def is_plugin_record(type: str) -> bool:
    """Whether an ignorable event has a name from the slot for records of plugins."""
    return _PLUGIN_RECORD.fullmatch(type) is not None
