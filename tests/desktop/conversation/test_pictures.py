"""Pictures of the conversation: only what is in view, on a worker, within bounds, and no row jumps."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import rasters
from drawn import node, prompt, text, tool
from inline_runner import InlineRunner
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot
from screens import Screen

from sessionlog.conversation.node import Node, NodeKind, Section, SectionKind
from sessionlog.export.attached import Contents, Lack
from sessionloom.bridge.tasks import TaskRunner
from sessionloom.conversation import pictures as module
from sessionloom.conversation.accessible import row_name
from sessionloom.conversation.painters.image import TALLEST, caption_words
from sessionloom.conversation.pictures import Attachment, Pictures, attachments_of
from sessionloom.theme.theme import Theme

RED = (200, 30, 60)


def image(data: bytes, key: str = "0", **facts: object) -> Section:
    about = {
        "attached": "image",
        "attachment_id": f"sha256:{hashlib.sha256(data).hexdigest()}",
        "bytes": len(data),
    }
    return Section(key, SectionKind.IMAGE, "shot.png", facts={**about, **facts})


class Shelf:
    """The attachments of a session, and who asked for which."""

    def __init__(self, *datas: bytes) -> None:
        self.held = {f"sha256:{hashlib.sha256(data).hexdigest()}": data for data in datas}
        self.asked: list[str] = []
        self.threads: set[int] = set()

    def find(self, attachment: Attachment, most: int) -> Contents:
        self.asked.append(attachment.id)
        self.threads.add(threading.get_ident())
        data = self.held.get(attachment.id)
        if data is None:
            return Contents(b"", Lack.MISSING)
        return Contents(data, Lack.NONE, Path("/home/of/it"))


Show = Callable[..., Screen]


@pytest.fixture
def show(qtbot: QtBot, app_theme: Theme) -> Show:
    """Shows nodes whose attachments are on a shelf, and waits until nothing is looked for any more."""

    def make(
        shelf: Shelf, nodes: list[Node], *, runner: TaskRunner | None = None, wait: bool = True
    ) -> Screen:
        screen = Screen(runner=runner or InlineRunner())
        qtbot.addWidget(screen)
        screen.resize(800, 600)
        screen.setAttachments(shelf.find)
        screen.setNodes(nodes)
        with qtbot.waitExposed(screen):
            screen.show()
        if wait:
            settle(qtbot, screen)
        return screen

    return make


def settle(qtbot: QtBot, screen: Screen) -> None:
    screen.grab()
    qtbot.waitUntil(lambda: not screen.pictures.busy())
    screen.grab()


def painted(screen: Screen, colour: tuple[int, int, int] = RED) -> int:
    """How many px of the viewport have a colour."""
    seen = screen.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    wanted = bytes((*reversed(colour), 255))
    pixels = bytes(seen.constBits())
    return sum(1 for _place in _places(pixels, wanted))


def _places(pixels: bytes, wanted: bytes) -> Iterator[int]:
    at = pixels.find(wanted)
    while at >= 0:
        if at % 4 == 0:
            yield at
        at = pixels.find(wanted, at + 1)


def captions(screen: Screen) -> list[str]:
    return [caption_words(row, screen.look) for row in screen.model.rows if row.block.kind.value == "image"]


def heights(screen: Screen) -> list[float]:
    return [screen.measure.height(row) for row in range(len(screen.model.rows))]


def test_a_picture_is_shown_at_its_size_over_a_line_that_names_it(qtbot: QtBot, show: Show) -> None:
    data = rasters.png(120, 80, RED)
    screen = show(Shelf(data), [prompt(1, "Look"), node(NodeKind.USER, 2, image(data, width=120, height=80))])
    assert painted(screen) == 120 * 80
    assert captions(screen) == [f"shot.png, 120 × 80 · {len(data)} B"]
    assert f"shot.png, 120 × 80 · {len(data)} B" in row_name(screen.model.rows[-1], screen.look)


@pytest.mark.parametrize("size", [(4000, 500), (300, 4000), (120, 80)])
def test_no_row_jumps_when_a_picture_arrives_whose_size_the_log_states(
    qtbot: QtBot, show: Show, size: tuple[int, int]
) -> None:
    data, runner = rasters.png(*size), InlineRunner()
    runner.held = True
    nodes = [node(NodeKind.USER, 1, image(data, width=size[0], height=size[1])), prompt(2, "Below")]
    screen = show(Shelf(data), nodes, runner=runner, wait=False)
    screen.grab()
    qtbot.waitUntil(lambda: len(runner.waiting) == 1)
    before = heights(screen)
    assert painted(screen) == 0
    runner.release()
    settle(qtbot, screen)
    assert painted(screen) > 0
    assert heights(screen) == before
    assert max(before) <= screen.look.px(TALLEST) + 100


@pytest.mark.parametrize("states", [True, False])
@pytest.mark.parametrize("found", [True, False])
def test_a_reader_below_a_picture_keeps_his_place_whatever_comes_of_it(
    qtbot: QtBot, show: Show, states: bool, found: bool
) -> None:
    data, runner = rasters.png(300, 300, RED), InlineRunner()
    facts = {"width": 300, "height": 300} if states else {}
    nodes: list[Node] = [prompt(seq, f"Row {seq}\n\nMore of it") for seq in range(40)]
    nodes[20] = picture = node(NodeKind.USER, 20, image(data, **facts))
    runner.held = True
    screen = show(Shelf(data) if found else Shelf(), nodes, runner=runner, wait=False)
    screen.scrollToNode(picture.key)
    screen.scroll_by(70)  # into the picture, or the line that stands for it
    screen.grab()
    qtbot.waitUntil(lambda: len(runner.waiting) == 1)
    before = screen.ys()
    runner.release()
    settle(qtbot, screen)
    after = screen.ys()
    kept = [key for key in before if key in after and not key.startswith(picture.key)]
    assert kept
    assert {key: after[key] for key in kept} == {key: before[key] for key in kept}


def test_only_what_is_in_view_is_looked_for_each_once(qtbot: QtBot, show: Show) -> None:
    datas = [rasters.png(40, 300, (seq, 0, 0)) for seq in range(60)]
    nodes = [node(NodeKind.USER, seq, image(datas[seq], width=40, height=300)) for seq in range(60)]
    shelf = Shelf(*datas)
    screen = show(shelf, nodes)
    assert 1 <= len(shelf.asked) <= 3
    screen.scrollToTop()
    settle(qtbot, screen)
    assert len(shelf.asked) <= 6
    for _ in range(5):
        screen.viewport().update()
        settle(qtbot, screen)
    assert len(shelf.asked) == len(set(shelf.asked))
    assert screen.pictures.looks == len(shelf.asked)


def test_what_was_scrolled_past_before_its_turn_is_not_looked_for(qtbot: QtBot, show: Show) -> None:
    datas = [rasters.png(40, 300, (seq, 0, 0)) for seq in range(60)]
    shelf, runner = Shelf(*datas), InlineRunner()
    runner.held = True
    nodes = [node(NodeKind.USER, seq, image(datas[seq], width=40, height=300)) for seq in range(60)]
    screen = show(shelf, nodes, runner=runner, wait=False)
    screen.grab()
    qtbot.waitUntil(lambda: len(runner.waiting) == 1)
    bar = screen.verticalScrollBar()
    for share in (0.8, 0.6, 0.4, 0.2, 0.0):
        bar.setValue(int(bar.maximum() * share))
        screen.grab()
    runner.held = False
    runner.release()
    settle(qtbot, screen)
    assert len(shelf.asked) <= 1 + 3


def test_the_ui_thread_decodes_nothing(qtbot: QtBot, show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    decoding: list[int] = []

    def counted(*args: object) -> object:
        decoding.append(threading.get_ident())
        return original(*args)  # type: ignore[arg-type]

    original = module.decode
    monkeypatch.setattr(module, "decode", counted)
    data, runner = rasters.png(300, 200), TaskRunner()
    shelf = Shelf(data)
    screen = show(shelf, [node(NodeKind.USER, 1, image(data, width=300, height=200))], runner=runner)
    assert painted(screen) > 0
    assert len(decoding) == 1
    assert threading.get_ident() not in shelf.threads | set(decoding)
    runner.close()


def test_the_pictures_that_are_kept_are_bounded(
    qtbot: QtBot, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = 40 * 300 * 4
    monkeypatch.setattr(module, "KEPT_BYTES", 6 * one)
    monkeypatch.setattr(module, "KEPT_OUTCOMES", 10)
    datas = [rasters.png(40, 300, (seq, 0, 0)) for seq in range(30)]
    nodes = [node(NodeKind.USER, seq, image(datas[seq], width=40, height=300)) for seq in range(30)]
    screen = show(Shelf(*datas), nodes)
    for _ in range(20):
        screen.scroll_by(-500)
        settle(qtbot, screen)
        assert screen.pictures.kept <= 6 * one
        assert sum(kept.sizeInBytes() for kept in screen.pictures._images.values()) == screen.pictures.kept
        assert len(screen.pictures._outcomes) <= 10
    assert screen.pictures.looks > 20


def test_another_session_forgets_the_pictures_and_drops_what_is_under_way(qtbot: QtBot, show: Show) -> None:
    data, runner = rasters.png(100, 100, RED), InlineRunner()
    runner.held = True
    screen = show(Shelf(data), [node(NodeKind.USER, 1, image(data))], runner=runner, wait=False)
    screen.grab()
    qtbot.waitUntil(lambda: len(runner.waiting) == 1)
    screen.setAttachments(None)
    runner.release()
    assert screen.pictures.kept == 0
    assert captions(screen) == [f"shot.png · {len(data)} B".replace(" ·", ",")]


@pytest.mark.qt_log_ignore("imageio|libpng")
@pytest.mark.parametrize(
    ("data", "facts", "said"),
    [
        (rasters.png(40, 40)[:-30], {}, "damaged: it cannot be decoded"),
        (rasters.png(60_000, 60_000, rows=False), {}, "too large to be shown"),
        (rasters.png(0, 0), {"width": 0, "height": 0}, "damaged: it cannot be decoded"),
        (rasters.SVG, {"media_type": "image/png", "width": 4, "height": 4}, "no PNG, JPEG, WebP or GIF"),
        (b"", {"width": -5, "height": 10**30}, "no PNG, JPEG, WebP or GIF"),
    ],
)
def test_hostile_bytes_leave_a_quiet_line_that_says_why(
    qtbot: QtBot, show: Show, data: bytes, facts: dict[str, object], said: str
) -> None:
    screen = show(Shelf(data), [node(NodeKind.USER, 1, image(data, **facts))])
    assert captions(screen)[0].endswith(said)
    assert screen.measure.height(len(screen.model.rows) - 1) < 3 * screen.look.size("quietRow")


def test_a_missing_picture_is_a_quiet_line(qtbot: QtBot, show: Show) -> None:
    data = rasters.png(300, 300)
    screen = show(Shelf(), [node(NodeKind.USER, 1, image(data, width=300, height=300))])
    assert captions(screen) == [
        f"shot.png, 300 × 300 · {len(data)} B, not where the session's attachments are kept"
    ]
    assert screen.measure.height(len(screen.model.rows) - 1) < 3 * screen.look.size("quietRow")


def test_a_file_is_named_with_its_size_and_never_read(qtbot: QtBot, show: Show) -> None:
    digest = f"sha256:{hashlib.sha256(b'x').hexdigest()}"
    facts = {"attached": "file", "attachment_id": digest, "bytes": 9_000_000_000}
    shelf = Shelf(b"x")
    screen = show(
        shelf, [node(NodeKind.USER, 1, Section("0", SectionKind.IMAGE, "../../etc/huge.txt", facts=facts))]
    )
    assert captions(screen) == ["../../etc/huge.txt, 9.00 GB"]
    assert screen.pictures.kept == 0


def test_a_lie_about_the_size_moves_nothing_and_is_not_stretched(qtbot: QtBot, show: Show) -> None:
    data = rasters.png(100, 50, RED)
    screen = show(Shelf(data), [node(NodeKind.USER, 1, image(data, width=100, height=100))])
    assert painted(screen) == 100 * 50


def test_one_picture_with_two_stated_sizes_is_decoded_once_for_each(qtbot: QtBot, show: Show) -> None:
    data = rasters.png(200, 200)
    two = [image(data, "0", width=200, height=200), image(data, "1", width=100, height=100)]
    screen = show(Shelf(data), [node(NodeKind.USER, 1, *two)])
    for _ in range(4):
        screen.viewport().update()
        settle(qtbot, screen)
    assert screen.pictures.looks == 2


def test_a_tool_call_shows_its_picture_inside_its_card(qtbot: QtBot, show: Show) -> None:
    data = rasters.png(100, 50, RED)
    call = node(
        NodeKind.TOOL_CALL, 3, text("{}", "in"), image(data, "out0", width=100, height=50), card="generic"
    )
    screen = show(Shelf(data), [prompt(1, "Look"), call])
    assert painted(screen) == 0
    screen.toggleExpanded(call.key)
    settle(qtbot, screen)
    assert painted(screen) == 100 * 50


def test_attachments_of_nested_calls_belong_to_the_node() -> None:
    inner = node(NodeKind.TOOL_CALL, 4, image(b"a"))
    outer = node(NodeKind.TOOL_CALL, 3, text("{}"), image(b"b"), children=(inner, tool(5, "bash", "x")))
    assert [found.id[-4:] for found in attachments_of(outer)] == [
        hashlib.sha256(data).hexdigest()[-4:] for data in (b"b", b"a")
    ]


def test_a_zoom_asks_for_the_picture_at_its_new_size_and_shows_the_old_one_meanwhile(
    qtbot: QtBot, show: Show, app_theme: Theme
) -> None:
    data, runner = rasters.png(400, 200, RED), InlineRunner()
    screen = show(Shelf(data), [node(NodeKind.USER, 1, image(data, width=400, height=200))], runner=runner)
    runner.held = True
    app_theme.set_zoom(0.5)
    screen.grab()
    qtbot.waitUntil(lambda: len(runner.waiting) == 1)
    assert painted(screen) > 0
    runner.release()
    settle(qtbot, screen)
    assert screen.pictures.looks == 2


def test_a_canvas_without_a_runner_looks_for_nothing(qtbot: QtBot) -> None:
    screen = Screen()
    qtbot.addWidget(screen)
    pictures: Pictures = screen.pictures
    screen.setAttachments(Shelf().find)
    screen.setNodes([node(NodeKind.USER, 1, image(b"a", width=9, height=9))])
    screen.grab()
    assert pictures.looks == 0
