"""Where the lines of a piece of text stand in the file."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat

from sessionlog.sources.frames import Run, Text

Spot = tuple[int, int, int]
"""The frame in which a line ends (0 in a plain log), and the file offsets of its beginning and of its
end; in a zstd log both are the offset of the frame."""


def frame_spots(piece: Text) -> Iterable[Spot]:
    """Of the lines that end in a piece of a frame: as many as are asked for."""
    return repeat((piece.frame, piece.offset, piece.offset))


def run_spots(run: Run) -> list[Spot]:
    """Of the lines of frames that hold whole lines."""
    spots: list[Spot] = []
    for frame, (offset, text) in enumerate(zip(run.offsets, run.texts), run.frame):
        spots += [(frame, offset, offset)] * text.count(b"\n")
    return spots
