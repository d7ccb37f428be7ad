"""The harness's own database as a source: what is read, what is refused, nothing beside it."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest
from harness_db import add_session, append, columns, new_database, varints
from hypothesis import given
from hypothesis import strategies as st
from log_files import encode
from logs import LogBuilder
from strategies import logs

from sessionlog.model.errors import FormatRefused, RowFault, UserError
from sessionlog.model.scan import ScannedGap, ScannedRow
from sessionlog.model.severity import Severity
from sessionlog.sources.artifact import Artifact
from sessionlog.sources.discover import PlaceKind, discover
from sessionlog.sources.files import FileState
from sessionlog.sources.follow import GrowthKind
from sessionlog.sources.harness_sqlite.values import decode_sources, encode_sources
from sessionlog.sources.origin import compare, cursor, read_again, scan, tail


def talk(id: str = "demo", turns: int = 2) -> list[bytes]:
    log = LogBuilder(id)
    for turn in range(turns):
        log.user(f"Question {turn}")
        log.tool("bash", {"command": "ls"}, "x" * 5000, thinking="I look around first.")
        log.assistant("There is one file, and it is long.").end_turn()
    return log.lines()


def database(path: Path, *sessions: list[bytes], journal: str = "delete") -> Path:
    with closing(new_database(path, journal=journal)) as connection:
        for lines in sessions:
            add_session(connection, lines)
    return path


def read(artifact: Artifact, resume=None):
    """Rows part by part, and the scan's end."""
    one_pass = scan(artifact, resume=resume)
    parts = [[]]
    for item in one_pass:
        if isinstance(item, ScannedRow):
            parts[-1].append(item.row)
        elif isinstance(item, ScannedGap):
            parts.append([])
    return parts, one_pass.end


def values(lines: list[bytes]) -> list[bytes]:
    """What rows say, whatever the order of their members."""
    return sorted(encode(sorted(json.loads(line).items())) for line in lines)


def one(path: Path) -> Artifact:
    (artifact,) = discover(path).artifacts
    return artifact


def altered(path: Path, statement: str, *parameters: object) -> Path:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints=ON")
        connection.execute(statement, parameters)
    return path


def codes(end) -> list[str]:
    return [problem.code for problem in end.diagnosis.problems]


# -- what is read ----------------------------------------------------------------------------


@given(logs())
def test_a_session_says_the_same_as_its_lines(tmp_path_factory, log) -> None:
    lines = log.lines()
    path = database(tmp_path_factory.mktemp("db") / "sessions.sqlite", lines)
    artifact = one(path)
    (rows, *islands), end = read(artifact)
    assert values([row.raw for row in rows]) == values(lines[1:])
    assert [row.seq for row in rows] == sorted(row.seq for row in rows)
    assert islands == []
    assert end.reproducible
    assert end.lines == len(lines)


def test_long_payloads_are_decompressed_and_sources_decoded(tmp_path: Path) -> None:
    lines = talk()
    path = database(tmp_path / "sessions.sqlite", lines)
    with closing(sqlite3.connect(path)) as connection:
        kinds = dict(connection.execute("SELECT typeof(data), count(*) FROM events GROUP BY 1"))
    assert kinds["blob"] == 2
    (rows,), end = read(one(path))
    assert values([row.raw for row in rows]) == values(lines[1:])
    assert end.diagnosis.severity is Severity.OK


def test_a_place_lists_all_sessions_and_names_each_below_it(tmp_path: Path) -> None:
    path = database(tmp_path / "sessions.sqlite", talk("a/b"), talk("plain"))
    place = discover(path)
    assert place.kind is PlaceKind.DATABASE
    assert [(found.session_id, found.path) for found in place.artifacts] == [
        ("a/b", f"{path}/a~002Fb"),
        ("plain", f"{path}/plain"),
    ]
    assert place.refused == []
    single = discover(path / "plain")
    assert [found.session_id for found in single.artifacts] == ["plain"]


def test_a_session_that_is_not_there_is_said(tmp_path: Path) -> None:
    path = database(tmp_path / "sessions.sqlite", talk())
    with pytest.raises(UserError) as caught:
        read_again(path / "other")
    assert caught.value.code == "path-missing"


def test_the_tail_is_the_end_of_the_session(tmp_path: Path) -> None:
    lines = talk(turns=4)
    artifact = one(database(tmp_path / "sessions.sqlite", lines))
    whole = tail(artifact)
    assert whole.complete
    assert whole.parts[0].first_seq == 0
    assert len(list(whole.rows(0, 1 << 40))) == len(lines) - 1


@given(st.lists(st.integers(0, 2**53 - 1), max_size=40))
def test_cited_seqs_survive_their_packing(seqs: list[int]) -> None:
    assert decode_sources(encode_sources(seqs)) == seqs
    assert encode_sources(seqs) == varints(seqs)


@pytest.mark.parametrize(
    "blob",
    [b"\x80", b"\x80\x00", b"\xff" * 9, b"\xff" * 20, b"\x05\x0b", b"\xff\xff\xff\xff\xff\xff\xff\x1f"],
)
def test_cited_seqs_in_another_form_are_no_seqs(blob: bytes) -> None:
    with pytest.raises(RowFault):
        decode_sources(blob)


# -- nothing beside it -----------------------------------------------------------------------


def test_reading_leaves_nothing_beside_the_database(tmp_path: Path) -> None:
    path = database(tmp_path / "sessions.sqlite", talk(), journal="wal")
    before = {found.name: found.stat().st_mtime_ns for found in tmp_path.iterdir()}
    read(one(path))
    assert {found.name: found.stat().st_mtime_ns for found in tmp_path.iterdir()} == before
    assert list(before) == ["sessions.sqlite"]


def test_what_stands_in_the_write_ahead_log_only_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "sessions.sqlite"
    lines = talk(turns=3)
    with closing(new_database(path, journal="wal")) as writer:
        writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        add_session(writer, lines)
        files = {found.name: found.read_bytes() for found in tmp_path.iterdir()}
        assert files["sessions.sqlite-wal"]
        (rows,), _ = read(one(path))
        assert len(rows) == len(lines) - 1
        assert {found.name: found.read_bytes() for found in tmp_path.iterdir()} == files


def test_a_database_that_was_copied_without_its_log_opens_as_it_stood(tmp_path: Path) -> None:
    path, copy = tmp_path / "sessions.sqlite", tmp_path / "copy" / "sessions.sqlite"
    copy.parent.mkdir()
    with closing(new_database(path, journal="wal")) as writer:
        add_session(writer, talk("kept"))
        writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        add_session(writer, talk("lost"))
        copy.write_bytes(path.read_bytes())
    assert [found.session_id for found in discover(copy).artifacts] == ["kept"]
    copy.with_name("sessions.sqlite-wal").touch()
    assert [found.session_id for found in discover(copy).artifacts] == ["kept"]
    assert sorted(found.name for found in copy.parent.iterdir()) == ["sessions.sqlite", "sessions.sqlite-wal"]


def test_half_a_transaction_is_rolled_back_in_the_copy(tmp_path: Path) -> None:
    path, crashed = tmp_path / "sessions.sqlite", tmp_path / "crashed" / "sessions.sqlite"
    crashed.parent.mkdir()
    lines = talk()
    database(path, lines)
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("PRAGMA cache_size=1").fetchall()
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE events SET data = randomblob(6000)")
        for found in tmp_path.glob("sessions.sqlite*"):
            crashed.with_name(found.name).write_bytes(found.read_bytes())
        writer.execute("ROLLBACK")
    journal = crashed.with_name("sessions.sqlite-journal")
    before = journal.read_bytes()
    assert before
    (rows,), end = read(one(crashed))
    assert len(rows) == len(lines) - 1
    assert end.diagnosis.severity is Severity.OK
    assert journal.read_bytes() == before


# -- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pragma", "code", "said"),
    [
        ("user_version=18", "newer", "schema 18, which a newer harness wrote"),
        ("user_version=16", "older", "schema 16, which an older harness wrote"),
        ("application_id=7", "sqlite", "another program (application id 7)"),
        (f"application_id={0x534C6F6D}", "sqlite", "is a Sessionloom library"),
    ],
)
def test_other_databases_are_refused_by_number(tmp_path: Path, pragma: str, code: str, said: str) -> None:
    path = altered(database(tmp_path / "sessions.sqlite", talk()), f"PRAGMA {pragma}")
    place = discover(path)
    (refused,) = place.refused
    assert place.artifacts == []
    assert refused.code == code
    assert said in refused.sentence


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE more (a)",
        "CREATE INDEX extra ON events (type)",
        "ALTER TABLE sessions ADD COLUMN more TEXT",
        "CREATE TRIGGER t AFTER INSERT ON events BEGIN SELECT 1; END",
        "CREATE VIEW v AS SELECT 1",
        "DROP TABLE events",
    ],
)
def test_a_schema_that_is_not_exactly_the_harnesss_is_refused(tmp_path: Path, statement: str) -> None:
    path = altered(database(tmp_path / "sessions.sqlite", talk()), statement)
    (refused,) = discover(path).refused
    assert refused.code == "sqlite-schema"


def test_a_session_of_a_newer_format_is_named_and_the_others_open(tmp_path: Path) -> None:
    path = database(tmp_path / "sessions.sqlite", talk("now"), talk("later"))
    altered(path, "UPDATE sessions SET version = 9 WHERE id = 'later'")
    place = discover(path)
    assert [found.session_id for found in place.artifacts] == ["now"]
    assert [refused.code for refused in place.refused] == ["newer"]


# -- rows that nobody of the schema writes ---------------------------------------------------

LAST = "(SELECT max(seq) FROM events)"


@pytest.mark.parametrize(
    ("assignment", "code"),
    [
        ("data = '{\"a\":'", "row-json"),
        ("data = '{},\"seq\":0'", "row-json"),
        ("data = '{}}'", "row-json"),
        ("data = x'28b52ffd'", "row-data"),
        ("data = x'00'", "row-data"),
        ("data = 7", "row-data"),
        ("ignorable = 0", "row-tag"),
        ("type = 'text-chunks'", "row-tag"),
        ("type = 'text-chunks', ignorable = 0", "row-packed"),
        ("surface_op = '{'", "row-json"),
        ("source_event_seqs = x'8000'", "row-sources"),
        ("source_event_seqs = 'text'", "row-sources"),
    ],
)
def test_a_bad_row_is_named_and_the_rows_around_it_are_read(
    tmp_path: Path, assignment: str, code: str
) -> None:
    lines = talk()
    path = database(tmp_path / "sessions.sqlite", lines)
    (sound,), _ = read(one(path))
    bad = next(row for row in sound if row.type == "turn/end")
    altered(path, f"UPDATE events SET {assignment} WHERE seq = {bad.seq}")
    (before, after), end = read(one(path))
    assert [row.seq for row in before + after] == [row.seq for row in sound if row.seq != bad.seq]
    assert code in codes(end)
    assert end.diagnosis.severity is Severity.DAMAGED
    assert end.diagnosis.harness.verdict == "refuses"


def test_rows_that_nothing_committed_would_be_dropped(tmp_path: Path) -> None:
    """As in a text log: only what a later `turn/end` stands behind is corruption."""
    path = database(tmp_path / "sessions.sqlite", talk())
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        last = connection.execute("SELECT max(seq) FROM events").fetchone()[0]
        for at in (1, 2):
            connection.execute(
                "INSERT INTO events VALUES ('demo', ?, 'session/title', 0, ?, NULL, NULL, NULL)",
                (last + at, "{" if at == 1 else "{}"),
            )
    _, end = read(one(path))
    assert end.diagnosis.severity is Severity.REPAIRED
    assert end.diagnosis.harness.verdict == "repairs"


def test_a_missing_row_is_a_gap(tmp_path: Path) -> None:
    path = altered(database(tmp_path / "sessions.sqlite", talk()), "DELETE FROM events WHERE seq = 1")
    parts, end = read(one(path))
    assert [part[0].seq for part in parts] == [0, 2]
    assert "seq-gap" in codes(end)
    assert end.diagnosis.harness.verdict == "refuses"


def test_line_ends_inside_a_payload_stay_inside_its_line(tmp_path: Path) -> None:
    path = database(tmp_path / "sessions.sqlite", talk())
    altered(path, "UPDATE events SET data = '{\n\"turn\":\r\n1}' WHERE seq = 0")
    (rows,), _ = read(one(path))
    assert rows[0].value["data"] == {"turn": 1}
    assert b"\n" not in rows[0].raw


# -- damage (spec 04 F42) ----------------------------------------------------------------------


def big(path: Path) -> tuple[Path, list[bytes]]:
    content, lines = _big()
    path.write_bytes(content)
    return path, lines


@cache
def _big() -> tuple[bytes, list[bytes]]:
    lines = talk(turns=30)
    with tempfile.TemporaryDirectory() as folder:
        return database(Path(folder) / "made.sqlite", lines, talk("other", 1)).read_bytes(), lines


def page_of(path: Path, kind: int) -> list[int]:
    """Numbers of the pages of a b-tree kind (13 table leaf, 10 index leaf), from 1."""
    data = path.read_bytes()
    size = int.from_bytes(data[16:18], "big")
    return [at // size + 1 for at in range(size, len(data), size) if data[at] == kind]


def overwrite(path: Path, page: int) -> None:
    data = bytearray(path.read_bytes())
    size = int.from_bytes(data[16:18], "big")
    data[(page - 1) * size : page * size] = b"\xa5" * size
    path.write_bytes(data)


@pytest.mark.parametrize("which", [2, -2])
def test_an_overwritten_page_of_rows_loses_those_rows_only(tmp_path: Path, which: int) -> None:
    path, lines = big(tmp_path / "sessions.sqlite")
    (sound,), _ = read(one_of(path, "demo"))
    overwrite(path, page_of(path, 13)[which])
    parts, end = read(one_of(path, "demo"))
    found = [row.raw for part in parts for row in part]
    assert set(found) < {row.raw for row in sound}
    assert len(found) > len(lines) // 2
    assert "sqlite-damaged" in codes(end)
    assert end.diagnosis.severity is Severity.DAMAGED


def test_an_overwritten_page_of_the_index_loses_nothing(tmp_path: Path) -> None:
    path, _ = big(tmp_path / "sessions.sqlite")
    (sound,), _ = read(one_of(path, "demo"))
    for page in page_of(path, 10):
        broken = tmp_path / f"page-{page}.sqlite"
        broken.write_bytes(path.read_bytes())
        overwrite(broken, page)
        (*parts,), _ = read(one_of(broken, "demo"))
        assert [row.raw for part in parts for row in part] == [row.raw for row in sound]


@pytest.mark.parametrize("kept", [0, 16, 99, 512, 4096, 8192, 60_000])
def test_a_cut_database_never_breaks_the_reader(tmp_path: Path, kept: int) -> None:
    path, _ = big(tmp_path / "sessions.sqlite")
    path.write_bytes(path.read_bytes()[:kept])
    place = discover(path)
    for artifact in place.artifacts:
        _, end = read(artifact)
        assert end.diagnosis.severity is Severity.DAMAGED
    assert place.artifacts or place.refused


@given(st.data())
def test_garbage_anywhere_never_breaks_the_reader(tmp_path_factory, data) -> None:
    path, lines = big(tmp_path_factory.mktemp("db") / "sessions.sqlite")
    raw = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(100, len(raw) - 1))
        piece = data.draw(st.binary(min_size=1, max_size=300))[: len(raw) - at]
        raw[at : at + len(piece)] = piece
    path.write_bytes(raw)
    place = discover(path)
    for artifact in place.artifacts:
        try:
            parts, _ = read(artifact)
        except FormatRefused:
            continue
        assert sum(map(len, parts)) <= 3 * len(lines)


def test_a_schema_that_is_no_text_is_damage(tmp_path: Path) -> None:
    """The driver cannot even say so: its message would hold the name."""
    path, _ = big(tmp_path / "sessions.sqlite")
    raw = bytearray(path.read_bytes())
    raw[3432:3435] = b"\x00\x00\x80"
    path.write_bytes(raw)
    (refused,) = discover(path).refused
    assert refused.code in ("sqlite-damaged", "sqlite-schema")


def one_of(path: Path, id: str) -> Artifact:
    return next(found for found in discover(path).artifacts if found.session_id == id)


# -- known again, and growing ------------------------------------------------------------------


def test_growth_is_read_from_where_the_last_scan_ended(tmp_path: Path) -> None:
    path = database(tmp_path / "sessions.sqlite", talk()[:20])
    artifact = one(path)
    (first,), end = read(artifact)
    assert compare(Path(artifact.path), end.identity) is FileState.UNCHANGED
    follower = cursor(artifact, end.resume, end.identity)
    assert follower.poll().kind is GrowthKind.UNCHANGED
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        append(connection, "demo", talk()[20:])
    assert compare(Path(artifact.path), end.identity) is FileState.GROWN
    growth = follower.poll()
    assert growth.kind is GrowthKind.GROWN
    rows = first + [item.row for item in growth.items if isinstance(item, ScannedRow)]
    (whole,), whole_end = read(one(path))
    assert [row.raw for row in rows] == [row.raw for row in whole]
    assert growth.end is not None
    assert growth.end.diagnosis == whole_end.diagnosis
    assert follower.poll().kind is GrowthKind.UNCHANGED


def test_a_session_that_another_one_grows_beside_is_unchanged(tmp_path: Path) -> None:
    path = database(tmp_path / "sessions.sqlite", talk("a"), talk("b")[:20])
    artifact = one_of(path, "a")
    _, end = read(artifact)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        append(connection, "b", talk("b")[20:])
    assert compare(Path(artifact.path), end.identity) is FileState.UNCHANGED


def test_a_session_that_was_made_anew_or_cut_back_is_replaced(tmp_path: Path) -> None:
    path = database(tmp_path / "sessions.sqlite", talk())
    artifact = one(path)
    _, end = read(artifact)
    altered(path, f"DELETE FROM events WHERE seq = {LAST}")
    assert compare(Path(artifact.path), end.identity) is FileState.REPLACED
    altered(path, "UPDATE sessions SET incarnation = 'second', revision = 9")
    assert compare(Path(artifact.path), end.identity) is FileState.REPLACED
    altered(path, "DELETE FROM sessions")
    assert compare(Path(artifact.path), end.identity) is FileState.GONE
    assert cursor(artifact, end.resume, end.identity).poll().kind is GrowthKind.GONE


def test_the_columns_of_a_row_are_those_of_the_schema() -> None:
    """The helper that writes databases here must not drift from the schema it writes to."""
    assert len(columns("demo", {"type": "a", "seq": 0, "time": 0, "data": {}})) == 8
