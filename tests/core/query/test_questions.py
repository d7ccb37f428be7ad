"""Filters, searchable text, cursors, session records."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessionlog.generations import read_header_line
from sessionlog.model.header import Header
from sessionlog.query.cursors import Cursor, check_limit, decode_cursor, question_fingerprint, resume_at
from sessionlog.query.faults import QueryFault
from sessionlog.query.filters import EventFilter, SessionFilter, Standing
from sessionlog.query.searchable import searchable_text
from sessionlog.query.sessions import merge_sessions, select_sessions


def event(type: str, data: Any) -> dict[str, Any]:
    return {"type": type, "seq": 0, "time": 0, "data": data}


def code(call: Any, *args: Any, **named: Any) -> str:
    with pytest.raises(QueryFault) as fault:
        call(*args, **named)
    return fault.value.code.removeprefix("SESSION_QUERY_")


def header(id: str, created: int = 0, **more: Any) -> Header:
    line = f'{{"type":"session","version":0,"id":"{id}","createdAt":{created},"delegationDepth":0}}'
    return replace(read_header_line(line.encode()), **more)


CALL = {"type": "tool-call", "id": "c", "name": "bash", "arguments": '{"command":"ls"}'}


@pytest.mark.parametrize(
    ("stored", "text"),
    [
        (event("user/message", {"content": [{"type": "text", "text": "hi"}]}), "hi"),
        (
            event(
                "assistant/message", {"message": {"content": [{"type": "reasoning", "text": "secret"}, CALL]}}
            ),
            'bash\n{"command":"ls"}',
        ),
        (
            event(
                "tool/result",
                {
                    "message": {
                        "content": [{"type": "tool-result", "content": [{"type": "text", "text": "out"}]}]
                    },
                    "error": {"name": "E", "code": "C"},
                },
            ),
            "out\nE\nC",
        ),
        (event("todo/write", {"todos": [{"content": "tests", "status": "pending"}]}), "pending\ntests"),
        (event("turn/end", {"reason": {"kind": "error", "error": {"message": "boom", "code": "X"}}}), "boom"),
        (event("turn/end", {"reason": {"kind": "aborted", "reason": {"kind": "user"}}}), "aborted"),
        (event("turn/end", {"reason": {"kind": "max-tokens"}}), "max-tokens"),
        (event("turn/end", {"reason": {"kind": "completed"}}), ""),
        (event("assistant/chunk", {"chunk": {"type": "text-delta", "text": "x"}}), ""),
        (event("request/header", {"header": {"system": "x"}}), ""),
        (event("plugin:x/y", {"text": "x"}), ""),
        (event("todo/write", {"todos": 4}), ""),
        (event("tool/result", None), ""),
    ],
)
def test_a_search_looks_at_what_was_said_asked_answered_or_went_wrong(stored: Any, text: str) -> None:
    assert searchable_text(stored) == text


def test_clauses_are_joined_by_and_their_values_by_or() -> None:
    wanted = EventFilter(types=frozenset({"a", "b"}), seqs=((1, 3), (5, 5)))
    assert [seq for seq in range(8) if wanted.accepts(seq, "b", 0, Standing.CURRENT)] == [1, 2, 3, 5]
    assert not wanted.accepts(2, "c", 0, Standing.CURRENT)


def test_an_empty_clause_matches_nothing_and_a_missing_one_asks_nothing() -> None:
    assert EventFilter().accepts(0, "x", 0, Standing.LOG_ONLY)
    assert not EventFilter(seqs=()).accepts(0, "x", 0, Standing.LOG_ONLY)
    assert not EventFilter(text=()).accepts_text(event("user/message", {"content": []}))


def test_a_range_that_ends_before_it_begins_and_too_many_conditions_are_refused() -> None:
    assert code(EventFilter, seqs=((3, 1),)) == "INVALID_FILTER"
    assert code(SessionFilter, created=((3, 1),)) == "INVALID_FILTER"
    assert code(EventFilter, types=frozenset(map(str, range(15)))) == "INVALID_FILTER"
    EventFilter(types=frozenset(map(str, range(14))))


@given(st.text(), st.text(), st.text(), st.integers(0, 2**53 - 1), st.integers(0, 10**6))
def test_a_cursor_comes_back_as_it_was(
    instance: str, scope: str, mark: str, generation: int, offset: int
) -> None:
    cursor = Cursor(instance, scope, mark, generation, offset)
    if len(cursor.encode()) <= 4096:
        assert decode_cursor(cursor.encode()) == cursor


@given(st.text() | st.binary().map(lambda raw: base64.urlsafe_b64encode(raw).decode()))
def test_any_other_text_is_no_cursor(text: str) -> None:
    assert code(decode_cursor, text) == "INVALID_CURSOR"


@pytest.mark.parametrize(
    "value",
    [
        b"[]",
        b"{}",
        b'{"version":2}',
        b'{"version":1,"instance":"i","scope":"s","fingerprint":"f","generation":-1,"offset":0}',
    ],
)
def test_a_cursor_has_exactly_its_members(value: bytes) -> None:
    assert code(decode_cursor, base64.urlsafe_b64encode(value).decode()) == "INVALID_CURSOR"


def test_a_list_goes_on_where_it_stopped_while_nothing_has_changed() -> None:
    mark = question_fingerprint({"text": "x", "limit": 20})
    assert mark == question_fingerprint({"limit": 20, "text": "x"})
    cursor = Cursor("i", "events", mark, 4, 40).encode()
    same = {"instance": "i", "scope": "events", "fingerprint": mark, "generation": 4}
    assert resume_at(None, **same) == 0
    assert resume_at(cursor, **same) == 40
    assert code(resume_at, cursor, **same | {"generation": 5}) == "STALE_CURSOR"
    assert code(resume_at, cursor, **same | {"instance": "j"}) == "STALE_CURSOR"
    assert code(resume_at, cursor, **same | {"fingerprint": "other"}) == "INVALID_CURSOR"


def test_a_list_has_20_answers_and_at_most_100() -> None:
    assert (check_limit(None), check_limit(1), check_limit(100)) == (20, 1, 100)
    assert code(check_limit, 0) == code(check_limit, 101) == "INVALID_LIMIT"


def test_live_sessions_lie_over_stored_ones_newest_first() -> None:
    records = merge_sessions([header("b", 5), header("c", 9)], [header("a", 5), header("b", 5)])
    assert [(r.header.id, r.live, r.persisted) for r in records] == [
        ("c", True, False),
        ("a", False, True),
        ("b", True, True),
    ]


def test_two_headers_of_one_id_that_disagree_are_a_conflict() -> None:
    assert code(merge_sessions, [header("a", 5)], [header("a", 6)]) == "SOURCE_CONFLICT"
    assert code(merge_sessions, [header("a", cwd="/x")], [header("a")]) == "SOURCE_CONFLICT"


def test_sessions_are_chosen_by_folder_parent_age_and_where_they_are() -> None:
    records = merge_sessions([header("a", 1, cwd="/x")], [header("b", 2, parent_session="a"), header("c", 3)])

    def chosen(**clauses: Any) -> list[str]:
        return [record.header.id for record in select_sessions(records, SessionFilter(**clauses))]

    assert chosen() == ["c", "b", "a"]
    assert chosen(cwds=frozenset({None})) == ["c", "b"]
    assert chosen(parents=frozenset({"a"})) == ["b"]
    assert chosen(parents=frozenset({None})) == ["c", "a"]
    assert chosen(created=((1, 2),)) == ["b", "a"]
    assert chosen(live=True) == ["a"] and chosen(persisted=True) == ["c", "b"]
    assert chosen(ids=frozenset()) == []
