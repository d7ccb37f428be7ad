"""Where the library, its settings and scratch files live on this machine."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

from sessionlog.sources.scratch import HOME_VARIABLE, ScratchFolder, scratch_root, sweep
from sessionlog.store.moved import moved_to

__all__ = [
    "HOME_VARIABLE",
    "LIBRARY_NAME",
    "ScratchFolder",
    "default_library",
    "moved_to",
    "scratch_root",
    "sweep",
]

LIBRARY_NAME = "library.db"


def default_library() -> Path:
    """The library file: in `SESSIONLOOM_HOME` where that is set, else in the user's data folder."""
    home = os.environ.get(HOME_VARIABLE, "").strip()
    folder = Path(os.path.expanduser(home)) if home else user_data_path("sessionloom", appauthor=False)
    return folder / LIBRARY_NAME
