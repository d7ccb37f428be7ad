"""Forks and families: what they cost beside the length of the log and the size of the library."""

from __future__ import annotations

import shutil

from benchmarks.core_cases import Numbers, fresh_library, library_file
from benchmarks.measure import disk_size, ms
from sessionlog.library import Library
from sessionlog.lineage.family import Families, Member
from sessionloom.lineage.layout import TreeLayout

SESSIONS, CHAIN = 10_000, 2_000
TABLES = ("segment_type", "segment_ref")


def forked(profile: str, events: str) -> Numbers:
    """Forks of a kept session at its middle and its end: the slowest, the bytes and index rows of one."""
    path = fresh_library("forked")
    shutil.copy(library_file(profile, events), path)
    library = Library.open(path)
    ref = library.sessions(1)[0].ref
    last = library.log(ref).parts[0].last_seq
    library.fork(ref)  # opens what writing needs
    took, grown, rows = [], [], []
    for at in (None, last // 2, last // 3):
        before, size = _index_rows(library), disk_size(path)
        took.append(ms(lambda at=at: library.fork(ref, at)))  # type: ignore[misc]
        grown.append(disk_size(path) - size)
        rows.append(_index_rows(library) - before)
    library.close()
    return {"ms": max(took), "bytes": max(grown), "index_rows": max(rows)}


def family() -> Numbers:
    """The tree of a family of 10,000 sessions with a chain 2,000 deep."""
    chain = [Member("0", 0)] + [Member(str(n), n, str(n - 1), None, 5, 9) for n in range(1, CHAIN)]
    wide = [Member(f"w{n}", n, str(n % 50), None, 5, 9) for n in range(SESSIONS - CHAIN)]
    members = [*chain, *wide]
    return {"ms": ms(lambda: TreeLayout(Families(members).family(str(CHAIN - 1))))}


def _index_rows(library: Library) -> int:
    with library._store.readers.read() as connection:
        return sum(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES)


CASES = {"forked": forked, "family": family}
