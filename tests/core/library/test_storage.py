"""What a library takes on the disk, made smaller, copied, moved and checked; names and marks beside logs."""

from __future__ import annotations

import hashlib
import os
from contextlib import contextmanager

import pytest
from archives import Item, write_archive
from logs import LogBuilder
from rights import ordinary_rights

from sessionlog.access.storage import Cancelled
from sessionlog.export.entries import Options
from sessionlog.library import LIBRARY_SOURCE, Library
from sessionlog.model.errors import EnvironmentFault, UserError
from sessionlog.store import attachments, session_rows, upkeep
from sessionlog.store.spill import SpillFolders

PICTURE = b"\x89PNG\r\n\x1a\n" + b"a picture of the tide" * 40
DIGEST = hashlib.sha256(PICTURE).hexdigest()
IMAGE = {"type": "image", "attachment": {"attachmentId": f"sha256:{DIGEST}", "mediaType": "image/png"}}


def open_at(folder) -> Library:
    return Library.open(folder / "data" / "library.db", spills=SpillFolders((folder / "spill",)))


@pytest.fixture
def library(tmp_path):
    library = open_at(tmp_path)
    yield library
    library.close()


@contextmanager
def a_library(path, folder):
    library = Library.open(path, spills=SpillFolders((folder / "spills",)))
    try:
        yield library
    finally:
        library.close()


def talk(id: str, turns: int = 3) -> LogBuilder:
    log = LogBuilder(id)
    for turn in range(turns):
        log.user(f"Question {turn} of {id}").assistant("An answer. " * 40).end_turn()
    return log.title(f"About {id}")


def keep(library, tmp_path, *ids: str):
    for name in ids:
        talk(name).as_home(tmp_path / "home")
    library.import_path(tmp_path / "home")
    return {info.id: info for info in library.sessions(LIBRARY_SOURCE)}


def case_zip(tmp_path, *ids: str):
    items = []
    for number, name in enumerate(ids):
        log = LogBuilder(name).user([{"type": "text", "text": "Look"}, IMAGE]).assistant("Seen.").end_turn()
        entry = "session.jsonl" if not number else f"subagents/{name}/session.jsonl"
        items.append(Item(entry, b"\n".join([*log.lines(), b""])))
    items.append(Item(f"media/{DIGEST}.png", PICTURE))
    return write_archive(tmp_path / "case.zip", items)


@contextmanager
def killed_while_copying(monkeypatch):
    """As a killed process would leave a copy: nothing of it is cleared away."""
    with monkeypatch.context() as patch:
        patch.setattr(upkeep, "_copy_database", _killed)
        patch.setattr(upkeep.shutil, "rmtree", lambda path, ignore_errors: None)
        with pytest.raises(KeyboardInterrupt):
            yield


def _killed(store, target, tell, cancel):
    target.write_bytes(b"half")
    raise KeyboardInterrupt


def everything_in(folder) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def test_a_name_of_ones_own_stands_beside_the_log_and_not_in_it(library, tmp_path):
    info = keep(library, tmp_path, "demo")["demo"]
    text = b"".join(library.text(info.ref))
    library.marks.rename(info.ref, "  What I \n call it ")
    named = library.session(info.ref)
    assert (named.name, named.title) == ("What I call it", "About demo")
    assert b"".join(library.text(info.ref)) == text
    library.marks.rename(info.ref, " ")
    assert library.session(info.ref).name is None


def test_the_archive_mark_is_set_and_taken_away_for_several_at_once(library, tmp_path):
    kept = keep(library, tmp_path, "one", "two")
    refs = [info.ref for info in kept.values()]
    library.marks.archive(refs)
    assert [info.archived for info in library.sessions(LIBRARY_SOURCE)] == [True, True]
    library.marks.archive(refs[:1], archived=False)
    assert sorted(info.archived for info in library.sessions(LIBRARY_SOURCE)) == [False, True]


def test_marks_survive_that_the_file_was_rewritten(library, tmp_path):
    info = keep(library, tmp_path, "demo")["demo"]
    library.marks.rename(info.ref, "Mine")
    library.marks.archive([info.ref])
    talk("demo", turns=1).as_home(tmp_path / "home")
    (result,) = library.import_path(tmp_path / "home")
    assert result.result == "replaced"
    after = library.session(info.ref)
    assert (after.name, after.archived, after.turns) == ("Mine", True, 1)


def test_only_sessions_of_the_library_are_marked(library, tmp_path):
    talk("demo").as_home(tmp_path / "home")
    source = library.open_path(tmp_path / "home")
    (info,) = library.sessions(source.id)
    with pytest.raises(UserError) as refused:
        library.marks.rename(info.ref, "Mine")
    assert refused.value.code == "session.not-kept"


def test_sizes_add_up_and_a_fork_shares(library, tmp_path):
    kept = keep(library, tmp_path, "demo", "other")
    made = library.fork(kept["demo"].ref, title="Child")
    report = library.storage.report()
    by_id = {measured.info.id: measured for measured in report.sessions}
    assert by_id["demo"].sizes.shared > 0 and by_id[made.child_id].sizes.shared > 0
    assert by_id["other"].sizes.shared == 0 and by_id["other"].sizes.own > 0
    for measured in report.sessions:
        assert library.deletions.sizes(measured.info.ref) == measured.sizes
    assert report.disk.database > 0 and report.logical > 0
    library.deletions.put_away([kept["other"].ref])
    assert {m.info.id for m in library.storage.report().sessions if m.deleted} == {"other"}


def test_compacting_gives_space_back_and_every_event_stays(library, tmp_path):
    keep(library, tmp_path, *(f"s{n}" for n in range(6)))
    info = library.sessions(LIBRARY_SOURCE)[0]
    text = b"".join(library.text(info.ref))
    for other in library.sessions(LIBRARY_SOURCE)[1:]:
        library.deletions.put_away([other.ref])
    library._store.writer.run(
        lambda connection: [
            connection.execute("DELETE FROM session WHERE id = ?", (away.info.ref.key,))
            for away in library.deletions.recently_deleted()
        ]
    )
    library._store.writer.run(
        lambda connection: connection.execute(
            "DELETE FROM segment WHERE id NOT IN (SELECT segment FROM session_segment)"
        )
    )
    assert library.storage.report().disk.free > 0
    steps = []
    back = library.storage.compact(lambda progress: steps.append((progress.done, progress.total)))
    assert back > 0 and library.storage.report().disk.free == 0
    assert steps[-1][0] == steps[-1][1]
    assert b"".join(library.text(info.ref)) == text


def test_a_backup_is_a_whole_library_of_its_own(library, tmp_path):
    library.import_path(case_zip(tmp_path, "case"))
    told = []
    copy = library.storage.back_up(tmp_path / "elsewhere", told.append)
    assert told[-1].bytes_done == told[-1].bytes_total > 0
    with a_library(copy, tmp_path) as other:
        (info,) = other.sessions(LIBRARY_SOURCE)
        assert (info.id, other.verify(info.ref).severity) == (
            "case",
            "repaired" if info.interrupted else "ok",
        )
        plan = other.exporter(info.ref).plan(Options())
        assert f"media/{DIGEST}.png" in [entry.name for entry in plan.entries]


def test_a_cancelled_backup_leaves_nothing(library, tmp_path):
    keep(library, tmp_path, "demo")
    (tmp_path / "elsewhere").mkdir()
    with pytest.raises(Cancelled):
        library.storage.back_up(tmp_path / "elsewhere", cancel=lambda: True)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_moved_library_is_found_from_where_it_was(library, tmp_path):
    library.import_path(case_zip(tmp_path, "case"))
    (tmp_path / "data" / "settings.json").write_text("{}")
    there = library.storage.move(tmp_path / "disk", ("settings.json", "window.ini"))
    assert there == tmp_path / "disk" / "sessionloom" / "library.db"
    assert (there.parent / "settings.json").exists()
    with pytest.raises(EnvironmentFault) as gone:
        library.marks.rename(library.sessions(LIBRARY_SOURCE)[0].ref, "Too late")
    assert gone.value.code == "library.gone"
    library.close()
    assert PICTURE not in everything_in(tmp_path / "data")
    with a_library(tmp_path / "data" / "library.db", tmp_path) as other:
        assert other.path == there
        assert [info.id for info in other.sessions(LIBRARY_SOURCE)] == ["case"]


def test_a_moved_library_whose_disk_is_away_is_said_and_not_made_anew(library, tmp_path):
    keep(library, tmp_path, "demo")
    there = library.storage.move(tmp_path / "disk")
    library.close()
    there.parent.rename(tmp_path / "away")
    with pytest.raises(EnvironmentFault) as away:
        open_at(tmp_path)
    assert away.value.code == "library.away"
    assert not there.exists() and not (tmp_path / "data" / "library.db").exists()


@pytest.mark.parametrize(
    "name", [b" a b ", b"x\ny", "\u202eשלום".encode(), "日本語".encode(), b"%41?mode=ro#x", b"\xff\xfe"]
)
def test_a_library_is_moved_to_a_folder_of_any_name(library, tmp_path, name):
    keep(library, tmp_path, "demo")
    there = library.storage.move(tmp_path / os.fsdecode(name))
    library.close()
    with a_library(tmp_path / "data" / "library.db", tmp_path) as other:
        assert other.path == there
        assert [info.id for info in other.sessions(LIBRARY_SOURCE)] == ["demo"]


def test_nothing_of_a_library_is_left_where_it_was_even_before_it_is_closed(library, tmp_path):
    keep(library, tmp_path, "demo")
    assert (tmp_path / "data" / "library.db-wal").stat().st_size
    library.storage.move(tmp_path / "disk")
    left = {path.name for path in (tmp_path / "data").iterdir()}
    assert left == {"library.db.lock", "library.db.owner.json", "library.db.moved"}


def test_what_a_killed_move_left_does_not_stand_in_the_way_of_the_next(library, tmp_path, monkeypatch):
    keep(library, tmp_path, "demo")
    with killed_while_copying(monkeypatch):
        library.storage.move(tmp_path / "disk")
    assert [path.name for path in (tmp_path / "disk").iterdir()] == ["sessionloom.part"]
    assert library.storage.move(tmp_path / "disk").exists()
    assert [path.name for path in (tmp_path / "disk").iterdir()] == ["sessionloom"]


def test_a_folder_that_only_looks_like_one_is_not_removed(library, tmp_path):
    (tmp_path / "disk" / "sessionloom.part").mkdir(parents=True)
    (tmp_path / "disk" / "sessionloom.part" / "mine").write_text("mine")
    with pytest.raises(UserError) as refused:
        library.storage.move(tmp_path / "disk")
    assert refused.value.code == "library.there"
    assert (tmp_path / "disk" / "sessionloom.part" / "mine").exists()


def test_two_backups_of_one_moment_stand_beside_each_other(library, tmp_path, monkeypatch):
    keep(library, tmp_path, "demo")
    monkeypatch.setattr("sessionlog.access.storage.time.strftime", lambda form: "then")
    copies = [library.storage.back_up(tmp_path / "disk") for _ in range(2)]
    assert [copy.parent.name for copy in copies] == ["sessionloom-backup-then", "sessionloom-backup-then-2"]


def test_a_cancelled_move_leaves_the_library_where_it_is(library, tmp_path):
    info = keep(library, tmp_path, "demo")["demo"]
    with pytest.raises(Cancelled):
        library.storage.move(tmp_path / "disk", cancel=lambda: True)
    library.marks.rename(info.ref, "Still here")
    assert library.session(info.ref).name == "Still here"
    assert not (tmp_path / "disk" / "sessionloom").exists()


def test_a_library_is_not_moved_over_something(library, tmp_path):
    (tmp_path / "disk" / "sessionloom").mkdir(parents=True)
    with pytest.raises(UserError) as refused:
        library.storage.move(tmp_path / "disk")
    assert refused.value.code == "library.there"


def test_a_check_names_the_sessions_that_are_not_what_was_stored(library, tmp_path):
    kept = keep(library, tmp_path, "good", "bad")
    key = kept["bad"].ref.key
    library._store.writer.run(
        lambda connection: connection.execute(
            "UPDATE segment SET lines = x'00' WHERE id IN"
            " (SELECT segment FROM session_segment WHERE session = ?)",
            (key,),
        )
    )
    library._store.cache.clear()
    steps = []
    found = library.storage.check(steps.append)
    assert (found.done, found.total) == (2, 2) and [step.done for step in steps] == [0, 1]
    assert [info.id for info, _diagnosis in found.damaged] == ["bad"]
    assert library.storage.check(cancel=lambda: True).done == 0


def test_attachments_go_with_the_last_session_that_has_them(library, tmp_path):
    library.import_path(case_zip(tmp_path, "case", "side"))
    refs = {info.id: info.ref for info in library.sessions(LIBRARY_SOURCE)}
    assert library.deletions.what_goes([refs["case"]]).attachments == 0
    library.deletions.delete_now([refs["case"]])
    assert PICTURE in everything_in(tmp_path / "data")
    goes = library.deletions.what_goes([refs["side"]])
    assert goes.attachments == 1 and goes.freed > len(PICTURE)
    library.deletions.delete_now([refs["side"]])
    assert PICTURE not in everything_in(tmp_path / "data")


def test_an_attachment_that_no_session_refers_to_is_not_taken_in(library, tmp_path):
    stray = b"a picture of nobody" * 50
    log = LogBuilder("case").user("Look").assistant("Where?").end_turn()
    items = [
        Item("session.jsonl", b"\n".join([*log.lines(), b""])),
        Item(f"media/{hashlib.sha256(stray).hexdigest()}.png", stray),
    ]
    library.import_path(write_archive(tmp_path / "case.zip", items))
    assert [info.id for info in library.sessions(LIBRARY_SOURCE)] == ["case"]
    assert stray not in everything_in(tmp_path / "data")


def test_a_fork_keeps_the_attachments_of_its_deleted_parent(library, tmp_path):
    library.import_path(case_zip(tmp_path, "case"))
    (info,) = library.sessions(LIBRARY_SOURCE)
    made = library.fork(info.ref, title="Child")
    library.deletions.delete_now([info.ref])
    assert PICTURE in everything_in(tmp_path / "data")
    library.deletions.delete_now([made.ref])
    assert PICTURE not in everything_in(tmp_path / "data")


def test_a_deletion_that_was_killed_is_finished_by_the_next_writer(library, tmp_path):
    library.import_path(case_zip(tmp_path, "case"))
    (info,) = library.sessions(LIBRARY_SOURCE)

    def killed_after_the_commit(connection) -> None:
        attachments.release(connection, [info.ref.key])
        session_rows.delete(connection, info.ref.key)

    library._store.writer.run(killed_after_the_commit)
    library.close()
    assert PICTURE in everything_in(tmp_path / "data")
    with a_library(tmp_path / "data" / "library.db", tmp_path) as again:
        keep(again, tmp_path, "demo")
        assert PICTURE not in everything_in(tmp_path / "data")


@pytest.fixture
def closed_folder(tmp_path):
    """A folder in which nothing can be looked at or made."""
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o000)
    yield folder
    folder.chmod(0o700)


@pytest.mark.parametrize("act", ["move", "back_up"])
def test_a_folder_that_lets_nobody_in_is_said(tmp_path, closed_folder, act):
    with ordinary_rights(), a_library(tmp_path / "data" / "library.db", tmp_path) as library:
        keep(library, tmp_path, "demo")
        for target in (closed_folder, closed_folder / "deeper"):
            with pytest.raises(EnvironmentFault) as refused:
                getattr(library.storage, act)(target)
            assert refused.value.code == "library.no-target"


def test_a_library_whose_own_folder_takes_no_note_stays_and_leaves_no_second_one(tmp_path):
    data = tmp_path / "data"
    with ordinary_rights(), a_library(data / "library.db", tmp_path) as library:
        info = keep(library, tmp_path, "demo")["demo"]
        data.chmod(0o500)
        with pytest.raises(EnvironmentFault):
            library.storage.move(tmp_path / "disk")
        assert list((tmp_path / "disk").iterdir()) == []
        library.marks.rename(info.ref, "Still here")
        library.close()  # the writer ends although the file that names it cannot go
        data.chmod(0o700)
    with a_library(data / "library.db", tmp_path) as library:
        assert library.session(info.ref).name == "Still here"
        library.marks.rename(info.ref, "And is written again")
