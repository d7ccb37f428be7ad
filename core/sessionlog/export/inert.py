"""Text of a log that can only be read: no markup, no links, no control of the page (spec 04 F16, F30)."""

from __future__ import annotations

import html
import re
from typing import Any

from markdown_it import MarkdownIt

_UNSHOWABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_SPECIAL = re.compile(r"([\\`*_\[\]#!|<>~&])")
_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})", re.MULTILINE)

_LIVE_PARSER = MarkdownIt("commonmark", {"html": True})
_AFTER = "what comes after"
_LIVE = {"html_block", "html_inline", "image", "link_open"}


def plain(text: str) -> str:
    """What can be shown of a text: lone surrogates, controls and marks that turn the direction of
    writing become U+FFFD. Lines end in LF."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _TURNING.sub("\ufffd", _UNSHOWABLE.sub("\ufffd", text))


def one_line(text: str, most: int = 300) -> str:
    text = " ".join(plain(text[: most * 4]).split())
    return text if len(text) <= most else text[: most - 1] + "…"


def as_html(text: str) -> str:
    return html.escape(plain(text), quote=True)


def as_markdown_line(text: str) -> str:
    """A title or a name in Markdown, every sign of it escaped."""
    return _SPECIAL.sub(r"\\\1", one_line(text))


def fenced(text: str, language: str = "") -> str:
    """A code block whose fence nothing in it can close."""
    shown = plain(text)
    longest = max((len(found[1]) for found in _FENCE.finditer(shown)), default=0)
    fence = "`" * max(3, longest + 1)
    word = re.sub(r"[^A-Za-z0-9_+.-]", "", language)[:40]
    return f"{fence}{word}\n{shown.removesuffix(chr(10))}\n{fence}\n"


def as_markdown(text: str) -> str:
    """Prose that stays Markdown, without HTML, images and links in it.

    What holds none is left as it is; else the signs that make them are escaped, and if that is
    not enough, the text is fenced.
    """
    shown = plain(text)
    if not _is_live(shown):
        return shown
    escaped = shown.replace("<", "&lt;").replace("![", "!\\[").replace("](", "]\\(").replace("][", "]\\[")
    escaped = re.sub(r"(?m)^(\s{0,3}(?:>\s*)*)\[", r"\1\\[", escaped)
    return fenced(shown) if _is_live(escaped) else escaped


def _is_live(text: str) -> bool:
    """Whether a text makes HTML, an image or a link, defines one for later, or would not end here."""
    found: dict[str, Any] = {}
    tokens = _LIVE_PARSER.parse(f"{text}\n\n{_AFTER}\n", found)
    if found.get("references") or len(tokens) < 3:
        return True
    if tokens[-3].level != 0 or tokens[-2].content != _AFTER:
        return True
    return any(
        token.type in _LIVE or any(child.type in _LIVE for child in token.children or ()) for token in tokens
    )
