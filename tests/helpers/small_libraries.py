"""Small libraries in a folder of a test: opened, filled with talks or a case with a picture, looked at."""

from __future__ import annotations

import hashlib
from contextlib import contextmanager

from archives import Item, write_archive
from logs import LogBuilder

from sessionlog.library import LIBRARY_SOURCE, Library
from sessionlog.store.spill import SpillFolders

PICTURE = b"\x89PNG\r\n\x1a\n" + b"a picture of the tide" * 40
DIGEST = hashlib.sha256(PICTURE).hexdigest()
IMAGE = {"type": "image", "attachment": {"attachmentId": f"sha256:{DIGEST}", "mediaType": "image/png"}}


def open_at(folder) -> Library:
    return Library.open(folder / "data" / "library.db", spills=SpillFolders((folder / "spill",)))


@contextmanager
def a_library(path, folder):
    library = Library.open(path, spills=SpillFolders((folder / "spills",)))
    try:
        yield library
    finally:
        library.close()


def talk(id: str, turns: int = 3) -> LogBuilder:
    log = LogBuilder(id)
    for turn in range(turns):
        log.user(f"Question {turn} of {id}").assistant("An answer. " * 40).end_turn()
    return log.title(f"About {id}")


def keep(library, tmp_path, *ids: str):
    for name in ids:
        talk(name).as_home(tmp_path / "home")
    library.import_path(tmp_path / "home")
    return {info.id: info for info in library.sessions(LIBRARY_SOURCE)}


def case_zip(tmp_path, *ids: str):
    items = []
    for number, name in enumerate(ids):
        log = LogBuilder(name).user([{"type": "text", "text": "Look"}, IMAGE]).assistant("Seen.").end_turn()
        entry = "session.jsonl" if not number else f"subagents/{name}/session.jsonl"
        items.append(Item(entry, b"\n".join([*log.lines(), b""])))
    items.append(Item(f"media/{DIGEST}.png", PICTURE))
    return write_archive(tmp_path / "case.zip", items)


def everything_in(folder) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())
