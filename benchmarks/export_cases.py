"""What handing over a large session costs: planned, written, read again as a ZIP, and made readable."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.core_cases import LIBRARY, library_file
from benchmarks.inputs import big_log
from benchmarks.measure import peak, reset_peak, resident
from sessionlog.export.entries import ExportProgress, Options
from sessionlog.export.readable import ReadableOptions
from sessionlog.library import Library
from sessionlog.sources.zip_archive.archive import ZipArchive

Numbers = dict[str, float]


def exported(profile: str, events: str) -> Numbers:
    """A raw ZIP of a kept session with progress, and the ZIP read once as opening it does."""
    size = big_log(profile, int(events))[1]
    library = Library.open(library_file(profile, events))
    exporter = library.exporter(library.sessions(LIBRARY)[0].ref)
    told: list[ExportProgress] = []
    with TemporaryDirectory() as folder:
        target = Path(folder) / "case.zip"
        reset_peak()
        before = resident()
        begun = perf_counter()
        plan = exporter.plan(Options())
        planned = perf_counter() - begun
        written = exporter.write_zip(plan, target, progress=told.append)
        seconds = perf_counter() - begun
        mib = peak() - before
        assert sum(entry.size for entry in written.entries) == size.text
        (Path(folder) / "scratch").mkdir()
        reset_peak()
        before = resident()
        begun = perf_counter()
        archive = ZipArchive(target, Path(folder) / "scratch")
        opened = perf_counter() - begun
        assert not archive.problems
        opened_mib = peak() - before
    library.close()
    return {
        "ms": seconds * 1000,
        "plan_ms": planned * 1000,
        "mib": mib,
        "told": len(told),
        "open_ms": opened * 1000,
        "open_mib": opened_mib,
    }


def readable(profile: str, events: str) -> Numbers:
    """The same session as one HTML file, page by page."""
    library = Library.open(library_file(profile, events))
    exporter = library.exporter(library.sessions(LIBRARY)[0].ref)
    with TemporaryDirectory() as folder:
        reset_peak()
        before = resident()
        begun = perf_counter()
        written = exporter.write_readable("html", Path(folder) / "case.html", ReadableOptions())
        seconds = perf_counter() - begun
        mib = peak() - before
    library.close()
    return {"ms": seconds * 1000, "mib": mib, "mb": written.size / 1e6}


CASES: dict[str, Callable[..., Numbers]] = {exported.__name__: exported, readable.__name__: readable}
