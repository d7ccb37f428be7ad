"""The surface by the rules of generations 3 and 4: a protected head, results that are messages."""

from __future__ import annotations

from typing import Any

import pytest

from sessionlog.model.faults import LogFault
from sessionlog.model.rules import GENERATION_3, GENERATION_4, SurfaceRules
from sessionlog.model.surface import SurfaceFold

Json = dict[str, Any]


def event(
    type: str, seq: int, replaces: tuple[int, int] | None = None, sources: list[int] | None = None
) -> Json:
    op: Any = (
        "append" if replaces is None else {"op": "replace", "startSeq": replaces[0], "endSeq": replaces[1]}
    )
    data = {"id": f"m{seq}", "role": "system", "content": []}
    made: Json = {"type": type, "seq": seq, "time": 0, "data": {"message": data}, "surfaceOp": op}
    return made if sources is None else made | {"sourceEventSeqs": sources}


def result(seq: int, replaces: tuple[int, int] | None = None, **message: Any) -> Json:
    body = {"id": "r", "role": "tool", "toolCallId": "c", "content": [{"type": "text", "text": f"{seq}"}]}
    made = event("tool/result", seq, replaces, None if replaces is None else [replaces[0]])
    return made | {"data": {"turn": 1, "step": 1, "message": body | message}}


def folded(rules: SurfaceRules, *events: Json) -> SurfaceFold:
    fold = SurfaceFold(rules)
    for one in events:
        fold.apply(one)
    return fold


def refused(fold: SurfaceFold, bad: Json) -> str:
    before = fold.nodes()
    with pytest.raises(LogFault) as fault:
        fold.apply(bad)
    assert fold.nodes() == before
    return fault.value.code


@pytest.mark.parametrize("rules", [GENERATION_3, GENERATION_4])
def test_the_head_is_replaced_by_a_system_message_alone(rules: SurfaceRules) -> None:
    system, user = event("system/message", 0), event("user/message", 1)
    fold = folded(rules, system, user)
    assert refused(fold, event("user/message", 2, (0, 0), [0])) == "replace-head"
    assert refused(fold, event("system/message", 2, (0, 1), [0, 1])) == "replace-head"
    fold.apply(event("system/message", 2, (0, 0), [0]))
    assert fold.nodes() == [2, 1]
    assert refused(fold, event("user/message", 3, (2, 2), [2])) == "replace-head", (
        "the new head is protected too"
    )


@pytest.mark.parametrize("rules", [GENERATION_3, GENERATION_4])
def test_a_system_message_further_down_is_not_protected(rules: SurfaceRules) -> None:
    fold = folded(rules, event("user/message", 0), event("system/message", 1), event("user/message", 2))
    fold.apply(event("user/message", 3, (1, 2), [1, 2]))
    assert fold.nodes() == [0, 3]


@pytest.mark.parametrize("rules", [GENERATION_3, GENERATION_4])
def test_an_answer_cites_nothing(rules: SurfaceRules) -> None:
    fold = folded(rules, event("user/message", 0))
    assert refused(fold, event("assistant/message", 1, None, [0]))
    fold.apply(event("assistant/message", 1))


def test_a_pruned_result_of_generation_4_changes_in_its_content_only() -> None:
    fold = folded(GENERATION_4, event("user/message", 0), result(1))
    for change in ({"toolCallId": "d"}, {"isError": True}, {"id": "other"}):
        assert refused(fold, result(2, (1, 1), **change)) == "replace-result-changed"
    for shapeless in ({"content": "text"}, {"content": None}):
        assert refused(fold, result(2, (1, 1), **shapeless)) == "replace-result-changed"
    broken = result(2, (1, 1)) | {"data": {"turn": 1, "step": 1, "message": []}}
    assert refused(fold, broken) == "replace-result-changed"
    assert refused(fold, result(2, (1, 1)) | {"data": None}) == "replace-result-changed"
    fold.apply(result(2, (1, 1)))
    assert fold.nodes() == [0, 2]
