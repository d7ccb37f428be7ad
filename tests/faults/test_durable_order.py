"""SIGKILL loses no completed write, so what makes a flush safe is shown by its system calls.

No acknowledgement leaves the process before the write-ahead log was written and then synced.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import record_targets

pytestmark = [pytest.mark.fault, pytest.mark.timeout(300)]
CALL = re.compile(r"^(?P<pid>\d+) +(?P<name>\w+)\((?P<fd>\d+)(?:<(?P<path>[^>]*)>)?(?P<rest>.*)$")
RESUMED = re.compile(r"^(?P<pid>\d+) +<\.\.\. (?P<name>\w+) resumed>")


def traced(folder: Path) -> list[tuple[str, str, str]]:
    """System calls in order of their ends: name, file, first bytes. Skips where nothing can be traced."""
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("no strace here: the order of write and fsync cannot be recorded")
    log = folder / "calls"
    child = [sys.executable, record_targets.__file__, str(folder)]
    calls = "write,pwrite64,pwritev,fsync,fdatasync"
    ran = subprocess.run(
        [
            strace,
            "-f",
            "-y",
            "-o",
            str(log),
            "-e",
            f"trace={calls}",
            *child,
        ],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode and "ptrace" in ran.stderr:
        pytest.skip("this machine lets nobody trace: the order of write and fsync cannot be recorded")
    assert ran.returncode == 0, ran.stderr
    return parsed(log.read_text(errors="replace").splitlines())


def parsed(lines: list[str]) -> list[tuple[str, str, str]]:
    """A call that another thread interrupted counts where it ends, an acknowledgement where it begins."""
    found, open_calls = [], {}
    for line in lines:
        resumed = RESUMED.match(line)
        if resumed is not None:
            begun = open_calls.pop((resumed["pid"], resumed["name"]), None)
            if begun is not None:
                found.append(begun)
            continue
        call = CALL.match(line)
        if call is None:
            continue
        told = (call["name"], call["path"] or "", call["rest"])
        if "<unfinished" in line and "ACK" not in line:
            open_calls[call["pid"], call["name"]] = told
        else:
            found.append(told)
    return found


def test_no_flush_is_acknowledged_before_the_log_is_synced(tmp_path):
    calls = traced(tmp_path)
    begun = next(place for place, call in enumerate(calls) if "BEGUN" in call[2])
    written, synced, acknowledged = 0, True, 0
    for name, path, rest in calls[begun + 1 :]:
        if path.endswith("library.db-wal"):
            if name in ("fsync", "fdatasync"):
                synced = True
            else:
                written += 1
                synced = False
        elif "ACK" in rest:
            assert synced, "acknowledged with writes that nobody synced"
            acknowledged += 1
    assert acknowledged >= 5
    assert written >= acknowledged


def test_the_trace_would_show_a_missing_sync():
    calls = parsed(
        [
            '7 pwrite64(5</x/library.db-wal>, "a", 1, 0) = 1',
            "8 fdatasync(5</x/library.db-wal> <unfinished ...>",
            '7 write(1<pipe:[1]>, "ACK 1\\n", 6) = 6',
            "8 <... fdatasync resumed>) = 0",
        ]
    )
    assert [name for name, _, _ in calls] == ["pwrite64", "write", "fdatasync"]
