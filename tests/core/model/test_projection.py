"""An image offload takes pixels out of what the model is shown, and nothing else, and only where they are."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from sessionlog.model.faults import LogFault
from sessionlog.model.projection import projected

Json = dict[str, Any]
TEXT = {"type": "text", "text": "see"}


def image(name: str) -> Json:
    return {"type": "image", "attachment": {"attachmentId": name}}


def off(name: str) -> Json:
    return {**image(name), "offloaded": True}


def prompt(seq: int, *content: Any) -> Json:
    return {"type": "user/message", "seq": seq, "data": {"id": f"m{seq}", "content": list(content)}}


def result(seq: int, *content: Any) -> Json:
    return {
        "type": "tool/result",
        "seq": seq,
        "data": {"turn": 1, "message": {"id": f"m{seq}", "content": list(content)}},
    }


def offload(surface: list[Json], targets: Any) -> dict[int, Any]:
    """What is shown of each changed message; the log's own events must stay as they are."""
    current = {event["seq"]: event for event in surface}
    before = copy.deepcopy(surface)
    event = {"type": "image/offload", "seq": 9, "data": {"targets": targets}}
    made = projected(event, current.get)
    assert surface == before
    return {
        seq: (one["data"] if one["type"] == "user/message" else one["data"]["message"])["content"]
        for seq, one in made.items()
    }


def target(seq: Any, *indexes: Any) -> Json:
    return {"seq": seq, "imageIndexes": list(indexes)}


def test_images_are_counted_through_the_message_and_only_the_named_ones_go() -> None:
    surface = [prompt(0, image("a"), TEXT, image("b"), image("c")), prompt(1, image("d"))]
    assert offload(surface, [target(0, 0, 2)]) == {0: [off("a"), TEXT, image("b"), off("c")]}
    assert offload(surface, [target(1, 0), target(0, 1)]) == {
        1: [off("d")],
        0: [image("a"), TEXT, off("b"), image("c")],
    }


def test_the_images_inside_a_tool_result_count_too_and_the_rest_of_the_event_stays() -> None:
    block = {"type": "tool-result", "toolCallId": "c", "content": [TEXT, image("a"), image("b")]}
    surface = [result(3, block, image("z"))]
    assert offload(surface, [target(3, 1, 2)]) == {
        3: [{**block, "content": [TEXT, image("a"), off("b")]}, off("z")]
    }
    made = projected({"seq": 9, "data": {"targets": [target(3, 0)]}}, {3: surface[0]}.get)
    assert made[3]["data"]["turn"] == 1 and made[3]["data"]["message"]["id"] == "m3"


def test_what_is_no_block_or_no_list_of_blocks_is_passed_over() -> None:
    odd = {"type": "tool-result", "content": "no list"}
    text = {"type": "text", "content": [image("not one of the message's")]}
    assert offload([prompt(0, "text", odd, text, image("a"))], [target(0, 0)]) == {
        0: ["text", odd, text, off("a")]
    }


@pytest.mark.parametrize(
    "targets",
    [
        None,
        [],
        ["x"],
        [target(7, 0)],
        [target(None, 0)],
        [target(True, 0)],
        [target(2, 0)],
        [target(0, 0), target(0, 0)],
        [target(0)],
        [{"seq": 0, "imageIndexes": 0}],
        [target(0, -1)],
        [target(0, "0")],
        [target(0, 1)],
        [target(0, 0, 1)],
        [target(1, 0)],
    ],
    ids=repr,
)
def test_an_offload_of_what_is_not_there_is_refused_at_its_event(targets: Any) -> None:
    answer = {"type": "assistant/message", "seq": 2, "data": {"message": {"content": [image("a")]}}}
    odd = {"type": "user/message", "seq": 1, "data": {"id": "m", "content": None}}
    with pytest.raises(LogFault) as fault:
        offload([prompt(0, image("a")), odd, answer], targets)
    assert (fault.value.code, fault.value.seq) == ("image-offload", 9)


def test_a_missing_image_is_named_by_the_least_number() -> None:
    with pytest.raises(LogFault, match="the image 1 of the event 0"):
        offload([prompt(0, image("a"))], [target(0, 2, 0, 1)])
