"""Every boundary of real generation-4 logs: marker and closers are those that the harness writes."""

from __future__ import annotations

import json

from corpus import corpus
from memory_log import MemoryLog

from sessionlog.lineage.fork import plan_fork
from sessionlog.model.json import encode

FOLDER = "generation-4"


def test_the_cuts_of_the_corpus() -> None:
    place = corpus() / FOLDER
    sources = json.loads((place / "cases" / "fork-and-crash-cuts.json").read_text())
    seen = 0
    for source in sources:
        log = MemoryLog((place / source["source"]).read_bytes().splitlines())
        for cut in source["cuts"]:
            made = plan_fork(log, child_id="c", now=1, at=cut["boundary"], exact=True, rename=False)
            assert made.cut.events == cut["boundary"] + 1
            assert made.lines == [encode(event) for event in cut["forkTail"]], (source["source"], cut)
            seen += 1
    assert seen == 168
