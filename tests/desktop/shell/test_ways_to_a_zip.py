"""A ZIP is opened by every way a person may take, and each leads to the same first screen."""

from __future__ import annotations

import dataclasses
import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from archives import Item, write_archive
from desk import Desk
from logs import LogBuilder
from PySide6.QtWidgets import QFileDialog

from sessionlog.access.support import SupportCase
from sessionlog.cli.main import run
from sessionlog.sources.problems import open_turn
from sessionloom.shell.main_window import Page
from sessionloom.shell.single_instance import InstanceServer, socket_name
from sessionloom.shell.support_text import facts_of, findings_of, session_state

LATER_START = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from sessionloom.shell.support_text import findings_of
from sessionloom.shell.single_instance import hand_over
app = QCoreApplication([])
sys.exit(not hand_over(sys.argv[1], [Path(sys.argv[2])]))
"""


@pytest.fixture
def case(tmp_path: Path) -> Path:
    text = b"\n".join([*LogBuilder("case").user("help").fail("half", message="no more quota").lines(), b""])
    return write_archive(tmp_path / "case.zip", [Item("session.jsonl", text)])


def by_argument(desk: Desk, case: Path) -> None:
    desk.start(case)


def by_drop(desk: Desk, case: Path) -> None:
    desk.start()
    desk.drop([case])


def chosen_in_dialog(desk: Desk, case: Path) -> None:
    dialog = desk.window.findChild(QFileDialog)
    assert dialog is not None
    assert any("*.zip" in text for text in dialog.nameFilters())
    dialog.fileSelected.emit(str(case))
    dialog.reject()


def by_menu(desk: Desk, case: Path) -> None:
    desk.start()
    desk.trigger("open.zip")
    chosen_in_dialog(desk, case)


def by_first_page(desk: Desk, case: Path) -> None:
    desk.start()
    desk.window.first_page.zip.click()
    chosen_in_dialog(desk, case)


def by_a_second_start(desk: Desk, case: Path) -> None:
    desk.start()
    name = socket_name(desk.folder / "library.db")
    server = InstanceServer(name)
    server.handed.connect(desk.application.come_to_front)  # type: ignore[union-attr]
    places = [str(Path(__file__).resolve().parents[3] / folder) for folder in ("core", "desktop")]
    code = f"import sys; sys.path[:0] = {places!r}\n{LATER_START}"
    later = subprocess.Popen([sys.executable, "-c", code, name, str(case)])
    desk.until(lambda: later.poll() is not None)
    assert later.returncode == 0
    desk.until(lambda: any("case.zip" in source for source in desk.sources()))
    server.close()


WAYS = [by_argument, by_drop, by_menu, by_first_page, by_a_second_start]


# Dialogs and raised windows are beyond the platform that draws offscreen.
@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize("way", WAYS)
def test_every_way_leads_to_the_first_screen(
    desk: Desk, case: Path, way: Callable[[Desk, Path], None]
) -> None:
    way(desk, case)
    desk.until(lambda: desk.window.support_page.case is not None)
    assert desk.window.page() is Page.SUPPORT
    (session,) = desk.window.support_page.case.sessions
    assert session.ending is not None and "no more quota" in session.ending.reason


def test_the_terminal_opens_it_too(case: Path) -> None:
    out, said = io.StringIO(), io.StringIO()
    assert run(["inspect", str(case), "--json"], out, said) == 0, said.getvalue()
    assert json.loads(out.getvalue())["id"] == "case"


def test_sessions_that_were_read_have_their_titles_in_the_list(desk: Desk, case: Path) -> None:
    desk.start(case)
    desk.until(lambda: desk.window.support_page.case is not None)
    desk.until(lambda: "help" in desk.titles())


@pytest.fixture
def crashed(desk: Desk, tmp_path: Path) -> SupportCase:
    log = LogBuilder("case").user("one").assistant("two").end_turn().user("three")
    text = b"\n".join([*log.lines(), b""])
    desk.start(write_archive(tmp_path / "case.zip", [Item("session.jsonl", text)]))
    desk.until(lambda: desk.window.support_page.case is not None)
    return desk.window.support_page.case


def test_a_turn_without_an_end_is_one_finding(crashed: SupportCase) -> None:
    assert [(row.title, row.place[:8]) for row in findings_of(crashed)] == [
        ("The last turn has no end", "turn 2, ")
    ]


def test_a_log_that_nobody_closed_is_not_said_to_be_closed(crashed: SupportCase) -> None:
    (session,) = crashed.sessions
    assert session_state(session)[0] == "Interrupted, would be closed by recovery"


def test_one_of_a_kind_is_counted_in_the_singular(crashed: SupportCase) -> None:
    facts = facts_of(crashed)
    assert facts[0] == ("1", "session")
    assert facts[1] == (f"{crashed.events}", "events")
    assert facts[2] == ("1", "entry")


def test_turns_are_named_in_chinese_with_one_word(desk: Desk, crashed: SupportCase) -> None:
    desk.application.look.set_language("zh_CN")  # type: ignore[union-attr]
    (row,) = findings_of(crashed)
    assert row.title == "最后一个回合没有结束"
    assert row.place.startswith("第 2 回合")
    without_ending = dataclasses.replace(crashed, sessions=(), problems=(open_turn(3),))
    assert [row.place for row in findings_of(without_ending)][-1] == "第 3 回合"


def test_a_zip_without_any_log_says_so(desk: Desk, tmp_path: Path) -> None:
    desk.start(write_archive(tmp_path / "holiday.zip", [Item("holiday.jpg", b"a picture")]))
    desk.until(lambda: desk.window.support_page.case is not None)
    titles = [row.title for row in findings_of(desk.window.support_page.case)]
    assert titles[0] == "No session log that can be read is in it"
    shown = desk.window.support_page.banner.shown
    assert shown is not None and shown.offers == ["Copy report"], "there is nothing to import"
