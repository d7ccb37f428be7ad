"""A fork is told before it is made, made whole, from any source, and undone while unused."""

from __future__ import annotations

import pytest
from log_files import write_lines
from logs import LogBuilder

from sessionlog.library import LIBRARY_SOURCE, Library
from sessionlog.lineage.cut import ForkRefused
from sessionlog.model.errors import UserError
from sessionlog.store.spill import SpillFolders

IMAGE = {"type": "image", "attachment": {"attachmentId": "i", "mediaType": "image/png", "bytes": 9}}


def open_at(folder) -> Library:
    return Library.open(folder / "data" / "library.db", spills=SpillFolders((folder / "spill",)))


@pytest.fixture
def library(tmp_path):
    library = open_at(tmp_path)
    yield library
    library.close()


def talk() -> LogBuilder:
    log = LogBuilder("demo")
    log.user([{"type": "text", "text": "Look"}, IMAGE]).tool("bash", {"c": "ls"}, "a.txt")
    log.assistant("One file.").end_turn().title("Files")
    log.user("And now?").assistant("Still one.").end_turn()
    log.user("Unanswered").stream("Hm")
    return log


def opened(library, tmp_path, log):
    log.as_home(tmp_path / "home")
    source = library.open_path(tmp_path / "home")
    (info,) = library.sessions(source.id)
    return info


def seq_of(log, kind, number=0):
    return [event["seq"] for event in log.events if event["type"] == kind][number]


def lines_of(library, ref):
    return b"".join(library.text(ref)).splitlines()


def test_a_preview_says_where_the_cut_falls_and_what_is_inherited(library, tmp_path):
    log = talk()
    info = opened(library, tmp_path, log)
    answer = seq_of(log, "assistant/message", 1)
    preview = library.fork_preview(info.ref, answer)
    following = seq_of(log, "turn/start", 1)
    assert (preview.anchor_turn, preview.turn) == (1, 1)
    assert preview.events <= following and preview.plan.cut.boundary == seq_of(log, "turn/end")
    assert [(mark.turn, mark.kept, mark.last_seq is None) for mark in preview.turns] == [
        (1, True, False),
        (2, False, False),
        (3, False, True),
    ]
    assert (preview.turns_kept, preview.messages, preview.tool_results, preview.images) == (1, 3, 1, 1)
    assert preview.last_kept.text == "One file." and preview.last_kept.by == "assistant"
    assert preview.first_left.text == "And now?" and preview.first_left.by == "user"
    assert preview.plan.title == "Files (1)" and preview.parent_title == "Files"
    assert preview.in_force.keys() == {"title", "model"}
    assert preview.events_left == len(log.events) - preview.events
    assert library.sessions(LIBRARY_SOURCE) == [], "nothing was written"


def test_the_messages_at_the_cut_are_read_as_words(library, tmp_path):
    answer = "# English\n\n**You** have `a*b`:\n\n- one\n- [two](x)"
    log = LogBuilder("demo").user("Is **this** it?").assistant(answer).end_turn()
    log.user("Next **one**").assistant("x").end_turn()
    info = opened(library, tmp_path, log)
    preview = library.fork_preview(info.ref, seq_of(log, "assistant/message"))
    assert preview.last_kept.text == "English You have a*b: one two"
    assert preview.first_left.text == "Next one"


def test_what_means_nothing_to_the_child_is_counted(library, tmp_path):
    log = LogBuilder("demo").user("Go").assistant("Done.")
    log.log("approval/asked", {"id": "q1", "toolName": "bash"})
    log.log("approval/asked", {"id": "q2", "toolName": "bash"})
    log.log("approval/decided", {"id": "q2", "outcome": "rejected"})
    log.log("tool-workflow/run-start", {"runId": "r", "name": "w"})
    log.log("schedule/change", {"version": 1, "operation": "delete", "id": "x"})
    log.end_turn()
    preview = library.fork_preview(opened(library, tmp_path, log).ref)
    assert preview.not_in_force == {"approvals": 1, "jobs": 1, "schedules": 1}


def test_an_open_turn_is_refused_and_never_clipped(library, tmp_path):
    log = talk()
    info = opened(library, tmp_path, log)
    with pytest.raises(ForkRefused) as refusal:
        library.fork_preview(info.ref, len(log.events) - 1)
    assert refusal.value.code == "fork-unavailable"
    with pytest.raises(ForkRefused):
        library.fork(info.ref, len(log.events) - 1)
    assert library.sessions(LIBRARY_SOURCE) == []
    last = library.fork_preview(info.ref)
    assert last.plan.cut.boundary == seq_of(log, "turn/end", 1), "the last completed turn of a dead log"


def test_a_fork_of_an_opened_log_keeps_its_parent_first_and_is_a_session_of_its_own(library, tmp_path):
    log = talk()
    info = opened(library, tmp_path, log)
    told, seen = [], []
    library.subscribe(lambda source, changes: told.append((source, changes.lineage)))
    made = library.fork(info.ref, 5, progress=seen.append)
    kept = {session.id: session for session in library.sessions(LIBRARY_SOURCE)}
    assert kept.keys() == {"demo", made.child_id}
    child = kept[made.child_id]
    assert child.native and not kept["demo"].native
    assert (child.parent_session, child.seed_length) == ("demo", made.inherited_events)
    assert (child.title, made.title) == ("Files (1)", "Files (1)")
    assert made.cut_seq == made.inherited_events - 1
    inherited = [row.raw for row in library.log(kept["demo"].ref).rows(0, made.cut_seq)]
    assert lines_of(library, made.ref)[1 : 1 + len(inherited)] == inherited
    assert (LIBRARY_SOURCE, True) in told and seen
    again = library.fork(info.ref, 5)
    assert again.title == "Files (2)"
    assert len(library.sessions(LIBRARY_SOURCE)) == 3, "the parent is kept once"


def test_a_fork_is_undone_and_made_again(library, tmp_path):
    info = opened(library, tmp_path, talk())
    made = library.fork(info.ref, 5, title="My way")
    assert library.session(made.ref).title == "My way"
    library.undo_fork(made.ref)
    assert [session.id for session in library.sessions(LIBRARY_SOURCE)] == ["demo"]
    with pytest.raises(UserError):
        library.undo_fork(made.ref)
    library.fork(info.ref, 5)


def test_rows_that_wait_to_be_saved_are_part_of_the_prefix(library, tmp_path):
    log = talk()
    path = log.as_home(tmp_path / "home", zstd=False)
    (result,) = library.import_path(path)
    follow = library.follow(result.ref)
    log.assistant("Late.").end_turn()
    log.as_home(tmp_path / "home", zstd=False)
    follow.poll()
    made = library.fork(result.ref)
    assert made.inherited_events == len(log.events)
    assert (
        lines_of(library, made.ref)[1 : 1 + len(lines_of(library, result.ref)) - 1]
        == (lines_of(library, result.ref)[1:])
    )


def test_a_damaged_log_is_forked_within_its_strict_prefix(library, tmp_path):
    log = talk()
    lines = log.lines()
    place = next(n for n, line in enumerate(lines) if b'"turn/start"' in line and b'"turn":2' in line)
    path = tmp_path / "session.jsonl"
    write_lines(path, [*lines[: place + 1], b"null", *lines[place + 2 :]])
    source = library.open_path(path)
    (info,) = library.sessions(source.id)
    made = library.fork(info.ref)
    assert made.inherited_events <= seq_of(log, "turn/start", 1) + 1
    assert library.diagnosis(made.ref).problems == ()


def test_an_empty_log_has_no_turn_to_fork(library, tmp_path):
    info = opened(library, tmp_path, LogBuilder("demo"))
    with pytest.raises(ForkRefused):
        library.fork(info.ref)
    made = library.fork(info.ref, exact=True)
    assert made.inherited_events == 0 and made.cut_seq == -1


def test_deleting_says_what_stays_and_leaves_the_forks_whole(library, tmp_path):
    info = opened(library, tmp_path, talk())
    made = library.fork(info.ref, 5)
    parent = next(session for session in library.sessions(LIBRARY_SOURCE) if session.id == "demo")
    goes = library.deletions.what_goes([parent.ref])
    assert [fork.id for fork in goes.forks] == [made.child_id]
    assert goes.files == (parent.artifact,)
    library.deletions.put_away([parent.ref])
    assert [session.id for session in library.sessions(LIBRARY_SOURCE)] == [made.child_id]
    library.deletions.bring_back([parent.ref])
    library.deletions.put_away([parent.ref])
    (result,) = library.import_path(parent.artifact)
    assert result.result == "added" and library.deletions.recently_deleted() == []
    text = lines_of(library, made.ref)
    library.deletions.delete_now([parent.ref])
    assert lines_of(library, made.ref) == text
