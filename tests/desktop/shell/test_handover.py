"""From one person's window to another's: fork, hand over, open, keep, verify, compare. No difference."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from desk import Desk
from logs import LogBuilder
from pytestqt.qtbot import QtBot

from sessionlog.cli.derive import Derivation
from sessionlog.library import LIBRARY_SOURCE, Library, SessionInfo
from sessionlog.model.severity import Severity
from sessionloom.shell.main_window import Page


@pytest.fixture
def desks(qtbot: QtBot, tmp_path: Path) -> Iterator[tuple[Desk, Desk]]:
    made = Desk(qtbot, tmp_path / "sender"), Desk(qtbot, tmp_path / "support")
    yield made
    for desk in made:
        desk.close()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    log = LogBuilder("root", cwd="/home/dev/demo").user("List the files").title("Files")
    log.tool("bash", {"command": "ls"}, "a.txt\nb.txt").stream("lost").retry().assistant("There are two.")
    log.end_turn().user("Delete the second").assistant("Done.").end_turn()
    log.as_home(tmp_path / "home")
    side = LogBuilder("side", cwd="/home/dev/demo", parentSession="root", origin="subagent")
    side.user("Look elsewhere").assistant("Nothing there.").end_turn().as_home(tmp_path / "home")
    return tmp_path / "home"


def export_from(desk: Desk, title: str, target: Path) -> None:
    desk.choose(title)
    desk.trigger("session.export")
    dialog = desk.do.handover.dialog
    dialog.write_to(str(target))
    desk.settle()
    dialog.close_panel()
    desk.settle()


def kept(desk: Desk) -> dict[str, SessionInfo]:
    library: Library = desk.bench.library
    return {info.id: info for info in library.sessions(LIBRARY_SOURCE)}


def facts(desk: Desk) -> dict[str, Any]:
    """What each kept session is: its bytes, its events, its messages, what is wrong with it."""
    library: Library = desk.bench.library
    found = {}
    for name, info in kept(desk).items():
        seen = library.inspect(info.ref)
        found[name] = (
            b"".join(library.text(info.ref)),
            list(seen.events()),
            Derivation(library.log(info.ref), strict=True).messages(),
            library.verify(info.ref).severity,
            (info.title, info.parent_session, info.seed_length, info.events, info.turns),
        )
    return found


def entries(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {n: archive.read(n) for n in archive.namelist() if n != "sessionloom-manifest.json"}


def test_nothing_differs_at_the_other_end(desks: tuple[Desk, Desk], home: Path, tmp_path: Path) -> None:
    sender, support = desks
    sender.start(home)
    sender.do.opening.import_path(str(home))
    sender.settle()
    sender.bench.choose_source(LIBRARY_SOURCE)
    sender.settle()
    sender.choose("Files")
    sender.fork_from("There are two.", "Tried otherwise")
    assert len(kept(sender)) == 3
    case = tmp_path / "case.zip"
    export_from(sender, "Files", case)
    sent = facts(sender)
    sender.close()
    assert len(entries(case)) == 3

    support.start(case)
    support.until(lambda: support.window.support_page.case is not None)
    assert support.window.page() is Page.SUPPORT
    assert {s.info.severity for s in support.window.support_page.case.sessions} == {Severity.OK}
    support.window.support_page.importWanted.emit()
    support.settle()
    assert facts(support) == sent

    library: Library = support.bench.library
    (opened,) = [source for source in library.sources() if source.kind == "zip"]
    folder = library.open_path(home)
    for place in (opened.id, folder.id):
        for info in library.sessions(place):
            compared = library.comparing.sessions(info.ref, kept(support)[info.id].ref)
            assert compared.counts.differences == 0
            assert compared.counts.same > 1

    support.bench.choose_source(LIBRARY_SOURCE)
    support.settle()
    again = tmp_path / "again.zip"
    export_from(support, "Files", again)
    assert list(entries(again).items()) == list(entries(case).items())
