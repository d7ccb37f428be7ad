"""The contract of stored sessions (spec 01 section 7), run against everything that keeps them.

A subclass says by `kept` how a log comes into its store. `ReadContract` is for whatever can be read,
`OwnerContract` adds what only an owner may do.
"""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from logs import LogBuilder
from strategies import logs

from sessionlog.generations import dialect_of
from sessionlog.model.closers import crash_closers
from sessionlog.model.errors import SessionIsMirror, UserError

HEADER = {"id": "made", "createdAt": 5, "cwd": "/home/dev/demo", "delegationDepth": 0}


def whole(id="demo", turns=2):
    log = LogBuilder(id)
    for turn in range(turns):
        log.user(f"Question {turn}").assistant("An answer.", thinking="Hm.").end_turn()
    return log


def crashed(id="demo"):
    """A log that stops in the middle of a tool."""
    return whole(id, 1).user("Look").stream("I will ").stream_call("bash", {"command": "ls"}, "c9")


def events_of(lines):
    dialect = dialect_of(0)
    header, *rows = lines
    return list(dialect.events([dialect.read_row(line) for line in rows], json.loads(header)["id"]))


class ReadContract:
    """`place` is what the subclass's fixture gives: `place.faces`, and `place.kept(lines)` -> key."""

    def test_a_list_shows_headers_and_revisions(self, place):
        first, second = place.kept(whole("one").lines()), place.kept(whole("two").lines())
        assert {key: header.id for key, header in place.faces.list()} == {first: "one", second: "two"}
        snapshots = {found.key: found for found in place.faces.list_snapshots()}
        assert snapshots[first].header.id == "one"
        assert snapshots[first].revision == place.faces.inspect(first).revision

    def test_revisions_stay_while_nothing_changes(self, place):
        key = place.kept(crashed().lines())
        before = place.faces.list_snapshots()
        list(place.faces.inspect(key).events())
        list(place.faces.read_from(key, 0))
        b"".join(place.faces.artifact(key).pieces)
        assert place.faces.list_snapshots() == before

    def test_inspect_gives_the_events_of_the_log(self, place):
        lines = whole().lines()
        key = place.kept(lines)
        found = place.faces.inspect(key)
        assert list(found.events()) == events_of(lines)
        assert found.closers == ()
        assert found.header.raw == lines[0]

    def test_inspect_balances_in_memory_and_writes_nothing(self, place):
        lines = crashed().lines()
        key = place.kept(lines)
        found = place.faces.inspect(key)
        stored = events_of(lines)
        assert list(found.closers) == crash_closers(stored)
        assert found.closers
        assert list(found.events()) == stored + list(found.closers)
        assert list(place.faces.read_from(key, 0)) == stored
        text = b"".join(place.faces.artifact(key).pieces)
        assert [json.loads(line) for line in text.splitlines()] == [json.loads(line) for line in lines]
        if place.keeps_bytes:
            assert text == b"".join(line + b"\n" for line in lines)

    def test_read_from_gives_the_stored_suffix(self, place):
        lines = crashed().lines()
        key, stored = place.kept(lines), events_of(lines)
        for seq in (0, 1, len(stored) // 2, len(stored) - 1, len(stored), len(stored) + 99):
            assert list(place.faces.read_from(key, seq)) == stored[seq:]

    @pytest.mark.parametrize("seq", [-1, 1.5, True, None, 2**53])
    def test_read_from_refuses_what_is_no_seq(self, place, seq):
        key = place.kept(whole().lines())
        with pytest.raises(UserError) as caught:
            place.faces.read_from(key, seq)
        assert caught.value.code == "seq.invalid"

    def test_the_artifact_has_the_one_name(self, place):
        key = place.kept(whole().lines())
        assert place.faces.artifact(key).name == "session.jsonl"

    def test_what_is_not_there_is_said(self, place):
        key = place.kept(whole().lines())
        for face in (place.faces.inspect, place.faces.artifact, lambda k: list(place.faces.read_from(k, 0))):
            with pytest.raises(UserError) as caught:
                face(place.unknown(key))
            assert caught.value.code == "session.gone"

    def test_any_log_reads_the_same_from_any_seq(self, new_place):
        @given(logs())
        def check(log):
            with new_place() as place:
                lines = log.lines()
                key, stored = place.kept(lines), events_of(lines)
                found = place.faces.inspect(key)
                assert list(found.events()) == stored + crash_closers(stored)
                at = len(stored) // 2
                assert list(place.faces.read_from(key, at)) == stored[at:]

        check()


class OwnerContract:
    """`place.owner` has the faces of an owner; `place.owned(lines)` keeps a log as one of its own."""

    def test_what_was_never_appended_to_is_in_no_list(self, place):
        key, live = place.owner.create(HEADER)
        assert place.faces.list() == []
        live.append("turn/start", {"turn": 1})
        assert place.faces.list() == []
        live.flush()
        assert [found for found, _ in place.faces.list()] == [key]
        live.close()

    def test_an_id_is_taken_once(self, place):
        _, live = place.owner.create(HEADER)
        live.append("turn/start", {"turn": 1})
        live.close()
        with pytest.raises(UserError) as caught:
            place.owner.create(HEADER)
        assert caught.value.code == "session.exists"

    def test_prepare_repairs_for_good_and_reserves(self, place):
        lines = crashed().lines()
        key = place.owned(lines)
        stored = events_of(lines)
        reserved = place.owner.prepare(key)
        assert list(place.faces.read_from(key, 0)) == stored + crash_closers(stored)
        with pytest.raises(UserError) as caught:
            place.owner.prepare(key)
        assert caught.value.code == "session.reserved"
        reserved.release()
        again = place.owner.prepare(key)
        again.release()
        with pytest.raises(UserError) as caught:
            again.publish()
        assert caught.value.code == "session.released"

    def test_a_released_session_is_unchanged(self, place):
        key = place.owned(whole().lines())
        before = place.faces.list_snapshots()
        place.owner.prepare(key).release()
        assert place.faces.list_snapshots() == before

    def test_load_repairs_for_good(self, place):
        lines = crashed().lines()
        key, stored = place.owned(lines), events_of(lines)
        loaded = place.owner.load(key)
        assert loaded.closers == ()
        assert list(loaded.events()) == stored + crash_closers(stored)
        assert list(place.owner.load(key).events()) == list(loaded.events())

    def test_a_published_session_goes_on_behind_a_marker(self, place):
        lines = whole().lines()
        key, stored = place.owned(lines), events_of(lines)
        live = place.owner.prepare(key).publish()
        assert live.next_seq == len(stored) + 1
        live.append("turn/start", {"turn": 3})
        live.flush()
        added = list(place.faces.read_from(key, len(stored)))
        assert [event["type"] for event in added] == ["session/end-seed", "turn/start"]
        for refused in (place.owner.prepare,):
            with pytest.raises(UserError) as caught:
                refused(key)
            assert caught.value.code == "session.live"
        live.close()
        again = place.owner.prepare(key).publish()
        again.close()

    def test_a_marker_at_the_end_is_not_written_twice(self, place):
        key = place.owned(whole().lines())
        place.owner.prepare(key).publish().close()
        stored = list(place.faces.read_from(key, 0))
        place.owner.prepare(key).publish().close()
        assert list(place.faces.read_from(key, 0)) == stored

    def test_an_open_live_turn_is_not_loaded(self, place):
        key, live = place.owner.create(HEADER)
        with pytest.raises(UserError) as caught:
            place.owner.load(key)
        assert caught.value.code == "session.gone"
        live.append("turn/start", {"turn": 1})
        with pytest.raises(UserError) as caught:
            place.owner.load(key)
        assert caught.value.code == "session.open-turn"
        live.append("turn/end", {"turn": 1, "reason": {"kind": "completed"}})
        assert [event["type"] for event in place.owner.load(key).events()] == ["turn/start", "turn/end"]
        live.close()

    def test_a_mirror_can_be_read_and_nothing_else(self, place):
        lines = crashed().lines()
        key = place.kept(lines)
        for refused in (place.owner.prepare, place.owner.load):
            with pytest.raises(SessionIsMirror):
                refused(key)
        assert place.owner.inspect(key).closers
        assert list(place.faces.read_from(key, 0)) == events_of(lines)
