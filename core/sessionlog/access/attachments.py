"""Attachments that come with a ZIP, kept beside the library as the harness keeps its own (spec 01 13)."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable
from pathlib import Path

from sessionlog.model.errors import SessionlogError
from sessionlog.sources.artifact import Artifact
from sessionlog.sources.zip_archive.archive import ZipArchive
from sessionlog.store import faults


def keep_attachments(artifacts: Iterable[Artifact], library: Path) -> int:
    """Keep the checked attachments of the ZIPs that these logs came out of; returns how many are new.

    One that can no longer be read is left out: exports say so. Raises `EnvironmentFault` when they
    cannot be written.
    """
    archives = {id(a.copy.unpacked): a.copy.unpacked.archive for a in artifacts if a.copy is not None}
    return sum(_keep(archive, library.parent) for archive in archives.values())


def _keep(archive: ZipArchive, folder: Path) -> int:
    kept = 0
    for digest in archive.attachments:
        target = folder / "attachments" / "v1" / "objects" / digest[:2] / digest
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
