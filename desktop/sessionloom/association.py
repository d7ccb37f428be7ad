"""The application's place in a Linux desktop: menu entry, icon and file types, for one user.

A package of a distribution installs the same files system-wide; pip cannot. Layout: the XDG
specifications of desktop entries, shared MIME info and icon themes. Works without Qt.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from sessionloom.theme.resources import resource_path

ENTRY = Path("applications/sessionloom.desktop")
TYPES = Path("mime/packages/sessionloom.xml")
ICON = Path("icons/hicolor/scalable/apps/sessionloom.svg")
_UPDATERS = (("update-desktop-database", "applications"), ("update-mime-database", "mime"))
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+:@,=")
_UPDATE_SECONDS = 60


def is_supported() -> bool:
    """Whether desktops of this system read these files."""
    return os.name == "posix" and sys.platform != "darwin"


def data_home() -> Path:
    """Where one user's applications are listed: `XDG_DATA_HOME`, which counts only if absolute."""
    named = os.environ.get("XDG_DATA_HOME", "")
    return Path(named) if os.path.isabs(named) else Path.home() / ".local" / "share"


def launcher() -> list[str]:
    """The command that starts this very installation."""
    script = Path(sys.executable).with_name("sessionloom")
    return [str(script)] if script.is_file() else [sys.executable, "-m", "sessionloom.main"]


def quoted(word: str) -> str:
    """One argument of an `Exec` line: quoted where needed, then escaped as every string of the file is."""
    if not word or not set(word) <= _PLAIN:
        for char in '\\"`$':
            word = word.replace(char, f"\\{char}")
        word = f'"{word}"'.replace("\\", "\\\\")
    return word.replace("%", "%%")


def entry_text(command: Sequence[str]) -> str:
    """The menu entry, started by `command`."""
    text = resource_path("desktop", "sessionloom.desktop").read_text(encoding="utf-8")
    words = " ".join(quoted(word) for word in command)
    return text.replace("Exec=sessionloom %F", f"Exec={words} %F")


def install(home: Path, command: Sequence[str]) -> list[Path]:
    """Write the files below a data home, over older ones of ours; returns them. Raises `OSError`."""
    contents = {
        ENTRY: entry_text(command).encode("utf-8"),
        TYPES: resource_path("desktop", "sessionloom.xml").read_bytes(),
        ICON: resource_path("icons", "app", "sessionloom.svg").read_bytes(),
    }
    for name, content in contents.items():
        _write(home / name, content)
    _update(home)
    return [home / name for name in contents]


def remove(home: Path) -> list[Path]:
    """Remove what `install` wrote; returns what was there. Raises `OSError`."""
    there = [home / name for name in (ENTRY, TYPES, ICON) if (home / name).exists()]
    for path in there:
        path.unlink()
    if there:
        _update(home)
    return there


def _write(path: Path, content: bytes) -> None:
    """Whole or not at all: a desktop may read it at any moment."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.write_bytes(content)
        temporary.chmod(0o644)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _update(home: Path) -> None:
    """Tell the desktop's caches. Where a tool is missing, the desktop reads the files themselves."""
    for tool, folder in _UPDATERS:
        found = shutil.which(tool)
        if found is not None and (home / folder).is_dir():
            subprocess.run(
                [found, str(home / folder)],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=_UPDATE_SECONDS,
                check=False,
            )
