"""A library that was damaged from outside: what is gone is named, the rest reads, nothing is shown as whole.

Faults of class B (architecture section 3): the write-ahead log cut or removed, pages overwritten, the
file cut.
"""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pytest
from kill_targets import open_at
from log_files import read_text
from logs import LogBuilder

from sessionlog.access.rescuing import rescue_library
from sessionlog.library import LIBRARY_SOURCE, Library
from sessionlog.model.errors import EnvironmentFault, SessionlogError, UserError
from sessionlog.model.severity import Severity
from sessionlog.store.store import open_library

pytestmark = [pytest.mark.fault, pytest.mark.timeout(600)]
TRIES = int(os.environ.get("SESSIONLOOM_DAMAGES", "20"))
PAGE = 4096


def talk(id: str, turns: int) -> LogBuilder:
    log = LogBuilder(id)
    for turn in range(turns):
        log.user(f"Question {turn}").assistant(os.urandom(400).hex(), thinking="Hm.").end_turn()
    return log


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A library with three sessions, at rest, and the files that they came from."""
    folder = tmp_path_factory.mktemp("sound")
    for name, turns in (("small", 3), ("middle", 40), ("large", 150)):
        talk(name, turns).as_home(folder / "home", zstd=False)
    library = open_at(folder)
    library.import_path(folder / "home")
    library.close()
    return folder


@pytest.fixture
def copy(sound, tmp_path):
    shutil.copytree(sound / "data", tmp_path / "data")
    return tmp_path


def texts(sound: Path) -> dict[str, bytes]:
    return {path.parent.name: read_text(path) for path in (sound / "home").rglob("session.jsonl")}


def check(folder: Path, sound: Path) -> tuple[int, int]:
    """Sessions that read whole and sessions that say what is gone; no third kind."""
    whole = said = 0
    try:
        library = open_at(folder)
    except SessionlogError as fault:
        assert fault.code in ("library.damaged", "library.foreign", "library.unreadable", "library.newer")
        assert fault.remedy
        return 0, 3
    try:
        infos = library.sessions(LIBRARY_SOURCE)
    except EnvironmentFault as fault:
        assert fault.code == "library.damaged"
        library.close()
        return 0, 3
    try:
        for info in infos:
            try:
                text = b"".join(library.text(info.ref))
            except (EnvironmentFault, UserError) as fault:
                assert fault.code in ("library.damaged", "session.changed", "session.gone")
                text = None
            if text == texts(sound)[info.id]:
                whole += 1
            else:
                assert text is None, "a shortened session was given out as whole"
                assert named(library, info.ref)
                said += 1
    finally:
        try:
            library.close()
        except EnvironmentFault as fault:
            assert fault.code == "library.damaged"
    return whole, said


def named(library: Library, ref) -> bool:
    """Whether what is gone is said, by verifying or by a fault with its remedy."""
    try:
        found = library.verify(ref)
    except EnvironmentFault as fault:
        return fault.code == "library.damaged" and bool(fault.remedy)
    return found.severity is Severity.DAMAGED and bool(found.problems)


def test_an_overwritten_page_is_said_and_the_rest_reads(sound, tmp_path):
    rng = random.Random(11)
    pages = (sound / "data" / "library.db").stat().st_size // PAGE
    counted = [0, 0]
    for number in range(TRIES):
        folder = tmp_path / str(number)
        shutil.copytree(sound / "data", folder / "data")
        path = folder / "data" / "library.db"
        with path.open("r+b") as file:
            file.seek(rng.randrange(1, pages) * PAGE)
            file.write(rng.randbytes(PAGE))
        for at, found in enumerate(check(folder, sound)):
            counted[at] += found
    assert counted[1], "nothing was hit: the test tests nothing"
    assert counted[0], "everything was lost: the test tests nothing"


@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 0.7, 0.95])
def test_a_cut_file_is_said(copy, sound, share):
    path = copy / "data" / "library.db"
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    if share == 0.0:  # an empty file is a new library, and no session is shown as whole
        library = open_at(copy)
        assert library.sessions(LIBRARY_SOURCE) == []
        library.close()
        return
    whole, _ = check(copy, sound)
    assert whole < 3


def test_a_range_that_is_gone_is_named_and_an_import_brings_it_back(copy, sound):
    library = open_at(copy)
    info = next(one for one in library.sessions(LIBRARY_SOURCE) if one.id == "large")

    def tear(connection):
        (segment, first, last) = connection.execute(
            "SELECT segment, first_seq, last_seq FROM session_segment WHERE session = ? ORDER BY first_seq"
            " LIMIT 1 OFFSET 1",
            (info.ref.key,),
        ).fetchone()
        connection.execute("UPDATE segment SET lines = x'28b52ffd00' WHERE id = ?", (segment,))
        return first, last

    first, last = library._store.writer.run(tear)
    library._store.cache.clear()
    assert library.session(info.ref).severity is Severity.OK
    found = library.verify(info.ref)
    assert found.severity is Severity.DAMAGED
    assert f"Events {first:,} to {last:,} cannot be read" in found.problems[0].message
    assert library.session(info.ref).severity is Severity.DAMAGED
    with pytest.raises(EnvironmentFault):
        b"".join(library.text(info.ref))
    rows = list(library.log(info.ref).rows(0, first - 1))
    assert rows[-1].last_seq >= first - 1
    results = {one.id: one.result for one in library.import_path(sound / "home")}
    assert results == {"large": "replaced", "middle": "unchanged", "small": "unchanged"}
    assert b"".join(library.text(info.ref)) == texts(sound)["large"]
    assert library.verify(info.ref).severity is Severity.OK
    library.close()


@pytest.mark.parametrize(
    "gone",
    [
        ("part",),
        ("text_run",),
        ("part", "text_run"),
        ("session_segment",),
        ("part", "text_run", "session_segment"),
        ("part", "text_run", "session_segment", "file"),
    ],
)
def test_rows_of_any_table_that_are_gone_are_missed(copy, sound, gone):
    """As after a rescue: what says how long a session was may be lost with the session's rows."""
    library = open_at(copy)
    info = next(one for one in library.sessions(LIBRARY_SOURCE) if one.id == "middle")
    for table in gone:
        library._store.writer.run(
            lambda connection, table=table: connection.execute(
                f"DELETE FROM {table} WHERE session = ?", (info.ref.key,)
            )
        )
    with pytest.raises(EnvironmentFault):
        b"".join(library.text(info.ref))
    assert library.verify(info.ref).severity is Severity.DAMAGED
    results = {one.id: one.result for one in library.import_path(sound / "home")}
    assert results == {"large": "unchanged", "middle": "replaced", "small": "unchanged"}
    assert b"".join(library.text(info.ref)) == texts(sound)["middle"]
    assert library.verify(info.ref).severity is Severity.OK
    library.close()


@pytest.mark.parametrize("kept", [None, 0, 10, 5000, 20_000])
def test_a_lost_or_cut_write_ahead_log_leaves_whole_sessions(sound, tmp_path, kept):
    """What stood only in the log is gone with it. The sessions that are left are whole, and an import
    brings the others back."""
    library = open_library(tmp_path / "made" / "library.db")
    library.close()
    shutil.copytree(tmp_path / "made", tmp_path / "data")
    live = open_at(tmp_path)
    live.import_path(sound / "home")
    crashed = tmp_path / "crashed"
    shutil.copytree(tmp_path / "data", crashed / "data")
    live.close()
    wal = crashed / "data" / "library.db-wal"
    (crashed / "data" / "library.db-shm").unlink(missing_ok=True)
    assert wal.stat().st_size > 20_000
    if kept is None:
        wal.unlink()
    else:
        wal.write_bytes(wal.read_bytes()[:kept])
    check(crashed, sound)
    library = open_at(crashed)
    library.import_path(sound / "home")
    assert {one.id: b"".join(library.text(one.ref)) for one in library.sessions(LIBRARY_SOURCE)} == texts(
        sound
    )
    library.close()


def test_a_damaged_list_names_the_sessions_on_it_and_shows_the_others(tmp_path):
    names = {f"session-{number:03}" for number in range(120)}
    for name in names:
        talk(name, 1).as_home(tmp_path / "home", zstd=False)
    library = open_at(tmp_path)
    library.import_path(tmp_path / "home")
    with library._store.readers.read() as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'session'").fetchone()
    library.close()
    path = tmp_path / "data" / "library.db"
    content = bytearray(path.read_bytes())
    page = content[(root - 1) * PAGE : root * PAGE]
    assert page[0] == 5, "the list is one page only: the test tests nothing"
    cell = int.from_bytes(page[12 + 2 : 12 + 4], "big")
    child = int.from_bytes(page[cell : cell + 4], "big")
    content[(child - 1) * PAGE : child * PAGE] = b"\xa5" * PAGE
    path.write_bytes(content)
    library = open_at(tmp_path)
    infos = library.sessions(LIBRARY_SOURCE)
    assert {info.id for info in infos} == names
    lost = [info for info in infos if info.severity is Severity.DAMAGED]
    assert 0 < len(lost) < 60
    assert {(one.source, one.generation, one.native) for one in library._store.sessions()} == {(1, 0, False)}
    assert all(info.artifact is not None and f"/{info.id}/" in info.artifact for info in lost)
    for info in infos:
        if info in lost:
            with pytest.raises(EnvironmentFault) as caught:
                library.log(info.ref)
            assert caught.value.code == "library.damaged"
        else:
            assert library.log(info.ref).parts[0].last_seq > 0
    library.close()
    rescued = rescue_library(path)
    assert set(rescued.lost) == {info.id for info in lost}
    library = open_at(tmp_path)
    library.import_path(tmp_path / "home")
    assert {info.id: info.severity for info in library.sessions(LIBRARY_SOURCE)} == dict.fromkeys(
        names, Severity.OK
    )
    library.close()
