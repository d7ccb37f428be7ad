"""Opening ZIPs that come from anywhere: what is dangerous is refused by name, and the rest opens."""

from __future__ import annotations

import hashlib
import json
import random
import zipfile
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest
from archives import STORED, SYMLINK_MODE, Item, archive_bytes, deflated
from corpus import corpus

from sessionlog.sources.zip_archive.archive import EntryReport, ZipArchive

LOG = b'{"type":"session","version":0,"id":"s","createdAt":1}\n'
DIGEST = hashlib.sha256(b"picture").hexdigest()


@pytest.fixture
def opened(tmp_path: Path) -> Callable[[Path | bytes], ZipArchive]:
    """Opens a ZIP with a scratch folder of its own, and checks that nothing was written elsewhere."""

    def read(archive: Path | bytes) -> ZipArchive:
        scratch = tmp_path / "in" / uuid4().hex
        scratch.mkdir(parents=True)
        if isinstance(archive, bytes):
            path = tmp_path / "in" / "case.zip"
            path.write_bytes(archive)
        else:
            path = archive
        made = ZipArchive(path, scratch)
        assert {found.name for found in tmp_path.iterdir()} <= {"in", path.name}
        assert all(copy.path.parent.parent == scratch for copy in made.logs)
        return made

    return read


def states(archive: ZipArchive) -> list[tuple[str, str, str]]:
    return [(entry.name, entry.state, entry.code) for entry in archive.entries]


def of(archive: ZipArchive, name: str) -> EntryReport:
    (found,) = [entry for entry in archive.entries if entry.name == name]
    return found


@pytest.mark.parametrize(
    ("item", "code"),
    [
        (Item("../session.jsonl", LOG), "zip-outside"),
        (Item("a/../../session.jsonl", LOG), "zip-outside"),
        (Item("..\\session.jsonl", LOG), "zip-outside"),
        (Item("/etc/session.jsonl", LOG), "zip-absolute"),
        (Item("\\server\\session.jsonl", LOG), "zip-absolute"),
        (Item("C:/session.jsonl", LOG), "zip-drive"),
        (Item("c:session.jsonl", LOG), "zip-drive"),
        (Item("a\\session.jsonl", LOG), "zip-name"),
        (Item("a\nsession.jsonl", LOG), "zip-name"),
        (Item("", LOG), "zip-name"),
        (Item("x" * 2000 + ".jsonl", LOG), "zip-name"),
        (Item("session.jsonl", b"/etc/passwd", attributes=SYMLINK_MODE), "zip-symlink"),
        (Item("session.jsonl", b"", attributes=0o020666 << 16), "zip-special"),
        (Item("session.jsonl", LOG, flags=0x801), "zip-encrypted"),
        (Item("session.jsonl", LOG, method=14, raw=b"xxxx"), "zip-method"),
        (Item("session.jsonl", LOG, crc=7), "zip-crc"),
        (Item("session.jsonl", LOG, raw=b"\xff\xff\xff\xff"), "zip-data"),
        (Item("session.jsonl", LOG, size=10), "zip-size"),
        (Item("session.jsonl", LOG, size=10_000), "zip-size"),
        (Item("session.jsonl", LOG, local_name="other.jsonl"), "zip-local-header"),
        (Item("session.jsonl", LOG, size=1 << 40, zip64=True), "zip-ratio"),
        (Item("inner.zip", archive_bytes([Item("session.jsonl", LOG)])), "zip-nested"),
        (Item(f"media/{DIGEST}.png", b"another picture"), "zip-attachment"),
        (Item("sessionloom-manifest.json", b'{"format":"something else"}'), "zip-manifest"),
    ],
)
def test_a_dangerous_entry_is_refused_by_name_and_the_rest_opens(
    opened: Callable[[bytes], ZipArchive], item: Item, code: str
) -> None:
    archive = opened(archive_bytes([item, Item("good/session.jsonl", LOG)]))
    refused = archive.entries[0]
    assert (refused.state, refused.code) == ("refused", code)
    assert refused.message
    assert [(copy.name, copy.path.read_bytes()) for copy in archive.logs] == [("good/session.jsonl", LOG)]


def test_of_two_entries_with_one_name_the_first_counts(opened: Callable[[bytes], ZipArchive]) -> None:
    other = LOG.replace(b'"s"', b'"t"')
    archive = opened(archive_bytes([Item("session.jsonl", LOG), Item("session.jsonl", other)]))
    assert states(archive) == [("session.jsonl", "ok", ""), ("session.jsonl", "refused", "zip-duplicate")]
    assert archive.logs[0].path.read_bytes() == LOG


def test_entries_that_share_their_bytes_are_a_bomb(opened: Callable[[bytes], ZipArchive]) -> None:
    archive = opened(
        archive_bytes(
            [
                Item("a.jsonl", LOG),
                *(Item(f"b{k}.jsonl", LOG, local_name="a.jsonl", offset=0) for k in range(5)),
            ]
        )
    )
    assert [code for _, _, code in states(archive)] == ["", *["zip-overlap"] * 5]


def test_a_bomb_stops_early(opened: Callable[[bytes], ZipArchive], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sessionlog.sources.zip_archive.inflate.RATIO_FLOOR", 1 << 20)
    packed = deflated(bytes(64 << 20))
    honest = Item("honest.jsonl", b"", raw=packed, size=64 << 20, crc=0)
    liar = Item("liar.jsonl", b"", raw=packed, size=100, crc=0)
    silent = Item("silent.jsonl", b"", raw=packed, later=True, crc=0, size=64 << 20)
    archive = opened(archive_bytes([honest, liar, silent, Item("good.jsonl", LOG)]))
    assert states(archive)[:3] == [
        ("honest.jsonl", "refused", "zip-ratio"),
        ("liar.jsonl", "refused", "zip-size"),
        ("silent.jsonl", "refused", "zip-ratio"),
    ]
    assert archive.unpacked == len(LOG)


def test_all_entries_together_have_a_limit(
    opened: Callable[[bytes], ZipArchive], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sessionlog.sources.zip_archive.archive.MOST_OUT", 3 * len(LOG))
    archive = opened(archive_bytes([Item(f"{k}.jsonl", LOG) for k in range(5)]))
    assert [code for _, _, code in states(archive)] == ["", "", "", "zip-too-much", "zip-too-much"]


def test_more_entries_than_any_export_has_are_not_read(
    opened: Callable[[bytes], ZipArchive], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("archive", "records"):
        monkeypatch.setattr(f"sessionlog.sources.zip_archive.{module}.MOST_ENTRIES", 3)
    archive = opened(archive_bytes([Item(f"{k}.jsonl", LOG) for k in range(6)]))
    assert len(archive.logs) == 3
    assert [problem.code for problem in archive.problems] == ["zip-entries"]


@pytest.mark.parametrize("later", [False, True])
def test_without_its_directory_an_archive_opens_by_its_entries(
    opened: Callable[[bytes], ZipArchive], later: bool
) -> None:
    whole = archive_bytes([Item(f"{k}/session.jsonl", LOG * (k + 1), later=later) for k in range(3)])
    archive = opened(whole[: whole.index(b"PK\x01\x02") + 10])
    assert [copy.path.read_bytes() for copy in archive.logs] == [LOG, LOG * 2, LOG * 3]
    assert [problem.code for problem in archive.problems] == ["zip-directory"]


def test_a_log_that_the_end_of_the_archive_cuts_is_shown_as_far_as_it_goes(
    opened: Callable[[bytes], ZipArchive],
) -> None:
    text = LOG + b"".join(b'{"n":%d}\n' % random.Random(4).getrandbits(60) for _ in range(2000))
    whole = archive_bytes([Item("a/session.jsonl", LOG), Item("session.jsonl", text, later=True)])
    archive = opened(whole[: len(whole) // 2])
    assert states(archive) == [("a/session.jsonl", "ok", ""), ("session.jsonl", "damaged", "zip-cut")]
    kept = archive.logs[1].path.read_bytes()
    assert LOG in kept and text.startswith(kept)
    assert [problem.code for problem in archive.logs[1].problems] == ["zip-cut"]


def test_what_stands_before_an_archive_and_behind_it_does_no_harm(
    opened: Callable[[bytes], ZipArchive],
) -> None:
    data = archive_bytes([Item("session.jsonl", LOG)], comment=b"PK\x05\x06 not the end")
    assert [copy.name for copy in opened(data).logs] == ["session.jsonl"]


def test_a_comment_that_looks_like_an_end_is_no_end(
    opened: Callable[[Path], ZipArchive], tmp_path: Path
) -> None:
    path = tmp_path / "case.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("session.jsonl", LOG)
        archive.comment = b"PK\x05\x06" * 1000
    found = opened(path)
    assert (states(found), found.problems) == ([("session.jsonl", "ok", "")], [])


def test_64_bit_sizes_are_read(opened: Callable[[bytes], ZipArchive]) -> None:
    archive = opened(archive_bytes([Item("session.jsonl", LOG, zip64=True), Item("b.jsonl", LOG, STORED)]))
    assert [copy.path.read_bytes() for copy in archive.logs] == [LOG, LOG]


@pytest.mark.parametrize(
    ("raw", "flags", "name"),
    [
        ("会话/session.jsonl".encode(), 0x800, "会话/session.jsonl"),
        ("会话/session.jsonl".encode(), 0, "会话/session.jsonl"),
        ("Grüße.jsonl".encode("cp437"), 0, "Grüße.jsonl"),
        (b"\xff\xfe.jsonl", 0x800, "\ufffd\ufffd.jsonl"),
        ("e\u0301/session.jsonl".encode(), 0x800, "e\u0301/session.jsonl"),
    ],
)
def test_names_of_all_languages(
    opened: Callable[[bytes], ZipArchive], raw: bytes, flags: int, name: str
) -> None:
    assert [copy.name for copy in opened(archive_bytes([Item(raw, LOG, flags=flags)])).logs] == [name]


@pytest.mark.parametrize(
    "name",
    [
        f"media/{DIGEST}.png",
        f"media/sha256:{DIGEST}.png",
        f"case/media/{DIGEST}.jpg",
        f"files/{DIGEST[:2]}/{DIGEST}/a b.txt",
    ],
)
def test_attachments_of_every_spelling_are_found_and_checked(
    opened: Callable[[bytes], ZipArchive], name: str
) -> None:
    archive = opened(archive_bytes([Item("session.jsonl", LOG), Item(name, b"picture")]))
    found = archive.attachment(DIGEST)
    assert found is not None
    assert b"".join(found.read()) == b"picture"
    assert of(archive, name).state == "ok"


def test_what_the_manifest_lists_is_compared_with_what_is_there(
    opened: Callable[[bytes], ZipArchive],
) -> None:
    good = hashlib.sha256(LOG).hexdigest()
    listed = [
        {"name": "session.jsonl", "size": len(LOG), "sha256": good},
        {"name": "b/session.jsonl", "size": len(LOG), "sha256": "0" * 64},
        {"name": "gone.jsonl", "size": 1, "sha256": good},
    ]
    manifest = json.dumps({"format": "sessionloom-export", "formatVersion": 1, "entries": listed})
    archive = opened(
        archive_bytes(
            [
                Item("session.jsonl", LOG),
                Item("b/session.jsonl", LOG),
                Item("new.jsonl", LOG),
                Item("sessionloom-manifest.json", manifest.encode()),
            ]
        )
    )
    assert {(p.code, p.affected) for p in archive.problems} == {
        ("zip-changed", "b/session.jsonl"),
        ("zip-missing", "gone.jsonl"),
        ("zip-unlisted", "new.jsonl"),
    }
    assert [bool(copy.problems) for copy in archive.logs] == [False, True, False]


@pytest.mark.corpus
def test_the_zips_of_the_harness_open_whole(opened: Callable[[Path], ZipArchive]) -> None:
    found = sorted((corpus() / "zips").glob("*.zip"))
    assert found
    for path in found:
        archive = opened(path)
        assert archive.problems == []
        with zipfile.ZipFile(path) as reference:
            assert [copy.path.read_bytes() for copy in archive.logs] == [
                reference.read(i) for i in reference.infolist()
            ]
