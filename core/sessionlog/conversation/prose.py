"""Prose as blocks: Markdown is split at its top level only, by markdown-it.

A growing text is split again from its last but one block on: Markdown decides what a block is
by how it begins, so text that comes later changes no earlier block.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token

from sessionlog.conversation.cutter import pieces

UNFROZEN = 2
_LINE_END = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class Part:
    """A top-level block: `start .. stop` of the text; code with its language, or Markdown.

    `text` is what it shows, `text_start` where that begins: a fence is not part of its code.
    """

    start: int
    stop: int
    text_start: int
    code: bool = False
    language: str = ""
    text: str = ""


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.disable(["inline", "text_join"])
    return parser


_PARSER = _parser()
_WHOLE_PARSER = MarkdownIt("commonmark").enable("table")
_SHOWN = frozenset({"text", "code_inline", "html_inline", "image"})
_CODE = frozenset({"fence", "code_block", "html_block"})


def split_prose(text: str, start: int = 0) -> list[Part]:
    """The top-level blocks of `text[start:]`; `start` is the beginning of one."""
    source = text[start:]
    edges = [0, *(found.end() for found in _LINE_END.finditer(source))]
    if edges[-1] != len(source):
        edges.append(len(source))
    parts: list[Part] = []
    line = 0
    for token in _PARSER.parse(source):
        if token.level != 0 or token.map is None or token.nesting < 0:
            continue
        first, last = token.map[0], min(token.map[1], len(edges) - 1)
        if first > line and source[edges[line] : edges[first]].strip():
            first = line  # link definitions leave no token: they stay with what follows
        parts.append(_part(source, start, edges, first, last, token.type, token.info, token.content))
        line = last
    if source[edges[line] :].strip():
        parts.append(_trimmed(source, start, edges[line], len(source)))
    return parts


def plain_prose(text: str) -> str:
    """The words of a Markdown text without its marks, on one line. It is parsed whole: give a piece."""
    pieces: list[str] = []
    for token in _WHOLE_PARSER.parse(text):
        if token.type in _CODE:
            pieces.append(token.content)
        elif token.type == "inline":
            pieces.append("".join(map(_shown, token.children or ())))
    return " ".join(" ".join(pieces).split())


def _shown(token: Token) -> str:
    if token.type in ("softbreak", "hardbreak"):
        return " "
    return token.content if token.type in _SHOWN else ""


def _part(
    source: str, start: int, edges: list[int], first: int, last: int, kind: str, info: str, content: str
) -> Part:
    if kind in ("fence", "code_block"):
        language = info.split()[0] if kind == "fence" and info.split() else ""
        text = content.removesuffix("\n")
        inside = edges[first + 1] if kind == "fence" and first + 1 < len(edges) else edges[first]
        return Part(start + edges[first], start + edges[last], start + inside, True, language, text)
    return _trimmed(source, start, edges[first], edges[last])


def _trimmed(source: str, start: int, first: int, last: int) -> Part:
    """A Markdown part without the blank lines around it."""
    stop = first + len(source[first:last].rstrip())
    return Part(start + first, start + stop, start + first, text=source[first:stop])


class ProseCache:
    """Remembers how the newest texts were split, by key; results are the same with and without it."""

    def __init__(self, size: int = 64) -> None:
        self.parsed_chars = 0
        self._size = size
        self._known: OrderedDict[str, tuple[str, list[Part]]] = OrderedDict()

    def split(self, key: str, text: str) -> list[Part]:
        known = self._known.get(key)
        if known is not None and known[0] is text:
            return known[1]
        kept: list[Part] = []
        if known is not None and text.startswith(known[0]):
            kept = known[1][:-UNFROZEN]
        start = kept[-1].stop if kept else 0
        if kept:
            start = known[1][len(kept)].start if known is not None else start
        self.parsed_chars += len(text) - start
        parts = kept + split_prose(text, start)
        self._known[key] = (text, parts)
        self._known.move_to_end(key)
        if len(self._known) > self._size:
            self._known.popitem(last=False)
        return parts


def prose_pieces(part: Part) -> list[tuple[int, int]]:
    """A part cut to the caps: offsets within its own text."""
    return list(pieces(part.text)) or [(0, 0)]
