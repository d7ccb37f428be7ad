"""What runs in a child process that a test kills: one export after another, each form in turn."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection
from pathlib import Path

from sessionlog.access.exporting import opened_exporter
from sessionlog.access.opened import OpenedSource
from sessionlog.export.entries import Options
from sessionlog.export.readable import ReadableOptions
from sessionlog.export.target import Target
from sessionlog.sources.discover import discover

FORMS = ("zip", "html", "markdown")
MOST = 10_000


def export_again_and_again(home: str, place: str, unnamed: bool, said: Connection) -> None:
    """Says `begun`, then the name of each file that was acknowledged. `unnamed`: as the system can."""
    os.environ["SESSIONLOOM_HOME"] = str(Path(place) / "state")
    if not unnamed:
        Target._unnamed = lambda target: None  # type: ignore[method-assign]
    source = OpenedSource(2, discover(Path(home)))
    root = next(info.ref.key for info in source.sessions() if info.id == "root")
    exporter = opened_exporter(source, root)
    plan = exporter.plan(Options())
    source.prepare(root, None, None)
    said.send("begun")
    for number in range(MOST):
        form = FORMS[number % len(FORMS)]
        target = Path(place) / f"{number}.{form}"
        if form == "zip":
            exporter.write_zip(plan, target)
        else:
            exporter.write_readable(form, target, ReadableOptions())
        said.send(target.name)
