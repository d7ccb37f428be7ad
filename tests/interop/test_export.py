"""A session that the harness wrote, and a fork of it, exported by the harness and by us: the same events.

The harness writes its ZIP from what it has loaded, we put in the stored text, so the lines may differ
(expanded references, migrated rows); what they say may not. Every wait is bounded.
"""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import urllib.parse
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from threading import Timer

import pytest
from generations import ReadLog
from harness import Release
from mock_model import mock_model

from sessionlog.cli.main import run
from sessionlog.generations import dialect_of
from sessionlog.model.json import canonical
from sessionlog.model.severity import Severity

pytestmark = pytest.mark.timeout(600)
RELEASE = Release("0.2.1rc2")
PROMPTS = ["hello one", "hello TOOL", "TWOTOOLS hello", "RETRYSTREAM hello", "RETRY503 hello TOOL"]
SERVER_SECONDS = 90
ANSWER_SECONDS = 30
NO_MODEL = "http://127.0.0.1:9"
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/\?token=\S+")


def stop(server: subprocess.Popen[str]) -> None:
    """End the server and all that it started; its group is ours alone."""
    if server.poll() is None:
        os.killpg(server.pid, signal.SIGKILL)
    server.wait(ANSWER_SECONDS)


@contextmanager
def harness_server(home: Path, cwd: Path) -> Iterator[str]:
    """The harness's own web server on a free loopback port; gives the address with its token."""
    server = subprocess.Popen(
        [str(RELEASE.python.with_name("dsh")), "web", "--no-open", "--port", "0"],
        cwd=cwd,
        env=RELEASE._environment(home, NO_MODEL),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    limit = Timer(SERVER_SECONDS, stop, [server])
    limit.start()
    try:
        assert server.stdout is not None
        said = []
        for line in server.stdout:
            said.append(line)
            found = ADDRESS.search(line)
            if found is not None:
                yield found[0]
                return
        raise RuntimeError(f"dsh web told no address: {''.join(said)[-2000:]}")
    finally:
        limit.cancel()
        stop(server)
        if server.stdout is not None:
            server.stdout.close()


def harness_export(home: Path, cwd: Path, id: str) -> bytes:
    """The ZIP that the harness makes of a session with its descendants."""
    with harness_server(home, cwd) as address:
        cookies = urllib.request.HTTPCookieProcessor(CookieJar())
        browser = urllib.request.build_opener(urllib.request.ProxyHandler({}), cookies)
        browser.open(address, timeout=ANSWER_SECONDS).close()
        asked = urllib.parse.urlencode({"sessionId": id, "includeDescendants": "true"})
        route = urllib.parse.urljoin(address, f"/api/session.export?{asked}")
        with browser.open(route, timeout=ANSWER_SECONDS) as answer:
            whole: bytes = answer.read()
            return whole


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
    theirs.write_bytes(harness_export(home, cwd, session))
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
