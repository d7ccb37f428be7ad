"""Bringing logs into the library: new, grown, replaced, or untouched without being read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sessionlog.access.attachments import keep_attachments
from sessionlog.access.values import LIBRARY_SOURCE, ImportResult, Progress, SessionRef
from sessionlog.model.changes import Changes
from sessionlog.model.errors import FormatRefused, SessionlogError, UserError
from sessionlog.model.scan import ResumePoint
from sessionlog.sources.artifact import Artifact
from sessionlog.sources.discover import Discovery, PlaceKind, discover
from sessionlog.sources.files import FileState, place_of
from sessionlog.sources.origin import compare, is_there, scan
from sessionlog.store.appender import SessionKey
from sessionlog.store.deletion import bring_back, recently_deleted
from sessionlog.store.ingest import Cancelled, Diverged, Ingest, Watch
from sessionlog.store.session_rows import StoredSession
from sessionlog.store.store import Store


@dataclass(slots=True)
class _Outcome:
    artifact: Artifact
    result: str
    reason: str | None = None
    key: SessionKey | None = None


class Importer:
    """One import of a path. Runs on the caller's thread; a fault of the library ends it."""

    def __init__(
        self,
        store: Store,
        path: Path,
        progress: Callable[[Progress], None] | None,
        cancel: Callable[[], bool] | None,
        discovery: Discovery | None = None,
        *,
        link: bool = False,
    ) -> None:
        """`link` leaves original bytes where they are, for logs that lines cannot give back.

        `discovery` is what was found at the path, or the part of it that is wanted.

        Raises `UserError` or `EnvironmentFault` when there is nothing to import at the path.
        """
        self._store = store
        self._discovery: Discovery = discovery or discover(place_of(path))
        self._link = link
        self._progress = progress
        self._cancel = cancel
        self._outcomes: list[_Outcome] = []
        self._seen: dict[tuple[int, str, int], str] = {}
        self._source: int | None = None
        self._done = self._bytes = self._bytes_total = 0

    def run(self) -> tuple[list[ImportResult], Changes]:
        """What was done with each log, once it is on the disk, and what changed by it.

        A cancelled import keeps what was finished; the log that was being read is left out.
        """
        artifacts = self._discovery.artifacts
        self._bytes_total = sum(artifact.size for artifact in artifacts)
        ingest = self._store.ingest(link=self._link)
        self._store.writer.hold()
        try:
            for artifact in artifacts:
                self._tell(artifact.session_id, len(artifacts), 0)
                try:
                    self._outcomes.append(self._take(ingest, artifact, len(artifacts)))
                except Cancelled:
                    break
                self._done += 1
                self._bytes += artifact.size
            ingest.finish()
            keep_attachments(self._kept(), self._store)
            self._bring_back()
        finally:
            self._store.writer.let_go()
        self._tell("", len(artifacts), 0)
        return self._results(), self._changes()

    # -- one log ---------------------------------------------------------------------------

    def _take(self, ingest: Ingest, artifact: Artifact, total: int) -> _Outcome:
        """What cannot be read is left out with its reason; the others still come in."""
        watch = Watch(lambda done: self._tell(artifact.session_id, total, done), self._cancel)
        if self._cancel is not None and self._cancel():
            raise Cancelled
        known = self._store.of_file(artifact.path)
        try:
            if known is None:
                return self._add(ingest, artifact, watch)
            if (known.session_id, known.generation) != (artifact.session_id, artifact.generation):
                return self._replace(ingest, artifact, known, watch, "It now holds another session.")
            return self._update(ingest, artifact, known, watch)
        except FormatRefused as refusal:
            return _Outcome(artifact, "skipped", str(refusal))
        except SessionlogError as error:
            if error.code.startswith("library."):
                raise
            return _Outcome(artifact, "skipped", str(error))

    def _add(self, ingest: Ingest, artifact: Artifact, watch: Watch) -> _Outcome:
        source = self._source_row()
        identity = (source, artifact.session_id, artifact.generation)
        first = self._seen.setdefault(identity, artifact.path)
        other = self._store.with_identity(*identity)
        if first == artifact.path and other is not None:
            if other.path is None:
                return self._replace(ingest, artifact, other, watch, "It was damaged in the library.")
            if is_there(Path(other.path)):
                first = other.path
            else:
                reason = f"It was at {other.path} before."
                return self._replace(ingest, artifact, other, watch, reason)
        if first != artifact.path:
            return _Outcome(artifact, "conflict", f"The same session is kept from {first}.")
        key = ingest.add(source, scan(artifact), watch)
        return _Outcome(artifact, "added", key=key)

    def _update(self, ingest: Ingest, artifact: Artifact, known: StoredSession, watch: Watch) -> _Outcome:
        identity = self._store.identity(known.key)
        assert identity is not None
        state = compare(Path(artifact.path), identity)
        if self._store.is_known_damaged(known.key):
            return self._replace(ingest, artifact, known, watch, "It was damaged in the library.")
        if state is FileState.UNCHANGED:
            return _Outcome(artifact, "unchanged", key=SessionKey(known.key))
        resume = self._store.resume(known.key)
        if state is FileState.GROWN and resume is not None:
            try:
                return self._grow(ingest, artifact, known, resume, watch)
            except Diverged:
                pass
            except UserError as error:  # rows recovered from a torn frame were written otherwise
                if error.code != "source-changed":
                    raise
        return self._replace(ingest, artifact, known, watch, "The file was rewritten.")

    def _grow(
        self, ingest: Ingest, artifact: Artifact, known: StoredSession, resume: ResumePoint, watch: Watch
    ) -> _Outcome:
        new = ingest.grow(known.key, scan(artifact, resume=resume), watch)
        if not new:
            return _Outcome(artifact, "unchanged", key=SessionKey(known.key))
        return _Outcome(artifact, "updated", f"{new} new events.", SessionKey(known.key))

    def _replace(
        self, ingest: Ingest, artifact: Artifact, known: StoredSession, watch: Watch, reason: str
    ) -> _Outcome:
        key = ingest.add(known.source, scan(artifact), watch, replaces=known.key)
        return _Outcome(artifact, "replaced", reason, key)

    def _source_row(self) -> int:
        """A folder is a source; a single log belongs to that of its folder."""
        if self._source is None:
            single = self._discovery.kind is PlaceKind.FILE
            place = self._discovery.path.parent if single else self._discovery.path
            self._source = self._store.add_source("folder", str(place))
        return self._source

    def _kept(self) -> Iterator[tuple[Artifact, int | None]]:
        for outcome in self._outcomes:
            yield outcome.artifact, None if outcome.key is None else outcome.key.value

    def _bring_back(self) -> None:
        """Whoever imports a session that was deleted lately wants it back."""
        away = {item.session.key for item in recently_deleted(self._store)}
        for outcome in self._outcomes:
            if outcome.key is not None and outcome.key.value in away:
                bring_back(self._store, [outcome.key.value])
                outcome.result, outcome.reason = "added", "It was in Recently deleted."

    # -- what is told ----------------------------------------------------------------------

    def _tell(self, label: str, total: int, done_of_this: int) -> None:
        if self._progress is not None:
            self._progress(Progress(self._done, total, label, self._bytes + done_of_this, self._bytes_total))

    def _results(self) -> list[ImportResult]:
        results = [
            ImportResult(
                outcome.artifact.path,
                outcome.artifact.session_id,
                outcome.artifact.generation,
                outcome.result,
                outcome.reason,
                None if outcome.key is None else SessionRef(LIBRARY_SOURCE, outcome.key.value),
            )
            for outcome in self._outcomes
        ]
        results += [
            ImportResult(
                refused.path, None, None, "skipped", f"{refused.sentence} {refused.remedy}".strip(), None
            )
            for refused in self._discovery.refused
        ]
        return results

    def _changes(self) -> Changes:
        keys: dict[str, set[int]] = {}
        for outcome in self._outcomes:
            if outcome.key is not None and outcome.result != "unchanged":
                keys.setdefault(outcome.result, set()).add(outcome.key.value)
        added = frozenset(keys.get("added", ()))
        return Changes(
            sessions=added | frozenset(keys.get("updated", ())),
            replaced=frozenset(keys.get("replaced", ())),
            sources=bool(added),
            lineage=bool(added),
        )
