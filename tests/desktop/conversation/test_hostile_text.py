"""Text from a log is untrusted: nothing is fetched, nothing is run, nothing hides."""

from __future__ import annotations

import pytest
from drawn import answer, node, prompt, text, tool
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from pytestqt.qtbot import QtBot
from screens import MakeScreen, Screen

from sessionlog.conversation.node import NodeKind, Section, SectionKind
from sessionloom.conversation.characters import evidence, index_of_utf16, mostly_cjk, one_line, plain
from sessionloom.conversation.painters import PAINTERS


def shown_text(screen: Screen) -> str:
    """Everything that documents on the viewport show."""
    screen.grab()
    clip = screen.viewport().rect().toRectF()
    boxes = [screen.scene.box(index, y, clip) for index, y in screen.scroller.visible()]
    return "\n".join(box.body.document.toPlainText() for box in boxes if box.body is not None)


HTML = (
    "before <b>bold</b> <script>alert(1)</script> <img src='file:///etc/passwd'> after\n\n"
    "<div onclick=x>block</div>"
)


def test_html_is_shown_as_text_and_swallows_nothing(make_screen: MakeScreen) -> None:
    shown = shown_text(make_screen([answer(1, HTML)]))
    for piece in ("<b>bold</b>", "<script>alert(1)</script>", "after", "<div onclick=x>block</div>"):
        assert piece in shown


def test_nothing_is_loaded_for_an_image(make_screen: MakeScreen, monkeypatch: pytest.MonkeyPatch) -> None:
    from sessionloom.conversation import documents

    asked: list[object] = []
    monkeypatch.setattr(
        documents.SafeDocument, "loadResource", lambda self, kind, name: asked.append(name), raising=True
    )
    body = "![local](file:///etc/hostname) ![far](http://x.invalid/a.png) ![r][1]\n\n[1]: //host/s/x.png"
    shown = shown_text(make_screen([answer(1, body)]))
    assert "local" in shown and "far" in shown
    assert asked == []


def test_a_document_never_gives_a_resource() -> None:
    from sessionloom.conversation.documents import SafeDocument

    assert SafeDocument().loadResource(2, "file:///etc/passwd") is None


def test_a_link_is_only_reported(make_screen: MakeScreen, qtbot: QtBot) -> None:
    screen = make_screen([answer(1, "[click here](javascript:alert(1)) or [there](https://example.org/x)")])
    screen.grab()
    index, y = list(screen.scroller.visible())[-1]
    box = screen.scene.box(index, y, screen.viewport().rect().toRectF())
    place = (PAINTERS[box.row.block.kind].origin(box) + QPointF(20, 12)).toPoint()
    with qtbot.waitSignal(screen.linkActivated) as signal:
        qtbot.mouseClick(screen.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert signal.args == ["javascript:alert(1)"]


def test_bidi_controls_cannot_reorder_code_or_output(make_screen: MakeScreen) -> None:
    body = "if access != 'user\u202e \u2066// admin\u2069 \u2066':"
    call = tool(1, "bash", "cat \u202egnp.exe", body)
    screen = make_screen([answer(2, f"```c\n{body}\n```"), call])
    screen.toggleExpanded(call.key)
    shown = shown_text(screen)
    assert not set(shown) & set("\u202e\u2066\u2069")
    assert one_line("cat \u202egnp.exe") == "cat [U+202E]gnp.exe"
    screen.selectAll()
    assert body in screen.selectedText()


@settings(max_examples=200, deadline=None)
@given(st.text(st.characters(codec=None), max_size=60))
def test_what_is_shown_has_one_character_for_each_of_the_text(body: str) -> None:
    for shown in (plain(body), evidence(body)):
        assert len(shown) == len(body)
        assert not any("\ud800" <= character <= "\udfff" for character in shown)
        assert not set(shown) & set("\x00\x1b\r\u2028\u2029\ufdd0\ufdd1")


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40), st.integers(0, 40))
def test_positions_of_qt_lead_back_to_characters(body: str, index: int) -> None:
    index = min(index, len(body))
    units = len(body[:index].encode("utf-16-le", "surrogatepass")) // 2
    assert index_of_utf16(body, units) == index


@settings(max_examples=25, deadline=None)
@given(body=st.text(st.characters(codec=None), max_size=300))
def test_any_text_can_be_painted_and_copied(body: str, qapp: object) -> None:
    from inline_runner import InlineRunner

    call = tool(3, "bash", body, body, "error")
    nodes = [
        prompt(1, body),
        answer(2, body, text(body, "t", SectionKind.THINKING), model=body),
        call,
        node(NodeKind.RAW, 9, Section("json", SectionKind.JSON, body), title=body),
    ]
    screen = Screen(runner=InlineRunner())
    screen.resize(700, 900)
    screen.setNodes(nodes)
    for key in (call.key, "assistant:0:2/t", nodes[3].key):
        screen.toggleExpanded(key)
    screen.grab()
    screen.selectAll()
    assert body.strip("\n") in screen.selectedText()
    screen.deleteLater()


def test_cjk_is_told_by_its_share_of_the_letters() -> None:
    assert mostly_cjk("客户用 Excel 打开我们导出的")
    assert not mostly_cjk("An English sentence that quotes 你好 once.")
    assert not mostly_cjk("123 456 !!!")


def test_a_deeply_nested_markdown_is_painted(make_screen: MakeScreen) -> None:
    screen = make_screen([answer(1, "> " * 400 + "deep\n\n" + "  " * 200 + "- x"), answer(2, "*" * 5000)])
    screen.grab()
    assert screen.viewport().mapToGlobal(QPoint(0, 0)) is not None
