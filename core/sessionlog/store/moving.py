"""Moving a library to another folder, and finding it again from where it was.

The copy is complete and checked before the old file is touched; a note in its place says where the
library lies now. Until then a fault, a cancel or a kill leaves the library where it is.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from sessionlog.model.errors import EnvironmentFault, UserError
from sessionlog.store import connection as cx
from sessionlog.store import faults, upkeep
from sessionlog.store.store import Store

FOLDER_NAME = "sessionloom"
MOST_MOVES = 16


def moved_to(path: Path) -> Path:
    """Where a library lies that was moved away from a path; the path itself when it was not."""
    for _ in range(MOST_MOVES):
        if path.exists():
            return path
        try:
            text = _note(path).read_text(encoding="utf-8").strip()
        except (OSError, ValueError):
            return path
        if not text:
            return path
        path = Path(text)
    return path


def require_there(asked: Path, found: Path) -> None:
    """Raises `EnvironmentFault` (`library.away`) where a moved library is not there now."""
    if found != asked and not found.exists():
        raise EnvironmentFault(
            "library.away",
            f"The library was moved to {found}, which is not there now.",
            "Connect its disk, then try again. Nothing was lost.",
        )


def move(store: Store, folder: Path, along: Sequence[str], tell: upkeep.Tell, cancel: upkeep.Ask) -> Path:
    """Move a library into a new folder `sessionloom` of a folder; returns its file.

    `along` names files beside it that go with it. Nothing more can be written through this store
    afterwards: open the library anew. Nobody else writes meanwhile. Raises `upkeep.Cancelled`,
    `UserError` (`library.there`, `library.read-only`) and `EnvironmentFault`.
    """
    home = folder / FOLDER_NAME
    if home.exists():
        raise UserError("library.there", f"There is something at {home} already.", "Choose another folder.")
    use = upkeep.disk_use(store)
    upkeep.require_room(folder, use.database + use.originals + use.attachments)

    def run(_connection: cx.Connection) -> Path:
        target = upkeep.copy_whole(store, home, tell, cancel)
        beside = upkeep.files_beside(store)
        for name in along:
            with contextlib.suppress(OSError):  # what a person set is worth no move that fails
                shutil.copy2(store.path.with_name(name), home / name)
        _write_note(store.path, target)
        for path in (store.path, *beside):
            with contextlib.suppress(OSError):  # what cannot be removed is only left over
                path.unlink()
        return target

    return store.writer.run(run)


def _note(path: Path) -> Path:
    return path.with_name(path.name + ".moved")


def _write_note(old: Path, new: Path) -> None:
    note = _note(old)
    part = note.with_name(note.name + ".part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(f"{new.absolute()}\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, note)
    except OSError as error:
        raise faults.of_os(error, note) from error
