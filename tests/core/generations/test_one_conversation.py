"""One conversation, five generations: the same nodes, texts, outcomes and usage in each.

What the formats force to differ is listed in docs/FORMATS.md: audit rows (a generation-0 log has
no `system/message` and no inherited marker) and the seqs.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from corpus import corpus
from later_logs import LaterLog
from logs import LogBuilder
from memory_log import MemoryLog
from nodes import nodes_of

from sessionlog.conversation.node import Node, NodeKind
from sessionlog.history.loader import load_page
from sessionlog.library import Library
from sessionlog.model.attempts import Attempt, fold_attempts
from sessionlog.model.page import Bounds, Place
from sessionlog.query.totals import session_totals

USAGE = {"inputTokens": 7, "outputTokens": 2}
ASKED = {"kind": "aborted", "reason": {"kind": "user"}}
TOLD = ("name", "argument", "card", "code", "reason", "retries", "outcome", "model", "usage", "cause")


def shape(node: Node) -> dict[str, Any]:
    """What a reader sees of a node, without seqs, ids and times."""
    return {
        "kind": node.kind,
        "status": node.status,
        "turn": node.turn,
        "step": node.step,
        "title": node.title,
        "sections": [(section.kind, section.text) for section in node.sections],
        "facts": {name: node.facts[name] for name in TOLD if name in node.facts},
        "children": [shape(child) for child in node.children],
    }


def seen(log: LogBuilder | LaterLog | MemoryLog) -> list[dict[str, Any]]:
    memory = MemoryLog(log.lines()) if isinstance(log, LaterLog) else log
    return [shape(node) for node in nodes_of(memory, live=False) if node.kind is not NodeKind.AUDIT]


PLACES = {
    0: "generations/v0/{}.jsonl",
    1: "generations/v1/{}.jsonl",
    2: "generations/v2/{}.jsonl",
    3: "generations/v3-migrated/{}.jsonl",
    4: "generation-4/migrated/v0/{}.v4.jsonl",
}


@pytest.mark.parametrize("name", ["v0-tools", "v0-cancel", "v0-crash", "v0-fork"])
@pytest.mark.parametrize("generation", [1, 2, 3, 4])
def test_a_real_log_reads_the_same_in_every_generation(name: str, generation: int) -> None:
    logs = []
    for which in (0, generation):
        path = corpus() / PLACES[which].format(name)
        if not path.is_file():
            pytest.skip(f"the corpus has no {path.name} of generation {which}")
        logs.append(MemoryLog(path.read_bytes().splitlines()))
    first, later = (seen(log) for log in logs)
    assert [node["kind"] for node in later] == [node["kind"] for node in first]
    assert later == first
    totals = [session_totals(log) for log in logs]
    assert totals[1].owned == totals[0].owned
    assert totals[1].inherited == totals[0].inherited
    assert totals[1].statistics == totals[0].statistics


@pytest.mark.parametrize("generation", [2, 3, 4])
class TestScript:
    def test_a_retry_hides_what_failed_behind_one_row(self, generation: int) -> None:
        later = LaterLog(generation).begin("Go").retry(["par", "tial"]).answer(["done"], USAGE).end()
        (retry,) = [node for node in nodes_of(MemoryLog(later.lines())) if node.kind is NodeKind.RETRY]
        assert retry.status == "retried"
        assert [section.text for section in retry.sections] == ["partial", ""]
        texts = [section["sections"] for section in seen(later) if section["kind"] is NodeKind.ASSISTANT]
        assert texts == [[("prose", "done")]]

    def test_an_attempt_that_nothing_followed_is_shown_interrupted(self, generation: int) -> None:
        later = LaterLog(generation).begin("Go").attempt(["half ", "way"], None).end(ASKED)
        kinds = [(node["kind"], node["status"]) for node in seen(later)]
        assert (NodeKind.ASSISTANT, "interrupted") in kinds
        assert NodeKind.INTERRUPTED in {kind for kind, _ in kinds}

    def test_a_failed_turn_shows_its_last_attempt_and_its_error(self, generation: int) -> None:
        failure = {"message": "bad key", "code": "NOPE"}
        later = LaterLog(generation).begin("Go").attempt(["a"], {"kind": "error", "failure": failure})
        later.end({"kind": "error", "error": failure})
        kinds = [node["kind"] for node in seen(later)]
        assert NodeKind.ERROR in kinds
        outcomes = [attempt.outcome for attempt in attempts(later)]
        assert outcomes == ["failed"]

    def test_attempts_are_the_settlement_rows(self, generation: int) -> None:
        later = LaterLog(generation).begin("Go").retry(["x"]).retry(["y"], number=2).answer(["z"], USAGE)
        later.next_step().answer(["cut"], interrupted=True).end(ASKED)
        found = attempts(later)
        assert [str(attempt.outcome) for attempt in found] == [
            "retried",
            "retried",
            "committed",
            "interrupted",
        ]
        assert [attempt.first_seq for attempt in found] == [
            row["seq"] for row in later.rows if row["type"] in ("assistant/attempt", "assistant/message")
        ]
        assert not any(attempt.differences for attempt in found)
        assert found[1].step_first_token_time == found[0].first_token_time

    def test_usage_counts_the_attempts_that_failed(self, generation: int) -> None:
        later = LaterLog(generation).begin("Go")
        later.attempt(["x"], {"kind": "error", "failure": {"message": "m", "code": "C"}}, USAGE)
        later.answer(["z"], USAGE).end()
        totals = session_totals(MemoryLog(later.lines()))
        assert (totals.owned.input_tokens, totals.owned.samples) == (14, 2)
        assert totals.statistics.ttft_steps == 1

    def test_what_was_inherited_is_told_by_the_last_marker(self, generation: int) -> None:
        later = LaterLog(generation, seeded=True, parentSession="p").begin("Go").answer(["one"], USAGE).end()
        later.add("session/end-seed", {"inherited": True})
        later.begin("On").answer(["two"], USAGE).end()
        later.add("session/end-seed", {})
        totals = session_totals(MemoryLog(later.lines()))
        assert (totals.inherited.samples, totals.owned.samples) == (1, 1)

    def test_a_page_reaches_down_to_the_first_failed_attempt(self, generation: int) -> None:
        later = LaterLog(generation)
        for number in range(5):
            later.begin(f"Ask {number}").retry(["x"]).answer([f"Answer {number}"]).end()
        log = MemoryLog(later.lines())
        before: Place | None = None
        seqs: list[int] = []
        while True:
            page = load_page(log, before, Bounds(1))
            first = log.entries(page.page.from_seq, page.page.from_seq)[0]
            assert first.type != "llm/retry"
            seqs[:0] = range(page.page.from_seq, page.page.to_seq + 1)
            if not page.page.has_more:
                break
            before = page.start
        assert seqs == list(range(later.seq))

    def test_tools_and_what_recovery_says_of_them(self, generation: int) -> None:
        later = LaterLog(generation).begin("Go").call("bash", '{"command":"ls"}', "a.txt")
        later.next_step().call("bash", '{"command":"rm x"}', None)
        calls = [node for node in seen(later) if node["kind"] is NodeKind.TOOL_CALL]
        assert [node["status"] for node in calls] == ["ok", "unknown"]
        assert calls[0]["sections"] == [("input", '{"command":"ls"}'), ("output", "a.txt")]


def attempts(log: LaterLog) -> list[Attempt]:
    memory = MemoryLog(log.lines())
    return list(fold_attempts(memory.rows(0, log.seq), memory.dialect, "later"))


@pytest.mark.parametrize("generation", [2, 3, 4])
def test_the_library_keeps_and_gives_back_a_later_log(generation: int, tmp_path: Path) -> None:
    later = LaterLog(generation, seeded=True, parentSession="p").begin("Go").answer(["one"], USAGE).end()
    cut = later.add("session/end-seed", {"inherited": True})
    later.begin("On").retry(["x"]).answer(["two"], USAGE).end()
    path = later.write(tmp_path / "sessions")
    library = Library.open(tmp_path / "library.db")
    try:
        (kept,) = library.import_path(path)
        assert kept.ref is not None
        session = library.session(kept.ref)
        assert (session.generation, session.seed_length, session.turns) == (generation, cut, 2)
        log = library.log(kept.ref)
        assert [row.raw for row in log.rows(0, later.seq)] == later.lines()[1:]
        assert [entry.seq for entry in log.entries(0, later.seq)] == list(range(later.seq))
        source = library.open_path(path)
        (listed,) = library.sessions(source.id)
        library.prepare_log(listed.ref)
        assert library.session(listed.ref).seed_length == session.seed_length
    finally:
        library.close()


@pytest.mark.parametrize(
    ("chain", "first", "later"), [("A", "v1", "v2"), ("A", "v1", "v3"), ("A", "v0", "v1"), ("B", "v2", "v3")]
)
def test_a_worked_chain_reads_the_same_in_every_generation(chain: str, first: str, later: str) -> None:
    chains = json.loads((corpus() / "generations" / "cases" / "worked-chains.json").read_text())
    made = []
    for which in (first, later):
        lines = [json.dumps(row, separators=(",", ":")).encode() for row in chains[chain][which]]
        made.append(seen(MemoryLog(lines)))
    for node in made[0]:
        if node["kind"] is NodeKind.STEERING and first == "v0":  # an old type that only format 0 has
            node |= {"kind": NodeKind.USER, "title": "You"}
    assert made[1] == made[0]
