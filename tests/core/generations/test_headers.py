"""A log is judged by its header's version before its shape (spec 01 section 2.5, 03 section 2)."""

from __future__ import annotations

from typing import Any

import pytest
from log_files import encode

from sessionlog.generations import dialect_of, header_object, header_problems, read_header_line
from sessionlog.generations.v0.vocabulary import CORE_TYPES, KNOWN_TYPES, LAST_RELEASE_TYPES, PLUGIN_TYPES
from sessionlog.model.errors import FormatRefused, RowFault

GOOD = {
    "type": "session",
    "version": 0,
    "id": "session-1",
    "createdAt": 1785000000000,
    "cwd": "/home/dev/demo",
    "parentSession": "p",
    "seedLength": 42,
    "origin": "subagent",
    "delegationDepth": 1,
    "agentPreset": "minimal",
}


def refusal(line: bytes) -> FormatRefused:
    with pytest.raises(FormatRefused) as caught:
        read_header_line(line)
    return caught.value


def codes(**members: Any) -> list[str]:
    value = {key: member for key, member in {**GOOD, **members}.items() if member is not ...}
    return [problem.code for problem in header_problems(read_header_line(encode(value)))]


def test_every_member_of_a_header_is_read() -> None:
    header = read_header_line(encode(GOOD))
    assert header.raw == encode(GOOD)
    assert (header.generation, header.id, header.created_at) == (0, "session-1", 1785000000000)
    assert (header.cwd, header.parent_session, header.seed_length) == ("/home/dev/demo", "p", 42)
    assert (header.origin, header.delegation_depth, header.agent_preset) == ("subagent", 1, "minimal")
    assert header_object(header) == {key: member for key, member in GOOD.items() if key != "type"}
    assert header_problems(header) == []


def test_a_newer_version_is_refused_with_its_direction_before_its_shape() -> None:
    refused = refusal(b'{"version":7,"id":"s","brandNew":true}')
    assert refused.code == "newer"
    assert refused.sentence == (
        'session "s" uses log format v7, but this harness reads only v4: '
        "the log was written by a newer harness — upgrade the harness to open it"
    )


def test_an_older_version_is_refused_with_its_direction() -> None:
    refused = refusal(encode({**GOOD, "version": -1}))
    assert refused.code == "older"
    assert refused.sentence.endswith(
        "older than the supported v0, and this build ships no upgrade path for it"
    )


@pytest.mark.parametrize(
    "line",
    [b"", b"null", b"[]", b"{", b"hello", encode({**GOOD, "version": "0"}), encode({**GOOD, "version": None}),
     encode({**GOOD, "version": True}), encode({**GOOD, "type": "x"}), encode({**GOOD, "id": 3}),
     encode({**GOOD, "id": ""}), b'{"type":"turn/start","seq":0}'],
)  # fmt: skip
def test_a_first_line_that_is_no_header_is_refused(line: bytes) -> None:
    assert refusal(line).code == "no-header"


@pytest.mark.parametrize("generation", [2, 3, 4])
def test_a_later_header_says_only_that_it_is_seeded(generation: int) -> None:
    members = {key: member for key, member in GOOD.items() if key != "seedLength"}
    header = read_header_line(encode({**members, "version": generation, "isSeeded": True}))
    assert (header.generation, header.seed_length, header.is_seeded) == (generation, None, True)
    assert dialect_of(generation).generation == generation
    assert not header_problems(header)


def test_a_header_of_generation_1_says_how_many_events_it_inherited() -> None:
    header = read_header_line(encode({**GOOD, "version": 1, "seedLength": 0}))
    assert (header.seed_length, header.is_seeded, dialect_of(1).generation) == (0, True, 1)
    both = read_header_line(encode({**GOOD, "version": 1, "isSeeded": True}))
    assert [problem.code for problem in header_problems(both)] == ["header-shape"]


def test_a_generation_that_nobody_released_is_refused() -> None:
    with pytest.raises(FormatRefused) as caught:
        dialect_of(5)
    assert caught.value.code == "newer"


@pytest.mark.parametrize(
    ("members", "code"),
    [
        ({"createdAt": -1}, "header-shape"),
        ({"createdAt": "today"}, "header-shape"),
        ({"delegationDepth": ...}, "header-shape"),
        ({"seedLength": 1.5}, "header-shape"),
        ({"cwd": 3}, "header-shape"),
        ({"cwd": "relative/path"}, "header-cwd"),
        ({"origin": "cron"}, "header-shape"),
        ({"agentPreset": []}, "header-shape"),
        ({"sandboxMode": "x"}, "header-retired"),
        ({"approvalPolicy": "ask"}, "header-retired"),
        ({"more": 1}, "header-member"),
    ],
)
def test_lesser_faults_of_a_header_are_named_and_the_log_still_opens(
    members: dict[str, Any], code: str
) -> None:
    assert codes(**members) == [code]


def test_a_minus_zero_is_found_on_the_bytes() -> None:
    line = encode(GOOD).replace(b'"delegationDepth":1', b'"delegationDepth":-0')
    assert [problem.code for problem in header_problems(read_header_line(line))] == ["header-minus-zero"]


def test_a_byte_order_mark_is_named() -> None:
    line = b"\xef\xbb\xbf" + encode(GOOD)
    header = read_header_line(line)
    assert header.raw == line
    assert [problem.code for problem in header_problems(header)] == ["byte-order-mark"]


def test_a_path_of_windows_is_absolute() -> None:
    assert codes(cwd="C:\\work\\agent") == []


def test_the_dialect_reads_its_own_headers_only() -> None:
    assert dialect_of(0).read_header(encode(GOOD)).id == "session-1"
    with pytest.raises(RowFault):
        dialect_of(0).read_header(encode({**GOOD, "version": 3}))


def test_the_vocabulary_has_48_types_and_three_of_the_last_release() -> None:
    assert len(CORE_TYPES | PLUGIN_TYPES) == 48
    assert len(KNOWN_TYPES) == 51
    assert not LAST_RELEASE_TYPES & (CORE_TYPES | PLUGIN_TYPES)
