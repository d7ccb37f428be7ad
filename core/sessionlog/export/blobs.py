"""Where the bytes of attachments are looked for: a harness home, an unpacked export, beside a log.

Layouts: spec 01 section 13, 02 section 8, 03 section 8; where releases from 0.1.5 on keep attached
files, which are not images, was seen in their homes. Whoever asks checks the hash.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from sessionlog.export.log_bytes import FileBlob
from sessionlog.export.names import EXTENSIONS

_LEVELS = 4
"""A log of a harness home stands in `sessions/<project>/<session>`."""


def blobs_near(log: Path, digest: str) -> Iterator[FileBlob]:
    """Files that are named for a SHA-256 around a log, the nearest first."""
    for folder in list(log.parents)[:_LEVELS]:
        yield from _files(_named_for(folder, digest))


def blobs_in(home: Path, digest: str) -> Iterator[FileBlob]:
    """Files that are named for a SHA-256 in a harness home."""
    yield from _files(_named_for(home, digest))


def _named_for(folder: Path, digest: str) -> Iterator[Path]:
    store = folder / "attachments" / "v1"
    for kind in ("objects", "file-objects"):
        yield store / kind / digest[:2] / digest
    yield from _listed(store / "files" / digest[:2] / digest)
    for extension in EXTENSIONS.values():
        yield folder / "media" / f"{digest}.{extension}"
        yield folder / "media" / f"sha256:{digest}.{extension}"
    for name in (digest, f"sha256:{digest}"):
        yield from _listed(folder / "files" / digest[:2] / name)


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())[:4]
    except OSError:
        return []


def _files(paths: Iterator[Path]) -> Iterator[FileBlob]:
    for path in paths:
        try:
            if os.path.isfile(path):
                yield FileBlob(path, path.stat().st_size)
        except OSError:
            continue
