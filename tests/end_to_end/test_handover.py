"""A case handed over from end to end, with the terminal command alone: nothing is different at the end."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from archives import Item, write_archive
from corpus import corpus
from log_files import Json
from logs import LogBuilder

from sessionlog.cli.main import run

PICTURE = b"\x89PNG a picture"
DIGEST = hashlib.sha256(PICTURE).hexdigest()


def call(*words: object) -> tuple[int, list[Any], str]:
    out, err = io.StringIO(), io.StringIO()
    status = run([*(str(word) for word in words), "--json"], out, err)
    return status, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


def done(*words: object) -> list[Any]:
    status, results, said = call(*words)
    assert status == 0, said
    return results


def home(folder: Path) -> Path:
    attachment = {
        "attachmentId": f"sha256:{DIGEST}",
        "mediaType": "image/png",
        "bytes": 1,
        "width": 1,
        "height": 1,
    }
    picture: list[Json] = [{"type": "text", "text": "look"}, {"type": "image", "attachment": attachment}]
    root = LogBuilder("root").turn().user(picture).stream("lost").retry().assistant("seen").end_turn()
    root.turn().user("go on").assistant("gone on").end_turn().as_home(folder)
    LogBuilder("child", parentSession="root").turn().user("try").assistant("tried").end_turn().as_home(folder)
    blob = folder / "attachments" / "v1" / "objects" / DIGEST[:2] / DIGEST
    blob.parent.mkdir(parents=True)
    blob.write_bytes(PICTURE)
    return folder


def facts(*words: object) -> dict[str, tuple[Any, ...]]:
    """What each session comes to."""
    return {
        found["id"]: (found["events"], found["eventsSha256"], found["messagesSha256"], found["severity"])
        for found in done("inspect", *words)
    }


def entries(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {n: archive.read(n) for n in archive.namelist() if n != "sessionloom-manifest.json"}


def test_import_fork_export_open_import_export_again(tmp_path: Path) -> None:
    first, second = tmp_path / "one" / "library.db", tmp_path / "two" / "library.db"
    done("import", home(tmp_path / "home"), "--library", first)
    (forked,) = done("fork", "--session", "root", "--library", first)
    case = tmp_path / "case.zip"
    done("export", "--session", "root", "-o", case, "--library", first)
    assert {name.rpartition("/")[2] for name in entries(case)} == {"session.jsonl", f"{DIGEST}.png"}
    assert len(entries(case)) == 4

    assert facts(case) == facts("--library", first)
    assert {found["harness"]["verdict"] for found in done("verify", case)} == {"opens"}
    assert {found["result"] for found in done("import", case, "--library", second)} == {"added"}
    assert {found["result"] for found in done("import", case, "--library", second)} == {"unchanged"}
    assert facts("--library", second) == facts("--library", first)
    assert forked["childId"] in facts("--library", second)

    again = tmp_path / "again.zip"
    done("export", "--session", "root", "-o", again, "--library", second)
    assert entries(again) == entries(case)
    third = tmp_path / "third.zip"
    done("export", case, "--session", "root", "-o", third)
    assert entries(third) == entries(case)


def test_a_damaged_log_comes_back_as_the_bytes_that_it_was(tmp_path: Path) -> None:
    file = LogBuilder("torn").turn().user("hi").assistant("ho").end_turn().as_home(tmp_path / "home")
    file.write_bytes(file.read_bytes()[:-5])
    before = file.read_bytes()
    library = tmp_path / "library.db"
    call("import", tmp_path / "home", "--library", library)
    for number, words in enumerate(([tmp_path / "home"], ["--library", library])):
        out = tmp_path / f"{number}.zip"
        status, _, said = call("export", *words, "--session", "torn", "-o", out)
        assert status == 0, said
        assert entries(out) == {"session.jsonl.zstd": before}
        status, _, _ = call("import", out, "--library", tmp_path / f"{number}.db")
        again = tmp_path / f"{number}-again.zip"
        call("export", "--session", "torn", "-o", again, "--library", tmp_path / f"{number}.db")
        assert entries(again) == {"session.jsonl.zstd": before}


def test_what_is_refused_in_a_zip_is_named_and_the_rest_is_read(tmp_path: Path) -> None:
    text = b"\n".join([*LogBuilder("good").turn().user("hi").assistant("ho").end_turn().lines(), b""])
    case = write_archive(
        tmp_path / "case.zip",
        [
            Item("session.jsonl", text),
            Item("../x/session.jsonl", text),
            Item("b/session.jsonl", text.replace(b'"good"', b'"bad"'), crc=1),
            Item("inner.zip", b"PK"),
            Item("notes.txt", b"hello"),
            Item(f"media/{DIGEST}.png", b"another"),
        ],
    )
    status, found, said = call("ls", case)
    assert status == 1
    assert [one["id"] for one in found if one["severity"] != "refused"] == ["good"]
    assert len([one for one in found if one["severity"] == "refused"]) == 3
    assert "notes.txt: It is no session log" in said
    assert f"media/{DIGEST}.png: Its bytes are not those that its name says." in said
    status, found, said = call("verify", case)
    assert status == 1
    assert "points outside the archive" in json.dumps(found)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["case.zip"]


def test_a_cut_zip_is_told_without_a_place_that_nobody_knows(tmp_path: Path) -> None:
    log = LogBuilder("cut").turn().user("hi" * 200).assistant("ho").end_turn()
    text = b"\n".join([*log.lines(), b""])
    case = write_archive(tmp_path / "case.zip", [Item("session.jsonl", text)])
    case.write_bytes(case.read_bytes()[:400])
    status, found, said = call("verify", case)
    assert status == 1
    assert "None" not in str(found[0]["harness"]["text"])
    (tmp_path / "not.zip").write_bytes(b"hello" * 99)
    _, _, said = call("verify", tmp_path / "not.zip")
    assert said.count("not.zip") == 1


def test_a_missing_root_is_wrong_use_and_a_taken_name_too(tmp_path: Path) -> None:
    place = home(tmp_path / "home")
    (tmp_path / "taken.zip").write_bytes(b"mine")
    assert call("export", place, "--session", "nobody", "-o", tmp_path / "a.zip")[0] == 2
    status, _, said = call("export", place, "--session", "root", "-o", tmp_path / "taken.zip")
    assert (status, (tmp_path / "taken.zip").read_bytes()) == (2, b"mine")
    assert "was not touched" in said
    assert call("export", place, "--session", "root", "-o", tmp_path / "no" / "where.zip")[0] == 3


@pytest.mark.corpus
def test_layouts_are_those_of_the_harness(tmp_path: Path) -> None:
    """Each ZIP that the harness made, opened and exported again, has the same entries with the same bytes."""
    found = sorted((corpus() / "zips").glob("*.zip"))
    assert found
    for path in found:
        root = path.stem
        out = tmp_path / path.name
        status, _, said = call("export", path, "--session", root, "-o", out)
        assert status == 0, said
        assert list(entries(out).items()) == list(entries(path).items())
