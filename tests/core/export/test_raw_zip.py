"""The raw ZIP: what the harness would put in, byte for byte, under names that cannot do harm."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from damage import torn_frame
from hypothesis import given
from hypothesis import strategies as st
from log_files import Json, encode, read_text
from logs import LogBuilder

from sessionlog.access.exporting import OpenedPlace
from sessionlog.access.opened import OpenedSource
from sessionlog.export.entries import Cancelled, Candidate, ExportProgress, Options, Written
from sessionlog.export.log_bytes import LinesLog
from sessionlog.export.names import Folders, file_name, safe_id, zip_name
from sessionlog.export.plan import make_plan
from sessionlog.export.raw_zip import write_raw_zip
from sessionlog.export.references import ReferenceFinder
from sessionlog.model.errors import EnvironmentFault, UserError
from sessionlog.sources.discover import discover
from sessionlog.sources.zip_archive.archive import ZipArchive

PICTURE = b"\x89PNG picture"
DIGEST = hashlib.sha256(PICTURE).hexdigest()


def image(digest: str = DIGEST, media_type: str = "image/png") -> Json:
    attachment = {
        "attachmentId": f"sha256:{digest}",
        "mediaType": media_type,
        "bytes": 1,
        "width": 1,
        "height": 1,
    }
    return {"type": "image", "attachment": attachment}


def talk(name: str, *content: Json, parent: str | None = None, created_at: int = 1000) -> LogBuilder:
    header = {"parentSession": parent} if parent else {}
    text = [{"type": "text", "text": f"question of {name}"}, *content]
    log = LogBuilder(name, created_at=created_at, **header)
    return log.turn().user(text).assistant(f"answer of {name}").end_turn()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def place_of() -> Iterator[Any]:
    opened: list[OpenedSource] = []

    def place(path: Path) -> OpenedPlace:
        opened.append(OpenedSource(2, discover(path)))
        return OpenedPlace(opened[-1])

    yield place
    for source in opened:
        source.close()


def named(place: OpenedPlace, id: str) -> Candidate:
    return next(candidate for candidate in place.candidates() if candidate.id == id)


def export(place: OpenedPlace, id: str, path: Path, **options: Any) -> tuple[Written, dict[str, bytes], Json]:
    """An export as its result, its entries in their order, and its manifest."""
    written = write_raw_zip(make_plan(place, named(place, id), Options(**options)), path)
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        entries = {info.filename: archive.read(info) for info in archive.infolist()}
    manifest: Json = json.loads(entries.pop("sessionloom-manifest.json"))
    return written, entries, manifest


def test_the_root_is_the_stored_text_and_descendants_follow_depth_first(
    home: Path, tmp_path: Path, place_of: Any
) -> None:
    logs = [
        talk("root"),
        talk("child b", parent="root", created_at=3000),
        talk("child/a", parent="root", created_at=2000),
        talk("grand", parent="child/a", created_at=4000),
        talk("stranger"),
    ]
    files = {log.id: log.as_home(home) for log in logs}
    written, entries, manifest = export(place_of(home), "root", tmp_path / "out.zip")
    assert list(entries) == [
        "session.jsonl",
        "subagents/child_a/session.jsonl",
        "subagents/grand/session.jsonl",
        "subagents/child_b/session.jsonl",
    ]
    ids = ["root", "child/a", "grand", "child b"]
    assert list(entries.values()) == [read_text(files[each]) for each in ids]
    assert [entry["sessionId"] for entry in manifest["entries"]] == ids
    assert [entry["sha256"] for entry in manifest["entries"]] == [
        hashlib.sha256(data).hexdigest() for data in entries.values()
    ]
    assert manifest["formatVersion"] == 1
    assert manifest["redacted"] is False
    assert written.sha256 == hashlib.sha256((tmp_path / "out.zip").read_bytes()).hexdigest()
    assert (tmp_path / "out.zip").stat().st_mode & 0o777 == 0o600


def test_the_manifest_is_the_last_entry(home: Path, tmp_path: Path, place_of: Any) -> None:
    talk("root").as_home(home)
    export(place_of(home), "root", tmp_path / "out.zip")
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        assert archive.namelist()[-1] == "sessionloom-manifest.json"


def test_without_descendants_only_the_root_goes_in(home: Path, tmp_path: Path, place_of: Any) -> None:
    talk("root").as_home(home)
    talk("child", parent="root").as_home(home)
    _, entries, _ = export(place_of(home), "root", tmp_path / "out.zip", descendants=False)
    assert list(entries) == ["session.jsonl"]


def test_a_log_whose_text_is_not_whole_goes_in_as_the_bytes_that_it_is(
    home: Path, tmp_path: Path, place_of: Any
) -> None:
    file = torn_frame(talk("root").as_home(home))
    _, entries, manifest = export(place_of(home), "root", tmp_path / "out.zip")
    assert entries == {"session.jsonl.zstd": file.read_bytes()}
    assert manifest["entries"][0]["content"] == "original bytes"


def test_a_plain_log_with_a_torn_line_is_its_own_text(home: Path, tmp_path: Path, place_of: Any) -> None:
    file = talk("root").as_home(home, zstd=False)
    with file.open("ab") as log:
        log.write(b'{"type":"turn/st')
    _, entries, _ = export(place_of(home), "root", tmp_path / "out.zip")
    assert entries == {"session.jsonl": file.read_bytes()}


def test_lone_surrogates_and_odd_numbers_go_out_as_they_are(
    home: Path, tmp_path: Path, place_of: Any
) -> None:
    file = talk("root", {"type": "text", "text": "\ud83d broken"}).as_home(home, zstd=False)
    assert b"\\ud83d" in file.read_bytes()
    _, entries, _ = export(place_of(home), "root", tmp_path / "out.zip")
    assert entries["session.jsonl"] == file.read_bytes()


def test_images_and_files_that_are_referred_to_go_in_once(home: Path, tmp_path: Path, place_of: Any) -> None:
    named_file = {
        "type": "file",
        "attachment": {"attachmentId": f"sha256:{DIGEST}", "name": "../a\\b.txt", "bytes": 1},
    }
    talk("root", image(), image(), named_file).as_home(home)
    talk("child", image(), parent="root").as_home(home)
    blob = home / "attachments" / "v1" / "objects" / DIGEST[:2] / DIGEST
    blob.parent.mkdir(parents=True)
    blob.write_bytes(PICTURE)
    (blob.parent / ("0" * 64)).write_bytes(b"referred to by nobody")
    _, entries, manifest = export(place_of(home), "root", tmp_path / "out.zip")
    assert list(entries)[2:] == [f"media/{DIGEST}.png", f"files/{DIGEST[:2]}/{DIGEST}/.._a_b.txt"]
    assert entries[f"media/{DIGEST}.png"] == PICTURE
    assert manifest["notIncluded"] == []
    _, entries, _ = export(place_of(home), "root", tmp_path / "less.zip", media=False)
    assert all(name.endswith(".jsonl") for name in entries)


@pytest.mark.parametrize(
    "stored", [f"file-objects/{DIGEST[:2]}/{DIGEST}", f"files/{DIGEST[:2]}/{DIGEST}/n.txt"]
)
def test_attached_files_are_found_where_later_releases_keep_them(
    home: Path, tmp_path: Path, place_of: Any, stored: str
) -> None:
    block = {"type": "file", "attachment": {"attachmentId": f"sha256:{DIGEST}", "name": "n.txt", "bytes": 1}}
    talk("root", block).as_home(home)
    blob = home / "attachments" / "v1" / stored
    blob.parent.mkdir(parents=True)
    blob.write_bytes(PICTURE)
    _, entries, manifest = export(place_of(home), "root", tmp_path / "out.zip")
    assert entries[f"files/{DIGEST[:2]}/{DIGEST}/n.txt"] == PICTURE
    assert manifest["notIncluded"] == []


def test_what_cannot_be_included_is_said_and_does_not_fail_the_rest(
    home: Path, tmp_path: Path, place_of: Any
) -> None:
    other = hashlib.sha256(b"other").hexdigest()
    talk("root", image(), image(other), image("no hash"), image(DIGEST[::-1], "image/bmp")).as_home(home)
    gone = talk("child", parent="root").as_home(home)
    wrong = home / "attachments" / "v1" / "objects" / other[:2] / other
    wrong.parent.mkdir(parents=True)
    wrong.write_bytes(b"not the other")
    place = place_of(home)
    place.candidates()
    gone.unlink()
    written, entries, manifest = export(place, "root", tmp_path / "out.zip")
    assert list(entries) == ["session.jsonl"]
    assert [(item["what"], item["id"]) for item in manifest["notIncluded"]] == [
        ("session", "child"),
        ("media", f"sha256:{DIGEST}"),
        ("media", f"sha256:{other}"),
        ("media", "sha256:no hash"),
        ("media", f"sha256:{DIGEST[::-1]}"),
    ]
    assert all(item.reason for item in written.missing)


def test_a_descendant_that_vanishes_while_it_is_written_is_taken_back(
    home: Path, tmp_path: Path, place_of: Any
) -> None:
    talk("root").as_home(home)
    child = talk("child", parent="root").as_home(home)
    talk("last", parent="root", created_at=9000).as_home(home)
    place = place_of(home)
    plan = make_plan(place, named(place, "root"), Options())
    data = bytearray(child.read_bytes())
    child.write_bytes(data[: len(data) // 2])
    written = write_raw_zip(plan, tmp_path / "out.zip")
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        assert archive.testzip() is None
        assert archive.namelist() == [
            "session.jsonl",
            "subagents/last/session.jsonl",
            "sessionloom-manifest.json",
        ]
    assert [(item.what, item.id) for item in written.missing] == [("session", "child")]


def test_a_root_that_changed_fails_by_name_and_leaves_nothing(
    home: Path, tmp_path: Path, place_of: Any
) -> None:
    file = talk("root").as_home(home)
    place = place_of(home)
    plan = make_plan(place, named(place, "root"), Options())
    file.write_bytes(
        talk("root", {"type": "text", "text": "x" * 999}).as_home(tmp_path / "other").read_bytes()
    )
    out = tmp_path / "out"
    out.mkdir()
    with pytest.raises(EnvironmentFault, match=r"session\.jsonl could not be exported"):
        write_raw_zip(plan, out / "case.zip")
    assert list(out.iterdir()) == []


def test_a_log_that_grows_meanwhile_is_exported_as_it_was_planned(
    home: Path, tmp_path: Path, place_of: Any
) -> None:
    file = talk("root").as_home(home, zstd=False)
    before = file.read_bytes()
    place = place_of(home)
    plan = make_plan(place, named(place, "root"), Options())
    with file.open("ab") as log:
        log.write(b'{"type":"x","seq":99,"time":1,"data":{}}\n')
    write_raw_zip(plan, tmp_path / "out.zip")
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        assert archive.read("session.jsonl") == before


def test_nothing_is_overwritten_unasked(home: Path, tmp_path: Path, place_of: Any) -> None:
    talk("root").as_home(home)
    place = place_of(home)
    plan = make_plan(place, named(place, "root"), Options())
    target = tmp_path / "out.zip"
    target.write_bytes(b"precious")
    with pytest.raises(UserError, match="was not touched"):
        write_raw_zip(plan, target)
    assert target.read_bytes() == b"precious"
    write_raw_zip(plan, target, replace=True)
    assert zipfile.is_zipfile(target)
    assert sorted(found.name for found in tmp_path.iterdir()) == ["home", "out.zip"]


@pytest.mark.parametrize("unnamed", [True, False])
def test_a_file_that_appears_meanwhile_is_not_overwritten(
    home: Path, tmp_path: Path, place_of: Any, unnamed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not unnamed:
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    talk("root").as_home(home)
    place = place_of(home)
    plan = make_plan(place, named(place, "root"), Options())
    out = tmp_path / "out"
    out.mkdir()

    def appear(progress: ExportProgress) -> None:
        (out / "case.zip").write_bytes(b"precious")

    with pytest.raises(UserError, match="is there already"):
        write_raw_zip(plan, out / "case.zip", progress=appear)
    assert [found.read_bytes() for found in out.iterdir()] == [b"precious"]


@pytest.mark.parametrize("unnamed", [True, False])
@pytest.mark.parametrize("at", range(0, 14, 3))
def test_a_cancelled_export_leaves_nothing(
    home: Path, tmp_path: Path, place_of: Any, at: int, unnamed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not unnamed:
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    talk("root").as_home(home)
    for number in range(10):
        talk(f"child {number}", parent="root").as_home(home)
    place = place_of(home)
    plan = make_plan(place, named(place, "root"), Options())
    out = tmp_path / "out"
    out.mkdir()
    asked = iter([False] * at)
    with pytest.raises(Cancelled):
        write_raw_zip(plan, out / "case.zip", cancel=lambda: next(asked, True))
    assert list(out.iterdir()) == []


def test_entries_with_64_bit_sizes_are_written_and_read_again(
    home: Path, tmp_path: Path, place_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sessionlog.export.raw_zip._ZIP64_FROM", 0)
    file = talk("root").as_home(home)
    _, entries, _ = export(place_of(home), "root", tmp_path / "out.zip")
    assert entries["session.jsonl"] == read_text(file)
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        assert archive.infolist()[0].extract_version == 45
    (tmp_path / "scratch").mkdir()
    opened = ZipArchive(tmp_path / "out.zip", tmp_path / "scratch")
    assert opened.problems == []
    assert [copy.path.read_bytes() for copy in opened.logs] == [read_text(file)]


def test_progress_counts_entries_and_bytes(home: Path, tmp_path: Path, place_of: Any) -> None:
    talk("root").as_home(home)
    talk("child", parent="root").as_home(home)
    place = place_of(home)
    plan = make_plan(place, named(place, "root"), Options())
    seen: list[ExportProgress] = []
    write_raw_zip(plan, tmp_path / "out.zip", progress=seen.append)
    assert seen[-1] == ExportProgress(2, 2, "", plan.size, plan.size)
    assert [step.bytes_done for step in seen] == sorted(step.bytes_done for step in seen)
    assert {step.label for step in seen} == {"session.jsonl", "subagents/child/session.jsonl", ""}


def test_planning_can_be_cancelled(home: Path, place_of: Any) -> None:
    talk("root").as_home(home)

    def stop(size: int) -> None:
        raise Cancelled

    place = place_of(home)
    with pytest.raises(Cancelled):
        make_plan(place, named(place, "root"), Options(), stop)


def test_a_log_of_the_library_comes_out_line_by_line(tmp_path: Path) -> None:
    lines = [b"header\n", *(b"%d\n" % n for n in range(1000))]
    log = LinesLog(lambda: iter(lines))
    survey = log.survey(lambda size: None)
    assert b"".join(log.read(survey)) == b"".join(lines)
    assert survey.sha256 == hashlib.sha256(b"".join(lines)).hexdigest()


@given(st.lists(st.text(max_size=300), unique=True, max_size=12))
def test_folders_of_different_sessions_never_collide_and_never_escape(ids: list[str]) -> None:
    folders = Folders()
    names = [folders.of(each) for each in ids]
    assert len({name.casefold() for name in names}) == len(ids)
    for name in names:
        top, _, rest = name.partition("/")
        assert top == "subagents"
        assert rest.strip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == ""
        assert 0 < len(rest) <= 140
        assert rest.casefold() not in {"con", "nul", "aux", "prn"}
    assert names == [folders.of(each) for each in ids]


@given(st.text(max_size=400))
def test_the_name_of_a_file_stays_in_its_folder(name: str) -> None:
    made = file_name(DIGEST, name)
    folder, _, last = made.rpartition("/")
    assert folder == f"files/{DIGEST[:2]}/{DIGEST}"
    assert last not in ("", ".", "..")
    assert "\\" not in last
    assert made.encode().decode() == made


def test_ids_become_names_as_the_harness_makes_them() -> None:
    assert safe_id("a/b.c 会😀-_Z9") == "a_b_c____-_Z9"
    assert zip_name("a/b") == "dsh-session-a_b.zip"


def test_only_declared_places_of_content_are_looked_at_for_attachments() -> None:
    def found(data: Any) -> list[str]:
        finder = ReferenceFinder()
        finder.feed(b"{}\n" + encode({"type": "x", "data": data}) + b"\n")
        return [reference.digest for reference in finder.found()]

    a, b, c = (str(n) * 64 for n in range(3))
    assert found({"content": [image(a)]}) == [a]
    assert found({"message": {"content": [image(a), {"type": "tool-result", "content": [image(b)]}]}}) == [
        a,
        b,
    ]
    assert found({"inserted": [{"content": [image(a)]}]}) == [a]
    assert found({"chunk": {"type": "block-end", "block": image(c)}}) == [c]
    assert found({"arguments": {"content": [image(a)]}}) == []
    assert found({"content": [{"type": "text", "text": json.dumps(image(a))}]}) == []
    assert found({"content": [{"type": "image", "attachment": {"attachmentId": 7}}]}) == []


KILLED = """
import os, signal, sys
from pathlib import Path
from sessionlog.access.exporting import opened_exporter
from sessionlog.access.opened import OpenedSource
from sessionlog.export.entries import Options
from sessionlog.sources.discover import discover

source = OpenedSource(2, discover(Path(sys.argv[1])))
exporter = opened_exporter(source, next(info.ref.key for info in source.sessions() if info.id == "root"))
left = int(sys.argv[3])


def progress(step):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)


exporter.write_zip(exporter.plan(Options()), Path(sys.argv[2]), progress=progress)
"""


@pytest.mark.fault
@pytest.mark.parametrize("at", [0, 1, 3, 6, 8, 10, 99])
def test_an_export_that_is_killed_leaves_no_half_file(home: Path, tmp_path: Path, at: int) -> None:
    talk("root", {"type": "text", "text": random.Random(7).randbytes(1 << 20).hex()}).as_home(home)
    for number in range(3):
        talk(f"child {number}", parent="root").as_home(home)
    out = tmp_path / "out"
    out.mkdir()
    words = [sys.executable, "-c", KILLED, str(home), str(out / "case.zip"), str(at)]
    places = os.pathsep.join(sys.path)
    ended = subprocess.run(
        words,
        env={**os.environ, "PYTHONPATH": places, "SESSIONLOOM_HOME": str(tmp_path / "state")},
        check=False,
    )
    whole = zipfile.is_zipfile(out / "case.zip")
    assert whole == (ended.returncode == 0) == (at == 99)
    if hasattr(os, "O_TMPFILE") and not whole:
        assert list(out.iterdir()) == []
