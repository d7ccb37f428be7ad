"""A file that changes on disk is noticed, by events where they come and by looking where they do not."""

from __future__ import annotations

import asyncio

import pytest
import qasync

from sessionloom.bridge.follower import Follower

pytestmark = pytest.mark.gui


@pytest.mark.parametrize("events", [True, False])
def test_without_an_asyncio_loop_a_thread_looks(qtbot, tmp_path, events):
    follower = Follower(events=events, poll_ms=20)
    log = tmp_path / "session.jsonl"
    log.write_bytes(b"{}\n")
    touched: list[set[str]] = []
    follower.touched.connect(touched.append)
    follower.watch([tmp_path])
    assert follower.polling is not events

    def grown_and_seen():
        with log.open("ab") as file:
            file.write(b"{}\n")
        return bool(touched)

    qtbot.waitUntil(grown_and_seen)
    assert touched[0] == {str(log)}
    follower.close()
    assert follower.watched == frozenset()


def test_with_a_loop_a_write_is_an_event(qapp, tmp_path):
    log = tmp_path / "session.jsonl"
    log.write_bytes(b"{}\n")
    follower = Follower()
    touched: list[set[str]] = []
    follower.touched.connect(touched.append)

    async def scenario():
        follower.watch([tmp_path])
        assert not follower.polling
        for number in range(200):  # until the watch is in place, which nobody announces
            with log.open("ab") as file:
                file.write(b"%d\n" % number)
            await asyncio.sleep(0.02)
            if touched:
                break
        follower.close()
        await asyncio.sleep(0.1)

    with qasync.QEventLoop(qapp) as loop:
        loop.run_until_complete(scenario())
    assert str(log) in touched[0]


def test_what_is_not_there_is_not_watched(qtbot, tmp_path):
    follower = Follower()
    follower.watch([tmp_path / "gone"])
    assert follower.watched == frozenset()
