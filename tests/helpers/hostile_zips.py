"""ZIPs in which anything may be wrong, and child processes that make them, open them and tell their peak.

python hostile_zips.py make FOLDER COUNT    writes COUNT generated ZIPs, and the heavy ones
python hostile_zips.py open FOLDER 0        opens each as the window does, prints MB at the peak
python hostile_zips.py take FOLDER N        takes N MB and prints the same: the measure sees it
"""

from __future__ import annotations

import hashlib
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from archives import STORED, SYMLINK_MODE, Item, archive_bytes
from logs import LogBuilder

from sessionlog.access.opened import OpenedSource
from sessionlog.access.support import support_case
from sessionlog.model.errors import SessionlogError
from sessionlog.sources.discover import discover

MIB = 1 << 20
LOG = b'{"type":"session","version":0,"id":"s","createdAt":1}\n'
DIGEST = hashlib.sha256(b"picture").hexdigest()
NAMES = [
    "session.jsonl",
    "../x.jsonl",
    "/x.jsonl",
    "C:\\x.jsonl",
    "a/b/session.v4.jsonl",
    f"media/{DIGEST}.png",
    "n.zip",
    "é.jsonl",
    "\x00.jsonl",
    "x/",
]


def hostile(seed: int) -> bytes:
    """A ZIP in which anything may be wrong, by a seed."""
    chance = random.Random(seed)
    text = b"\n".join([*LogBuilder("s").turn().user("hi").assistant("ho").end_turn().lines(), b""])
    items = []
    for _ in range(chance.randrange(1, 9)):
        data = chance.choice([text, LOG, b"picture", b"", bytes(chance.choice([10, 1 << 20, 3 << 20]))])
        items.append(
            Item(
                chance.choice(NAMES),
                data,
                chance.choice([0, 8, 8, 8, 12, 93]),
                crc=chance.choice([None, None, None, 1]),
                size=chance.choice([None, None, None, 0, 5, 0xFFFFFFF0]),
                packed=chance.choice([None, None, None, 0, 5, 0x7FFFFFFF]),
                flags=chance.choice([0, 0x800, 0x800, 1]),
                attributes=chance.choice([0, 0o100644 << 16, SYMLINK_MODE, 0xFFFFFFFF]),
                later=chance.random() < 0.3,
                zip64=chance.random() < 0.2,
                raw=chance.choice([None, None, None, chance.randbytes(20), b"PK\x03\x04" * 8]),
                local_name=chance.choice([None, None, None, "other.jsonl"]),
            )
        )
    data = bytearray(archive_bytes(items, comment=chance.choice([b"", b"PK\x05\x06" + bytes(30)])))
    for _ in range(chance.choice([0, 0, 1, 5, 40])):
        data[chance.randrange(len(data))] = chance.randrange(256)
    if chance.random() < 0.3:
        del data[chance.randrange(len(data)) :]
    return bytes(data)


def heavy() -> Iterator[bytes]:
    """Within every cap, and as large as that allows."""
    text = b"\n".join([*LogBuilder("s").turn().user("hi").assistant("ho").end_turn().lines(), b""])
    yield archive_bytes([Item("session.jsonl", text + b"\n" * (8 * MIB))])
    yield archive_bytes([Item("session.jsonl", text + b"a" * (48 * MIB))])
    yield archive_bytes([Item("session.jsonl", bytes(48 * MIB))])
    yield archive_bytes([Item(f"media/{DIGEST}.png", bytes(48 * MIB)), Item("session.jsonl", text)])
    yield archive_bytes([Item(f"{k}/session.jsonl", b"", STORED) for k in range(100)])
    yield archive_bytes(
        [Item("sessionloom-manifest.json", b'{"format":"sessionloom-export",' + b" " * (60 * MIB))]
    )


def make_all(folder: Path, count: int) -> None:
    for seed in range(count):
        (folder / f"{seed}.zip").write_bytes(hostile(seed))
    for number, archive in enumerate(heavy()):
        (folder / f"heavy-{number}.zip").write_bytes(archive)


def open_whole(path: Path) -> None:
    """As the window does: list what is in it and read every session to its end."""
    try:
        source = OpenedSource(2, discover(path))
    except SessionlogError as fault:
        assert fault.sentence
        return
    try:
        case = support_case(source, lambda number, changes: None)
        assert all(entry.message for entry in case.refused)
    finally:
        source.close()


def peak() -> float:
    """The most memory that this process ever had, in MB."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("no peak of memory is told here")


def main(what: str, folder: Path, number: int) -> None:
    if what == "make":
        make_all(folder, number)
        return
    before = peak()
    if what == "open":
        for path in sorted(folder.iterdir()):
            open_whole(path)
    else:
        assert len(os.urandom(1) * (number * MIB)) == number * MIB
    print(round(peak() - before))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
