"""No room for a session that is being written: told, kept, and saved once there is room again."""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import signal
import subprocess
import sys

import pytest
from kill_targets import open_at

from sessionlog.library import LIBRARY_SOURCE
from sessionlog.model.errors import EnvironmentFault, UserError
from sessionlog.store import faults

pytestmark = [pytest.mark.fault, pytest.mark.timeout(120)]
HEADER = {"version": 0, "id": "run", "createdAt": 1, "delegationDepth": 0}


def fill(library, session, most=2000):
    """Append and flush until it is refused; returns the last seq that was promised."""
    promised = -1
    for _ in range(most):
        session.append("session/title", {"title": os.urandom(20_000).hex()})
        try:
            session.flush()
        except EnvironmentFault as fault:
            return promised, fault
        promised = session.next_seq - 1
    raise AssertionError("there was always room")


def stored_last(library):
    (info,) = library.sessions(LIBRARY_SOURCE)
    (part,) = library.log(info.ref).parts
    return part.last_seq


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 3 MiB; skips where nobody may mount one."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = shutil.which("mount")
    if (
        mount is None
        or subprocess.run(
            [mount, "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(place)], capture_output=True, check=False
        ).returncode
    ):
        pytest.skip("no small file system can be mounted here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_disk_that_fills_up_keeps_what_was_promised_and_goes_on_with_new_space(small_disk):
    library = open_at(small_disk)
    try:
        _, session = library.native.create(HEADER)
        promised, fault = fill(library, session)
        assert fault.code == faults.FULL
        assert stored_last(library) >= promised
        status = library.flush_status()
        assert (status.state, status.waiting) == ("blocked", session.next_seq - 1 - stored_last(library))
        assert "no room" in status.reason
        subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
        session.flush()
        assert stored_last(library) == session.next_seq - 1
        assert library.flush_status().state == "idle"
        session.close()
    finally:
        library.close()


def fill_up(place):
    """Take every byte that is left; returns the file that has them."""
    with (place / "filler").open("wb", buffering=0) as filler, contextlib.suppress(OSError):
        while True:
            filler.write(bytes(512))
    return place / "filler"


@pytest.mark.parametrize("act", ["move", "back_up"])
def test_a_disk_that_fills_up_during_a_copy_is_said_and_nothing_is_left(
    small_disk, tmp_path, monkeypatch, act
):
    monkeypatch.setattr("sessionlog.store.copying.require_room", lambda folder, needed: None)
    library = open_at(tmp_path)
    _, session = library.native.create(HEADER)
    for _ in range(200):
        session.append("session/title", {"title": os.urandom(20_000).hex()})
    session.close()
    with pytest.raises(EnvironmentFault) as caught:
        getattr(library.storage, act)(small_disk)
    assert caught.value.code == faults.FULL
    assert list(small_disk.iterdir()) == []
    assert stored_last(library) == 199
    library.close()


def test_a_full_disk_deletes_what_it_says_it_deletes(small_disk):
    library = open_at(small_disk)
    _, session = library.native.create(HEADER)
    for _ in range(10):
        session.append("session/title", {"title": os.urandom(20_000).hex()})
    session.close()
    (info,) = library.sessions(LIBRARY_SOURCE)
    filler = fill_up(small_disk)
    for act in (lambda: library.deletions.delete_now([info.ref]), library.storage.compact):
        try:
            act()
        except EnvironmentFault as fault:
            assert fault.code == faults.FULL
        except UserError as fault:
            assert fault.code == "session.gone"
    kept = library.sessions(LIBRARY_SOURCE)
    filler.unlink()
    assert library.storage.compact() >= 0
    assert library.sessions(LIBRARY_SOURCE) == kept
    if kept:
        library.deletions.delete_now([info.ref])
    assert library.sessions(LIBRARY_SOURCE) == []
    library.close()


def limited(folder: str) -> None:
    """In a process of its own: files may not grow beyond 1 MiB. What is promised is written out."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, resource.RLIM_INFINITY))
    from pathlib import Path

    library = open_at(Path(folder))
    _, session = library.native.create(HEADER)
    promised, fault = fill(library, session)
    print(promised, session.next_seq - 1, fault.code, stored_last(library), flush=True)
    library.close()


def test_a_limit_on_the_size_of_files_loses_nothing(tmp_path):
    ran = subprocess.run(
        [sys.executable, __file__, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    promised, said, code, stored = ran.stdout.split()
    assert code in (faults.FULL, faults.IO)
    assert int(stored) >= int(promised) > 0
    library = open_at(tmp_path)
    library._store.writer.run(lambda connection: None)  # what was spilled comes back
    assert stored_last(library) == int(said)
    library.close()


if __name__ == "__main__":
    limited(sys.argv[1])
