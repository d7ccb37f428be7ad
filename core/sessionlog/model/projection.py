"""Image offloads: a message that stands on the surface, seen without the pixels of some of its images.

The log keeps the message; from the `image/offload` on, the model is shown the projected one
(spec 03b section 4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any

from sessionlog.model.faults import LogFault
from sessionlog.model.json import is_seq
from sessionlog.model.payload import data_of

Event = Mapping[str, Any]
PROJECTED_TYPES = ("user/message", "tool/result")


def projected(event: Event, current: Callable[[int], Event | None]) -> dict[int, Event]:
    """The events, by seq, that an `image/offload` changes, as the model sees them from now on.

    `current` gives an event on the surface. Raises `LogFault` for a target that is no message with
    such images there.
    """
    targets = data_of(event).get("targets")
    if not isinstance(targets, list) or not targets:
        raise _fault(event, "names no message")
    made: dict[int, Event] = {}
    for target in targets:
        seq = target.get("seq") if isinstance(target, dict) else None
        indexes = target.get("imageIndexes") if isinstance(target, dict) else None
        found = current(seq) if is_seq(seq) else None
        if found is None or found["type"] not in PROJECTED_TYPES or seq in made:
            raise _fault(event, f"names {seq!r}, which is no message on the surface")
        if not isinstance(indexes, list) or not indexes or not all(map(is_seq, indexes)):
            raise _fault(event, "names no images")
        made[found["seq"]] = _without_images(event, found, set(indexes))
    return made


def _without_images(event: Event, found: Event, indexes: set[int]) -> Event:
    data = found["data"]
    message = data if found["type"] == "user/message" else data.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    left = set(indexes)
    numbers = count()
    shown = [_marked(block, left, numbers) for block in content] if isinstance(content, list) else []
    if left:
        raise _fault(event, f"names the image {min(left)} of the event {found['seq']}, which has none such")
    changed = {**message, "content": shown} if isinstance(message, dict) else {}
    return {**found, "data": changed if message is data else {**data, "message": changed}}


def _marked(block: Any, left: set[int], numbers: Iterator[int]) -> Any:
    if not isinstance(block, dict):
        return block
    if block.get("type") == "image":
        number = next(numbers)
        if number not in left:
            return block
        left.discard(number)
        return {**block, "offloaded": True}
    if block.get("type") == "tool-result" and isinstance(block.get("content"), list):
        return {**block, "content": [_marked(inner, left, numbers) for inner in block["content"]]}
    return block


def _fault(event: Event, what: str) -> LogFault:
    return LogFault(
        "image-offload",
        f"The image/offload at seq {event['seq']} {what}.",
        "Open the session for reading; the harness would refuse it at this event.",
        event["seq"],
    )
