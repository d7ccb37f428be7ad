"""What stands in a place that somebody was sent: its sessions, what is wrong with them, and what the
model saw last before it went wrong. The first screen for support, and its copyable summary."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sessionlog.access.opened import OpenedSource
from sessionlog.access.values import Progress, SessionInfo
from sessionlog.model.changes import Changes
from sessionlog.model.dialect import Dialect
from sessionlog.model.errors import SessionlogError
from sessionlog.model.faults import LogFault
from sessionlog.model.log import EventLog
from sessionlog.model.request import request_before
from sessionlog.model.row import IndexEntry
from sessionlog.model.severity import Diagnosis, Level, Problem
from sessionlog.sources.files import open_source
from sessionlog.sources.zip_archive.archive import EntryReport
from sessionlog.sources.zip_archive.manifest import Manifest
from sessionlog.sources.zip_archive.unpacked import unpacked

_STEP = 1 << 20
_BAD_ENDS = ("error", "failed", "interrupted", "max-tokens")


@dataclass(frozen=True, slots=True)
class Ending:
    """How a session's last turn went wrong. `kind` is that of the turn's end, or `open`; `seq` is
    where; `code` and `reason` are the provider's, empty where there are none."""

    kind: str
    turn: int | None
    seq: int
    code: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LastRequest:
    """What the last request was made of. Sizes are characters; `largest` is that of its largest message."""

    seq: int
    system: int
    tools: int
    messages: int
    tool_results: int
    largest: int


@dataclass(frozen=True, slots=True)
class CaseSession:
    """A session of the case, read to its end; `error` says why it could not be."""

    info: SessionInfo
    diagnosis: Diagnosis
    ending: Ending | None = None
    request: LastRequest | None = None
    error: str = ""


@dataclass(frozen=True, slots=True)
class SupportCase:
    """Everything the first screen says. For a place that is no ZIP, the ZIP's members are empty.

    `size` and `unpacked` are bytes, `sha256` is that of the ZIP.
    """

    path: str
    kind: str
    sessions: tuple[CaseSession, ...]
    problems: tuple[Problem, ...]
    entries: tuple[EntryReport, ...] = ()
    manifest: Manifest | None = None
    size: int = 0
    unpacked: int = 0
    sha256: str = ""

    @property
    def refused(self) -> list[EntryReport]:
        return [entry for entry in self.entries if entry.state == "refused"]

    @property
    def events(self) -> int:
        return sum(session.info.events or 0 for session in self.sessions)


def support_case(
    source: OpenedSource,
    publish: Callable[[int, Changes], None],
    progress: Callable[[Progress], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> SupportCase:
    """Read every session of a place to its end and say what there is. Cancelled, it says what it knows.

    `publish` is told of the sessions of which more is known now.
    """
    found: list[CaseSession] = []
    entries = tuple(unpacked(source.path).archive.entries) if source.kind == "zip" else ()
    hostile = {f"{source.path}/{entry.name}" for entry in entries if entry.state == "refused"}
    listed = [info for info in source.sessions() if info.generation >= 0 or info.artifact not in hostile]
    keys = [info.ref.key for info in listed]
    for number, info in enumerate(listed):
        if cancel is not None and cancel():
            break
        if progress is not None:
            progress(Progress(number, len(listed), info.id, 0, 0))
        found.append(_case_session(source, info, cancel))
    publish(source.id, Changes(sessions=frozenset(key for key in keys if key > 0)))
    problems = tuple(source.problems)
    if source.kind != "zip":
        return SupportCase(str(source.path), source.kind, tuple(found), problems)
    archive = unpacked(source.path).archive
    return SupportCase(
        str(source.path),
        source.kind,
        tuple(found),
        problems,
        tuple(archive.entries),
        archive.manifest,
        archive.size,
        archive.unpacked,
        _sha256(source),
    )


def _case_session(source: OpenedSource, info: SessionInfo, cancel: Callable[[], bool] | None) -> CaseSession:
    key = info.ref.key
    try:
        source.prepare(key, None, cancel)
        log = source.log(key)
        ending = last_ending(log)
        request = None if ending is None else last_request(log, ending)
    except SessionlogError as fault:
        return CaseSession(source.session(key), source.diagnosis(key), error=fault.sentence)
    return CaseSession(source.session(key), source.diagnosis(key), ending, request)


def last_ending(log: EventLog) -> Ending | None:
    """How the last turn went wrong; `None` when it ended well, or there is none."""
    part = log.parts[-1]
    end = log.last_entry(part.last_seq + 1, "turn/end", part=part.number)
    start = log.last_entry(part.last_seq + 1, "turn/start", part=part.number)
    if start is not None and (end is None or start.seq > end.seq):
        return Ending("open", start.turn, part.last_seq)
    if end is None or end.kind not in _BAD_ENDS:
        return None
    code, reason = _why(_event(log, log.dialect, end))
    return Ending(end.kind or "", end.turn, end.seq, code, reason)


def last_request(log: EventLog, ending: Ending) -> LastRequest | None:
    """What the last request before an ending was made of; `None` where the rows do not tell.

    Only part 0 has every row that a request is made of.
    """
    if len(log.parts) != 1:
        return None
    seqs = [_begin_of_answer(log, ending.seq)]
    try:
        made = request_before(log.rows(0, seqs[0]), log.dialect, log.header.id, seqs[0])
    except LogFault:
        return None
    sizes = [(_characters(message), str(message.get("role", ""))) for message in made.messages]
    header: dict[str, Any] = made.header if isinstance(made.header, dict) else {}
    tools = header.get("tools")
    system = header.get("system")
    return LastRequest(
        seqs[0],
        len(system) if isinstance(system, str) else sum(n for n, role in sizes if role == "system"),
        len(tools) if isinstance(tools, list) else 0,
        len(sizes),
        sum(1 for message in made.messages if _is_result(message)),
        max((size for size, _ in sizes), default=0),
    )


def _begin_of_answer(log: EventLog, before: int) -> int:
    """The seq of the last answer's or failed attempt's first event, before which the request was made."""
    step = log.last_entry(before + 1, "step/start")
    return before if step is None else min(before, step.seq + 1)


def _event(log: EventLog, dialect: Dialect, entry: IndexEntry) -> dict[str, Any]:
    (row,) = log.rows_of([entry])
    return dialect.event(row, log.header.id)


def _why(event: dict[str, Any]) -> tuple[str, str]:
    data = event.get("data")
    reason = data.get("reason") if isinstance(data, dict) else None
    error = reason.get("error") if isinstance(reason, dict) else None
    for place in (error, reason):
        if isinstance(place, dict) and (place.get("code") or place.get("message")):
            return str(place.get("code") or ""), str(place.get("message") or "")
    return "", ""


def _is_result(message: Mapping[str, Any]) -> bool:
    if message.get("role") == "tool":
        return True
    content = message.get("content")
    return isinstance(content, list) and any(
        isinstance(block, dict) and block.get("type") == "tool-result" for block in content
    )


def _characters(message: Mapping[str, Any]) -> int:
    """Characters of every text of a message."""
    return sum(len(text) for text in _texts(message.get("content")))


def _texts(content: Any) -> Iterator[str]:
    waiting = [content]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            waiting.extend(value)
        elif isinstance(value, dict):
            waiting.extend(value.get(name) for name in ("text", "content", "arguments"))


def _sha256(source: OpenedSource) -> str:
    digest = hashlib.sha256()
    with open_source(source.path) as file:
        for start in range(0, file.size, _STEP):
            digest.update(file.read(start, _STEP))
    return digest.hexdigest()


def summary(case: SupportCase) -> str:
    """The case as plain text, for a mail or a ticket. Always English, like the log's own words."""
    lines = [case.path]
    if case.sha256:
        lines.append(f"SHA-256 {case.sha256}, {case.size:,} bytes, {len(case.entries)} entries")
    if case.manifest is not None:
        lines.append(f"Written by {case.manifest.product} {case.manifest.product_version}")
        if case.manifest.redacted:
            lines.append("Redacted: texts were replaced before it was handed over.")
        lines += [
            f"Not included: {item.get('what')} {item.get('id')}: {item.get('reason')}"
            for item in case.manifest.not_included
        ]
    lines += [f"Refused: {entry.name}: {entry.message}" for entry in case.refused]
    lines += [f"{problem.level}: {problem.message}" for problem in case.problems]
    for session in case.sessions:
        lines += ["", *_session_lines(session)]
    return "\n".join(line.encode("utf-8", "replace").decode() for line in lines) + "\n"


def _session_lines(session: CaseSession) -> Iterator[str]:
    info = session.info
    parent = f", from {info.parent_session}" if info.parent_session else ""
    yield f"{info.id}: generation {info.generation}, {info.events or 0:,} events, {info.severity}{parent}"
    if session.error:
        yield f"  {session.error}"
    if session.ending is not None:
        ending = session.ending
        why = ": ".join(word for word in (ending.code, ending.reason) if word)
        yield f"  ends in {ending.kind} at turn {ending.turn}, seq {ending.seq}" + (f": {why}" if why else "")
    if session.request is not None:
        made = session.request
        yield (
            f"  last request: {made.messages} messages, {made.tool_results} tool results, {made.tools} tools,"
            f" largest {made.largest:,} characters"
        )
    for problem in session.diagnosis.problems:
        where = "" if problem.line is None else f" (line {problem.line:,})"
        if problem.level is not Level.INFO:
            yield f"  {problem.level}: {problem.message}{where}"
    yield f"  harness: {session.diagnosis.harness.verdict} {session.diagnosis.harness.text or ''}".rstrip()
