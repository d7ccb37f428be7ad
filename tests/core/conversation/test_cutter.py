"""Long texts are cut where a reader sees no seam, and only as far as they are shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessionlog.conversation.cutter import cut_after, cut_before, head_end, pieces, tail_start
from sessionlog.conversation.node import MAX_BLOCK_CHARS, MAX_BLOCK_LINES

CLUSTERS = [
    "a",
    "\n",
    "\r\n",
    "é",
    "e\u0301",
    "会",
    "🙂",
    "👍🏽",
    "👩\u200d👩\u200d👧",
    "❤\ufe0f",
    "🇩🇪",
    "🇺🇸",
    "1\ufe0f\u20e3",
    "각",
    "\u1100\u1161\u11a8",
    "क\u094dष",
    "🏴\U000e0067\U000e0062\U000e007f",
]
texts = st.lists(st.sampled_from(CLUSTERS), max_size=40)


@given(texts, st.integers(0, 200))
def test_no_cut_falls_inside_a_cluster(clusters: list[str], at: int) -> None:
    text = "".join(clusters)
    seams, place = {0}, 0
    for cluster in clusters:
        place += len(cluster)
        seams.add(place)
    at = min(at, len(text))
    if at > 0:
        assert cut_before(text, 0, at) in seams or cut_before(text, 0, at) == at < len(clusters[0])
    assert cut_after(text, at) in seams


@given(texts, st.integers(1, 6))
def test_pieces_join_to_the_text(clusters: list[str], factor: int) -> None:
    text = "".join(clusters) * factor * 40
    cuts = list(pieces(text))
    assert "".join(text[start:stop] for start, stop in cuts) == text
    for start, stop in cuts:
        assert stop - start <= MAX_BLOCK_CHARS
        assert text.count("\n", start, stop) <= MAX_BLOCK_LINES


def test_a_cluster_that_fills_a_piece_is_cut_all_the_same() -> None:
    text = "e" + "\u0301" * 20_000
    cuts = list(pieces(text))
    assert len(cuts) == 3
    assert sum(stop - start for start, stop in cuts) == len(text)


def test_a_long_run_of_flags_is_cut_between_flags() -> None:
    text = "x" + "🇩🇪" * 10_000
    assert all((stop - 1) % 2 == 0 for _, stop in pieces(text))


class _Watched(str):
    """A text that says how much of it was copied out."""

    copied = 0

    def __getitem__(self, key: object) -> str:  # type: ignore[override]
        found = super().__getitem__(key)  # type: ignore[index]
        _Watched.copied += len(found)
        return found


@pytest.mark.parametrize("mark", ["x", "🙂", "e\u0301"])
def test_head_and_tail_of_a_huge_line_look_at_their_ends_only(mark: str) -> None:
    text = _Watched(mark * 3_000_000)
    _Watched.copied = 0
    head, tail = head_end(text, 0, len(text)), tail_start(text, 0, len(text))
    assert head <= MAX_BLOCK_CHARS and len(text) - tail <= MAX_BLOCK_CHARS
    assert head % len(mark) == tail % len(mark) == 0
    assert _Watched.copied < 100
