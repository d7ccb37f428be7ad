"""A session as Markdown: prose stays Markdown, everything else is fenced, and nothing in it acts (F30)."""

from __future__ import annotations

from sessionlog import __version__
from sessionlog.conversation.node import Node, NodeKind, Section, SectionKind
from sessionlog.export.inert import as_markdown, as_markdown_line, fenced
from sessionlog.export.readable import ReadableOptions, Subject, shown_sections, subject_facts
from sessionlog.export.words import Words, attached_word, moment

_MOST_PROSE = 256 * 1024


class MarkdownRenderer:
    def __init__(self, options: ReadableOptions, *, redacted: bool = False) -> None:
        self._options = options
        self._redacted = redacted
        self._words = Words(options.language)

    def head(self, subject: Subject) -> str:
        words = self._words
        lines = [f"# {as_markdown_line(subject.title or subject.id)}", ""]
        lines += [f"- {name}: {as_markdown_line(value)}" for name, value in subject_facts(subject, words)]
        notes = []
        if self._redacted:
            notes.append(words("Redacted: some places were replaced. What was not found is still there."))
        if not self._options.attempts:
            notes.append(words("Failed attempts are left out."))
        if not self._options.tools:
            notes.append(words("Inputs and outputs of tools are left out."))
        lines += [line for note in notes for line in ("", note)]
        if subject.diagnosis.problems:
            lines += ["", f"**{words('What is wrong with this log')}**", ""]
            lines += [f"- {as_markdown_line(problem.message)}" for problem in subject.diagnosis.problems]
        return "\n".join(lines) + "\n\n"

    def node(self, node: Node) -> str:
        if node.kind is NodeKind.TURN:
            return f"## {as_markdown_line(self._words.title(node))} — {moment(node.time)}\n\n"
        return self._node(node, 3)

    def foot(self) -> str:
        text = "Written by Sessionloom {0}. A copy for reading; the log itself is the evidence."
        return f"---\n\n{self._words(text, __version__)}\n"

    def _node(self, node: Node, level: int) -> str:
        facts = node.facts
        said = [
            facts.get("argument") or facts.get("summary") or facts.get("reason") or facts.get("cause") or "",
            facts.get("where") or "",
            self._words.state(node.status),
            self._words.duration(facts.get("duration_ms")),
            facts.get("model") or "",
        ]
        detail = " · ".join(as_markdown_line(str(item)) for item in said if item)
        head = f"{'#' * level} {as_markdown_line(self._words.title(node))} · \\#{node.seq}\n\n"
        made = [head, f"{detail}\n\n" if detail else ""]
        made += [self._section(section) for section in shown_sections(node, self._options)]
        made += [self._node(child, min(level + 1, 6)) for child in node.children]
        return "".join(made)

    def _section(self, section: Section) -> str:
        words = self._words
        if section.kind is SectionKind.PROSE:
            return f"{self._prose(section.text)}\n\n"
        if section.kind is SectionKind.IMAGE:
            name = as_markdown_line(section.text)
            return f"*{words(attached_word(section))}: {name} ({words('not included')})*\n\n"
        if section.kind is SectionKind.ATTEMPT:
            number = words("Attempt {0} of {1}", section.facts.get("n"), section.facts.get("of"))
            return (
                f"*{as_markdown_line(number)}. {as_markdown_line(section.title)}*\n\n{fenced(section.text)}\n"
            )
        heading = {
            SectionKind.THINKING: "Thinking",
            SectionKind.INPUT: "Input",
            SectionKind.OUTPUT: "Output",
            SectionKind.DIFF: "Changes",
        }.get(section.kind, "Details")
        label = as_markdown_line(section.title) or words(heading)
        language = "diff" if section.kind is SectionKind.DIFF else section.language
        return f"*{label}*\n\n{fenced(section.text, language)}\n"

    def _prose(self, text: str) -> str:
        return fenced(text) if len(text) > _MOST_PROSE else as_markdown(text)
