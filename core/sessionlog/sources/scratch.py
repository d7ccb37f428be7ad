"""Folders for files that are of no value: locked while in use, removed at the end or by the next start."""

from __future__ import annotations

import os
import secrets
import shutil
from pathlib import Path

from filelock import FileLock, Timeout
from platformdirs import user_cache_path

HOME_VARIABLE = "SESSIONLOOM_HOME"


class ScratchFolder:
    """For one scratch library, or the copy of a database. Locked while it is in use, removed by `close`."""

    def __init__(self, root: Path | None = None) -> None:
        """Also removes folders that a killed program left behind. Raises `OSError`."""
        root = root or scratch_root()
        for folder in (*reversed(root.parents), root):
            folder.mkdir(mode=0o700, exist_ok=True)  # `parents=True` would open those above to everybody
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
    base = (
        Path(os.path.expanduser(home)) / "cache" if home else user_cache_path("sessionloom", appauthor=False)
    )
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
