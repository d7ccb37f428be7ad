"""Every session of the reference's corpus comes to what the reference says it comes to."""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path
from typing import Any

import pytest
from corpus import corpus

from sessionlog.cli.main import run
from sessionlog.model.json import canonical


def lines(*argv: str, expect: int = 0) -> list[dict[str, Any]]:
    out, err = io.StringIO(), io.StringIO()
    assert run(argv, out, err) == expect, err.getvalue()
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.corpus
def test_all_sessions_inspect_as_expected() -> None:
    folder: Path = corpus() / "dsh-v0"
    found = {one["id"]: one for one in lines("inspect", str(folder / "home"), "--json")}
    expected = [json.loads(path.read_text()) for path in sorted((folder / "expected").rglob("*.json"))]
    assert len(found) == len(expected) == 131
    for want in expected:
        got = found[want["id"]]
        assert got["header"] == want["header"]
        assert (got["events"], got["eventsSha256"]) == (want["eventCount"], want["eventsSha256"])
        assert got["surface"] == want["surface"]
        assert got["messagesSha256"] == hashlib.sha256(canonical(want["derivedMessages"])).hexdigest()
        assert got["requestHeader"] == want["requestHeader"]
        assert got["requestContext"] == want["requestContext"]
