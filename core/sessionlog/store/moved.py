"""Finding a library that was moved: a note in its old place says where it lies now.

Apart from the moving itself, because every start asks and brings nothing of the store along for it.
"""

from __future__ import annotations

import os
from pathlib import Path

from sessionlog.model.errors import EnvironmentFault

MOST_MOVES = 16


def note_of(path: Path) -> Path:
    return path.with_name(path.name + ".moved")


def moved_to(path: Path) -> Path:
    """Where a library lies that was moved away from a path; the path itself when it was not."""
    for _ in range(MOST_MOVES):
        if os.path.exists(path):  # also `False` for a name that no file can have
            return path
        try:
            text = os.fsdecode(note_of(path).read_bytes().removesuffix(b"\n"))  # a name may be any bytes
        except OSError:
            return path
        if not text:
            return path
        path = Path(text)
    return path


def require_there(asked: Path, found: Path) -> None:
    """Raises `EnvironmentFault` (`library.away`) where a moved library is not there now."""
    if found != asked and not os.path.exists(found):
        raise EnvironmentFault(
            "library.away",
            f"The library was moved to {found}, which is not there now.",
            "Connect its disk, then try again. Nothing was lost.",
        )
