"""The terminal as these tests use it: a command that must succeed, and what it printed."""

from __future__ import annotations

import io
import json
from typing import Any

from sessionlog.cli.main import run


def printed(*argv: object) -> str:
    """What a command printed."""
    out, err = io.StringIO(), io.StringIO()
    status = run([str(word) for word in argv], out, err)
    assert status == 0, err.getvalue()
    return out.getvalue()


def call(*argv: object) -> list[dict[str, Any]]:
    """The JSON of each printed line."""
    return [json.loads(line) for line in printed(*argv).splitlines()]
