"""The messages that the model sees: the logged objects themselves, ids included (spec 01 section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sessionlog.model.payload import message_of

_NOTHING_WHEN_EMPTY = ("assistant/message", "system/message", "developer/message")


def derive_event_message(event: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The message that one event puts before the model, or `None`.

    An assistant message without content is a durable success that adds nothing to the request; an
    empty system or developer message adds nothing either.
    """
    kind = event["type"]
    if kind in _NOTHING_WHEN_EMPTY:
        message = message_of(event)
        return message if message is not None and message.get("content") else None
    return message_of(event) if kind in ("user/message", "tool/result") else None


def derive_messages(surface: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The messages of the current surface events, in order (`SurfaceFold.events`).

    Nothing is framed, merged or given another id. The dicts are those of the log: do not change them.
    """
    derived = (derive_event_message(event) for event in surface)
    return [message for message in derived if message is not None]
