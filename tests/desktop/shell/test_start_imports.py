"""What a start loads: the window stands before anything that reads or writes sessions is there."""

from __future__ import annotations

import subprocess
import sys

import pytest

LATER = (
    "sessionlog.library",
    "sessionlog.store.store",
    "sessionlog.sources.scan",
    "sessionlog.export.readable",
    "sessionlog.access.exporting",
    "sessionlog.access.looking_up",
    "sessionlog.access.comparing",
    "sessionloom.dialogs.export_dialog",
    "sessionloom.dialogs.fork_dialog",
    "watchfiles",
    "rapidfuzz",
    "pygments",
    "email",
)
ASKED_FOR = (
    "sessionlog.access.exporting",
    "sessionlog.access.looking_up",
    "sessionlog.access.forking",
    "sessionlog.access.comparing",
)


def loaded_by(module: str) -> set[str]:
    code = f"import sys, {module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.slow
def test_the_window_stands_before_the_library_is_loaded():
    assert loaded_by("sessionloom.shell.start").intersection(LATER) == set()


@pytest.mark.slow
def test_the_library_loads_exports_forks_and_comparisons_when_they_are_asked_for():
    assert loaded_by("sessionlog.library").intersection(ASKED_FOR) == set()
