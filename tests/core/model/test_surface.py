"""The surface: what the model sees now, replacements by position, every marker rule."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from row_logs import V0, rows_of
from strategies import logs

from sessionlog.model.derive import derive_event_message, derive_messages
from sessionlog.model.faults import LogFault
from sessionlog.model.row import SurfaceOp
from sessionlog.model.surface import SurfaceFold, fold_surface, is_append_origin, map_surface

Json = dict[str, Any]


def user(seq: int, op: Any = "append", sources: list[Any] | None = None, text: str = "hi") -> Json:
    message = {
        "id": f"u{seq}",
        "role": "user",
        "content": [{"type": "text", "text": text}],
        "source": {"kind": "user"},
    }
    return with_markers({"type": "user/message", "seq": seq, "time": 0, "data": message}, op, sources)


def result(seq: int, op: Any = "append", sources: list[Any] | None = None, **changed: Any) -> Json:
    block = {"type": "tool-result", "toolCallId": "c", "content": [{"type": "text", "text": f"out {seq}"}]}
    message = {"id": "t", "role": "user", "source": {"kind": "tool", "callId": "c"}, "content": [block]}
    data = {"turn": 1, "step": 1, "message": message} | changed
    return with_markers({"type": "tool/result", "seq": seq, "time": 0, "data": data}, op, sources)


def answer(seq: int, content: list[Json], sources: list[Any] | None = None, op: Any = "append") -> Json:
    source = {"kind": "model", "provider": "p", "model": "m"}
    message = {"id": f"a{seq}", "role": "assistant", "content": content, "source": source}
    data = {"turn": 1, "step": 1, "message": message}
    return with_markers({"type": "assistant/message", "seq": seq, "time": 0, "data": data}, op, sources)


def with_markers(event: Json, op: Any, sources: list[Any] | None) -> Json:
    markers: Json = {} if op is None else {"surfaceOp": op}
    if sources is not None:
        markers["sourceEventSeqs"] = sources
    return event | markers


def replace(start: int, end: int) -> Json:
    return {"op": "replace", "start": start, "end": end}


def folded(*events: Json) -> SurfaceFold:
    fold = SurfaceFold()
    for event in events:
        fold.apply(event)
    return fold


def refused(fold: SurfaceFold, event: Json) -> str:
    """The code with which an event is refused; the fold must be as it was before."""
    before = (fold.nodes(), fold.replace_generation, fold.next_seq, list(fold.events()))
    with pytest.raises(LogFault) as fault:
        fold.apply(event)
    assert (fold.nodes(), fold.replace_generation, fold.next_seq, list(fold.events())) == before
    assert fault.value.remedy
    return fault.value.code


def test_surface_events_are_appended_in_log_order() -> None:
    log_only = {"type": "turn/start", "seq": 1, "time": 0, "data": {"turn": 1}}
    assert folded(user(0), log_only, user(2)).nodes() == [0, 2]


def test_a_replacement_stands_where_the_span_began() -> None:
    fold = folded(user(0), user(1), user(2), user(3))
    step = fold.apply(user(4, replace(1, 2), [1, 2]))
    assert step is not None and step.op is SurfaceOp.REPLACE and step.shadowed == (1, 2)
    assert fold.nodes() == [0, 4, 3]
    assert fold.replace_generation == 1


def test_a_span_is_one_of_positions_so_its_start_may_be_the_larger_number() -> None:
    fold = folded(user(0), user(1), user(2), user(3, replace(0, 0), [0]))
    assert fold.nodes() == [3, 1, 2]
    fold.apply(user(4, replace(3, 1), [3, 1]))
    assert fold.nodes() == [4, 2]
    assert fold.replace_generation == 2


def test_a_span_whose_end_stands_before_its_start_is_refused() -> None:
    fold = folded(user(0), user(1), user(2), user(3, replace(0, 0), [0]))
    assert refused(fold, user(4, replace(1, 3), [1, 3])) == "replace-reversed"


def test_what_was_replaced_cannot_be_replaced_again() -> None:
    fold = folded(user(0), user(1), user(2, replace(0, 0), [0]))
    assert refused(fold, user(3, replace(0, 1), [0, 1])) == "replace-not-current"


def test_a_replacement_cites_everything_that_it_shadows_and_may_cite_more() -> None:
    fold = folded(user(0), user(1), user(2))
    assert refused(fold, user(3, replace(0, 1), [0])) == "replace-sources-incomplete"
    assert refused(fold, user(3, replace(0, 1))) == "replace-sources-incomplete"
    fold.apply(user(3, replace(0, 1), [2, 1, 0]))
    assert fold.nodes() == [3, 2]


def test_a_surface_event_says_what_it_does() -> None:
    assert refused(SurfaceFold(), user(0, None)) == "surface-op-missing"


@pytest.mark.parametrize("marker", [{"surfaceOp": "append"}, {"sourceEventSeqs": []}])
def test_a_log_only_event_carries_no_marker(marker: Json) -> None:
    event = {"type": "session/title", "seq": 0, "time": 0, "data": {}} | marker
    assert refused(SurfaceFold(), event) == "surface-marker-on-log-event"


@pytest.mark.parametrize(
    "op",
    [
        "replace",
        "",
        None,
        [],
        {"op": "replace", "start": 0},
        {"op": "append", "start": 0, "end": 0},
        {"op": "replace", "start": 0, "end": 0, "why": 1},
        {"op": "replace", "start": -1, "end": 0},
        {"op": "replace", "start": 0, "end": 2**53},
        {"op": "replace", "start": True, "end": 0},
        {"op": "replace", "startSeq": 0, "endSeq": 0},
    ],
)
def test_surface_op_is_append_or_exactly_a_replacement(op: Any) -> None:
    event = user(1, "append", [0]) | {"surfaceOp": op}
    assert refused(folded(user(0)), event) == "surface-op-invalid"


@pytest.mark.parametrize(
    ("sources", "code"),
    [
        ("0", "sources-not-a-list"),
        (None, "sources-not-a-list"),
        ([], "sources-empty"),
        (["0"], "sources-not-seqs"),
        ([0, -1], "sources-not-seqs"),
        ([True], "sources-not-seqs"),
        ([1, True], "sources-not-seqs"),
        ([0.5], "sources-not-seqs"),
        ([0, 0], "sources-repeated"),
        ([2, 3, 3], "sources-repeated"),
        ([2, 2, 2, 5], "sources-repeated"),
        (["x", 3], "sources-not-seqs"),
        ([3, "x"], "sources-not-seqs"),
        ([2, True, 4], "sources-not-seqs"),
        ([6], "sources-not-earlier"),
        ([0, 7], "sources-not-earlier"),
        ([4, 5, 6], "sources-not-earlier"),
    ],
)
def test_sources_are_distinct_earlier_seqs(sources: Any, code: str) -> None:
    fold = folded(*map(user, range(6)))
    assert refused(fold, user(6) | {"sourceEventSeqs": sources}) == code


def test_only_an_answer_may_cite_nothing() -> None:
    assert folded(answer(0, [], [])).nodes() == [0]
    assert refused(SurfaceFold(), result(0, sources=[])) == "sources-empty"


def test_the_order_of_sources_is_free() -> None:
    fold = folded(user(0), user(1), user(2), user(3), user(4))
    fold.apply(answer(5, [], [4, 2, 3]))
    assert fold.nodes()[-1] == 5


def test_seqs_are_dense() -> None:
    assert refused(folded(user(0)), user(2)) == "seq-not-dense"
    assert refused(folded(user(0)), user(0)) == "seq-not-dense"
    with pytest.raises(LogFault, match="was due") as fault:
        folded(user(0)).skip(3, 2)
    assert fault.value.seq == 3
    with pytest.raises(LogFault) as fault:
        folded(user(0)).apply(user(1) | {"seq": "one"})
    assert fault.value.seq is None


def test_a_pruned_result_may_change_in_its_content_only() -> None:
    fold = folded(user(0), result(1))
    assert refused(fold, result(2, replace(1, 1), [1], step=2)) == "replace-result-changed"
    assert (
        refused(fold, result(2, replace(1, 1), [1], error={"name": "E", "code": "C"}))
        == "replace-result-changed"
    )
    assert refused(fold, result(2, replace(1, 1), [1], message={})) == "replace-result-changed"
    fold.apply(result(2, replace(1, 1), [1]))
    assert fold.nodes() == [0, 2]


@pytest.mark.parametrize("change", [{"isError": True}, {"toolCallId": "d"}, {"type": "text"}])
def test_a_pruned_result_keeps_its_block_but_for_the_content(change: Json) -> None:
    fold = folded(user(0), result(1))
    pruned = result(2, replace(1, 1), [1])
    pruned["data"]["message"]["content"][0] |= change
    assert refused(fold, pruned) == "replace-result-changed"


def test_a_pruned_result_keeps_its_message_id_and_its_one_block() -> None:
    fold = folded(user(0), result(1))
    other = result(2, replace(1, 1), [1])
    other["data"]["message"]["id"] = "another"
    assert refused(fold, other) == "replace-result-changed"
    twice = result(2, replace(1, 1), [1])
    twice["data"]["message"]["content"] *= 2
    assert refused(fold, twice) == "replace-result-changed"


def test_true_and_one_are_different_in_a_pruned_result() -> None:
    fold = folded(user(0), result(1, meta={"exit": 1}))
    assert refused(fold, result(2, replace(1, 1), [1], meta={"exit": True})) == "replace-result-changed"
    fold.apply(result(2, replace(1, 1), [1], meta={"exit": 1.0}))


def test_a_result_replaces_exactly_one_result() -> None:
    fold = folded(user(0), result(1), result(2))
    assert refused(fold, result(3, replace(1, 2), [1, 2])) == "replace-result-pair"
    assert refused(fold, result(3, replace(0, 0), [0])) == "replace-result-pair"


def test_a_checkpoint_may_replace_anything() -> None:
    fold = folded(user(0), answer(1, [{"type": "text", "text": "x"}]), result(2))
    fold.apply(user(3, replace(0, 2), [0, 1, 2]))
    fold.apply(answer(4, [], [3], replace(3, 3)))
    assert fold.nodes() == [4]


def test_an_empty_answer_stays_a_node_and_says_nothing_to_the_model() -> None:
    fold = folded(user(0), answer(1, []), user(2))
    assert fold.nodes() == [0, 1, 2]
    assert [message["id"] for message in derive_messages(fold.events())] == ["u0", "u2"]
    assert refused(fold, user(3, replace(0, 2), [0, 2])) == "replace-sources-incomplete"


def test_derived_messages_are_the_logged_objects_themselves() -> None:
    events = [user(0), answer(1, [{"type": "text", "text": "x"}]), result(2)]
    derived = derive_messages(folded(*events).events())
    assert derived[0] is events[0]["data"]
    assert derived[1] is events[1]["data"]["message"]
    assert derived[2] is events[2]["data"]["message"]
    assert derive_event_message({"type": "turn/start", "seq": 3, "time": 0, "data": {"turn": 1}}) is None


def test_people_read_what_was_appended_also_after_a_compaction() -> None:
    checkpoint = user(2, replace(0, 1), [0, 1])
    assert is_append_origin(user(0))
    assert not is_append_origin(checkpoint)
    assert not is_append_origin({"type": "turn/start", "seq": 3, "time": 0, "data": {}})


def naive_nodes(events: list[Json]) -> tuple[list[int], int]:
    """The fold as the sentence says it, with lists."""
    nodes: list[int] = []
    generation = 0
    for event in events:
        op = event.get("surfaceOp")
        if op == "append":
            nodes.append(event["seq"])
        elif op is not None:
            first, last = nodes.index(op["start"]), nodes.index(op["end"])
            nodes[first : last + 1] = [event["seq"]]
            generation += 1
    return nodes, generation


@st.composite
def replacing_logs(draw: st.DrawFn) -> list[Json]:
    """Prompts, results, prunes and replaced spans, nested and reversed in number."""
    events: list[Json] = []
    nodes: list[int] = []
    for seq in range(draw(st.integers(1, 40))):
        kind = draw(st.sampled_from(["user", "result", "span", "prune"]))
        results = [node for node in nodes if events[node]["type"] == "tool/result"]
        if kind == "span" and nodes:
            first = draw(st.integers(0, len(nodes) - 1))
            last = draw(st.integers(first, len(nodes) - 1))
            shadowed = nodes[first : last + 1]
            cited = draw(st.permutations(shadowed))
            events.append(user(seq, replace(shadowed[0], shadowed[-1]), list(cited)))
            nodes[first : last + 1] = [seq]
        elif kind == "prune" and results:
            node = draw(st.sampled_from(results))
            events.append(result(seq, replace(node, node), [node]))
            nodes[nodes.index(node)] = seq
        else:
            events.append(result(seq) if kind == "result" else user(seq))
            nodes.append(seq)
    return events


@settings(max_examples=100)
@given(replacing_logs())
def test_the_fold_equals_a_naive_one_after_every_event(events: list[Json]) -> None:
    fold = SurfaceFold()
    for number, event in enumerate(events, 1):
        fold.apply(event)
        assert (fold.nodes(), fold.replace_generation) == naive_nodes(events[:number])
    assert [event["seq"] for event in fold.events()] == fold.nodes()
    whole = fold_surface(rows_of(events), V0, "demo")
    assert (whole.nodes(), whole.replace_generation) == (fold.nodes(), fold.replace_generation)


@given(replacing_logs())
def test_the_map_from_index_entries_agrees_and_knows_what_shadowed_what(events: list[Json]) -> None:
    indexer = V0.indexer()
    entries = [entry for row in rows_of(events) for entry in indexer.feed(row)]
    found = map_surface(entries)
    fold, replaced_by = SurfaceFold(), {}
    for event in events:
        step = fold.apply(event)
        assert step is not None
        replaced_by.update(dict.fromkeys(step.shadowed, step.seq))
    assert (found.nodes, found.replaced_by) == (fold.nodes(), replaced_by)
    assert found.replace_generation == fold.replace_generation


def test_a_map_of_a_damaged_log_goes_on_where_a_replacement_has_no_place() -> None:
    for start, end in ((7, 9), (0, 9), (9, 0)):
        events = [user(0), user(1, replace(start, end), [0]), user(2)]
        indexer = V0.indexer()
        entries = [entry for row in rows_of(events) for entry in indexer.feed(row)]
        assert map_surface(entries).nodes == [0, 1, 2]


@given(logs())
def test_packed_rows_are_passed_over_with_the_same_result(log: Any) -> None:
    packed = fold_surface(rows_of(log.events), V0, log.id)
    single = fold_surface(rows_of(log.events, packed=False), V0, log.id)
    assert packed.nodes() == single.nodes() == naive_nodes(log.events)[0]


def test_ten_thousand_prunes_over_a_hundred_thousand_nodes_touch_only_what_they_change() -> None:
    nodes, prunes = 100_000, 10_000
    fold = SurfaceFold()
    for seq in range(nodes):
        fold.apply(result(seq))
    appended = fold.steps
    for number in range(prunes):
        fold.apply(result(nodes + number, replace(number * 7, number * 7), [number * 7]))
    assert appended == nodes
    assert fold.steps - appended == 2 * prunes, "one node found and one put in its place, for each prune"


def test_compactions_cost_in_all_no_more_than_the_nodes_that_they_remove() -> None:
    fold = SurfaceFold()
    seq = shadowed = 0
    for _ in range(50):
        for _ in range(100):
            fold.apply(user(seq))
            seq += 1
        span = fold.nodes()
        fold.apply(user(seq, replace(span[0], span[-1]), span))
        shadowed += len(span)
        seq += 1
    assert fold.steps == 50 * 100 + 2 * shadowed
