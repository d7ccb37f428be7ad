"""Where the library, its settings and scratch files live on this machine."""

from __future__ import annotations

import os
import secrets
import shutil
from pathlib import Path

from filelock import FileLock, Timeout
from platformdirs import user_cache_path, user_data_path

LIBRARY_NAME = "library.db"
HOME_VARIABLE = "SESSIONLOOM_HOME"


def default_library() -> Path:
    """The library file: in `SESSIONLOOM_HOME` where that is set, else in the user's data folder."""
    home = os.environ.get(HOME_VARIABLE, "").strip()
    folder = Path(home).expanduser() if home else user_data_path("sessionloom", appauthor=False)
    return folder / LIBRARY_NAME


class ScratchFolder:
    """A folder for one scratch library. It is locked while it is in use and removed by `close`."""

    def __init__(self, root: Path | None = None) -> None:
        """Also removes folders that a killed program left behind. Raises `OSError`."""
        root = root or scratch_root()
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        sweep(root)
        self.path = root / secrets.token_hex(8)
        self.path.mkdir(mode=0o700)
        self._lock = FileLock(self.path / "lock", mode=0o600, thread_local=False)
        self._lock.acquire(timeout=0)

    def close(self) -> None:
        self._lock.release()
        shutil.rmtree(self.path, ignore_errors=True)


def scratch_root() -> Path:
    """Below `SESSIONLOOM_HOME` where that is set, else in the user's cache folder."""
    home = os.environ.get(HOME_VARIABLE, "").strip()
    base = Path(home).expanduser() / "cache" if home else user_cache_path("sessionloom", appauthor=False)
    return base / "scratch"


def sweep(root: Path) -> None:
    """Remove the scratch folders below `root` that no running program uses."""
    try:
        left = list(root.iterdir())
    except OSError:
        return
    for folder in left:
        lock = FileLock(folder / "lock", mode=0o600, thread_local=False)
        try:
            lock.acquire(timeout=0)
        except (Timeout, OSError):
            continue
        lock.release()
        shutil.rmtree(folder, ignore_errors=True)
