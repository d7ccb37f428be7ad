"""The logs of later generations in the corpus, and reading them for tests."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from corpus import corpus, find_corpus

from sessionlog.generations import dialect_of
from sessionlog.model.dialect import Dialect
from sessionlog.model.header import Header
from sessionlog.model.row import Row
from sessionlog.model.scan import ScannedRow
from sessionlog.model.severity import Diagnosis
from sessionlog.sources.artifact import read_artifact
from sessionlog.sources.scan import scan

Json = dict[str, Any]

EXPECTED = {
    "generations": "generations/cases/expected-v3.json",
    "generation-4/native": "generation-4/native/expected-v4.json",
    "generation-4/v4-handwritten": "generation-4/v4-handwritten/expected-v4.json",
    "generation-4/catalog-migration": "generation-4/catalog-migration/expected-v4.json",
    "generation-4/migrated": "generation-4/migrated/cases/expected-v4.json",
}
"""Where the expectations for the logs of each folder are."""


class ReadLog:
    """A whole log: the rows of its strict prefix, and what its scan came to."""

    def __init__(self, path: Path) -> None:
        made = scan(read_artifact(path))
        self.rows: list[Row] = [item.row for item in made if isinstance(item, ScannedRow) and item.part == 0]
        self.header: Header = made.header
        self.dialect: Dialect = dialect_of(made.header.generation)
        self.diagnosis: Diagnosis = made.end.diagnosis

    @property
    def events(self) -> list[Json]:
        return [self.dialect.event(row, self.header.id) for row in self.rows]


@cache
def read_log(path: Path) -> ReadLog:
    return ReadLog(path)


def cases() -> list[Any]:
    """A test parameter for every entry of the expectations; one that skips aloud without a corpus."""
    if find_corpus() is None:
        return [pytest.param("", "", {}, id="no-corpus")]
    return [
        pytest.param(folder, name, entry, id=f"{folder}/{name}")
        for folder, file in EXPECTED.items()
        for name, entry in json.loads((corpus() / file).read_text()).items()
        if isinstance(entry, dict)
    ]


def path_of(folder: str, name: str, entry: Json) -> Path:
    """The log that an entry describes; skips by name where the corpus does not have it."""
    root = corpus()
    if folder == "generation-4/migrated":
        named = Path(entry.get("file", name))
        places = [root / folder / Path(name).parent / named.name, root / "generations" / name]
    else:
        places = [root / folder / name]
    for place in places:
        if place.is_file():
            return place
    pytest.skip(f"the corpus has no {folder}/{name}")
