"""Waiting until files and their names are on the disk."""

from __future__ import annotations

import os
from pathlib import Path


def file_to_disk(path: Path) -> None:
    """The bytes of a file are on the disk when this returns. Raises `OSError`."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def folder_to_disk(folder: Path) -> None:
    """The names in a folder are on the disk when this returns. Raises `OSError`."""
    if not hasattr(os, "O_DIRECTORY"):  # Windows opens no folder
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
