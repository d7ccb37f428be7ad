"""The event types of generation 2: those of 0 and 1 with attempts in place of chunks (spec 03 section 4)."""

from __future__ import annotations

from sessionlog.generations.v0.vocabulary import ASSISTANT_CHUNK
from sessionlog.generations.v0.vocabulary import KNOWN_TYPES as KNOWN_BEFORE

KNOWN_TYPES = (KNOWN_BEFORE - {ASSISTANT_CHUNK}) | {
    "assistant/attempt",
    "feedback/message-put",
    "feedback/message-delete",
}
