"""Images and files of a session: found wherever its place keeps them, in every format generation."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from harness_db import add_session, new_database
from later_logs import LaterLog
from logs import LogBuilder

from sessionlog.cli.main import run

Json = dict[str, Any]
PICTURE, NOTE = b"\x89PNG a picture", b"a note\n"
GENERATIONS = [0, 1, 2, 3, 4]


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def image(data: bytes, digest: str | None = None) -> Json:
    about = {"attachmentId": f"sha256:{digest or digest_of(data)}", "mediaType": "image/png"}
    return {"type": "image", "attachment": {**about, "bytes": len(data), "width": 1, "height": 1}}


def file(data: bytes, name: str = "notes.txt") -> Json:
    about = {"attachmentId": f"sha256:{digest_of(data)}", "name": name, "bytes": len(data)}
    return {"type": "file", "attachment": about}


def lines_of(generation: int, *blocks: Json) -> list[bytes]:
    """A session whose prompt brings these blocks along."""
    if generation < 2:
        log = LogBuilder("with", cwd="/p").user([{"type": "text", "text": "Look"}, *blocks])
        header, *rows = log.assistant("Seen.").end_turn().lines(packed=True)
        return [header.replace(b'"version":0', b'"version":%d' % generation), *rows]
    later = LaterLog(generation, "with").begin("Look")
    later.rows[-1]["data"]["content"] += blocks
    return later.answer(["Seen."]).end().lines()


def write_home(home: Path, generation: int, *blocks: Json) -> Path:
    folder = home / "sessions" / "--p--" / "with"
    folder.mkdir(parents=True)
    path = folder / ("session.jsonl" if generation == 0 else f"session.v{generation}.jsonl")
    path.write_bytes(b"".join(line + b"\n" for line in lines_of(generation, *blocks)))
    return path


def put(home: Path, data: bytes, kind: str = "objects", name: str | None = None) -> Path:
    digest = digest_of(data)
    path = home / "attachments" / "v1" / kind / digest[:2] / digest
    path = path if name is None else path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def listed(*argv: object) -> tuple[int, list[Json]]:
    out, err = io.StringIO(), io.StringIO()
    status = run(["attachments", *map(str, argv), "--json"], out, err)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def both_are_there(*argv: object) -> None:
    status, found = listed(*argv)
    assert [(one["kind"], one["state"], one["size"]) for one in found] == [
        ("media", "found", len(PICTURE)),
        ("file", "found", len(NOTE)),
    ]
    assert status == 0


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    put(home, PICTURE)
    put(home, NOTE, "files", "notes.txt")
    return home


@pytest.mark.parametrize("generation", GENERATIONS)
def test_they_are_found_in_a_home_a_library_and_a_zip(home: Path, tmp_path: Path, generation: int) -> None:
    log = write_home(home, generation, image(PICTURE), file(NOTE))
    both_are_there(home)
    both_are_there(log)
    library = tmp_path / "library.db"
    assert run(["import", str(home), "--library", str(library)], io.StringIO(), io.StringIO()) == 0
    both_are_there("--library", library)
    archive = tmp_path / "out.zip"
    assert run(["export", str(home), "-o", str(archive)], io.StringIO(), io.StringIO()) == 0
    both_are_there(archive)
    target = tmp_path / "written"
    status, found = listed(archive, "-o", target)
    assert status == 0
    assert [Path(one["path"]).read_bytes() for one in found] == [PICTURE, NOTE]
    assert all(target in Path(one["path"]).parents for one in found)


@pytest.mark.parametrize("generation", GENERATIONS)
def test_they_are_found_beside_a_log(tmp_path: Path, generation: int) -> None:
    log = write_home(tmp_path / "alone", generation, image(PICTURE), file(NOTE))
    (log.parent / "media").mkdir()
    (log.parent / "media" / f"{digest_of(PICTURE)}.png").write_bytes(PICTURE)
    place = log.parent / "files" / digest_of(NOTE)[:2] / digest_of(NOTE)
    place.mkdir(parents=True)
    (place / "notes.txt").write_bytes(NOTE)
    both_are_there(log)


def test_they_are_found_for_a_session_in_the_harness_database(home: Path) -> None:
    database = home / "sessions.sqlite"
    connection = new_database(database)
    add_session(connection, lines_of(0, image(PICTURE), file(NOTE)))
    connection.close()
    both_are_there(database)


@pytest.mark.parametrize("generation", GENERATIONS)
def test_what_is_missing_or_changed_is_named(tmp_path: Path, generation: int) -> None:
    home, lost = tmp_path / "home", b"lost"
    write_home(home, generation, image(PICTURE), image(lost), image(b"", "../../../etc/passwd"))
    put(home, PICTURE).write_bytes(b"other bytes")
    status, found = listed(home)
    assert status == 1
    assert [(one["state"], one["reason"]) for one in found] == [
        ("missing", "Its bytes are not those that its id names."),
        ("missing", "Its bytes are not where the session's attachments are kept."),
        ("missing", "Its id is no SHA-256."),
    ]


@pytest.mark.parametrize("name", ["../../out.txt", "/etc/out.txt", "..", "C:\\out.txt", "a\0b"])
def test_no_name_leaves_the_folder_that_was_asked_for(home: Path, tmp_path: Path, name: str) -> None:
    write_home(home, 4, file(NOTE, name))
    target = tmp_path / "written"
    before = {path for path in tmp_path.rglob("*") if target not in path.parents}
    status, (found,) = listed(home, "-o", target)
    assert status == 0
    assert target in Path(found["path"]).resolve().parents
    assert {path for path in tmp_path.rglob("*") if target not in path.parents} - before == {target}


def test_a_file_that_is_there_already_is_not_replaced(home: Path, tmp_path: Path) -> None:
    write_home(home, 3, image(PICTURE))
    target = tmp_path / "written"
    path = target / "media" / f"{digest_of(PICTURE)}.png"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"mine")
    status, _ = listed(home, "-o", target)
    assert status == 2
    assert path.read_bytes() == b"mine"


def test_an_archive_of_the_harness_is_read_by_its_own_names(tmp_path: Path) -> None:
    path = tmp_path / "harness.zip"
    with zipfile.ZipFile(path, "w") as archive:
        log = b"".join(line + b"\n" for line in lines_of(4, image(PICTURE)))
        archive.writestr("session.v4.jsonl", log)
        archive.writestr(f"media/sha256:{digest_of(PICTURE)}.png", PICTURE)
    status, found = listed(path)
    assert (status, [one["state"] for one in found]) == (0, ["found"])
