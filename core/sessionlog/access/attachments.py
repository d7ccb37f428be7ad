"""Attachments that come with a ZIP, kept beside the library as the harness keeps its own (spec 01 13).

Each session of the ZIP is said to have those that it refers to, so that they go with the last of them.
What none of them refers to stays in the ZIP: here it could never go.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable
from pathlib import Path

from sessionlog.export.references import ReferenceFinder
from sessionlog.model.errors import SessionlogError
from sessionlog.sources.artifact import Artifact
from sessionlog.sources.zip_archive.archive import ZipArchive
from sessionlog.store import faults
from sessionlog.store.attachments import Attachments, claim
from sessionlog.store.store import Store


def keep_attachments(kept: Iterable[tuple[Artifact, int | None]], store: Store) -> int:
    """Keep the checked attachments of the ZIPs that these logs came out of; returns how many are new.

    Each log comes with the key of its session, `None` where it was left out. An attachment that can no
    longer be read is left out: exports say so. Raises `EnvironmentFault` when they cannot be written.
    """
    if store.attachments is None:
        return 0
    new = 0
    for artifact, key in kept:
        archive = None if artifact.copy is None else artifact.copy.unpacked.archive
        if archive is not None and key is not None and archive.attachments:
            new += _keep(archive, _claimed(store, key, archive), store.attachments)
    return new


def _claimed(store: Store, key: int, archive: ZipArchive) -> set[str]:
    """What a session refers to of a ZIP, from now on recorded with it."""
    finder = ReferenceFinder()
    for text in store.text(key):
        finder.feed(text)
    digests = {reference.digest for reference in finder.found()}.intersection(archive.attachments)
    if digests:
        store.writer.run(lambda connection: claim(connection, key, digests))
    return digests


def _keep(archive: ZipArchive, digests: Iterable[str], folder: Attachments) -> int:
    kept = 0
    for digest in sorted(digests):
        target = folder.path(digest)
        if target.exists():
            continue
        try:
            _write(archive, digest, target)
        except SessionlogError:
            continue
        except OSError as error:
            raise faults.of_os(error, target) from error
        kept += 1
    return kept


def _write(archive: ZipArchive, digest: str, target: Path) -> None:
    found = archive.attachment(digest)
    if found is None:
        return
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    temporary = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as out:
            for piece in found.read():
                out.write(piece)
            out.flush()
            os.fsync(out.fileno())
        os.replace(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)
