"""Ways in which logs get damaged, each one small and exact.

On files: `flip_byte`, `bad_checksum`, `cut_tail`, `torn_frame`, `foreign_file`. On lines (a header
and rows without LF, to be written with `log_files.write_lines`): `cut_line`, `duplicate_run`,
`drop_run`, `newer_version`, `restart_at`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import zstandard
from log_files import Json, encode, expand, frame_spans


def flip_byte(path: Path, *, frame: int, at: int = -8) -> int:
    """Invert one byte of a frame (0 is the header's); returns its offset in the file."""
    start, end = frame_spans(path.read_bytes())[frame]
    offset = (start if at >= 0 else end) + at
    data = bytearray(path.read_bytes())
    data[offset] ^= 0xFF
    path.write_bytes(data)
    return offset


def bad_checksum(path: Path, *, frame: int) -> int:
    """Spoil the content checksum that ends a frame; its content stays readable."""
    return flip_byte(path, frame=frame, at=-1)


def cut_tail(path: Path, count: int) -> Path:
    """Take `count` bytes off the end."""
    data = path.read_bytes()
    path.write_bytes(data[: len(data) - count])
    return path


def torn_frame(path: Path, keep: float = 0.5) -> Path:
    """Leave only a share of the last frame, as a crash in the middle of a write does."""
    data = path.read_bytes()
    start, end = frame_spans(data)[-1]
    path.write_bytes(data[: start + max(1, int((end - start) * keep))])
    return path


def cut_line(lines: Sequence[bytes], *at: int) -> list[bytes]:
    """Cut the lines with these indices (0 is the header) in the middle of their JSON."""
    return [line[: len(line) // 2] if index in at else line for index, line in enumerate(lines)]


def duplicate_run(lines: Sequence[bytes], first: int, last: int) -> list[bytes]:
    """Write the lines `first .. last` twice, the second time right after the first."""
    return [*lines[: last + 1], *lines[first : last + 1], *lines[last + 1 :]]


def drop_run(lines: Sequence[bytes], first: int, last: int) -> list[bytes]:
    """Leave out the lines `first .. last`: a gap in the seqs."""
    return [*lines[:first], *lines[last + 1 :]]


def restart_at(lines: Sequence[bytes], seq: int, tail: Sequence[Json]) -> list[bytes]:
    """Append rows whose seqs start over at `seq`, as a second writer leaves them."""
    return [*lines, *(encode({**event, "seq": seq + k}) for k, event in enumerate(tail))]


def newer_version(lines: Sequence[bytes], version: int = 5) -> list[bytes]:
    """The same log under the header of a later format."""
    return [encode({**json.loads(lines[0]), "version": version}), *lines[1:]]


def foreign_file(path: Path, kind: str = "text") -> Path:
    """A file that is no session log: text, json, sqlite, zip, empty, zeros, zstd or skippable."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(
        {
            "text": "Shopping list:\n- milk\n- 豆腐\n".encode(),
            "json": b'{"name":"something else","version":"1.0.0"}\n',
            "sqlite": b"SQLite format 3\x00" + bytes(84),
            "zip": b"PK\x03\x04" + bytes(60),
            "empty": b"",
            "zeros": bytes(4096),
            "zstd": zstandard.ZstdCompressor().compress(b"just text\nwith lines\n"),
            "skippable": b"\x50\x2a\x4d\x18\x04\x00\x00\x00abcd",
        }[kind]
    )
    return path


def seqs(lines: Sequence[bytes]) -> list[int]:
    """Seqs of the readable rows, in file order, packed rows expanded."""
    found: list[int] = []
    for line in lines[1:]:
        try:
            found += [event["seq"] for event in expand(json.loads(line))]
        except ValueError:
            continue
    return found
