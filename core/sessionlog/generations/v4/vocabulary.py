"""The event types of generation 4 (spec 03b section 2): 62 names."""

from __future__ import annotations

from sessionlog.generations.v3.vocabulary import KNOWN_TYPES as KNOWN_BEFORE

KNOWN_TYPES = KNOWN_BEFORE | {
    "developer/message",
    "job/registered",
    "job/settled",
    "working-directory/change",
}
