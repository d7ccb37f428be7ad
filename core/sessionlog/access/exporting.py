"""Exporting from the library and from opened places: the same plan, whatever keeps the bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from sessionlog.access.looking_up import kept_blobs, opened_blobs
from sessionlog.access.opened import OpenedSource
from sessionlog.access.values import SessionInfo
from sessionlog.export.attached import Attached, look_up
from sessionlog.export.entries import (
    ORIGINAL,
    ROWS,
    TEXT,
    Blob,
    Cancelled,
    Candidate,
    ExportProgress,
    LogBytes,
    Options,
    Plan,
    Written,
)
from sessionlog.export.findings import Detective
from sessionlog.export.html import HtmlRenderer
from sessionlog.export.log_bytes import FileLog, LinesLog
from sessionlog.export.markdown import MarkdownRenderer
from sessionlog.export.names import zip_name
from sessionlog.export.plan import make_plan
from sessionlog.export.raw_zip import write_raw_zip
from sessionlog.export.readable import ReadableOptions, Subject, write_readable
from sessionlog.export.redaction import Redaction
from sessionlog.model.errors import UserError
from sessionlog.model.log import EventLog
from sessionlog.model.scan import ScannedRow
from sessionlog.model.severity import Diagnosis
from sessionlog.sources import origin
from sessionlog.sources.artifact import Artifact
from sessionlog.sources.harness_sqlite.sessions import is_session_path
from sessionlog.sources.names import log_name
from sessionlog.sources.zstd_format import MAGIC
from sessionlog.store.originals import original_file
from sessionlog.store.store import Store


def candidate_of(info: SessionInfo) -> Candidate:
    """A session as the plan of an export knows it."""
    name = Path(info.artifact or "").name
    return Candidate(
        info.ref.key,
        info.id,
        info.generation,
        info.created_at,
        info.parent_session,
        info.origin,
        info.seed_length,
        str(info.severity),
        info.title,
        info.events,
        name if log_name(name) is not None else None,
    )


class KeptPlace:
    """The library as a place to export from."""

    def __init__(self, store: Store, sessions: Sequence[SessionInfo]) -> None:
        self._store = store
        self._sessions = {info.ref.key: info for info in sessions}

    def candidates(self) -> Sequence[Candidate]:
        return [candidate_of(info) for info in self._sessions.values()]

    def log(self, candidate: Candidate) -> LogBytes:
        original = original_file(self._store, candidate.key)
        if original is not None:
            return FileLog(original, zstd=_is_zstd(original))
        path = self._sessions[candidate.key].artifact
        of_database = path is not None and is_session_path(Path(path), candidate.id)
        return LinesLog(lambda: self._store.text(candidate.key), ROWS if of_database else TEXT)

    def blobs(self, candidate: Candidate, digest: str) -> Iterator[Blob]:
        return kept_blobs(self._store, self._sessions[candidate.key].artifact, digest)


class OpenedPlace:
    """An opened folder, file, database or ZIP as a place to export from."""

    def __init__(self, source: OpenedSource) -> None:
        self._source = source

    def candidates(self) -> Sequence[Candidate]:
        return [candidate_of(info) for info in self._source.sessions()]

    def log(self, candidate: Candidate) -> LogBytes:
        if candidate.generation < 0:
            return _refused_log(self._source.session(candidate.key))
        artifact = self._source.artifact(candidate.key)
        if artifact.database is not None:
            return LinesLog(lambda: _rows_of(artifact), ROWS)
        path = Path(artifact.path) if artifact.copy is None else artifact.copy.log.path
        return FileLog(path, zstd=artifact.encoding == "zstd")

    def blobs(self, candidate: Candidate, digest: str) -> Iterator[Blob]:
        return opened_blobs(self._source, candidate.key, digest)


class Exporter:
    """Hands over one session of a place. Every method may take long: call them on a worker.

    Faults are `SessionlogError`s with a sentence; `Cancelled` when `cancel` said so.
    """

    def __init__(
        self,
        place: KeptPlace | OpenedPlace,
        key: int,
        open_log: Callable[[Callable[[], bool] | None], EventLog],
        diagnose: Callable[[], Diagnosis],
    ) -> None:
        """Use `kept_exporter` or `opened_exporter`. Raises `UserError` for a session that is gone."""
        self._place = place
        self._open_log = open_log
        self._diagnose = diagnose
        self._key = key
        self.session = self._found()

    @property
    def file_name(self) -> str:
        """The name that is offered for a raw ZIP."""
        return zip_name(self.session.id)

    def plan(self, options: Options, look: Callable[[int], None] = lambda size: None) -> Plan:
        """What a raw ZIP would hold. `look` is told of bytes as they are read; it may raise `Cancelled`."""
        return make_plan(self._place, self.session, options, look)

    def attachments(self, look: Callable[[int], None] = lambda size: None) -> list[Attached]:
        """The images and files that the session's own log refers to, in its order, each with its bytes or
        with the reason why there are none. Raises the `SessionlogError` of a log that cannot be read."""
        survey = self._place.log(self.session).survey(look)
        blobs = partial(self._place.blobs, self.session)
        return [look_up(reference, blobs, look) for reference in survey.references]

    def findings(self, plan: Plan, cancel: Callable[[], bool] | None = None) -> Detective:
        """What one may not want to hand over in the logs of a plan."""
        detective = Detective()
        for entry in plan.entries:
            if entry.kind == "log" and entry.content != ORIGINAL:
                detective.look(entry.name, _until_cancelled(entry.read(), cancel))
        return detective

    def write_zip(
        self,
        plan: Plan,
        path: Path,
        *,
        replace: bool = False,
        progress: Callable[[ExportProgress], None] | None = None,
        cancel: Callable[[], bool] | None = None,
        redaction: Redaction | None = None,
    ) -> Written:
        """Write the raw ZIP. See `raw_zip.write_raw_zip`."""
        return write_raw_zip(
            plan, path, replace=replace, progress=progress, cancel=cancel, redactor=redaction
        )

    def write_readable(
        self,
        form: str,
        path: Path,
        options: ReadableOptions,
        *,
        replace: bool = False,
        progress: Callable[[ExportProgress], None] | None = None,
        cancel: Callable[[], bool] | None = None,
        redaction: Redaction | None = None,
    ) -> Written:
        """Write one readable file; `form` is `html` or `markdown`. See `readable.write_readable`."""
        make = HtmlRenderer if form == "html" else MarkdownRenderer
        log = self._open_log(cancel)
        # The title of a session that is read in place is known only now.
        session, header = self._found(), log.header
        subject = Subject(
            session.id,
            session.title if redaction is None or session.title is None else redaction.text(session.title),
            session.created_at,
            session.generation,
            header.cwd if redaction is None or header.cwd is None else redaction.text(header.cwd),
            session.parent,
            session.seed_length,
            self._diagnose(),
        )
        return write_readable(
            log,
            subject,
            make(options, redacted=redaction is not None),
            path,
            audit=options.audit,
            replace=replace,
            clean=(lambda text: text) if redaction is None else redaction.text,
            progress=progress,
            cancel=cancel,
        )

    def _found(self) -> Candidate:
        for candidate in self._place.candidates():
            if candidate.key == self._key:
                return candidate
        raise UserError("session.gone", "This session is no longer there.", "Refresh the list.")


def kept_exporter(store: Store, sessions: Sequence[SessionInfo], key: int) -> Exporter:
    """For a session of the library; `sessions` are those that may go with it."""
    return Exporter(
        KeptPlace(store, sessions), key, lambda cancel: store.log(key), lambda: store.diagnosis(key)
    )


def opened_exporter(source: OpenedSource, key: int) -> Exporter:
    """For a session of an opened place, which is indexed first where it is not yet. Raises `Cancelled`."""

    def open_log(cancel: Callable[[], bool] | None) -> EventLog:
        source.prepare(key, None, cancel)
        if cancel is not None and cancel():
            raise Cancelled
        return source.log(key)

    return Exporter(OpenedPlace(source), key, open_log, lambda: source.diagnosis(key))


def _until_cancelled(pieces: Iterator[bytes], cancel: Callable[[], bool] | None) -> Iterator[bytes]:
    for piece in pieces:
        if cancel is not None and cancel():
            raise Cancelled
        yield piece


def _rows_of(artifact: Artifact) -> Iterator[bytes]:
    """The header and every row that a database holds of a session, as lines."""
    scan = origin.scan(artifact)
    yield scan.header.raw + b"\n"
    for item in scan:
        if isinstance(item, ScannedRow):
            yield item.row.raw + b"\n"


def _refused_log(info: SessionInfo) -> LogBytes:
    """A log of which nothing may be interpreted goes in as the bytes that it is."""
    path = Path(info.artifact or "")
    if log_name(path.name) is None:
        raise UserError("export-no-log", f"{path.name} is no session log.", "Choose a session log.")
    return FileLog(path, zstd=_is_zstd(path))


def _is_zstd(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False
