"""The structure of zstd frames, as far as their boundaries go (RFC 8878; spec 01 section 10.4).

Nothing is decoded here: a frame's header and the headers of its blocks say where it ends.
"""

from __future__ import annotations

from typing import NamedTuple

MAGIC = b"\x28\xb5\x2f\xfd"
SKIPPABLE = frozenset(bytes([n]) + b"\x2a\x4d\x18" for n in range(0x50, 0x60))


class Walk(NamedTuple):
    """A frame's end (exclusive) and its number of blocks, or why there is none.

    `fault` is `""` for a whole frame, `short` when the bytes end before the frame does, else the
    code of what is wrong. For a fault `end` is where it stands.
    """

    fault: str
    end: int
    blocks: int


def _header_lengths() -> list[int]:
    lengths = []
    for descriptor in range(256):
        single = descriptor >> 5 & 1
        content_size = (single, 2, 4, 8)[descriptor >> 6]
        lengths.append(5 + (1 - single) + (0, 1, 2, 4)[descriptor & 3] + content_size)
    return lengths


HEADER_LENGTH = _header_lengths()
_SHORTEST_FRAME = 9


def walk(data: bytes, start: int) -> Walk:
    """The extent of the frame at `start`. Looks at its header and block headers only."""
    length = len(data)
    if data[start : start + 4] != MAGIC:
        if length - start < 4 and MAGIC.startswith(data[start:]):
            return Walk("short", length, 0)
        return Walk("frame-skippable" if data[start : start + 4] in SKIPPABLE else "frame-magic", start, 0)
    if start + 4 >= length:
        return Walk("short", length, 0)
    descriptor = data[start + 4]
    if descriptor & 0x18:
        return Walk("frame-reserved", start, 0)
    position = start + HEADER_LENGTH[descriptor]
    blocks = 0
    while position + 3 <= length:
        head = data[position] | data[position + 1] << 8 | data[position + 2] << 16
        kind = head & 6
        if kind == 6:
            return Walk("frame-block", position, blocks)
        position += 4 if kind == 2 else 3 + (head >> 3)
        blocks += 1
        if head & 1:
            if descriptor & 4:
                position += 4
            return Walk("" if position <= length else "short", position, blocks)
    return Walk("short", position, blocks)


def walk_run(data: bytes, start: int) -> list[tuple[int, int]]:
    """The whole frames that follow one another from `start`, each as (end, blocks).

    The rules of `walk` in one loop, because a log of a million events has tens of thousands of
    frames. It stops before whatever is no whole frame; `walk` says what that is.
    """
    frames: list[tuple[int, int]] = []
    length = len(data)
    while start + _SHORTEST_FRAME <= length and data[start : start + 4] == MAGIC:
        descriptor = data[start + 4]
        if descriptor & 0x18:
            break
        position = start + HEADER_LENGTH[descriptor]
        blocks = head = 0
        while not head & 1 and position + 3 <= length:
            head = data[position] | data[position + 1] << 8 | data[position + 2] << 16
            kind = head & 6
            if kind == 6:
                return frames
            position += 4 if kind == 2 else 3 + (head >> 3)
            blocks += 1
        if descriptor & 4:
            position += 4
        if not head & 1 or position > length:
            break
        frames.append((position, blocks))
        start = position
    return frames


def skippable_end(data: bytes, start: int) -> int:
    """The end of a skippable frame, or -1 where its length is not there."""
    length = data[start + 4 : start + 8]
    return start + 8 + int.from_bytes(length, "little") if len(length) == 4 else -1
