"""Which sessions of a library have their original bytes kept beside it."""

from __future__ import annotations

from pathlib import Path

from sessionlog.store import notes
from sessionlog.store.store import Store


def original_file(store: Store, key: int) -> Path | None:
    """The file with a session's original bytes, kept or linked; `None` where its lines give them back."""
    with store.readers.read() as connection:
        found = connection.execute("SELECT artifact_sha256 FROM session WHERE id = ?", (key,)).fetchone()
        linked = notes.read(connection, key, notes.LINKED)
    if linked is not None:
        return Path(linked[0]["path"])
    if found is None or found[0] is None or store.artifacts is None:
        return None
    return store.artifacts.path(found[0])
