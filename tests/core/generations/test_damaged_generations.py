"""Framed and damaged logs of later generations get the judgement that is due to them."""

from __future__ import annotations

import json

from corpus import corpus
from generations import read_log


def test_each_framed_log_has_the_severity_due_to_it() -> None:
    folder = corpus() / "generations" / "zstd"
    due = json.loads((folder / "expected-severity.json").read_text())
    found = {name: str(read_log(folder / name).diagnosis.severity) for name in due}
    assert found == due
