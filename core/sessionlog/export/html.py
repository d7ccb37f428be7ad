"""A session as one HTML file: no script, nothing fetched, every text of the log inert (spec 04 F30)."""

from __future__ import annotations

from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from sessionlog import __version__
from sessionlog.conversation.node import Node, NodeKind, Section, SectionKind
from sessionlog.export.inert import as_html, one_line, plain
from sessionlog.export.readable import ReadableOptions, Subject, shown_sections, subject_facts
from sessionlog.export.words import Words, attached_word, moment

_MOST_PROSE = 256 * 1024
"""Characters of one text that are read as Markdown; a longer one is shown as it is."""

_STYLE = """
:root{color-scheme:light dark;--line:#d7dae0;--soft:#5b6270;--bad:#a1260d;--card:#f4f5f7}
@media(prefers-color-scheme:dark){:root{--line:#3a3f4a;--soft:#a3aab8;--bad:#ff9c8a;--card:#1d2026}}
body{font:15px/1.55 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1.25rem;
 overflow-wrap:anywhere}
h1{font-size:1.45rem;line-height:1.3}
h2{font-size:1rem;margin:2.2rem 0 .6rem;padding-bottom:.3rem;border-bottom:1px solid var(--line)}
article{margin:1rem 0}
article>header{font-weight:600;font-size:.9rem}
.soft,dt,footer{color:var(--soft);font-weight:400}
.bad{color:var(--bad)}
.user{background:var(--card);border-radius:8px;padding:.6rem .9rem}
details{border:1px solid var(--line);border-radius:8px;margin:.4rem 0;padding:.3rem .7rem}
summary{cursor:pointer}
pre{font:13px/1.45 ui-monospace,monospace;white-space:pre-wrap;background:var(--card);
 border-radius:6px;padding:.6rem .8rem}
code{font-family:ui-monospace,monospace;font-size:.93em}
table{border-collapse:collapse}td,th{border:1px solid var(--line);padding:.2rem .6rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem}dd{margin:0}
.nested{margin-inline-start:1.2rem}
del{opacity:.75}
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


class HtmlRenderer:
    """Uses `details` for what can be opened, so that the page needs no script."""

    def __init__(self, options: ReadableOptions, *, redacted: bool = False) -> None:
        self._options = options
        self._redacted = redacted
        self._words = Words(options.language)
        self._markdown = _inert_markdown(self._words)

    def head(self, subject: Subject) -> str:
        words = self._words
        title = as_html(one_line(subject.title or subject.id))
        facts = subject_facts(subject, words)
        rows = "".join(f"<dt>{name}</dt><dd>{as_html(one_line(value))}</dd>" for name, value in facts)
        language = words.language.replace("_", "-")
        return (
            f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
            '<meta name="referrer" content="no-referrer">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{title}</title><style>{_STYLE}</style></head>\n<body>\n"
            f'<h1 dir="auto">{title}</h1>\n<dl>{rows}</dl>\n{self._notes()}{self._problems(subject)}<main>\n'
        )

    def node(self, node: Node) -> str:
        if node.kind is NodeKind.TURN:
            return (
                f'<h2>{as_html(self._words.title(node))} <span class="soft">{moment(node.time)}</span></h2>\n'
            )
        return self._article(node, "")

    def foot(self) -> str:
        text = self._words(
            "Written by Sessionloom {0}. A copy for reading; the log itself is the evidence.", __version__
        )
        return f"</main>\n<footer><p>{as_html(text)}</p></footer>\n</body></html>\n"

    # -- parts -----------------------------------------------------------------------------

    def _notes(self) -> str:
        words, notes = self._words, []
        if self._redacted:
            notes.append(words("Redacted: some places were replaced. What was not found is still there."))
        if not self._options.attempts:
            notes.append(words("Failed attempts are left out."))
        if not self._options.tools:
            notes.append(words("Inputs and outputs of tools are left out."))
        return "".join(f'<p class="soft">{as_html(note)}</p>\n' for note in notes)

    def _problems(self, subject: Subject) -> str:
        if not subject.diagnosis.problems:
            return ""
        rows = "".join(
            f"<li>{as_html(one_line(problem.message))}</li>" for problem in subject.diagnosis.problems
        )
        heading = self._words("What is wrong with this log")
        return f"<details><summary>{heading}</summary><ul>{rows}</ul></details>\n"

    def _article(self, node: Node, extra: str) -> str:
        kind = "user" if node.kind in (NodeKind.USER, NodeKind.STEERING) else str(node.kind)
        bad = " bad" if node.status in ("error", "interrupted") or node.kind is NodeKind.GAP else ""
        body = "".join(self._section(section) for section in shown_sections(node, self._options))
        body += "".join(self._article(child, " nested") for child in node.children)
        return (
            f'<article class="{kind}{extra}"><header class="{bad.strip()}">'
            f"{as_html(one_line(self._words.title(node)))} {self._facts(node)}</header>{body}</article>\n"
        )

    def _facts(self, node: Node) -> str:
        facts = node.facts
        said = [
            facts.get("argument") or facts.get("summary") or facts.get("reason") or facts.get("cause") or "",
            facts.get("where") or "",
            self._words.state(node.status),
            self._words.duration(facts.get("duration_ms")),
            facts.get("model") or "",
            moment(node.time) if node.kind in (NodeKind.USER, NodeKind.ASSISTANT) else "",
            f"#{node.seq}",
        ]
        text = " · ".join(one_line(str(item)) for item in said if item)
        return f'<span class="soft">{as_html(text)}</span>'

    def _section(self, section: Section) -> str:
        words, title = self._words, section.title
        if section.kind is SectionKind.PROSE:
            return f'<div dir="auto">{self._prose(section.text)}</div>'
        if section.kind is SectionKind.THINKING:
            return _folded(words("Thinking"), f'<div dir="auto">{self._prose(section.text)}</div>')
        if section.kind is SectionKind.IMAGE:
            name = as_html(one_line(section.text))
            return f'<p class="soft">{words(attached_word(section))}: {name} ({words("not included")})</p>'
        if section.kind is SectionKind.ATTEMPT:
            number = words("Attempt {0} of {1}", section.facts.get("n"), section.facts.get("of"))
            return _folded(f"{number}. {one_line(title)}", f"<del>{_pre(section.text)}</del>")
        heading = {
            SectionKind.INPUT: "Input",
            SectionKind.OUTPUT: "Output",
            SectionKind.DIFF: "Changes",
        }.get(section.kind, "Details")
        return _folded(title or words(heading), _pre(section.text))

    def _prose(self, text: str) -> str:
        if len(text) > _MOST_PROSE:
            return _pre(text)
        return str(self._markdown.render(plain(text)))


def _pre(text: str) -> str:
    return f'<pre dir="auto">{as_html(text)}</pre>'


def _folded(title: str, body: str) -> str:
    return f"<details><summary>{as_html(one_line(title))}</summary>{body}</details>"


def _inert_markdown(words: Words) -> MarkdownIt:
    """Markdown that makes neither links nor images: where they lead is written out."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    # Every address is taken for a link here, so that a forbidden one is written out as well.
    markdown.validateLink = lambda url: True  # type: ignore[method-assign]

    def opened(tokens: list[Token], index: int, options: Any, env: Any) -> str:
        return "<u>"

    def closed(tokens: list[Token], index: int, options: Any, env: Any) -> str:
        return f"</u> <code>{as_html(_address(tokens, index))}</code>"

    def image(tokens: list[Token], index: int, options: Any, env: Any) -> str:
        token = tokens[index]
        source = as_html(str(token.attrGet("src") or ""))
        return f"<u>{words('Image')}: {as_html(token.content)}</u> <code>{source}</code>"

    rules = markdown.renderer.rules  # type: ignore[attr-defined]
    rules.update({"link_open": opened, "link_close": closed, "image": image})
    return markdown


def _address(tokens: list[Token], index: int) -> str:
    depth = 0
    for token in reversed(tokens[: index + 1]):
        depth += (token.type == "link_close") - (token.type == "link_open")
        if token.type == "link_open" and depth == 0:
            return str(token.attrGet("href") or "")
    return ""
