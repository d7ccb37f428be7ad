"""Every session of the corpus, of every generation, with its descendants: out, opened, and out again."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from corpus import corpus, harness_home
from generations import ReadLog

from sessionlog.access.exporting import OpenedPlace
from sessionlog.access.opened import OpenedSource
from sessionlog.export.entries import Candidate, Options
from sessionlog.export.log_bytes import FileLog
from sessionlog.export.plan import make_plan
from sessionlog.export.raw_zip import write_raw_zip
from sessionlog.model.errors import UserError
from sessionlog.model.json import canonical
from sessionlog.sources.discover import discover

pytestmark = pytest.mark.corpus
WITH_LOGS = ("generations/*", "generation-4/*", "generation-4/migrated/*")


class OfArtifacts:
    """The logs of a ZIP as a place, without the scratch library that reading them in a window needs."""

    def __init__(self, path: Path) -> None:
        self._found = discover(path).artifacts

    def candidates(self) -> list[Candidate]:
        return [
            Candidate(
                number,
                a.session_id,
                a.generation,
                a.header.created_at,
                a.header.parent_session,
                None,
                None,
                "ok",
            )
            for number, a in enumerate(self._found)
        ]

    def log(self, candidate: Candidate) -> FileLog:
        artifact = self._found[candidate.key]
        assert artifact.copy is not None
        return FileLog(artifact.copy.log.path, zstd=artifact.encoding == "zstd")

    def blobs(self, candidate: Candidate, digest: str) -> Iterator[Any]:
        return iter(())


def reachable(place: OpenedPlace) -> Sequence[Candidate]:
    return [candidate for candidate in place.candidates() if candidate.generation >= 0]


def text_entries(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {n: archive.read(n) for n in archive.namelist() if n != "sessionloom-manifest.json"}


def places() -> list[Path]:
    """Every folder of the corpus that logs stand in."""
    found = [path for pattern in WITH_LOGS for path in sorted(corpus().glob(pattern)) if path.is_dir()]
    return [harness_home(), *found]


def test_every_session_goes_out_and_comes_back_byte_for_byte(tmp_path: Path) -> None:
    generations: dict[int, int] = {}
    with_descendants = 0
    for number, home in enumerate(places()):
        try:
            source = OpenedSource(2, discover(home))
        except UserError:  # cases and tables, no logs
            continue
        place = OpenedPlace(source)
        for candidate in reachable(place):
            out = tmp_path / f"{number}.zip"
            plan = make_plan(place, candidate, Options(all_generations=True))
            write_raw_zip(plan, out, replace=True)
            again = OfArtifacts(out)
            root = next(
                found
                for found in again.candidates()
                if found.id == candidate.id and found.generation == candidate.generation
            )
            second = tmp_path / "again.zip"
            write_raw_zip(make_plan(again, root, Options(all_generations=True)), second, replace=True)
            first_time = text_entries(out)
            assert list(first_time.items()) == list(text_entries(second).items()), candidate.id
            generations[candidate.generation] = generations.get(candidate.generation, 0) + 1
            with_descendants += any(name.startswith("subagents/") for name in first_time)
        source.close()
    assert generations.keys() == {0, 1, 2, 3, 4}
    assert generations[0] > 131
    assert generations[4] > 40
    assert with_descendants >= 8


@pytest.mark.parametrize(
    ("archive", "logs", "whole"),
    [
        ("v0-tools", "migrated/v0", True),
        ("s-cancel", "migrated/v3-native", True),
        ("s-crash", "migrated/v3-native", True),
        ("s-tools", "migrated/v3-native", False),  # the log of its fork is in the ZIP alone
    ],
)
def test_our_export_has_the_layout_of_the_harness_name_by_name(
    archive: str, logs: str, whole: bool, tmp_path: Path
) -> None:
    source = OpenedSource(2, discover(corpus() / "generation-4" / logs))
    place = OpenedPlace(source)
    root = next(found for found in place.candidates() if found.id == archive)
    write_raw_zip(make_plan(place, root, Options()), tmp_path / "ours.zip")
    source.close()
    ours, theirs = text_entries(tmp_path / "ours.zip"), text_entries(corpus() / "zips" / f"{archive}.zip")
    assert list(ours) == (list(theirs) if whole else list(theirs)[:1])
    for number, name in enumerate(ours):
        events = []
        for side, data in (("ours", ours[name]), ("theirs", theirs[name])):
            file = tmp_path / f"{side}-{number}" / "session.v4.jsonl"
            file.parent.mkdir()
            file.write_bytes(data)
            events.append([canonical(event) for event in ReadLog(file).events])
        assert events[0] == events[1]
