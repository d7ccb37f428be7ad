"""Where the shared corpus is, for the tests that need it; they skip aloud without it."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
VARIABLE = "SESSIONLOOM_CORPUS"


def find_corpus() -> Path | None:
    """The corpus folder: `SESSIONLOOM_CORPUS`, else `../shared/corpus` beside the repository."""
    named = os.environ.get(VARIABLE)
    place = Path(named) if named else REPOSITORY.parent / "shared" / "corpus"
    return place if (place / "dsh-v0" / "home").is_dir() else None


def corpus() -> Path:
    """The corpus folder; skips the calling test when there is none."""
    place = find_corpus()
    if place is None:
        pytest.skip(f"no corpus: set {VARIABLE} to its folder, or put it at ../shared/corpus")
    return place


def harness_home() -> Path:
    """The harness home of generation 0 with its sessions."""
    return corpus() / "dsh-v0" / "home"


def session_files() -> list[Path]:
    """Every generation-0 session log of the corpus, by name."""
    return sorted(harness_home().glob("sessions/*/*/session.jsonl.zstd"))


def expected(session_id: str) -> dict[str, Any]:
    """What the reference implementation found in a session."""
    return _expected(corpus(), session_id)


@cache
def _expected(place: Path, session_id: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((place / "dsh-v0" / "expected" / f"{session_id}.json").read_text())
    return found
