"""What the machine refuses is said in the window with a remedy; what can be read is read."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from kill_targets import hold_lock
from logs import LogBuilder
from PySide6.QtWidgets import QAbstractButton
from sqlite_pages import PAGE, spoil

from sessionlog.access.rescuing import RescuedLibrary
from sessionlog.model.severity import Level, Problem
from sessionlog.store import lock
from sessionloom.shell.main_window import Page
from sessionloom.shell.rescue import result_text

ROOT = Path(__file__).resolve().parents[3]


def talk(id, turns=2, noise=0):
    log = LogBuilder(id, cwd="/home/dev/tidewatch")
    for turn in range(turns):
        log.user(f"Question {turn}").assistant(f"Answer {turn} {os.urandom(noise).hex()}").end_turn()
    return log.title(f"Session {id}")


@pytest.fixture
def held(tmp_path, monkeypatch):
    """Another process that writes to the library, and its end; nobody waits for it for long."""
    monkeypatch.setattr(lock.LibraryLock.__init__, "__defaults__", (0.05,))
    database = tmp_path / "data" / "library.db"
    database.parent.mkdir()
    children, lines = [], []

    def hold():
        here, there = multiprocessing.get_context("spawn").Pipe()
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
            child = multiprocessing.get_context("spawn").Process(
                target=hold_lock, args=(str(database), there)
            )
            child.start()
        assert here.recv() == "held"
        children.append(child)
        lines.append(here)  # the child ends when nobody is on the line
        return child

    yield hold
    for child in children:
        child.kill()
        child.join()


def test_a_library_that_cannot_be_made_meanwhile_is_made_at_the_next_try(desk, held):
    child = held()
    desk.start()
    claim, remedy = desk.message()
    assert desk.window.page() is Page.MESSAGE
    assert f"process {child.pid}" in claim
    assert remedy.startswith("Nothing was lost.")
    child.kill()
    child.join()
    desk.window.message_page.findChildren(QAbstractButton)[0].click()
    desk.until(lambda: desk.window.page() is Page.FIRST)


def test_a_library_that_another_program_writes_is_read_and_an_import_says_who_writes(desk, held, tmp_path):
    kept = talk("kept").as_home(tmp_path / "home")
    desk.start()
    desk.application.opening.import_path(str(kept))
    desk.settle()
    desk.close()
    child = held()
    desk.start()
    desk.choose("Session kept")
    assert desk.reads("Answer 1")
    more = talk("more").as_home(tmp_path / "more")
    desk.application.opening.import_path(str(more))
    desk.settle()
    claim, remedy = desk.notice()
    assert f"process {child.pid}" in claim
    assert remedy.endswith("then try again.")
    assert desk.reads("Answer 1")
    child.kill()
    child.join()
    desk.application.opening.import_path(str(more))
    desk.settle()
    assert desk.notice()[0] == "Imported 1 session."


def test_a_disk_that_fills_during_an_import_leaves_what_was_kept_and_reading(desk, tmp_path):
    desk.start()
    desk.application.opening.import_path(str(talk("kept").as_home(tmp_path / "home")))
    desk.settle()

    def limit(connection):
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={pages + 5}").fetchone()

    desk.bench.library._store.writer.run(limit)
    large = talk("large", 300, noise=600).as_home(tmp_path / "more")
    desk.application.open_paths([large])
    desk.settle()
    desk.trigger("source.import")
    claim, remedy = desk.notice()
    assert claim == "There is no room left for library.db. What was saved before is safe."
    assert remedy == "Free some space on its disk, then try again."
    assert not desk.bench.imports.running()
    assert desk.window.status.work_bar.isHidden()
    assert desk.reads("Answer 299")
    assert [info.id for info in desk.bench.library.sessions(1)] == ["kept"]
    desk.bench.library._store.writer.run(
        lambda connection: connection.execute("PRAGMA max_page_count=1000000").fetchone()
    )
    desk.trigger("source.import")
    assert desk.notice()[0] == "Imported 1 session."


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="needs rights that the superuser can give up"
)
def test_a_log_that_may_not_be_read_says_so_and_the_others_open():
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        root.chmod(0o755)
        talk("open").as_home(root / "home")
        locked = talk("locked").as_home(root / "home")
        locked.chmod(0)
        for path in (root / "home").rglob("*"):
            if path != locked:
                path.chmod(0o755 if path.is_dir() else 0o644)
        own = root / "own"
        own.mkdir()
        script = Path(__file__).resolve().parents[2] / "helpers" / "window_with_few_rights.py"
        places = os.pathsep.join(str(ROOT / name) for name in ("core", "desktop"))
        ended = subprocess.run(
            [sys.executable, str(script), str(own), str(root / "home")],
            env={**os.environ, "PYTHONPATH": places, "SESSIONLOOM_HOME": str(own), "HOME": str(own)},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert ended.returncode == 0, ended.stderr
    said = json.loads(ended.stdout)
    assert said["read"] == "Session open"
    assert said["refused"] == ["locked"]
    assert said["page"] == "MESSAGE"
    assert "may not be read by you" in said["claim"]
    assert said["remedy"] == "Ask its owner for the right to read it."


def click_first(desk):
    def shown():
        buttons = desk.window.message_page.findChildren(QAbstractButton)
        return [button for button in buttons if button.isVisible()]

    desk.until(shown)
    shown()[0].click()


def test_a_damaged_library_is_rescued_in_the_window(desk, tmp_path):
    for name in ("one", "two"):
        talk(name).as_home(tmp_path / "home")
    desk.start()
    desk.application.opening.import_path(str(tmp_path / "home"))
    desk.settle()
    desk.close()
    database = tmp_path / "data" / "library.db"
    spoil(database, {1: bytes(PAGE)})
    desk.start()
    claim, remedy = desk.message()
    assert "damaged" in claim and remedy.startswith("Rescue what can be read")
    click_first(desk)
    desk.until(lambda: desk.message()[0] == "The library is readable again.")
    assert desk.message()[1].splitlines()[0] == "Sessions that are whole: 2."
    click_first(desk)
    desk.until(lambda: desk.application.library is not None)
    desk.settle()
    desk.choose("Session one")


def test_what_a_rescued_library_lacks_is_named():
    lost = Problem(
        "segment-lost", Level.ERROR, "Events 3 to 9 cannot be read: their place in the library is damaged."
    )
    rescued = RescuedLibrary(
        Path("/x/library.db.damaged"), ("a",), (("b", (lost,)),), tuple(f"c{number}" for number in range(20))
    )
    lines = result_text(rescued).splitlines()
    assert lines[1].startswith("b: Events 3 to 9")
    assert lines[2] == "c0: nothing of it could be read"
    assert lines[-3:] == [
        "and 9 more",
        "Import the logs of these sessions, and they are whole again.",
        "The damaged file is kept as library.db.damaged.",
    ]
