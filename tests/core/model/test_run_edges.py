"""The edges of a long run: the members that stand there, whatever is in them, and nothing between."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessionlog.generations import dialect_of
from sessionlog.model import embedded, run_edges
from sessionlog.model.run_edges import edge_texts

TEXTS = st.lists(st.text(alphabet='ab"\\,[] é\ud83d', max_size=6), min_size=1, max_size=30)


@given(TEXTS, st.integers(1, 40), st.booleans(), st.sampled_from([(",", ":"), (", ", ": "), (" ,\t", ":")]))
def test_the_edges_are_the_first_and_the_last_members(
    texts: list[str], characters: int, escaped: bool, separators: tuple[str, str]
) -> None:
    array = json.dumps(texts, ensure_ascii=escaped, separators=separators)
    found = edge_texts(array.encode("utf-8", "surrogatepass" if escaped else "replace"), characters)
    whole = texts if escaped else json.loads(array.encode("utf-8", "replace"))
    assert found is not None
    head = tail = 0
    while head < len(whole) and sum(map(len, whole[:head])) < characters:
        head += 1
    while tail < len(whole) - head and sum(map(len, whole[len(whole) - tail :])) < characters:
        tail += 1
    assert found == whole[:head] + whole[len(whole) - tail :]


@pytest.mark.parametrize("array", [b"", b"{}", b"[1,2]", b'["a"', b"null"])
def test_what_is_no_array_of_strings_has_no_edges(array: bytes) -> None:
    assert not edge_texts(array, 10)


def test_members_without_text_are_not_looked_at_without_end() -> None:
    found = edge_texts(b"[" + b'"",' * 100_000 + b'"x"]', 10)
    assert found is not None
    assert len(found) == 2 * run_edges.MOST_MEMBERS


def test_a_long_run_is_decoded_at_its_edges_only(monkeypatch: pytest.MonkeyPatch) -> None:
    decoded: list[int] = []
    real = embedded.decode
    monkeypatch.setattr(embedded, "decode", lambda line: decoded.append(len(line)) or real(line))
    texts = [f"word{number} " for number in range(400_000)]
    run = {"type": "text-chunks", "time0": 5, "index": 0, "dt": [1] * (len(texts) - 1), "texts": texts}
    data = {"turn": 1, "step": 1, "stream": [run]}
    line = json.dumps({"type": "assistant/attempt", "seq": 0, "time": 1, "data": data}, separators=(",", ":"))
    stream = dialect_of(3).attempt_stream(dialect_of(3).read_row(line.encode()))
    assert stream is not None
    ((piece, count),) = stream.edges(1000)
    assert isinstance(piece, embedded.StreamRun)
    assert (count, piece.texts[0], piece.texts[-1]) == (len(texts), texts[0], texts[-1])
    assert 2000 <= sum(map(len, piece.texts)) < 2100
    assert decoded == []
