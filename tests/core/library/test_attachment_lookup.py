"""One attachment through the library's door: its bytes checked, its place told, nothing fetched by name."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from harness_db import add_session, new_database
from logs import LogBuilder

from sessionlog.access.looking_up import Lookup
from sessionlog.export.attached import Lack
from sessionlog.export.references import Reference
from sessionlog.library import LIBRARY_SOURCE, Library, SessionRef
from sessionlog.model.errors import UserError
from sessionlog.store.spill import SpillFolders

DATA = b"\x89PNG a picture"
DIGEST = hashlib.sha256(DATA).hexdigest()
MOST = 1 << 20


def picture(digest: str = DIGEST, media_type: str = "image/png") -> Reference:
    return Reference("image", f"sha256:{digest}", media_type, "")


def lines() -> list[bytes]:
    block = {"type": "image", "attachment": {"attachmentId": f"sha256:{DIGEST}", "mediaType": "image/png"}}
    log = LogBuilder("with", cwd="/p").user([{"type": "text", "text": "Look"}, block])
    return log.assistant("Seen.").end_turn().lines(packed=True)


@dataclass
class Home:
    folder: Path

    def put(self, data: bytes, digest: str = DIGEST) -> Path:
        path = self.folder / "attachments" / "v1" / "objects" / digest[:2] / digest
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path


@pytest.fixture
def home(tmp_path: Path) -> Home:
    folder = tmp_path / "home"
    session = folder / "sessions" / "--p--" / "with"
    session.mkdir(parents=True)
    (session / "session.jsonl").write_bytes(b"".join(line + b"\n" for line in lines()))
    return Home(folder)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    opened = Library.open(tmp_path / "library" / "library.db", spills=SpillFolders((tmp_path / "spill",)))
    yield opened
    opened.close()


def opened_session(library: Library, place: Path) -> SessionRef:
    return library.sessions(library.open_path(place).id)[0].ref


def look(library: Library, place: Path, reference: Reference, most: int = MOST) -> tuple[bytes, str]:
    found = library.attachments.contents(opened_session(library, place), reference, most)
    return found.data, found.lack


def test_a_folder_a_database_and_a_kept_session_give_the_bytes(home: Home, library: Library) -> None:
    path = home.put(DATA)
    database = home.folder / "sessions.sqlite"
    connection = new_database(database)
    add_session(connection, lines())
    connection.close()
    assert look(library, home.folder / "sessions", picture()) == (DATA, "")
    assert look(library, database, picture()) == (DATA, "")
    library.import_path(home.folder / "sessions")
    kept = library.sessions(LIBRARY_SOURCE)[0].ref
    assert library.attachments.contents(kept, picture(), MOST).data == DATA
    assert library.attachments.whereabouts(kept, picture()).place == path


def test_the_door_is_one_object(library: Library) -> None:
    assert isinstance(library.attachments, Lookup)
    assert library.attachments is library.attachments


@pytest.mark.parametrize(
    ("stored", "digest", "most", "lack"),
    [
        (None, DIGEST, MOST, Lack.MISSING),
        (b"other bytes", DIGEST, MOST, Lack.CHANGED),
        (DATA, DIGEST, len(DATA) - 1, Lack.TOO_LARGE),
        (DATA, "../../../etc/passwd", MOST, Lack.NO_HASH),
        (DATA, "", MOST, Lack.NO_HASH),
        (DATA, DIGEST.upper(), MOST, Lack.NO_HASH),
    ],
)
def test_why_there_are_no_bytes(
    home: Home, library: Library, stored: bytes | None, digest: str, most: int, lack: Lack
) -> None:
    if stored is not None:
        home.put(stored)
    assert look(library, home.folder, picture(digest), most) == (b"", lack)


def test_what_is_no_file_is_missing(home: Home, library: Library) -> None:
    path = home.put(DATA)
    path.unlink()
    os.mkfifo(path)
    assert look(library, home.folder, picture()) == (b"", Lack.MISSING)


def test_a_place_that_was_closed_says_so(home: Home, library: Library) -> None:
    ref = opened_session(library, home.folder)
    library.close_source(ref.source)
    with pytest.raises(UserError):
        library.attachments.contents(ref, picture(), MOST)


def test_it_is_saved_whatever_type_the_log_says_and_replaced_only_when_asked(
    home: Home, library: Library, tmp_path: Path
) -> None:
    home.put(DATA)
    ref, target = opened_session(library, home.folder), tmp_path / "saved"
    found = library.attachments.find(ref, picture(media_type="image/svg+xml"))
    assert found.save(target) == len(DATA)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    target.write_bytes(b"mine")
    with pytest.raises(UserError):
        found.save(target)
    assert target.read_bytes() == b"mine"
    found.save(target, replace=True)
    assert target.read_bytes() == DATA
