"""Cases that need no window. Each runs in a process of its own and returns named numbers."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import orjson
import zstandard

from benchmarks.inputs import CACHE, big_log, single_rows
from benchmarks.measure import clock, disk_size, median, ms, peak, percentile, reset_peak, resident
from sessionlog.conversation.assembler import Assembler
from sessionlog.conversation.blocks import blocks_of
from sessionlog.history.loader import Bounds, Place, load_page
from sessionlog.history.page import cut_page
from sessionlog.library import Library, SessionRef
from sessionlog.model.log import EventLog
from sessionlog.model.restored import restore_log

Numbers = dict[str, float]
PAGES, REPEATS, LAST = 200, 7, 50
LIBRARY = 1
SEED = 7


def library_file(profile: str, events: str) -> Path:
    """The library that `imported` fills and the other cases read."""
    return CACHE / "run" / f"{profile}-{events}" / "library.db"


def imported(profile: str, events: str) -> Numbers:
    """Import one log into an empty library; its size is what the library grows by."""
    path, size = single_rows() if profile == "single" else big_log(profile, int(events))
    database = library_file(profile, events)
    shutil.rmtree(database.parent, ignore_errors=True)
    database.parent.mkdir(parents=True)
    library = Library.open(database)
    empty = disk_size(database)
    begun = clock()
    (result,) = library.import_path(path, progress=None, cancel=None)
    seconds = clock() - begun
    again = ms(lambda: library.import_path(path, progress=None, cancel=None))
    library.close()
    assert result.result == "added", result
    numbers = {"seconds": seconds, "events_per_s": size.events / seconds, "rows_per_s": size.rows / seconds}
    return {**numbers, "again_ms": again, "size_ratio": (disk_size(database) - empty) / size.zstd}


def baseline(profile: str, events: str) -> Numbers:
    """Decompress everything and parse every row: what any full reading costs at least."""
    path, size = big_log(profile, int(events))
    took = {"decompress_ms": 0.0, "parse_ms": 0.0}
    text = b""

    def decompress() -> None:
        nonlocal text
        reader = zstandard.ZstdDecompressor().stream_reader(path.read_bytes(), read_across_frames=True)
        text = reader.read(size.text + 1)

    took["decompress_ms"] = ms(decompress)
    lines = text.splitlines()
    took["parse_ms"] = ms(lambda: [orjson.loads(line) for line in lines])
    return {**took, "rows": len(lines) - 1}


def restored(profile: str, events: str) -> Numbers:
    """Fold the whole session to surface, messages and header, from the library."""
    floor = baseline(profile, events)
    library, ref = _kept(profile, events)
    reset_peak()
    before = resident()
    begun = clock()
    log = library.log(ref)
    messages = len(restore_log(log).messages())
    took = (clock() - begun) * 1000
    numbers = {"ms": took, "ratio": took / (floor["decompress_ms"] + floor["parse_ms"])}
    grown = peak() - before
    library.close()
    return {
        **numbers,
        "floor_ms": floor["decompress_ms"] + floor["parse_ms"],
        "messages": messages,
        "mib": grown,
    }


def last_of_library(profile: str, events: str) -> Numbers:
    """The last 50 events of a kept session, the log opened anew each time."""
    library, ref = _kept(profile, events)
    took = [ms(lambda: _last(library.log(ref))) for _ in range(REPEATS)]
    library.close()
    return {"ms": median(took[1:])}


def last_of_file(profile: str, events: str) -> Numbers:
    """The last 50 events of a file that nothing is known of yet."""
    path, _ = big_log(profile, int(events))
    library = Library.open(fresh_library("file"))
    took = []
    for _ in range(REPEATS):
        begun = clock()
        source = library.open_path(path)
        (session,) = library.sessions(source.id)
        _last(library.log(session.ref))
        took.append((clock() - begun) * 1000)
        library.close_source(source.id)
    library.close()
    return {"ms": median(took[1:])}


def pages(profile: str, events: str) -> Numbers:
    """Pages of 50 messages at random places: the cut on the index, then the page whole."""
    library, ref = _kept(profile, events)
    log = library.log(ref)
    part = log.parts[-1]
    places = random.Random(SEED).choices(range(part.first_seq + 1, part.last_seq + 1), k=PAGES)
    took: dict[str, list[float]] = {"query": [], "load": [], "assemble": [], "blocks": []}
    rows = most = 0
    for seq in places:
        took["query"].append(ms(lambda: _cut(log, seq, part.number)))  # noqa: B023 (called at once)
        begun = clock()
        page = load_page(log, Place(part.number, seq), Bounds())
        loaded = clock()
        assembler = Assembler(log.dialect, log.header.id)
        assembler.replace(page)
        assembled = clock()
        for node in assembler.nodes:
            blocks_of(node, ())
        took["load"].append((loaded - begun) * 1000)
        took["assemble"].append((assembled - loaded) * 1000)
        took["blocks"].append((clock() - assembled) * 1000)
        rows += len(page.rows)
        most = max(most, len(page.rows))
    library.close()
    whole = [a + b for a, b in zip(took["load"], took["assemble"], strict=True)]
    numbers = {f"{name}_p95_ms": percentile(times, 95) for name, times in took.items()}
    return {**numbers, "page_p95_ms": percentile(whole, 95), "rows_mean": rows / PAGES, "rows_most": most}


def memory(profile: str, events: str, where: str) -> Numbers:
    """Memory that opening takes: the last page whole, and in a file its index as well."""
    path, _ = big_log(profile, int(events))
    small, _ = big_log("plain", 10_000)
    library = Library.open(library_file(profile, events) if where == "library" else fresh_library("memory"))
    source = library.open_path(small)
    _open(library, library.sessions(source.id)[0].ref)
    library.close_source(source.id)
    reset_peak()
    before = resident()
    if where == "library":
        ref = library.sessions(LIBRARY)[0].ref
    else:
        ref = library.sessions(library.open_path(path).id)[0].ref
    kept = _open(library, ref)
    opened = resident() - before
    if where == "file":
        library.prepare_log(ref, None, None)
        kept = _open(library, ref)
    numbers = {"opened_mib": opened, "mib": resident() - before, "peak_mib": peak() - before, "nodes": kept}
    library.close()
    return numbers


def _kept(profile: str, events: str) -> tuple[Library, SessionRef]:
    library = Library.open(library_file(profile, events))
    return library, library.sessions(LIBRARY)[0].ref


def fresh_library(name: str) -> Path:
    """A place for an empty library."""
    database = CACHE / "run" / name / "library.db"
    shutil.rmtree(database.parent, ignore_errors=True)
    database.parent.mkdir(parents=True)
    return database


def _last(log: EventLog) -> int:
    part = log.parts[-1]
    rows = log.rows(part.last_seq - LAST + 1, part.last_seq, part.number)
    return sum(row.count for row in islice(rows, LAST))


def _cut(log: EventLog, seq: int, part: int) -> None:
    entries = log.entries_before(seq, part)
    cut_page(entries, tail=(0, 0), last_seq=seq - 1, first_seq=log.parts[part].first_seq, bounds=Bounds())


def _open(library: Library, ref: SessionRef) -> int:
    log = library.log(ref)
    assembler = Assembler(log.dialect, log.header.id)
    assembler.replace(load_page(log, None, Bounds()))
    return sum(len(blocks_of(node, ())) for node in assembler.nodes)


CASES: dict[str, Callable[..., Numbers]] = {
    case.__name__: case
    for case in (imported, baseline, restored, last_of_library, last_of_file, pages, memory)
}
