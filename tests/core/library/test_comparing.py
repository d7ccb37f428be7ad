"""Two sessions beside each other, from where they part: by lineage, by text, or by generation."""

from __future__ import annotations

import shutil

import pytest
from corpus import corpus, session_files
from later_logs import LaterLog
from logs import LogBuilder

from sessionlog.access.comparing import Comparison
from sessionlog.access.values import SessionRef
from sessionlog.compare.comparison import State
from sessionlog.compare.side import CompareCancelled
from sessionlog.library import LIBRARY_SOURCE, Library
from sessionlog.lineage.family import Member
from sessionlog.lineage.fork_point import Relation, fork_point
from sessionlog.model.errors import UserError
from sessionlog.store.spill import SpillFolders


@pytest.fixture
def library(tmp_path):
    library = Library.open(tmp_path / "data" / "library.db", spills=SpillFolders((tmp_path / "spill",)))
    yield library
    library.close()


def talk(id: str = "root") -> LogBuilder:
    log = LogBuilder(id).user("One").assistant("First.").end_turn()
    return log.user("Two").tool("bash", {"c": "ls"}, "a.txt").assistant("Second.").end_turn()


def ends(log: LogBuilder) -> list[int]:
    return [event["seq"] for event in log.events if event["type"] == "turn/end"]


def opened(library: Library, folder, *logs: LogBuilder) -> dict[str, SessionRef]:
    for log in logs:
        log.as_home(folder / "home")
    source = library.open_path(folder / "home")
    return {info.id: info.ref for info in library.sessions(source.id)}


def drawn(found: Comparison) -> list[str]:
    """Rows as `=text`, `~left|right`, `<text` and `>text`."""
    signs = {State.SAME: "=", State.CHANGED: "~", State.LEFT: "<", State.RIGHT: ">"}
    return [
        signs[row.state]
        + (
            f"{row.left.preview}|{row.right.preview}"
            if row.state is State.CHANGED and row.left and row.right
            else (row.left or row.right).preview
        )
        for row in found.rows
    ]


class TestBranches:
    def test_a_fork_is_compared_from_the_last_step_that_both_have(self, library, tmp_path) -> None:
        root = talk()
        child = root.fork("child", at=ends(root)[0]).user("Two, else").assistant("Other.").end_turn()
        refs = opened(library, tmp_path, root, child)
        found = library.comparing.sessions(refs["root"], refs["child"])
        assert (found.point.relation, found.point.ancestor) == (Relation.ANCESTOR, "root")
        assert found.shared == ends(root)[0] + 1
        assert not found.by_text
        assert drawn(found)[:2] == ["=One", "=First."]
        assert drawn(found)[2:] == ["~Two|Two, else", '<{"c":"ls"}\n\na.txt', "~Second.|Other."]
        assert (found.counts.same, found.counts.changed, found.counts.left, found.counts.right) == (
            2,
            2,
            1,
            0,
        )
        assert found.right.inherited == found.shared

    def test_two_forks_part_where_the_shorter_inheritance_ends(self, library, tmp_path) -> None:
        root = talk()
        early = root.fork("early", at=ends(root)[0]).user("A").assistant("a").end_turn()
        late = root.fork("late").user("B").assistant("b").end_turn()
        refs = opened(library, tmp_path, root, early, late)
        found = library.comparing.sessions(refs["early"], refs["late"])
        assert found.point.relation is Relation.COUSINS
        assert found.ancestor is not None and found.ancestor.ref == refs["root"]
        assert library.comparing.sessions(refs["root"], refs["late"]).ancestor is None, "it is a side"
        assert found.shared == ends(root)[0] + 1
        assert "~A|Two" in drawn(found)

    def test_seen_from_the_other_side_it_is_the_comparison_of_the_exchanged_two(
        self, library, tmp_path
    ) -> None:
        root = talk()
        child = root.fork("child", at=ends(root)[0]).user("Two, else").assistant("Other.").end_turn()
        child.user("Three").assistant("Third.").end_turn()
        refs = opened(library, tmp_path, root, child)
        found = library.comparing.sessions(refs["root"], refs["child"])
        other = library.comparing.sessions(refs["child"], refs["root"])
        assert drawn(found.swapped()) == drawn(other)
        assert found.swapped().counts == other.counts
        assert (found.swapped().left, found.swapped().right) == (other.left, other.right)
        assert found.swapped().swapped() == found

    def test_the_prefix_is_not_read_however_long_it_is(self, library, tmp_path) -> None:
        root = LogBuilder("root")
        for number in range(300):
            root.user(f"Question {number}").assistant(f"Answer {number}").end_turn()
        child = root.fork("child").user("More").assistant("Yes").end_turn()
        refs = opened(library, tmp_path, root, child)
        found = library.comparing.sessions(refs["root"], refs["child"])
        assert drawn(found) == ["=Question 299", "=Answer 299", ">More", ">Yes"]
        turned = library.comparing.sessions(refs["child"], refs["root"])
        assert drawn(turned) == ["=Question 299", "=Answer 299", "<More", "<Yes"]

    def test_a_fork_without_anything_of_its_own_is_the_same(self, library, tmp_path) -> None:
        refs = opened(library, tmp_path, talk())
        made = library.fork(refs["root"])
        (kept,) = [info for info in library.sessions(LIBRARY_SOURCE) if info.id == "root"]
        found = library.comparing.sessions(kept.ref, made.ref)
        assert found.counts.differences == 0
        assert found.counts.same == len(found.rows) > 0

    def test_a_parent_that_is_missing_does_not_matter_to_its_forks(self, library, tmp_path) -> None:
        root = talk()
        forks = [root.fork(name, at=ends(root)[0]).user(name).assistant("x").end_turn() for name in "ab"]
        refs = opened(library, tmp_path, *forks)
        found = library.comparing.sessions(refs["a"], refs["b"])
        assert found.point.relation is Relation.COUSINS
        assert found.point.missing and found.ancestor is None
        assert (found.point.ancestor, found.shared) == ("root", ends(root)[0] + 1)
        assert drawn(found)[-2:] == ["~a|b", "=x"]

    def test_a_header_that_promises_what_is_not_so_is_not_believed(self, library, tmp_path) -> None:
        other = LogBuilder("root", created_at=5).user("Nothing alike").assistant("No").end_turn()
        child = talk("gone").fork("child").user("More").assistant("Yes").end_turn()
        child.header["parentSession"] = "root"
        refs = opened(library, tmp_path, other, child)
        found = library.comparing.sessions(refs["root"], refs["child"])
        assert found.by_text
        assert found.shared == found.from_seq == 0

    def test_a_seed_longer_than_the_log_is_no_more_than_the_log(self, library, tmp_path) -> None:
        root = talk()
        child = root.fork("child").user("More").assistant("Yes").end_turn()
        child.header["seedLength"] = 2**40
        refs = opened(library, tmp_path, root, child)
        assert library.comparing.sessions(refs["root"], refs["child"]).shared <= len(root.events)

    def test_sessions_without_an_ancestor_are_aligned_by_what_they_say(self, library, tmp_path) -> None:
        refs = opened(library, tmp_path, talk("one"), talk("two").user("More").assistant("Yes").end_turn())
        found = library.comparing.sessions(refs["one"], refs["two"])
        assert found.point.relation is Relation.UNRELATED
        assert found.shared == 0
        assert drawn(found)[-2:] == [">More", ">Yes"]
        assert found.counts.changed == found.counts.left == 0

    def test_progress_is_told_and_a_wish_to_stop_is_heard(self, library, tmp_path) -> None:
        refs = opened(library, tmp_path, talk("one"), talk("two"))
        told = []
        library.comparing.sessions(refs["one"], refs["two"], progress=told.append)
        assert told[-1].done == told[-1].total > 0
        with pytest.raises(CompareCancelled):
            library.comparing.sessions(refs["one"], refs["two"], cancel=lambda: True)

    def test_what_changed_in_a_pair_is_read_on_demand(self, library, tmp_path) -> None:
        root = talk()
        child = root.fork("child", at=ends(root)[0]).user("Two").assistant("Second thought.").end_turn()
        refs = opened(library, tmp_path, root, child)
        found = library.comparing.sessions(refs["root"], refs["child"])
        row = next(row for row in found.rows if row.state is State.CHANGED)
        assert row.differing == ("text",)
        changes = library.comparing.changes(found, row)
        assert (changes.left, changes.right) == ("Second.", "Second thought.")
        assert changes.right_marks == ((6, 8),)
        one_sided = next(row for row in found.rows if row.state is State.LEFT)
        assert library.comparing.changes(found, one_sided).right == ""


class TestForkPoint:
    def test_forks_of_forks_share_what_the_shortest_of_them_took(self) -> None:
        family = {
            "a": Member("a", 0, events=100),
            "b": Member("b", 1, "a", None, 50, 80),
            "c": Member("c", 2, "b", None, 70, 90),
            "d": Member("d", 3, "a", None, 60, 61),
        }
        assert fork_point(family, "a", "c").shared == 50
        assert fork_point(family, "b", "c").shared == 70
        assert fork_point(family, "c", "d").shared == 50
        assert fork_point(family, "d", "c") == fork_point(family, "c", "d")

    def test_subagents_and_continuations_share_nothing_but_their_ancestor(self) -> None:
        family = {
            "a": Member("a", 0, events=100),
            "b": Member("b", 1, "a", "subagent", None, 5),
            "c": Member("c", 2, "a", None, None, 5),
        }
        for name in "bc":
            found = fork_point(family, "a", name)
            assert (found.relation, found.shared, found.ancestor) == (Relation.ANCESTOR, 0, "a")

    def test_parents_in_a_circle_come_to_an_end(self) -> None:
        family = {name: Member(name, 0, parent, None, 9, 10) for name, parent in (("a", "b"), ("b", "a"))}
        assert fork_point(family, "a", "b").relation is Relation.ANCESTOR
        assert fork_point(family, "a", "z").relation is Relation.UNRELATED


class TestGenerations:
    def test_what_an_older_generation_has_and_the_newer_lacks(self, library, tmp_path) -> None:
        for generation in (3, 4):
            log = LaterLog(generation).begin("Go").answer(["one"]).end()
            if generation == 3:
                log.begin("On").answer(["two"]).end()
            log.write(tmp_path / "sessions")
        source = library.open_path(tmp_path / "sessions")
        of = {info.generation: info.ref for info in library.sessions(source.id)}
        (other,) = library.comparing.generations(of[4])
        assert other.ref == of[3]
        found = library.comparing.sessions(of[3], of[4])
        assert found.point.relation is Relation.SAME
        assert found.by_text
        assert drawn(found) == ["=Go", "=one", "<On", "<two"]

    @pytest.mark.parametrize("name", ["v0-tools", "v0-cancel", "v0-crash", "v0-fork"])
    def test_a_migrated_log_says_what_its_original_said(self, library, tmp_path, name) -> None:
        refs = []
        for number, path in enumerate(
            (f"generations/v0/{name}.jsonl", f"generations/v3-migrated/{name}.jsonl")
        ):
            (tmp_path / str(number)).mkdir()
            shutil.copy(corpus() / path, tmp_path / str(number) / f"{name}.jsonl")
            source = library.open_path(tmp_path / str(number))
            refs += [info.ref for info in library.sessions(source.id)]
        found = library.comparing.sessions(*refs)
        assert found.counts.differences == 0
        assert found.counts.same > 1


class TestAttempts:
    def log(self) -> LogBuilder:
        log = LogBuilder("demo").user("Go").wait(1_000)
        log.retry("Half an ans", code="SERVER").retry("", code="TIMEOUT", message="slow")
        return log.assistant("Half an answer, whole.").end_turn()

    def test_a_failed_attempt_beside_the_one_that_was_answered(self, library, tmp_path) -> None:
        log = self.log()
        refs = opened(library, tmp_path, log)
        first = next(event["seq"] for event in log.events if event["type"] == "assistant/chunk")
        found = library.comparing.attempts(refs["demo"], first)
        left, right = found.left.attempt, found.right.attempt
        assert left is not None and right is not None
        assert (left.number, right.number, right.of) == (1, 3, 3)
        rows = {row.left.title or row.left.kind: row for row in found.rows if row.left}
        assert (rows["outcome"].left.preview, rows["outcome"].right.preview) == ("retried", "committed")
        assert rows["failure"].left.preview == "503 overloaded"
        assert rows["output-tokens"].right.preview == "80"
        assert rows["first-token-ms"].left.preview.isdigit()
        assert rows["first-token-ms"].right.preview.isdigit()
        text = rows["text"]
        assert (text.left.preview, text.right.preview) == ("Half an ans", "Half an answer, whole.")
        assert library.comparing.changes(found, text).right == "Half an answer, whole."

    def test_the_attempts_can_be_named(self, library, tmp_path) -> None:
        log = self.log()
        refs = opened(library, tmp_path, log)
        retries = [event["seq"] for event in log.events if event["type"] == "llm/retry"]
        found = library.comparing.attempts(refs["demo"], retries[1] - 1, retries[0] - 1)
        assert (found.left.attempt.number, found.right.attempt.number) == (2, 1)

    def test_an_event_outside_every_step_is_refused(self, library, tmp_path) -> None:
        refs = opened(library, tmp_path, self.log())
        with pytest.raises(UserError, match="No step holds the event 0"):
            library.comparing.attempts(refs["demo"], 0)

    def test_a_later_generation_keeps_its_attempts_in_one_row_each(self, library, tmp_path) -> None:
        LaterLog(3).begin("Go").retry(["par"]).answer(["partly"], {"outputTokens": 2}).end().write(
            tmp_path / "sessions"
        )
        source = library.open_path(tmp_path / "sessions")
        (info,) = library.sessions(source.id)
        library.prepare_log(info.ref)
        entry = library.log(info.ref).first_entry(0, "assistant/attempt")
        found = library.comparing.attempts(info.ref, entry.seq)
        texts = {
            row.left.kind: (row.left.preview, row.right.preview)
            for row in found.rows
            if row.left and row.right
        }
        assert texts["text"] == ("par", "partly")


@pytest.mark.corpus
def test_forks_of_real_sessions_equal_their_parents_up_to_the_cut(library) -> None:
    """Every event up to the fork point is shared; what follows in the parent is only there."""
    for path in session_files()[:6]:
        (result,) = library.import_path(path)
        if result.ref is None:
            continue
        log = library.log(result.ref)
        first_end = log.first_entry(-1, "turn/end")
        if first_end is None:
            continue
        made = library.fork(result.ref, first_end.seq)
        found = library.comparing.sessions(result.ref, made.ref)
        assert found.shared == made.inherited_events
        assert found.counts.changed == found.counts.right == 0
        assert all(row.left.seq >= made.inherited_events for row in found.rows if row.state is State.LEFT)
        whole = library.comparing.sessions(result.ref, result.ref)
        assert whole.counts.differences == 0
