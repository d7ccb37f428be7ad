"""The picture of a window is taken when everything in it is there."""

from __future__ import annotations

from pathlib import Path

from desk import Desk
from later_logs import LaterLog
from pytestqt.qtbot import QtBot

from sessionloom.shell.render import Render


def test_the_picture_waits_for_titles_and_marks(desk: Desk, qtbot: QtBot, tmp_path: Path) -> None:
    for name in ("first", "second", "third"):
        log = LaterLog(4, name)
        for number in range(20):
            log.begin(f"The {name} asks, {number}.").answer(["Yes."]).end()
        log.write(tmp_path / "home" / "sessions")
    desk.start(tmp_path / "home", wait=False)
    assert desk.application is not None
    render = Render(desk.application, tmp_path / "window.png", (1280, 800))
    with qtbot.waitSignal(render.finished, timeout=20_000):
        render.begin()
    assert render.code == 0
    assert sorted(title for title in desk.titles() if "asks" in title) == [
        "The first asks, 19.",
        "The second asks, 19.",
        "The third asks, 19.",
    ]
    assert desk.canvas.at_rest()
    assert len(desk.canvas.marks.get()) == 20
