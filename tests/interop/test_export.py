"""A session that the harness wrote, and a fork of it, exported by the harness and by us: the same events.

The harness writes its ZIP from what it has loaded, we put in the stored text, so the lines may differ
(expanded references, migrated rows); what they say may not. Every wait is bounded.
"""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest
from generations import ReadLog
from harness import Release
from mock_model import mock_model
from web_export import harness_export

from sessionlog.cli.main import run
from sessionlog.generations import dialect_of
from sessionlog.model.json import canonical
from sessionlog.model.severity import Severity

pytestmark = pytest.mark.timeout(600)
RELEASE = Release("0.2.1rc2")
PROMPTS = ["hello one", "hello TOOL", "TWOTOOLS hello", "RETRYSTREAM hello", "RETRY503 hello TOOL"]


def our_export(home: Path, id: str, target: Path) -> Path:
    said = io.StringIO()
    assert run(["export", str(home), "--session", id, "-o", str(target)], io.StringIO(), said) == 0, (
        said.getvalue()
    )
    return target


def fork_in(home: Path, session: str) -> None:
    """A fork of ours beside its parent; the harness exports it as a descendant."""
    said = io.StringIO()
    status = run(["fork", str(home), "--session", session, "-o", str(home)], io.StringIO(), said)
    assert status == 0, said.getvalue()


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """The stored log, the ZIP of the harness, and ours."""
    place = tmp_path_factory.mktemp("export")
    home, cwd = place / "home", place / "project"
    with mock_model() as base:
        said = RELEASE.run(home, cwd, base, PROMPTS)
    assert [one["finish"] for one in said] == ["completed"] * len(PROMPTS)
    (stored,) = home.glob("sessions/*/*/session*.jsonl*")
    session = stored.parent.name
    fork_in(home, session)
    theirs = place / "theirs.zip"
    theirs.write_bytes(harness_export(RELEASE, home, cwd, session))
    return stored, theirs, our_export(home, session, place / "ours.zip")


def logs_of(archive: Path, folder: Path) -> dict[str, ReadLog]:
    """The logs of a ZIP by their names, the root first."""
    with zipfile.ZipFile(archive) as opened:
        assert opened.testzip() is None
        names = [name for name in opened.namelist() if name.endswith(".jsonl")]
        return {name: ReadLog(Path(opened.extract(name, folder))) for name in names}


def canonical_events(log: ReadLog) -> list[bytes]:
    return [canonical(event) for event in log.events]


def test_both_name_the_logs_alike(exported: tuple[Path, Path, Path]) -> None:
    stored, theirs, ours = exported
    with zipfile.ZipFile(theirs) as a, zipfile.ZipFile(ours) as b:
        root, fork = a.namelist()
        assert root == stored.name.removesuffix(".zstd")
        assert fork.startswith("subagents/") and fork.endswith(f"/{root}")
        assert b.namelist() == [root, fork, "sessionloom-manifest.json"]


def test_both_hold_the_same_events(exported: tuple[Path, Path, Path], tmp_path: Path) -> None:
    stored, theirs, ours = exported
    of_theirs, of_ours = logs_of(theirs, tmp_path / "theirs"), logs_of(ours, tmp_path / "ours")
    assert of_theirs.keys() == of_ours.keys()
    root = of_ours[stored.name.removesuffix(".zstd")]
    assert root.header.id == stored.parent.name
    assert canonical_events(root) == canonical_events(ReadLog(stored))
    for name, log in of_ours.items():
        other = of_theirs[name]
        assert log.header.id == other.header.id
        assert log.header.parent_session == other.header.parent_session
        assert log.dialect is dialect_of(RELEASE.generation)
        assert log.diagnosis.severity == other.diagnosis.severity == Severity.OK
        assert len(log.events) > 50
        assert canonical_events(log) == canonical_events(other)


def test_both_open_and_come_to_the_same(exported: tuple[Path, Path, Path]) -> None:
    _, theirs, ours = exported
    told = []
    for archive in (theirs, ours):
        out, said = io.StringIO(), io.StringIO()
        assert run(["verify", str(archive), "--json"], out, said) == 0, said.getvalue()
        out = io.StringIO()
        assert run(["inspect", str(archive), "--json"], out, said) == 0, said.getvalue()
        told.append(re.findall(r'"(?:events|messages)Sha256":\s*"[0-9a-f]{64}"', out.getvalue()))
    assert told[0] == told[1] != []
