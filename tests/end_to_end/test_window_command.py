"""The command `sessionloom` as a person starts it: a picture, a second start, wrong arguments."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "resources" / "samples" / "sessions"


def environment(home):
    places = os.pathsep.join((str(ROOT / "core"), str(ROOT / "desktop")))
    return {
        **os.environ, "PYTHONPATH": places, "SESSIONLOOM_HOME": str(home), "HOME": str(home),
        "QT_QPA_PLATFORM": "offscreen", "PYTHONWARNINGS": "default",
    }  # fmt: skip


def sessionloom(home, *arguments, timeout=90):
    return subprocess.run(
        [sys.executable, "-m", "sessionloom.main", *map(str, arguments)],
        env=environment(home), capture_output=True, text=True, timeout=timeout, check=False,
    )  # fmt: skip


def test_a_picture_of_the_samples(tmp_path):
    picture = tmp_path / "first.png"
    done = sessionloom(
        tmp_path / "home", SAMPLES, "--render", picture, "--size", "960x640", "--theme", "dark",
        "--language", "en",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    image = QImage(str(picture))
    assert (image.width(), image.height()) == (960, 640)
    assert image.pixelColor(4, 600).lightness() < 60
    assert "The sidebar lists 2 sources and 7 sessions." in done.stdout
    assert len(done.stdout.strip().splitlines()) == 1
    assert list((tmp_path / "home").glob("cache/scratch/*")) == []


def test_a_picture_of_nothing_says_what_can_be_done(tmp_path):
    picture = tmp_path / "first.png"
    done = sessionloom(tmp_path / "home", "--render", picture, "--language", "en")
    assert done.returncode == 0, done.stderr
    assert "offers to open a session folder" in done.stdout
    assert QImage(str(picture)).width() == 1440


def test_the_version(tmp_path):
    done = sessionloom(tmp_path, "--version")
    assert done.returncode == 0
    assert done.stdout.startswith("sessionloom ")


@pytest.mark.parametrize("size", ["big", "10x10", "1440"])
def test_a_size_that_is_none_is_explained(tmp_path, size):
    done = sessionloom(tmp_path, "--render", tmp_path / "x.png", "--size", size)
    assert done.returncode == 2
    assert "--size" in done.stderr


def test_a_picture_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    done = sessionloom(tmp_path / "home", "--render", tmp_path / "file" / "x.png", "--language", "en")
    assert done.returncode == 1
    assert "could not be written" in done.stdout


def test_a_picture_into_a_folder_that_is_not_there_is_refused(tmp_path):
    done = sessionloom(tmp_path / "home", "--render", tmp_path / "typo" / "x.png")
    assert done.returncode == 2
    assert f"There is no folder {tmp_path / 'typo'}" in done.stderr
    assert not (tmp_path / "typo").exists()


def test_a_picture_of_a_path_that_is_not_there_is_refused(tmp_path):
    picture = tmp_path / "x.png"
    done = sessionloom(tmp_path / "home", SAMPLES, tmp_path / "nowhere", "--render", picture)
    assert done.returncode == 2
    assert f"There is nothing at {tmp_path / 'nowhere'}" in done.stderr
    assert not picture.exists()


def test_a_link_is_no_path_that_must_be_there(tmp_path):
    picture = tmp_path / "x.png"
    done = sessionloom(tmp_path / "home", "nobody@g4#2", "--render", picture, "--language", "en")
    assert done.returncode == 0, done.stderr
    assert "No open source holds the session nobody" in done.stdout


def test_a_second_start_hands_over_and_leaves(tmp_path):
    home = tmp_path / "home"
    first = subprocess.Popen(
        [sys.executable, "-m", "sessionloom.main"], env=environment(home), stderr=subprocess.PIPE, text=True
    )
    try:
        for _ in range(60):  # the first one needs a moment until it listens
            second = sessionloom(home, SAMPLES, timeout=60) if listening(home) else None
            if second is not None:
                break
            assert first.poll() is None
            try:
                first.wait(0.5)
            except subprocess.TimeoutExpired:
                continue
        assert second is not None
        assert second.returncode == 0, second.stderr
        assert first.poll() is None
    finally:
        first.terminate()
        first.communicate(timeout=30)


def listening(home):
    code = (
        "import sys; from pathlib import Path; from PySide6.QtCore import QCoreApplication;"
        "from PySide6.QtNetwork import QLocalSocket;"
        "from sessionloom.shell.single_instance import socket_name;"
        "app = QCoreApplication([]); socket = QLocalSocket();"
        "socket.connectToServer(socket_name(Path(sys.argv[1]) / 'library.db'));"
        "sys.exit(not socket.waitForConnected(500))"
    )
    done = subprocess.run([sys.executable, "-c", code, str(home)], env=environment(home), check=False)
    return done.returncode == 0


def test_what_a_picture_shows_is_said_in_the_language_of_the_window(tmp_path):
    picture = tmp_path / "first.png"
    done = sessionloom(tmp_path / "home", "--render", picture, "--language", "zh_CN")
    assert done.returncode == 0, done.stderr
    said = re.sub(r"Sessionloom|library\.db", "", done.stdout)
    assert not re.search("[A-Za-z]{3}", said), said
