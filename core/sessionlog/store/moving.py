"""Moving a library to another folder.

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
from sessionlog.store import copying, faults, upkeep
from sessionlog.store.moved import note_of
from sessionlog.store.on_disk import folder_to_disk
from sessionlog.store.store import Store

FOLDER_NAME = "sessionloom"


def move(store: Store, folder: Path, along: Sequence[str], tell: upkeep.Tell, cancel: upkeep.Ask) -> Path:
    """Move a library into a new folder `sessionloom` of a folder; returns its file.

    `along` names files beside it that go with it. Nothing more can be written through this store
    afterwards: open the library anew. Nobody else writes meanwhile. Raises `upkeep.Cancelled`,
    `UserError` (`library.there`, `library.read-only`) and `EnvironmentFault`.
    """
    home = folder / FOLDER_NAME
    _require_free(home)
    use = upkeep.disk_use(store)
    copying.require_room(folder, use.database + use.originals + use.attachments)

    def run(_connection: cx.Connection) -> Path:
        try:
            copying.remove_killed(store, home)
        except OSError as error:
            raise copying.not_written(error, home) from error
        _require_free(copying.part_of(home))
        target = copying.copy_whole(store, home, tell, cancel)
        beside = upkeep.own_files(store)  # what is another library's stays, too
        for name in along:
            with contextlib.suppress(OSError):  # what a person set is worth no move that fails
                shutil.copy2(store.path.with_name(name), home / name)
        try:
            _write_note(store.path, target)
        except EnvironmentFault:  # the library stays where it is: a second one must not be left
            shutil.rmtree(home, ignore_errors=True)
            raise
        for path in (store.path, *cx.side_files(store.path), *beside):
            with contextlib.suppress(OSError):  # what cannot be removed is only left over
                path.unlink()
        return target

    return store.writer.run(run)


def _require_free(place: Path) -> None:
    if os.path.lexists(place):
        raise UserError("library.there", f"There is something at {place} already.", "Choose another folder.")


def _write_note(old: Path, new: Path) -> None:
    note = note_of(old)
    part = note.with_name(note.name + ".part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(os.fsencode(new.absolute()) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, note)
        folder_to_disk(note.parent)
    except OSError as error:
        raise faults.of_os(error, note) from error
