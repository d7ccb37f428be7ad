"""Every session of the reference's corpus goes in and comes out as the reference read it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

import pytest
from corpus import expected, harness_home, session_files

from sessionlog.generations import dialect_of
from sessionlog.library import ImportResult, Library
from sessionlog.model.json import canonical
from sessionlog.model.row import Row
from sessionlog.model.scan import ScannedRow
from sessionlog.sources import scan as scanning
from sessionlog.sources.discover import discover

pytestmark = pytest.mark.corpus
SESSIONS = 131


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Library, list[ImportResult]]]:
    library = Library.open(tmp_path_factory.mktemp("library") / "library.db")
    yield library, library.import_path(harness_home(), progress=None, cancel=None)
    library.close()


def fingerprint(rows: Iterable[Row], session_id: str) -> tuple[str, int]:
    """The hash over all events of a log, packed rows expanded and legacy shapes normalised."""
    whole, count = hashlib.sha256(), 0
    for event in dialect_of(0).events(rows, session_id):
        whole.update((b"\n" if count else b"") + canonical(event))
        count += 1
    return whole.hexdigest(), count


def test_the_corpus_is_whole() -> None:
    assert len(session_files()) == SESSIONS


def test_every_file_reads_as_the_reference_read_it() -> None:
    different = []
    for artifact in discover(harness_home()).artifacts:
        wanted = expected(artifact.session_id)
        rows = (item.row for item in scanning.scan(artifact) if isinstance(item, ScannedRow))
        read = (*fingerprint(rows, artifact.session_id), shown(artifact.header.value))
        if read != (wanted["eventsSha256"], wanted["eventCount"], wanted["header"]):
            different.append(artifact.session_id)
    assert different == []


def test_every_session_is_added(kept: tuple[Library, list[ImportResult]]) -> None:
    assert [(result.id, result.reason) for result in kept[1] if result.result != "added"] == []
    assert len(kept[1]) == SESSIONS


def test_every_kept_session_gives_back_what_the_reference_read(
    kept: tuple[Library, list[ImportResult]],
) -> None:
    library, results = kept
    different = []
    for result in results:
        assert result.id is not None
        assert result.ref is not None
        log = library.log(result.ref)
        (part,) = log.parts
        wanted = expected(result.id)
        rows = log.rows(part.first_seq, part.last_seq)
        read = (*fingerprint(rows, result.id), shown(log.header.value), library.session(result.ref).events)
        if read != (wanted["eventsSha256"], wanted["eventCount"], wanted["header"], wanted["eventCount"]):
            different.append(result.id)
    assert different == []


def test_importing_again_changes_nothing_and_parses_nothing(
    kept: tuple[Library, list[ImportResult]], monkeypatch: pytest.MonkeyPatch
) -> None:
    library, first = kept
    before = [library.session(result.ref) for result in first if result.ref is not None]
    parsed: list[scanning.LogScan] = []
    monkeypatch.setattr(scanning.LogScan, "__iter__", lambda scan: iter(parsed.append(scan) or ()))
    again = library.import_path(harness_home(), progress=None, cancel=None)
    assert {result.result for result in again} == {"unchanged"}
    assert parsed == []
    assert [library.session(result.ref) for result in again if result.ref is not None] == before


def shown(header: dict[str, object]) -> dict[str, object]:
    """A header as the reference shows it: without the line's own type."""
    return {key: value for key, value in header.items() if key != "type"}
