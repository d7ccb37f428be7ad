"""Images and files of a session in the whole window: shown, saved, copied; never opened, never fetched."""

from __future__ import annotations

import hashlib
import stat
from pathlib import Path
from typing import Any

import pytest
import rasters
from archives import Item, write_archive
from desk import Desk
from harness_db import add_session, new_database
from logs import LogBuilder
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QDesktopServices
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu

from sessionloom.conversation.painters.image import caption_words

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
PICTURE, NOTE = rasters.png(2, 2, (200, 30, 60)), b"a note\n" * 40_000
Json = dict[str, Any]


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def image(data: bytes = PICTURE, **more: object) -> Json:
    about = {"attachmentId": f"sha256:{digest_of(data)}", "mediaType": "image/png", "bytes": len(data)}
    return {"type": "image", "attachment": {**about, "width": 2, "height": 2, **more}}


def file(name: str = "../../notes.txt") -> Json:
    about = {"attachmentId": f"sha256:{digest_of(NOTE)}", "name": name, "bytes": len(NOTE)}
    return {"type": "file", "attachment": about}


def lines(*blocks: Json) -> list[bytes]:
    log = LogBuilder("with", cwd="/p").user([{"type": "text", "text": "Look"}, *blocks])
    return log.assistant("Seen.").end_turn().lines(packed=True)


def write_home(home: Path, *blocks: Json, there: bool = True) -> Path:
    folder = home / "sessions" / "--p--" / "with"
    folder.mkdir(parents=True)
    (folder / "session.jsonl").write_bytes(b"".join(line + b"\n" for line in lines(*blocks)))
    if there:
        put(home)
    return home / "sessions"


def put(home: Path, picture: bytes = PICTURE) -> Path:
    for data, kind, held in ((PICTURE, "objects", picture), (NOTE, "file-objects", NOTE)):
        digest = digest_of(data)
        path = home / "attachments" / "v1" / kind / digest[:2] / digest
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(held)
    digest = digest_of(PICTURE)
    return home / "attachments" / "v1" / "objects" / digest[:2] / digest


def captions(desk: Desk) -> list[str]:
    """What the rows of attachments say, once everything in view was looked for."""
    canvas = desk.canvas
    desk.until(canvas.viewport().isVisible)
    canvas.grab()
    desk.until(lambda: not canvas.pictures.busy())
    canvas.grab()
    return [caption_words(row, canvas.look) for row in canvas.model.rows if "attached" in row.block.facts]


def is_seen(desk: Desk) -> bool:
    seen = desk.canvas.viewport().grab().toImage()
    wanted = QColor(200, 30, 60)
    return any(
        seen.pixelColor(x, y) == wanted for x in range(seen.width()) for y in range(0, seen.height(), 2)
    )


def point_at(desk: Desk, row_of: int) -> None:
    """Click the row of an attachment."""
    canvas = desk.canvas
    rows = [number for number, row in enumerate(canvas.model.rows) if "attached" in row.block.facts]
    y = dict(canvas.scroller.visible())[rows[row_of]]
    desk.qtbot.mouseClick(
        canvas.viewport(),
        Qt.MouseButton.LeftButton,
        pos=QPoint(canvas.measure.column.left + 60, round(y) + 12),
    )


def save_as(desk: Desk, path: Path) -> str:
    """Choose a name in the dialog that is open; gives back the one that was offered."""
    dialog = desk.window.findChild(QFileDialog)
    assert dialog is not None
    (offered,) = dialog.selectedFiles()
    dialog.fileSelected.emit(str(path))
    dialog.reject()
    desk.settle()
    return Path(offered).name


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.mark.parametrize("place", ["folder", "library", "zip", "database"])
def test_they_are_shown_wherever_the_session_is(desk: Desk, home: Path, tmp_path: Path, place: str) -> None:
    folder = write_home(home, image(name="red.png"), file(), there=place != "zip")
    if place == "zip":
        text = b"".join(line + b"\n" for line in lines(image(name="red.png"), file()))
        items = [Item("session.jsonl", text), Item(f"media/{digest_of(PICTURE)}.png", PICTURE)]
        folder = write_archive(tmp_path / "case.zip", items)
    elif place == "database":
        folder = home / "sessions.sqlite"
        connection = new_database(folder)
        add_session(connection, lines(image(name="red.png"), file()))
        connection.close()
    if place == "library":
        desk.start()
        desk.application.opening.import_path(str(folder))
        desk.settle()
        desk.bench.choose_source(1 if desk.bench.source() is None else desk.bench.catalog.sources()[0].id)
        desk.settle()
        desk.bench.choose_session(desk.bench.catalog.sessions(desk.bench.current_source)[0])
        desk.settle()
    else:
        desk.start(folder)
        if not desk.bench.controller.loaded():
            desk.bench.choose_session(desk.bench.catalog.sessions(desk.bench.current_source)[0])
            desk.settle()
    desk.until(desk.bench.controller.loaded)
    first, second = captions(desk)
    assert first == f"red.png, 2 × 2 · {len(PICTURE)} B"
    assert second.startswith("../../notes.txt, 280 KB")
    assert is_seen(desk)


def test_an_image_is_saved_from_the_keyboard_under_its_own_name(
    desk: Desk, home: Path, tmp_path: Path
) -> None:
    desk.start(write_home(home, image(name="red.png")))
    captions(desk)
    desk.canvas.setFocus()
    desk.canvas.nextPrompt()
    desk.qtbot.keyClick(desk.canvas, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    target = tmp_path / "mine.png"
    assert save_as(desk, target) == "red.png"
    assert target.read_bytes() == PICTURE
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert desk.notice() == ("The attachment is saved.", str(target))


def test_a_name_that_leads_elsewhere_is_offered_as_one_that_stays(
    desk: Desk, home: Path, tmp_path: Path
) -> None:
    desk.start(write_home(home, image(), file("../../\u202etxt.exe")))
    captions(desk)
    point_at(desk, 1)
    desk.trigger("attachment.save")
    target = tmp_path / "saved"
    assert save_as(desk, target) == ".._.._txt.exe"
    assert target.read_bytes() == NOTE


def test_what_cannot_be_written_is_said_and_nothing_is_left(desk: Desk, home: Path, tmp_path: Path) -> None:
    desk.start(write_home(home, file()))
    captions(desk)
    point_at(desk, 0)
    desk.trigger("attachment.save")
    save_as(desk, tmp_path / "nowhere" / "saved")
    assert "could not be written" in desk.notice()[0]
    assert not (tmp_path / "nowhere").exists()


def test_an_image_is_copied_whole(desk: Desk, home: Path) -> None:
    desk.start(write_home(home, image()))
    captions(desk)
    point_at(desk, 0)
    desk.trigger("attachment.copy")
    copied = QApplication.clipboard().image()
    assert (copied.width(), copied.height()) == (2, 2)
    assert copied.pixelColor(0, 0) == QColor(200, 30, 60)
    assert desk.notice()[0] == "The image is copied."


def test_a_file_is_no_image_to_copy(desk: Desk, home: Path) -> None:
    desk.start(write_home(home, image(), file()))
    captions(desk)
    point_at(desk, 1)
    assert not desk.do.registry.enabled("attachment.copy")
    assert desk.do.registry.enabled("attachment.save")


def test_where_it_lies_is_the_folder_and_never_the_file(
    desk: Desk, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: shown.append(url.toLocalFile()))
    desk.start(write_home(home, image(), file()))
    captions(desk)
    point_at(desk, 0)
    desk.trigger("attachment.show")
    point_at(desk, 1)
    desk.trigger("attachment.show")
    digests = [digest_of(PICTURE), digest_of(NOTE)]
    kinds = ["objects", "file-objects"]
    store = home / "attachments" / "v1"
    assert shown == [str(store / kind / digest[:2]) for kind, digest in zip(kinds, digests)]


def test_of_several_one_is_chosen_from_a_menu(desk: Desk, home: Path, tmp_path: Path) -> None:
    desk.start(write_home(home, image(name="a & b.png"), file()))
    captions(desk)
    desk.canvas.setFocus()
    desk.canvas.nextPrompt()
    desk.trigger("attachment.save")
    menu = desk.do.attachments.choice
    assert isinstance(menu, QMenu)
    assert [action.text() for action in menu.actions()] == ["a && b.png", "../../notes.txt"]
    menu.actions()[1].trigger()
    menu.hide()
    save_as(desk, tmp_path / "chosen")
    assert (tmp_path / "chosen").read_bytes() == NOTE


def test_the_context_menu_offers_what_can_be_done(desk: Desk, home: Path) -> None:
    desk.start(write_home(home, image()))
    captions(desk)
    point_at(desk, 0)
    desk.canvas.menu_at_current()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    offered = {action.objectName() for action in menu.actions() if action.isEnabled()}
    menu.hide()
    assert {"attachment.save", "attachment.copy", "attachment.show"} <= offered


@pytest.mark.parametrize(
    ("state", "said"),
    [("missing", "not where the session's attachments are kept"), ("changed", "changed: the hash differs")],
)
def test_a_picture_that_is_not_there_says_why_and_offers_nothing(
    desk: Desk, home: Path, state: str, said: str
) -> None:
    sessions = write_home(home, image(), there=False)
    if state == "changed":
        put(home, rasters.png(2, 2, (1, 2, 3)))
    desk.start(sessions)
    assert captions(desk) == [f"Image, 2 × 2 · {len(PICTURE)} B, {said}"]
    assert not is_seen(desk)
    point_at(desk, 0)
    for action in ("attachment.save", "attachment.copy", "attachment.show"):
        assert not desk.do.registry.enabled(action)


def test_what_vanished_since_it_was_shown_is_not_saved(desk: Desk, home: Path, tmp_path: Path) -> None:
    desk.start(write_home(home, image()))
    captions(desk)
    (path,) = (home / "attachments" / "v1" / "objects").rglob(digest_of(PICTURE))
    path.unlink()
    point_at(desk, 0)
    desk.trigger("attachment.save")
    save_as(desk, tmp_path / "saved.png")
    assert desk.notice()[0] == "The attachment could not be saved."
    assert not (tmp_path / "saved.png").exists()
