"""Where the bytes of a gap are: in the file of an opened session, or in the original of a kept one."""

from __future__ import annotations

from pathlib import Path

from sessionlog.model.errors import UserError
from sessionlog.sources.artifact import Artifact
from sessionlog.store.originals import original_file
from sessionlog.store.store import Store


def file_of_opened(artifact: Artifact) -> Path:
    """The file that can be read; raises `UserError` for a session that has none of its own."""
    if artifact.database is not None:
        raise UserError(
            "gap.no-bytes",
            "The rows of this session stand in a database, not as bytes of a log.",
            "Open the database with a tool of its own to look at its pages.",
        )
    return Path(artifact.path if artifact.copy is None else artifact.copy.log.path)


def file_of_kept(store: Store, key: int) -> Path:
    """The kept original; raises `UserError` when the session's lines are all there is of it."""
    original = original_file(store, key)
    if original is None:
        raise UserError(
            "gap.no-bytes",
            "The bytes of this place are not kept.",
            "Open the log where it stands to see them.",
        )
    return original
