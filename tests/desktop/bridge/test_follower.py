"""A file that changes on disk is noticed, by events where they come and by looking where they do not."""

from __future__ import annotations

import asyncio

import pytest
import qasync

from sessionloom.bridge.follower import Follower

pytestmark = pytest.mark.gui


def test_without_an_asyncio_loop_it_looks_at_intervals(qtbot, tmp_path):
    follower = Follower(poll_ms=10)
    log = tmp_path / "session.jsonl"
    log.write_bytes(b"{}\n")
    with qtbot.waitSignal(follower.touched) as blocker:
        follower.watch([log])
    assert follower.polling
    assert blocker.args == [{str(log)}]
    follower.close()
    assert not follower.polling


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
    assert not follower.polling
