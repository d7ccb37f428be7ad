"""`sessionloom --install-desktop`: menu entry, icon and file types of one user, and back again."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from archives import Item, write_archive
from hypothesis import example, given
from hypothesis import strategies as st
from logs import LogBuilder

from sessionloom import association

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(not association.is_supported(), reason="for Linux desktops")
FILES = [association.ENTRY, association.TYPES, association.ICON]


def sessionloom(home: Path, *words: object, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(ROOT / "core"), str(ROOT / "desktop"))),
        "SESSIONLOOM_HOME": str(home / "state"),
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "QT_QPA_PLATFORM": "offscreen",
        **more,
    }
    command = [sys.executable, "-m", "sessionloom.main", *map(str, words)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=90, check=False)


def exec_line(path: Path) -> str:
    parser = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(path, encoding="utf-8")
    return parser["Desktop Entry"]["Exec"]


def words_of(line: str) -> list[str]:
    """An `Exec` line as a desktop reads it: escapes of the file first, then quotes, then field codes."""
    text = line.replace("\\\\", "\\")
    words = re.findall(r'"((?:[^"\\]|\\.)*)"|([^ "]+)', text, re.DOTALL)
    found = [re.sub(r"\\(.)", r"\1", quoted, flags=re.DOTALL) or plain for quoted, plain in words]
    return [word.replace("%%", "%") for word in found]


def test_installed_and_removed_again(tmp_path: Path) -> None:
    done = sessionloom(tmp_path, "--install-desktop")
    assert done.returncode == 0, done.stderr
    data = tmp_path / "data"
    assert done.stdout.splitlines() == [f"wrote {data / name}" for name in FILES]
    assert all((data / name).stat().st_mode & 0o777 == 0o644 for name in FILES)
    assert sessionloom(tmp_path, "--install-desktop").returncode == 0, "over an older one of ours"
    if shutil.which("desktop-file-validate"):
        subprocess.run(["desktop-file-validate", str(data / association.ENTRY)], check=True)
    done = sessionloom(tmp_path, "--remove-desktop")
    assert done.stdout.splitlines() == [f"removed {data / name}" for name in FILES]
    assert not any((data / name).exists() for name in FILES)
    done = sessionloom(tmp_path, "--remove-desktop")
    assert (done.returncode, done.stdout) == (0, "")


def test_a_relative_data_home_does_not_count(tmp_path: Path) -> None:
    assert sessionloom(tmp_path, "--install-desktop", XDG_DATA_HOME="data").returncode == 0
    assert (tmp_path / ".local" / "share" / association.ENTRY).is_file()


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "data").write_bytes(b"a file")
    done = sessionloom(tmp_path, "--install-desktop")
    assert done.returncode == 3
    assert str(tmp_path / "data") in done.stderr


def test_a_double_click_on_a_zip_opens_it(tmp_path: Path) -> None:
    """What the desktop would start for a file of a described name, started."""
    association.install(tmp_path / "data", [sys.executable, "-m", "sessionloom.main"])
    text = b"\n".join([*LogBuilder("case").user("hi").assistant("ho").end_turn().lines(), b""])
    case = write_archive(tmp_path / "dsh-session-a b.zip", [Item("session.jsonl", text)])
    *command, field = words_of(exec_line(tmp_path / "data" / association.ENTRY))
    assert field == "%F"
    assert command[:3] == [sys.executable, "-m", "sessionloom.main"]
    picture = tmp_path / "seen.png"
    done = sessionloom(tmp_path, *command[3:], case, "--render", picture, "--language", "en")
    assert done.returncode == 0, done.stderr
    assert picture.is_file()
    assert "2 sources and 1 session" in done.stdout
    assert "shows what is in dsh-session-a b.zip: 1 session" in done.stdout


@example("a$b`c")
@example('\\"')
@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1, max_size=30))
def test_any_path_survives_the_exec_line(word: str) -> None:
    assert words_of(association.quoted(word)) == [word]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("dsh-session-1.zip", "application/x-sessionloom-zip"),
        ("session.v4.jsonl", "application/x-sessionloom-log"),
        ("session.jsonl.zstd", "application/x-sessionloom-log-zstd"),
        ("holiday.zip", "application/zip"),
    ],
)
def test_a_desktop_knows_the_types_by_their_names(tmp_path: Path, name: str, kind: str) -> None:
    """Asked in a process of its own, because Qt reads the types once."""
    association.install(tmp_path, ["sessionloom"])
    ask = (
        "import sys; from PySide6.QtCore import QMimeDatabase as D;"
        " m = D.MatchMode.MatchExtension; print(D().mimeTypeForFile(sys.argv[1], m).name())"
    )
    said = subprocess.run(
        [sys.executable, "-c", ask, name],
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.strip() == kind
