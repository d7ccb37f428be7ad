"""A session with an image and a file, made by the harness, exported by it and by us: the same entries.

The image and the file are stored by the harness's own attachment service, which a plug-in of ours
asks, and come in with a prompt; so the home, its blobs and the ZIP are the harness's own.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

import pytest
from harness import Release
from mock_model import mock_model
from taken_up import Attach, take_up
from terminal import printed
from web_export import harness_export

pytestmark = pytest.mark.timeout(600)
NOTES = b"hello file\n\x00\xff"
NAME = "my notes \u4f1a.txt"


def png(width: int, height: int) -> bytes:
    """A red picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes([200, 30, 60]) * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


@dataclass(frozen=True)
class Made:
    """A home of the harness with one session that refers to an image and a file."""

    release: Release
    home: Path
    cwd: Path
    session: str

    @property
    def log_name(self) -> str:
        return f"session.v{self.release.generation}.jsonl"


@pytest.fixture(scope="module", params=["0.1.5rc1", "0.2.1rc2"])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    release = Release(request.param)
    place = tmp_path_factory.mktemp(f"attached-{release.generation}")
    home, cwd = place / "home", place / "work"
    with mock_model() as base:
        release.run(home, cwd, base, ["hello first"])
        (log,) = home.glob("sessions/*/*/session*.jsonl*")
        attach = Attach((("image/png", png(3, 2)),), ((NAME, NOTES),))
        told = take_up(
            release, home, cwd, base, [log.parent.name], "hello look", profile="sdk", attach=attach
        )
    assert told.get("done"), told
    return Made(release, home, cwd, log.parent.name)


def entries(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return {n: archive.read(n) for n in archive.namelist() if n != "sessionloom-manifest.json"}


def check_layout(made: Made, found: dict[str, bytes]) -> None:
    log, media, file = found
    assert log == made.log_name
    assert plain(media) == f"media/{hashlib.sha256(found[media]).hexdigest()}.png"
    digest = hashlib.sha256(NOTES).hexdigest()
    assert file == f"files/{digest[:2]}/{digest}/{NAME}"
    assert found[file] == NOTES
    assert found[media].startswith(b"\x89PNG")


def test_our_export_of_a_real_home_holds_its_image_and_its_file(made: Made, tmp_path: Path) -> None:
    printed("export", made.home, "--session", made.session, "-o", tmp_path / "ours.zip")
    check_layout(made, entries(tmp_path / "ours.zip"))


def test_the_harness_puts_the_same_attachments_under_the_same_names(made: Made, tmp_path: Path) -> None:
    if made.release.version == "0.1.5rc1":
        pytest.skip("`dsh web` of 0.1.5rc1 does not start: its wheel lacks a package")
    theirs, ours = tmp_path / "theirs.zip", tmp_path / "ours.zip"
    theirs.write_bytes(harness_export(made.release, made.home, made.cwd, made.session))
    printed("export", made.home, "--session", made.session, "-o", ours)
    of_theirs, of_ours = entries(theirs), entries(ours)
    check_layout(made, of_theirs)
    assert [plain(name) for name in of_theirs] == list(of_ours)
    assert list(of_theirs.values())[1:] == list(of_ours.values())[1:]

    assert json.loads(printed("verify", theirs, "--json"))["severity"] == "ok"
    again = tmp_path / "again.zip"
    printed("export", theirs, "--session", made.session, "-o", again)
    assert {plain(name): data for name, data in of_theirs.items()} == entries(again)


def plain(name: str) -> str:
    """A name of the harness as ours: without the colon that Windows does not take."""
    return name.replace("media/sha256:", "media/")
