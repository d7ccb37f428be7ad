"""The tools of a generation-4 request: a baseline, and what changed since (spec 03b section 4)."""

from __future__ import annotations

from typing import Any

import pytest
from corpus import corpus
from generations import ReadLog
from later_logs import Json, LaterLog

from sessionlog.generations import dialect_of
from sessionlog.model.request import Request, request_before, requests

V4 = dialect_of(4)


def tool(name: str, says: str = "does") -> Json:
    return {"name": name, "description": says, "parameters": {}}


class Log(LaterLog):
    def __init__(self) -> None:
        super().__init__(4)
        self.begin("Go")

    def header_of(self, *tools: Json, reason: str = "change", **more: Any) -> int:
        header: Json = {"config": {"provider": "p", "model": "m"}}
        return self.add(
            "request/header", {"header": header | {"tools": list(tools)}, "reason": reason, **more}
        )

    def tell(self, added: str = "", removed: str = "", header: int | None = None) -> int:
        content = [{"type": "tool-addition", "toolName": name} for name in added.split()]
        content += [{"type": "tool-removal", "toolName": name} for name in removed.split()]
        message = {"id": f"d{self.seq}", "role": "developer", "content": content}
        message["source"] = {"kind": "tool-registry"}
        named = {} if header is None else {"headerSeq": header}
        return self.add("developer/message", {**self.place, "message": message, **named}, surfaceOp="append")

    def request(self) -> Request:
        rows = [V4.read_row(line) for line in self.lines()[1:]]
        return request_before(rows, V4, "later", self.seq)


def told(log: Log) -> tuple[int, list[str], list[int], bool]:
    history = log.request().tool_history
    assert history is not None
    names = [tool["name"] for tool in history.tools]
    return history.baseline, names, [update.seq for update in history.updates], history.in_history


def test_the_first_header_is_the_baseline_and_updates_follow_it() -> None:
    log = Log()
    first = log.header_of(tool("a"), tool("b"), reason="initial")
    assert told(log) == (first, ["a", "b"], [], True)
    second = log.header_of(tool("b"), tool("c"))
    update = log.tell("c", "a", second)
    assert told(log) == (first, ["a", "b"], [update], True)
    found = log.request().tool_history
    assert found is not None
    assert (found.updates[0].added, found.updates[0].removed) == (("c",), ("a",))


def test_an_update_may_only_add_or_only_remove() -> None:
    log = Log()
    first = log.header_of(tool("a"), reason="initial")
    added = log.tell("b", header=log.header_of(tool("a"), tool("b")))
    assert told(log) == (first, ["a"], [added], True)
    removed = log.tell(removed="a", header=log.header_of(tool("b")))
    assert told(log) == (first, ["a"], [added, removed], True)


@pytest.mark.parametrize("more", [{"reason": "series"}, {"startsSeries": True}])
def test_a_series_begins_with_a_baseline_of_its_own(more: Json) -> None:
    log = Log()
    log.header_of(tool("a"), reason="initial")
    log.tell("b", header=log.header_of(tool("a"), tool("b")))
    series = log.header_of(tool("b"), **more)
    assert told(log) == (series, ["b"], [], True)


def test_a_known_name_that_means_another_tool_begins_anew() -> None:
    log = Log()
    log.header_of(tool("a"), reason="initial")
    log.tell("b", header=log.header_of(tool("a"), tool("b")))
    again = log.header_of(tool("a"), tool("b", "does more"))
    assert told(log) == (again, ["a", "b"], [], True)


def test_without_a_message_that_accounts_for_a_change_the_active_tools_are_sent() -> None:
    log = Log()
    first = log.header_of(tool("a"), reason="initial")
    log.header_of(tool("a"), tool("b"))
    assert told(log) == (first, ["a", "b"], [], False)


def test_before_a_header_and_in_older_formats_there_is_no_history() -> None:
    assert Log().request().tool_history is None
    log = LaterLog(3).begin("Go")
    log.add("request/header", {"header": {"config": {"provider": "p", "model": "m"}}, "reason": "initial"})
    rows = [dialect_of(3).read_row(line) for line in log.lines()[1:]]
    assert request_before(rows, dialect_of(3), "later", log.seq).tool_history is None


def test_what_the_harness_wrote_comes_to_the_tools_that_were_active() -> None:
    folder = corpus() / "generation-4" / "native"
    updates = 0
    for path in sorted(folder.glob("*.v4.jsonl")):
        log = ReadLog(path)
        for made in requests(log.rows, log.dialect, log.header.id):
            assert made.tool_history is not None
            assert made.tool_history.in_history, path.name
            updates += len(made.tool_history.updates)
    assert updates
