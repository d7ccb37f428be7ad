"""What a library takes on the disk, made smaller, copied and checked; names and marks beside logs."""

from __future__ import annotations

import hashlib

import pytest
from archives import Item, write_archive
from logs import LogBuilder
from rights import ordinary_rights
from small_libraries import DIGEST, PICTURE, a_library, case_zip, everything_in, keep, open_at, talk

from sessionlog.access.storage import Cancelled
from sessionlog.export.entries import Options
from sessionlog.library import LIBRARY_SOURCE
from sessionlog.model.errors import EnvironmentFault, UserError
from sessionlog.store import attachments, session_rows


@pytest.fixture
def library(tmp_path):
    library = open_at(tmp_path)
    yield library
    library.close()


def test_a_name_of_ones_own_stands_beside_the_log_and_not_in_it(library, tmp_path):
    info = keep(library, tmp_path, "demo")["demo"]
    text = b"".join(library.text(info.ref))
    library.marks.rename(info.ref, "  What I \n call it ")
    named = library.session(info.ref)
    assert (named.name, named.title) == ("What I call it", "About demo")
    assert b"".join(library.text(info.ref)) == text
    library.marks.rename(info.ref, " ")
    assert library.session(info.ref).name is None


def test_a_name_with_half_a_character_is_kept_with_a_mark_in_its_place(library, tmp_path):
    info = keep(library, tmp_path, "demo")["demo"]
    library.marks.rename(info.ref, "Tide \ud83c")
    assert library.session(info.ref).name == "Tide \ufffd"


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


def test_two_backups_of_one_moment_stand_beside_each_other(library, tmp_path, monkeypatch):
    keep(library, tmp_path, "demo")
    monkeypatch.setattr("sessionlog.access.storage.time.strftime", lambda form: "then")
    copies = [library.storage.back_up(tmp_path / "disk") for _ in range(2)]
    assert [copy.parent.name for copy in copies] == ["sessionloom-backup-then", "sessionloom-backup-then-2"]


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


def test_a_kept_file_that_cannot_be_removed_is_said_and_keeps_nobody_from_writing(tmp_path):
    with ordinary_rights(), a_library(tmp_path / "data" / "library.db", tmp_path) as library:
        library.import_path(case_zip(tmp_path, "case"))
        (info,) = library.sessions(LIBRARY_SOURCE)
        told = []
        library.subscribe(lambda source, changes: told.append(changes.removed))
        kept = next((tmp_path / "data" / "attachments").rglob(DIGEST))
        kept.parent.chmod(0o500)
        with pytest.raises(EnvironmentFault) as left:
            library.deletions.delete_now([info.ref])
        assert left.value.code == "library.left-over" and str(kept) in left.value.sentence
        assert frozenset({info.ref.key}) in told and library.sessions(LIBRARY_SOURCE) == []
        library.close()
    with ordinary_rights(), a_library(tmp_path / "data" / "library.db", tmp_path) as library:
        keep(library, tmp_path, "demo")
        assert kept.exists()
        kept.parent.chmod(0o700)
        library.close()
    with a_library(tmp_path / "data" / "library.db", tmp_path) as library:
        keep(library, tmp_path, "other")
        assert not kept.exists()


def test_an_attachment_that_came_again_before_it_was_removed_stays(tmp_path):
    with ordinary_rights(), a_library(tmp_path / "data" / "library.db", tmp_path) as library:
        library.import_path(case_zip(tmp_path, "case"))
        kept = next((tmp_path / "data" / "attachments").rglob(DIGEST))
        kept.parent.chmod(0o500)
        with pytest.raises(EnvironmentFault):
            library.deletions.delete_now([info.ref for info in library.sessions(LIBRARY_SOURCE)])
        kept.parent.chmod(0o700)
        library.import_path(case_zip(tmp_path, "case"))
        library.close()
    with a_library(tmp_path / "data" / "library.db", tmp_path) as library:
        keep(library, tmp_path, "demo")
        assert kept.exists()


def test_whatever_lies_among_the_originals_keeps_nobody_from_writing(tmp_path):
    (tmp_path / "data" / "artifacts" / "a folder").mkdir(parents=True)
    with a_library(tmp_path / "data" / "library.db", tmp_path) as library:
        assert set(keep(library, tmp_path, "demo")) == {"demo"}
