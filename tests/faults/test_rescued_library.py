"""A damaged library is rescued: what can be read is in a new one, what is gone is named and imported anew."""

from __future__ import annotations

import io
import os
import random
import shutil
import stat
from pathlib import Path

import pytest
from kill_targets import open_at
from log_files import read_text
from logs import LogBuilder
from sqlite_pages import overflow_pages, schema_pages, spoil

from sessionlog.access.rescuing import rescue_library
from sessionlog.cli.main import run
from sessionlog.library import LIBRARY_SOURCE
from sessionlog.model.errors import EnvironmentFault, UserError
from sessionlog.model.severity import Severity
from sessionlog.store import connection as cx
from sessionlog.store.store import open_library

pytestmark = [pytest.mark.fault, pytest.mark.timeout(600)]
TRIES = int(os.environ.get("SESSIONLOOM_DAMAGES", "12"))
PAGE = cx.PAGE_SIZE
NAMES = {"small": 3, "middle": 40, "large": 150}


def talk(id: str, turns: int) -> LogBuilder:
    rng = random.Random(id)
    log = LogBuilder(id)
    for turn in range(turns):
        answer = rng.randbytes(20_000 if turn % 20 == 5 else 400).hex()
        log.user(f"Question {turn}").assistant(answer, thinking="Hm.").end_turn()
    return log


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A library with three sessions and a fork, at rest, and the files that they came from."""
    folder = tmp_path_factory.mktemp("sound")
    for name, turns in NAMES.items():
        talk(name, turns).as_home(folder / "home", zstd=False)
    library = open_at(folder)
    library.import_path(folder / "home")
    middle = next(info for info in library.sessions(LIBRARY_SOURCE) if info.id == "middle")
    library.fork(middle.ref, title="Branch")
    library.close()
    return folder


def copied(sound: Path, folder: Path) -> Path:
    shutil.copytree(sound / "data", folder / "data")
    return folder / "data" / "library.db"


def texts(sound: Path) -> dict[str, bytes]:
    return {path.parent.name: read_text(path) for path in (sound / "home").rglob("session.jsonl")}


def kept(folder: Path) -> dict[str, bytes]:
    library = open_at(folder)
    try:
        return {
            info.id: b"".join(library.text(info.ref))
            for info in library.sessions(LIBRARY_SOURCE)
            if info.id in NAMES
        }
    finally:
        library.close()


def overwrite(path: Path, *pages: int) -> None:
    spoil(path, {page: random.Random(page).randbytes(PAGE) for page in pages})


@pytest.mark.parametrize("which", ["first", "second", "last", "all"])
def test_a_library_without_its_list_of_tables_loses_nothing(sound, tmp_path, which):
    path = copied(sound, tmp_path)
    pages = schema_pages(path)
    overwrite(path, *{"first": pages[:1], "second": pages[1:2], "last": pages[-1:], "all": pages}[which])
    damaged = path.read_bytes()
    with pytest.raises(EnvironmentFault) as caught:
        open_library(path)
    assert caught.value.code == "library.damaged"
    rescued = rescue_library(path)
    assert len(rescued.whole) == 4
    assert (rescued.damaged, rescued.lost) == ((), ())
    assert kept(tmp_path) == texts(sound)
    assert rescued.aside.read_bytes() == damaged
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    library = open_at(tmp_path)
    titles = {info.title for info in library.sessions(LIBRARY_SOURCE)}
    results = {result.id: result.result for result in library.import_path(sound / "home")}
    assert "Branch" in titles
    assert set(results.values()) == {"unchanged"}
    library.close()
    assert {entry.name for entry in path.parent.iterdir() if entry.name.startswith(".")} == set()


def test_a_library_of_an_older_schema_is_rescued_too(sound, tmp_path):
    path = tmp_path / "data" / "library.db"
    path.parent.mkdir()
    old = Path(__file__).resolve().parents[1] / "fixtures" / "libraries" / "schema-1.db"
    shutil.copyfile(old, path)
    overwrite(path, 1)
    rescued = rescue_library(path)
    assert sorted(rescued.whole) == ["mirror", "native"]
    library = open_at(tmp_path)
    assert len(library.sessions(LIBRARY_SOURCE)) == 2
    library.close()


def test_whatever_page_is_overwritten_an_import_restores_every_session(sound, tmp_path):
    rng = random.Random(23)
    counted = {"opened": 0, "rescued": 0, "damaged": 0}
    pages = (sound / "data" / "library.db").stat().st_size // PAGE
    for number in range(TRIES):
        folder = tmp_path / str(number)
        path = copied(sound, folder)
        overwrite(path, *(rng.randrange(1, pages + 1) for _ in range(1 + number % 3)))
        try:
            restored = in_place(folder, sound)
            counted["opened"] += restored
        except EnvironmentFault as fault:
            assert fault.code == "library.damaged"
            assert fault.remedy
            restored = False
        if not restored:
            rescued = rescue_library(path)
            counted["rescued"] += 1
            counted["damaged"] += len(rescued.damaged) + len(rescued.lost)
            assert all(problems for _, problems in rescued.damaged)
            for name in rescued.whole:
                assert kept_text(folder, name) in (None, texts(sound).get(name))
            assert in_place(folder, sound)
    assert counted["opened"] and counted["rescued"] and counted["damaged"], counted


def in_place(folder: Path, sound: Path) -> bool:
    """Find what is damaged and import; whether everything is there again."""
    library = open_at(folder)
    try:
        for info in library.sessions(LIBRARY_SOURCE):
            library.verify(info.ref)
        library.import_path(sound / "home")
        found = [info for info in library.sessions(LIBRARY_SOURCE) if info.id in NAMES]
        assert {info.id: b"".join(library.text(info.ref)) for info in found} == texts(sound)
        return all(library.verify(info.ref).severity is Severity.OK for info in found)
    finally:
        library.close()


def kept_text(folder: Path, name: str) -> bytes | None:
    """`None` for the fork, which came from no file."""
    library = open_at(folder)
    try:
        (info,) = [info for info in library.sessions(LIBRARY_SOURCE) if info.id == name]
        return b"".join(library.text(info.ref)) if name in NAMES else None
    finally:
        library.close()


@pytest.mark.parametrize("filling", ["random", "zeros", "itself"])
def test_a_session_whose_pages_are_damaged_is_replaced_by_an_import(sound, tmp_path, filling):
    """Its old rows go although their pages cannot be followed; what others have stays whole."""
    root = root_of(sound / "data" / "library.db", "segment")
    for number, page in enumerate(overflow_pages(sound / "data" / "library.db", root)[::4]):
        folder = tmp_path / str(number)
        path = copied(sound, folder)
        again = page.to_bytes(4, "big") + random.Random(page).randbytes(PAGE - 4)
        content = {"random": random.Random(page).randbytes(PAGE), "zeros": bytes(PAGE), "itself": again}
        spoil(path, {page: content[filling]})
        assert not all(text == texts(sound)[name] for name, text in readable(folder).items())
        assert in_place(folder, sound)


def readable(folder: Path) -> dict[str, bytes | None]:
    library = open_at(folder)
    found: dict[str, bytes | None] = {}
    for info in library.sessions(LIBRARY_SOURCE):
        if info.id in NAMES:
            try:
                found[info.id] = b"".join(library.text(info.ref))
            except EnvironmentFault:
                found[info.id] = None
    library.close()
    return found


def root_of(path: Path, table: str) -> int:
    connection = cx.open_read(path, immutable=True)
    found = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    connection.close()
    return int(found[0])


def test_what_is_lost_is_named(sound, tmp_path):
    path = copied(sound, tmp_path)
    overwrite(path, root_of(path, "session"), 1)
    rescued = rescue_library(path)
    assert set(NAMES) <= set(rescued.lost)
    assert (rescued.whole, rescued.damaged) == ((), ())
    library = open_at(tmp_path)
    assert {result.result for result in library.import_path(sound / "home")} == {"added"}
    library.close()
    assert kept(tmp_path) == texts(sound)


def test_originals_of_lost_sessions_are_kept_beside_the_damaged_file(sound, tmp_path):
    path = copied(sound, tmp_path)
    (path.parent / "artifacts").mkdir()
    (path.parent / "artifacts" / ("ab" * 32)).write_bytes(b"bytes of a log")
    overwrite(path, 1)
    rescued = rescue_library(path)
    (kept_aside,) = rescued.aside.with_name(rescued.aside.name + ".artifacts").iterdir()
    assert kept_aside.read_bytes() == b"bytes of a log"


def test_a_deletion_names_the_damaged_file_that_still_holds_the_session(sound, tmp_path):
    path = copied(sound, tmp_path)
    (path.parent / ".library.db.rescue-killed").mkdir()
    overwrite(path, 1)
    rescued = rescue_library(path)
    library = open_at(tmp_path)
    small = next(info for info in library.sessions(LIBRARY_SOURCE) if info.id == "small")
    assert library.deletions.what_goes([small.ref]).backups == (rescued.aside,)
    library.close()
    assert not (path.parent / ".library.db.rescue-killed").exists()


def test_another_programs_database_is_not_touched(tmp_path):
    path = tmp_path / "other.db"
    connection = cx.driver.connect(str(path))
    connection.execute("CREATE TABLE notes (text)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(UserError) as caught:
        rescue_library(path)
    assert caught.value.code == "library.foreign"
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.glob("*damaged*")] == []


def test_a_rescue_of_the_same_moment_keeps_both_damaged_files(sound, tmp_path, monkeypatch):
    path = copied(sound, tmp_path)
    monkeypatch.setattr("sessionlog.store.rescue.time.strftime", lambda form, when: "then")
    kept = []
    for _ in range(2):
        overwrite(path, 1)
        before = path.read_bytes()
        kept.append((rescue_library(path).aside, before))
    assert [aside.read_bytes() for aside, _ in kept] == [before for _, before in kept]


@pytest.mark.parametrize("content", [b"\0" * 20_000, b"no library at all\n" * 2_000, b"SQLite format 3\0"])
def test_a_file_of_which_nothing_can_be_read_is_said_and_stays(tmp_path, content):
    path = tmp_path / "library.db"
    path.write_bytes(content)
    with pytest.raises(EnvironmentFault) as caught:
        rescue_library(path)
    assert caught.value.code == "library.hopeless"
    assert "library.db" in caught.value.sentence
    assert path.read_bytes() == content


def test_where_no_file_is_nothing_is_made(tmp_path):
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "folder", tmp_path / "none", tmp_path / "none" / "deeper"):
        with pytest.raises(UserError) as caught:
            rescue_library(path)
        assert caught.value.code == "library.not-there"
    assert [entry.name for entry in tmp_path.iterdir()] == ["folder"]


def test_the_terminal_says_what_is_missing(sound, tmp_path):
    path = copied(sound, tmp_path)
    overwrite(path, 1)
    out, err = io.StringIO(), io.StringIO()
    assert run(["rescue", "--library", str(path)], out, err) == 0
    assert "small" in out.getvalue()
    assert ".damaged-" in err.getvalue()
