"""Finding a library that was moved: a note in its old place says where it lies now.

Apart from the moving itself, because every start asks and brings nothing of the store along for it.
"""

from __future__ import annotations

import os
from pathlib import Path

from sessionlog.model.errors import EnvironmentFault
from sessionlog.store import faults

MOST_MOVES = 16


def note_of(path: Path) -> Path:
    """The note that a library leaves in its old place."""
    return path.with_name(path.name + ".moved")


def moved_to(path: Path) -> Path:
    """Where a library lies that was moved away from a path; the path itself when it was not."""
    return stations(path)[-1]


def stations(path: Path) -> list[Path]:
    """Every path that a library has had from this one on; at the last one it lies now."""
    found = [path]
    while len(found) <= MOST_MOVES and not os.path.exists(found[-1]):  # `False` for a name no file can have
        try:
            note = note_of(found[-1]).read_bytes()
        except (OSError, ValueError):
            break
        if not (text := os.fsdecode(note.removesuffix(b"\n"))):  # a name may be any bytes
            break
        found.append(Path(text))
    return found


def require_there(asked: Path, found: Path) -> None:
    """Raises `EnvironmentFault` (`library.away`) where a moved library is not there now."""
    if found != asked and not os.path.exists(found):
        raise EnvironmentFault(
            "library.away",
            f"The library was moved to {found}, which is not there now.",
            "Connect its disk, then try again. Nothing was lost.",
        )


def gone(path: Path) -> EnvironmentFault:
    """The fault of a library whose file went while it was open; says where to, where it was moved."""
    found = moved_to(path)
    if found == path:
        return faults.fault(faults.GONE, path)
    return EnvironmentFault(
        faults.GONE,
        f"The library was moved to {found} while it was open. Nothing more is written here.",
        "Quit and start again: it is found there.",
    )
