"""Readable exports: what the session says, in one file, and nothing in it that acts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from logs import LogBuilder
from markdown_it import MarkdownIt

from sessionlog.access.exporting import Exporter, opened_exporter
from sessionlog.access.opened import OpenedSource
from sessionlog.export.entries import Cancelled
from sessionlog.export.inert import as_html, as_markdown, as_markdown_line, fenced
from sessionlog.export.readable import ReadableOptions
from sessionlog.sources.discover import discover

HOSTILE = (
    "<img src=x onerror=alert(1)> <script>alert(2)</script> [click](javascript:alert(3)) "
    "![x](http://evil.example/p.png) <http://evil.example> [f](file:///etc/passwd) \ud83d \u202eturned\u202c"
)
ALLOWED_TAGS = {
    *("html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "h4", "h5", "h6", "dl", "dt", "dd"),
    *("p", "main", "article", "header", "footer", "span", "div", "details", "summary", "pre", "code", "u"),
    *("del", "ul", "ol", "li", "strong", "em", "blockquote", "hr", "br"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
ALLOWED_ATTRIBUTES = {"lang", "charset", "http-equiv", "content", "name", "class", "dir", "style", "start"}


class Reader(HTMLParser):
    """Collects text, and fails on any tag or attribute that could do something."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        assert tag in ALLOWED_TAGS, tag
        for name, value in attributes:
            assert name in ALLOWED_ATTRIBUTES, name
            if name == "style":
                assert value is not None and value.startswith("text-align:")

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def read(path: Path) -> str:
    reader = Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    reader.close()
    return " ".join("".join(reader.text).split())


@pytest.fixture
def exporter(tmp_path: Path) -> Iterator[Callable[[LogBuilder], Exporter]]:
    opened: list[OpenedSource] = []

    def make(log: LogBuilder) -> Exporter:
        source = OpenedSource(2, discover(log.write_zstd(tmp_path / f"{len(opened)}.jsonl.zstd")))
        opened.append(source)
        return opened_exporter(source, source.sessions()[0].ref.key)

    yield make
    for source in opened:
        source.close()


def long_talk() -> LogBuilder:
    log = LogBuilder("long")
    for number in range(120):
        log.turn().user(f"question {number}").assistant(f"answer {number}").end_turn()
    return log


@pytest.mark.parametrize("form", ["html", "markdown"])
def test_every_page_is_in_it_in_order_and_once(
    exporter: Callable[[LogBuilder], Exporter], tmp_path: Path, form: str
) -> None:
    exporter(long_talk().title("A long talk")).write_readable(form, tmp_path / "out", ReadableOptions())
    text = read(tmp_path / "out") if form == "html" else (tmp_path / "out").read_text()
    places = [text.index(f"{word} {n}") for n in range(100, 120) for word in ("question", "answer")]
    assert places == sorted(places)
    assert all(text.count(f"answer {n}") == 1 for n in range(100, 120))
    assert text.count("question ") == 120
    assert (tmp_path / "out").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("where", ["user", "assistant", "title", "id"])
def test_hostile_text_is_inert_in_html(
    exporter: Callable[[LogBuilder], Exporter], tmp_path: Path, where: str
) -> None:
    log = (
        LogBuilder(HOSTILE.replace("\ud83d", "") if where == "id" else "s")
        .turn()
        .user(HOSTILE if where == "user" else "hello")
    )
    log.assistant(HOSTILE if where == "assistant" else "hi").end_turn()
    if where == "title":
        log.title(HOSTILE)
    exporter(log).write_readable("html", tmp_path / "out.html", ReadableOptions(audit=True))
    text = read(tmp_path / "out.html")
    assert "alert(" in text
    assert "\u202e" not in text
    page = (tmp_path / "out.html").read_text()
    assert "href" not in page
    assert "src=" not in page.replace("&lt;img src=x", "").replace("img src=x", "")


def acts(text: str) -> bool:
    """Whether a Markdown reader that lets everything through would make more than text of it."""
    tokens = MarkdownIt("commonmark", {"html": True}).parse(text)
    kinds = {token.type for token in tokens}
    kinds |= {child.type for token in tokens for child in token.children or ()}
    return bool(kinds & {"html_block", "html_inline", "link_open", "image"})


def test_hostile_text_is_inert_in_markdown(
    exporter: Callable[[LogBuilder], Exporter], tmp_path: Path
) -> None:
    log = LogBuilder("s").turn().user(HOSTILE).assistant(f"{HOSTILE}\n\n```\nnever closed").end_turn()
    exporter(log.title(HOSTILE)).write_readable("markdown", tmp_path / "out.md", ReadableOptions(audit=True))
    text = (tmp_path / "out.md").read_text()
    assert not acts(text)
    assert "alert" in text


@given(st.text(st.sampled_from(list("<>![]()`~#*_-=\\\n ab:/&\"'|")), max_size=60))
def test_no_text_acts_in_markdown_or_touches_what_follows(text: str) -> None:
    for made in (as_markdown(text), fenced(text), as_markdown_line(text)):
        document = f"{made}\n\nwhat follows\n\n[a]\n"
        assert not acts(document)
        tokens = MarkdownIt("commonmark").parse(document)
        assert any(token.type == "inline" and token.content == "what follows" for token in tokens)


@given(st.text(max_size=80))
def test_no_text_leaves_its_place_in_html(text: str) -> None:
    made = as_html(text)
    assert not set(made) & {"<", ">", '"', "'", "\x00", "\u202e"}
    made.encode("utf-8")


def test_attempts_and_tool_bodies_are_left_out_on_request(
    exporter: Callable[[LogBuilder], Exporter], tmp_path: Path
) -> None:
    log = LogBuilder("s").turn().user("please").stream("the lost words").retry()
    log.assistant("the good answer").end_turn()
    made = exporter(log)
    made.write_readable("html", tmp_path / "all.html", ReadableOptions())
    made.write_readable("html", tmp_path / "few.html", ReadableOptions(attempts=False, tools=False))
    assert "the lost words" in read(tmp_path / "all.html")
    few = read(tmp_path / "few.html")
    assert "the lost words" not in few
    assert "the good answer" in few
    assert "Failed attempts are left out." in few


def test_the_words_around_it_are_in_the_chosen_language(
    exporter: Callable[[LogBuilder], Exporter], tmp_path: Path
) -> None:
    made = exporter(LogBuilder("s").turn().user("hello").assistant("hi").end_turn())
    made.write_readable("html", tmp_path / "zh.html", ReadableOptions(language="zh_CN"))
    text = read(tmp_path / "zh.html")
    assert "第 1 回合" in text and "助手" in text and "hello" in text
    assert 'lang="zh-CN"' in (tmp_path / "zh.html").read_text()


def test_a_cancelled_readable_export_leaves_nothing(
    exporter: Callable[[LogBuilder], Exporter], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    made = exporter(long_talk())
    asked: Iterator[Any] = iter([False, False, False])
    with pytest.raises(Cancelled):
        made.write_readable("html", out / "a.html", ReadableOptions(), cancel=lambda: next(asked, True))
    assert list(out.iterdir()) == []
