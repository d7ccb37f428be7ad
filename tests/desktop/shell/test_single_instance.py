"""One window for a library: a later start hands over its paths; a dead socket is no obstacle."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from logs import LogBuilder
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from sessionloom.shell.single_instance import InstanceServer, hand_over, socket_name

HAND_OVER = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from sessionloom.shell.single_instance import hand_over
app = QCoreApplication([])
print(hand_over(sys.argv[1], [Path(text) for text in sys.argv[2:]]))
"""


@pytest.fixture
def name(tmp_path):
    return socket_name(tmp_path / "library.db")


def start_again(name, *paths):
    places = [str(Path(__file__).resolve().parents[3] / folder) for folder in ("core", "desktop")]
    code = f"import sys; sys.path[:0] = {places!r}\n{HAND_OVER}"
    return subprocess.Popen([sys.executable, "-c", code, name, *paths], stdout=subprocess.PIPE, text=True)


def test_a_later_start_hands_over_its_paths(qtbot, name, tmp_path):
    server = InstanceServer(name)
    assert server.listening
    with qtbot.waitSignal(server.handed, timeout=20_000) as blocker:
        later = start_again(name, str(tmp_path / "a folder"), "会话", "id@g4#12")
    assert blocker.args == [[tmp_path / "a folder", Path("会话").absolute(), Path("id@g4#12")]]
    out, _ = later.communicate(timeout=20)
    assert out.strip() == "True"
    server.close()


def test_nobody_there_means_this_is_the_first(qapp, name):
    assert hand_over(name, []) is False


def test_a_socket_left_by_a_crash_is_taken_over(qapp, name):
    dead = QLocalServer()
    dead.listen(name)
    left = Path(dead.fullServerName())
    kept = left.with_suffix(".kept")
    left.rename(kept)  # what a killed process leaves: a file that nobody serves
    dead.close()
    kept.rename(left)
    server = InstanceServer(name)
    assert server.listening
    server.close()


@pytest.mark.parametrize("message", [b"not json\n", b'{"a": 1}\n', b"[1, 2]\n", b"x" * (2 << 20)])
def test_a_foreign_message_changes_nothing(qtbot, name, message):
    server = InstanceServer(name)
    heard = []
    server.handed.connect(heard.append)
    socket = QLocalSocket()
    socket.connectToServer(name)
    assert socket.waitForConnected(2000)
    socket.write(message)
    socket.flush()
    qtbot.waitUntil(lambda: socket.state() is QLocalSocket.LocalSocketState.UnconnectedState)
    assert heard == []
    server.close()


def test_two_libraries_are_two_windows(tmp_path):
    assert socket_name(tmp_path / "a.db") != socket_name(tmp_path / "b.db")


@pytest.mark.qt_log_ignore("This plugin does not support raise")
def test_a_handed_over_folder_opens_in_the_first_window(desk, tmp_path):
    log = LogBuilder("handed", cwd="/home/dev/tidewatch")
    log.user("A question").assistant("Handed over").end_turn().title("From the later start")
    home = log.as_home(tmp_path / "home")
    desk.start()
    library = Path(desk.bench.library.path)
    server = InstanceServer(socket_name(library))
    server.handed.connect(desk.application.come_to_front)
    desk.window.showMinimized()
    later = start_again(socket_name(library), str(home))
    desk.until(lambda: desk.reads("Handed over"))
    desk.settle()
    assert desk.window.header.title.text() == "From the later start"
    assert not desk.window.isMinimized()
    assert later.communicate(timeout=20)[0].strip() == "True"
    server.close()
