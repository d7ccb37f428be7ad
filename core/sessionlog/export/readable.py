"""Readable exports: conversation nodes page by page into one file, whatever the length of the session."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

from sessionlog.conversation.assembler import Assembler
from sessionlog.conversation.node import Node, NodeKind, Section, SectionKind
from sessionlog.export.entries import Cancelled, ExportProgress, Written, WrittenEntry
from sessionlog.export.target import Target, write_fault
from sessionlog.export.words import Words, moment
from sessionlog.history.loader import load_page
from sessionlog.model.errors import EnvironmentFault
from sessionlog.model.log import EventLog
from sessionlog.model.severity import Diagnosis, Severity

_COPY_STEP = 1 << 20
_TOOL_BODIES = (SectionKind.INPUT, SectionKind.OUTPUT, SectionKind.DIFF, SectionKind.JSON)


@dataclass(frozen=True, slots=True)
class ReadableOptions:
    """`attempts` shows failed attempts, `tools` the inputs and outputs of tools, `audit` hooks,
    approvals and other records. `language` is `en` or `zh_CN`."""

    attempts: bool = True
    tools: bool = True
    audit: bool = False
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Subject:
    """The session of a readable export. Times are ms."""

    id: str
    title: str | None
    created_at: int
    generation: int
    cwd: str | None
    parent: str | None
    inherited: int | None
    diagnosis: Diagnosis


def subject_facts(subject: Subject, words: Words) -> list[tuple[str, str]]:
    """Name and value of what stands at the head of every readable export; what is not known is left out."""
    severity = subject.diagnosis.severity
    facts = [
        ("Session", subject.id),
        ("Created", moment(subject.created_at)),
        ("Folder", subject.cwd or ""),
        ("Format generation", str(subject.generation)),
        ("Continues", subject.parent or ""),
        ("inherited events", f"{subject.inherited:,}" if subject.inherited else ""),
        ("State", words("whole" if severity is Severity.OK else str(severity))),
    ]
    return [(words(name), value) for name, value in facts if value]


class Renderer(Protocol):
    """Makes text of nodes. What it gives out must hold nothing that acts."""

    def head(self, subject: Subject) -> str: ...

    def node(self, node: Node) -> str: ...

    def foot(self) -> str: ...


def write_readable(
    log: EventLog,
    subject: Subject,
    renderer: Renderer,
    path: Path,
    *,
    audit: bool = False,
    replace: bool = False,
    clean: Callable[[str], str] = lambda text: text,
    progress: Callable[[ExportProgress], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Written:
    """Write one session to one file, which appears whole or not at all.

    Pages are made from the last to the first, because that is how a log is read, and put in order
    at the end. `clean` passes over every text of the log before it is rendered. Raises
    `Cancelled`, `UserError` when something is there already, `EnvironmentFault`.
    """
    with Target(path, replace=replace) as target:
        try:
            with tempfile.TemporaryFile() as spool:
                places = _spool(log, renderer, spool, audit, clean, progress, cancel)
                target.file.write(renderer.head(subject).encode("utf-8", "replace"))
                for start, size in reversed(places):
                    _copy(spool, target.file, start, size)
                target.file.write(renderer.foot().encode("utf-8", "replace"))
        except OSError as error:
            raise write_fault(error, path) from error
        size, sha256 = target.finish()
    entry = WrittenEntry(path.name, "readable", size, sha256)
    return Written(str(path), size, sha256, (entry,), ())


def _spool(
    log: EventLog,
    renderer: Renderer,
    spool: IO[bytes],
    audit: bool,
    clean: Callable[[str], str],
    progress: Callable[[ExportProgress], None] | None,
    cancel: Callable[[], bool] | None,
) -> list[tuple[int, int]]:
    """Where the text of each page is in the spool, the last page first."""
    places: list[tuple[int, int]] = []
    total = sum(part.last_seq - part.first_seq + 1 for part in log.parts)
    before, done = None, 0
    while True:
        if cancel is not None and cancel():
            raise Cancelled
        page = load_page(log, before)
        assembler = Assembler(log.dialect, log.header.id, live=False)
        assembler.replace(page)
        start = spool.tell()
        for node in assembler.nodes:
            if audit or node.kind not in (NodeKind.AUDIT, NodeKind.EMPTY):
                spool.write(renderer.node(cleaned(node, clean)).encode("utf-8", "replace"))
        places.append((start, spool.tell() - start))
        done += max(0, page.page.to_seq - page.page.from_seq + 1)
        if progress is not None:
            progress(ExportProgress(0, 1, log.header.id, done, total))
        if not page.page.has_more or page.start == before:
            return places
        before = page.start


def cleaned(node: Node, clean: Callable[[str], str]) -> Node:
    """The node with every text of the log passed through `clean`."""
    return Node(
        node.key,
        node.kind,
        node.part,
        node.seq,
        node.anchor,
        node.turn,
        node.step,
        node.time,
        node.status,
        clean(node.title),
        tuple(
            Section(
                section.key,
                section.kind,
                clean(section.text),
                clean(section.title),
                section.language,
                section.facts,
            )
            for section in node.sections
        ),
        {key: clean(value) if isinstance(value, str) else value for key, value in node.facts.items()},
        node.last_seq,
        tuple(cleaned(child, clean) for child in node.children),
    )


def shown_sections(node: Node, options: ReadableOptions) -> Iterator[Section]:
    """The sections that go in, by the choices of an export."""
    for section in node.sections:
        if section.kind is SectionKind.ATTEMPT and not options.attempts:
            continue
        if node.kind is NodeKind.TOOL_CALL and section.kind in _TOOL_BODIES and not options.tools:
            continue
        yield section


def _copy(spool: IO[bytes], out: IO[bytes], start: int, size: int) -> None:
    spool.seek(start)
    while size > 0:
        piece = spool.read(min(_COPY_STEP, size))
        if not piece:
            raise EnvironmentFault("export-failed", "A page was lost while it was written.", "Try again.")
        out.write(piece)
        size -= len(piece)
