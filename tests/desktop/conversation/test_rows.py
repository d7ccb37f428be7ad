"""Rows follow the nodes through every change, and keep their identity where nothing changed."""

from __future__ import annotations

from collections.abc import Container

from drawn import prompt
from hypothesis import given, settings
from hypothesis import strategies as st

from sessionlog.conversation.node import Block, BlockKind, Node, Splice
from sessionloom.conversation.positions import Positions
from sessionloom.conversation.rows import RowModel


def split(node: Node, expanded: Container[str]) -> list[Block]:
    """One row for each line of the text; an empty text shows nothing."""
    body = node.sections[0].text
    lines = body.split("\n") if body else []
    return [Block(f"{node.key}/0.{at}", node.key, BlockKind.PROSE, line) for at, line in enumerate(lines)]


def model_of(nodes: list[Node]) -> RowModel:
    model = RowModel(split, lambda row: float(len(row.block.text) + 1))
    model.replace(nodes)
    return model


bodies = st.sampled_from(["", "a", "a\nb", "one\ntwo\nthree"])


@settings(max_examples=80, deadline=None)
@given(st.lists(bodies, max_size=12), st.data())
def test_any_sequence_of_splices_equals_a_fresh_model(start: list[str], data: st.DataObject) -> None:
    seqs = iter(range(10_000))
    nodes = [prompt(next(seqs), body) for body in start]
    model = model_of(list(nodes))
    for _ in range(data.draw(st.integers(1, 6))):
        index = data.draw(st.integers(0, len(nodes)))
        removed = data.draw(st.integers(0, len(nodes) - index))
        gone = nodes[index : index + removed]
        new = [prompt(next(seqs), body) for body in data.draw(st.lists(bodies, max_size=5))]
        if gone and data.draw(st.booleans()):
            new = [*new, prompt(gone[-1].seq, data.draw(bodies))]
        before = len(model.rows)
        change = model.splice(Splice(index, removed, tuple(new)))
        nodes[index : index + removed] = new
        fresh = model_of(list(nodes))
        assert model.nodes == nodes
        assert [row.block for row in model.rows] == [row.block for row in fresh.rows]
        assert len(model.rows) == before - change.removed + change.added
        assert list(model.heights) == list(fresh.heights)
        for number, item in enumerate(nodes):
            assert model.node_index(item.key) == number
            assert [model.rows[row].node for row in model.rows_of(number)] == [item] * len(
                model.rows_of(number)
            )
        for number, row in enumerate(model.rows):
            assert model.row_of(row.block.key, row.node.key) == number
            assert model.nodes[model.node_of_row(number)].key == row.node.key


def test_a_row_whose_block_did_not_change_stays_the_same_object_with_its_height() -> None:
    model = model_of([prompt(1, "a\nb"), prompt(2, "c")])
    first = model.rows[0]
    first.measured = 7
    model.heights.set(0, 99.0)
    model.splice(Splice(0, 1, (model.nodes[0],)))
    assert model.rows[0] is first
    assert model.heights.get(0) == 99.0


def test_a_row_whose_text_changed_gets_another_revision_and_an_estimate() -> None:
    model = model_of([prompt(1, "a")])
    row = model.rows[0]
    revision, row.measured = row.revision, 3
    model.splice(Splice(0, 1, (prompt(1, "longer"),)))
    assert model.rows[0] is row
    assert row.revision != revision
    assert row.measured == -1
    assert model.heights.get(0) == 7.0


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_positions_equal_the_index_in_a_list(data: st.DataObject) -> None:
    names = iter(f"k{number}" for number in range(10_000))
    keys: list[str] = []
    positions = Positions()
    for _ in range(data.draw(st.integers(1, 12))):
        index = data.draw(st.integers(0, len(keys)))
        removed = data.draw(st.integers(0, len(keys) - index))
        new = [next(names) for _ in range(data.draw(st.integers(0, 5)))]
        gone = keys[index : index + removed]
        keys[index : index + removed] = new
        positions.splice(index, gone, keys, len(new))
        assert [positions.index(key) for key in keys] == list(range(len(keys)))
        assert all(positions.index(key) is None for key in gone if key not in keys)
