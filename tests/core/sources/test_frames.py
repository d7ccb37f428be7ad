"""Frame boundaries are those of the zstd format, whatever the bytes say (spec 01 section 10.4)."""

from __future__ import annotations

import random
from pathlib import Path

import log_files
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from sessionlog.model.errors import UserError
from sessionlog.sources import frames
from sessionlog.sources.files import open_source
from sessionlog.sources.frames import Damage, FrameReader, Piece, Text, Torn
from sessionlog.sources.zstd_format import MAGIC, walk, walk_run

bodies = st.lists(st.tuples(st.binary(max_size=400), st.booleans(), st.booleans()), min_size=1, max_size=8)


def joined(parts: list[tuple[bytes, bool, bool]]) -> tuple[bytes, list[int]]:
    """Frames one after another, and where each ends."""
    data, ends = b"", []
    for body, checksum, content_size in parts:
        data += log_files.frame(body, checksum=checksum, content_size=content_size)
        ends.append(len(data))
    return data, ends


def read(path: Path, data: bytes, *, trust: bool = False) -> list[Piece]:
    path.write_bytes(data)
    with open_source(path) as file:
        return list(FrameReader(file, trust=trust).pieces())


def text_of(pieces: list[Piece], *, torn: bool = False) -> bytes:
    return b"".join(piece.data for piece in pieces if isinstance(piece, Text) and piece.torn is torn)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("frames") / "log.zstd"


@given(bodies)
def test_boundaries_are_those_of_the_library(parts: list[tuple[bytes, bool, bool]]) -> None:
    data, ends = joined(parts)
    found, position = [], 0
    while position < len(data):
        step = walk(data, position)
        assert step.fault == ""
        found.append((step.end, step.blocks))
        position = step.end
    assert [end for end, _ in found] == ends
    assert walk_run(data, 0) == found


@given(bodies)
def test_the_text_is_that_of_the_library(place: Path, parts: list[tuple[bytes, bool, bool]]) -> None:
    data, ends = joined(parts)
    pieces = read(place, data)
    whole = zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True).read()
    assert text_of(pieces) == whole
    assert [piece.frame for piece in pieces if isinstance(piece, Text) and piece.final] == list(
        range(1, len(ends) + 1)
    )


@given(bodies, st.data())
def test_a_cut_anywhere_is_a_torn_tail_and_the_frames_before_it_are_whole(
    place: Path, parts: list[tuple[bytes, bool, bool]], data: st.DataObject
) -> None:
    whole, ends = joined(parts)
    cut = data.draw(st.integers(0, len(whole)))
    pieces = read(place, whole[:cut])
    complete = [end for end in ends if end <= cut]
    assert text_of(pieces) == b"".join(body for body, _, _ in parts[: len(complete)])
    torn = [piece for piece in pieces if isinstance(piece, Torn)]
    if cut in (0, *ends):
        assert torn == []
    else:
        start = complete[-1] if complete else 0
        assert torn == [Torn(len(complete) + 1, start)]
        assert parts[len(complete)][0].startswith(text_of(pieces, torn=True))


@given(bodies, st.data())
def test_random_damage_is_named_and_never_stops_the_reader(
    place: Path, parts: list[tuple[bytes, bool, bool]], data: st.DataObject
) -> None:
    whole = bytearray(joined(parts)[0])
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    pieces = read(place, bytes(whole), trust=True)
    assert all(piece.end > piece.offset for piece in pieces if isinstance(piece, Damage))


def test_a_frame_with_a_bad_checksum_still_gives_its_text(place: Path) -> None:
    data = bytearray(log_files.frame(b"one\n") + log_files.frame(b"two\n") + log_files.frame(b"three\n"))
    end = log_files.frame_spans(bytes(data))[1][1]
    data[end - 1] ^= 1
    pieces = read(place, bytes(data))
    assert text_of(pieces) == b"one\ntwo\nthree\n"
    (damage,) = [piece for piece in pieces if isinstance(piece, Damage)]
    assert (damage.code, damage.frame, damage.lost) == ("frame-checksum", 2, False)


def test_after_broken_bytes_the_next_frame_is_found(place: Path) -> None:
    first, last = log_files.frame(b"one\n"), log_files.frame(b"three\n")
    pieces = read(place, first + b"\x28\xb5\x2f\xfd junk \x28\xb5\x2f\xfd\xff" + last)
    assert text_of(pieces) == b"one\nthree\n"
    (damage,) = [piece for piece in pieces if isinstance(piece, Damage)]
    assert damage.lost
    assert (damage.offset, damage.end) == (len(first), len(first) + 15)


def test_a_frame_cut_in_the_middle_of_the_file_is_damage_and_no_torn_tail(place: Path) -> None:
    first, middle, last = (log_files.frame(bytes(random.Random(n).randbytes(300))) for n in range(3))
    pieces = read(place, first + middle[:150] + last)
    assert [piece.code for piece in pieces if isinstance(piece, Damage)] == ["frame-cut"]
    assert not any(isinstance(piece, Torn) for piece in pieces)
    assert text_of(pieces).endswith(random.Random(2).randbytes(300))


def test_a_skippable_frame_is_named_and_passed_over(place: Path) -> None:
    skippable = b"\x5a\x2a\x4d\x18\x04\x00\x00\x00abcd"
    pieces = read(place, log_files.frame(b"one\n") + skippable + log_files.frame(b"two\n"))
    assert text_of(pieces) == b"one\ntwo\n"
    (damage,) = [piece for piece in pieces if isinstance(piece, Damage)]
    assert (damage.code, damage.lost) == ("frame-skippable", False)


@pytest.mark.parametrize(("descriptor", "code"), [(0x08, "frame-reserved"), (0x10, "frame-reserved")])
def test_reserved_bits_are_damage(place: Path, descriptor: int, code: str) -> None:
    data = bytearray(log_files.frame(b"one\n"))
    data[4] |= descriptor
    assert walk(bytes(data), 0).fault == code


def test_a_block_of_the_reserved_type_is_damage() -> None:
    assert walk(MAGIC + b"\x00\x58" + b"\x07\x00\x00", 0).fault == "frame-block"


def test_a_long_frame_comes_in_steps(place: Path) -> None:
    body = random.Random(5).randbytes(5 * frames.STEP)
    pieces = read(place, log_files.frame(b"header\n") + log_files.frame(body))
    assert text_of(pieces) == b"header\n" + body
    assert max(len(piece.data) for piece in pieces if isinstance(piece, Text)) <= frames.STEP


def bomb(size: int) -> bytes:
    """A frame of run-length blocks: 4 bytes for every 128 KiB."""
    block = (128 * 1024 << 3 | 2).to_bytes(3, "little") + b"\n"
    last = (128 * 1024 << 3 | 3).to_bytes(3, "little") + b"\n"
    return MAGIC + b"\x00\x38" + block * (size // (128 * 1024) - 1) + last


def test_a_log_that_expands_beyond_reason_is_asked_about(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frames, "RATIO_FLOOR", 4 * frames.STEP)
    with pytest.raises(UserError) as caught:
        read(place, bomb(16 * frames.STEP))
    assert caught.value.code == "expansion-ratio"
    assert len(text_of(read(place, bomb(16 * frames.STEP), trust=True))) == 16 * frames.STEP


def test_a_few_bytes_repeated_are_stopped_long_before_the_last_cap(place: Path) -> None:
    size = frames.STEEP_FLOOR + 2 * frames.STEP
    with pytest.raises(UserError, match="more than 4,000 times, beyond 64 MiB"):
        read(place, bomb(size))
    text = b"0123456789" * 700 + b"\n"
    assert len(text_of(read(place, log_files.frame(text) * 10_000))) == 10_000 * len(text)


def test_a_frame_that_asks_for_too_much_memory_is_not_decoded(place: Path) -> None:
    huge_window = MAGIC + b"\x00\xf8" + (4 << 3 | 1).to_bytes(3, "little") + b"abc\n"
    pieces = read(place, log_files.frame(b"one\n") + huge_window + log_files.frame(b"two\n"))
    assert text_of(pieces) == b"one\ntwo\n"
    assert [piece.code for piece in pieces if isinstance(piece, Damage)] == ["frame-window"]


def test_a_file_of_nothing_but_magics_is_given_up_in_bounded_work(place: Path) -> None:
    pieces = read(place, log_files.frame(b"one\n") + MAGIC * 200_000)
    assert text_of(pieces) == b"one\n"
    assert len(pieces) <= 3


def test_frames_longer_than_what_is_held_are_walked_block_by_block(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frames, "_READ", 1024)
    monkeypatch.setattr(frames, "_MOST_HELD", 4096)
    body = random.Random(6).randbytes(600_000)
    pieces = read(place, log_files.frame(b"h\n") + log_files.frame(body) + log_files.frame(b"end\n"))
    assert text_of(pieces) == b"h\n" + body + b"end\n"
    assert not any(isinstance(piece, Damage) for piece in pieces)
