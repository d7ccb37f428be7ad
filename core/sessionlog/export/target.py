"""A file that appears whole or not at all: written without a name or under a temporary one, then named."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from types import TracebackType
from typing import IO, cast

from sessionlog.export.leftovers import hold, sweep, temporary_name
from sessionlog.model.errors import EnvironmentFault, UserError

STEP = 1 << 20


def refuse_existing(path: Path) -> None:
    """Raises `UserError` when something stands at the path already."""
    if os.path.lexists(path):
        raise UserError(
            "export-exists",
            f"{path} is there already; it was not touched.",
            "Choose another name, or say that it may be replaced.",
        )


class Target:
    """A context for writing `file`; `finish` gives it its name. 0600. Without `finish` nothing is left.

    Where the system can, the file has no name at all until then, so that not even a killed program
    leaves one; elsewhere the next export into the folder removes it. Raises `EnvironmentFault` when
    the machine refuses, `UserError` (`export-exists`) when something stands at the path and `replace`
    was not asked for.
    """

    def __init__(self, path: Path, *, replace: bool = False) -> None:
        self.path = path
        self._replace = replace
        self._temporary: Path | None = None
        if not replace:
            refuse_existing(path)
        sweep(path.parent)
        try:
            self.file = self._unnamed() or self._hidden()
        except OSError as error:
            raise write_fault(error, path) from error

    def __enter__(self) -> Target:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.file.close()
        if self._temporary is not None:
            self._temporary.unlink(missing_ok=True)

    def finish(self) -> tuple[int, str]:
        """Give the file its name when everything is on the disk; returns its size and SHA-256."""
        try:
            self.file.flush()
            os.fsync(self.file.fileno())
            size, sha256 = self._measured()
            self._publish()
        except OSError as error:
            raise write_fault(error, self.path) from error
        return size, sha256

    def _unnamed(self) -> IO[bytes] | None:
        flag = getattr(os, "O_TMPFILE", 0)
        if not flag:
            return None
        try:
            descriptor = os.open(self.path.parent, os.O_RDWR | flag, 0o600)
        except OSError:  # a file system without it
            return None
        return cast("IO[bytes]", os.fdopen(descriptor, "w+b"))

    def _hidden(self) -> IO[bytes]:
        self._temporary = temporary_name(self.path.parent)
        descriptor = os.open(self._temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        hold(descriptor)
        return cast("IO[bytes]", os.fdopen(descriptor, "w+b"))

    def _measured(self) -> tuple[int, str]:
        digest, size = hashlib.sha256(), 0
        self.file.seek(0)
        while piece := self.file.read(STEP):
            digest.update(piece)
            size += len(piece)
        return size, digest.hexdigest()

    def _publish(self) -> None:
        """A hard link is refused where the name is taken; a rename would replace it."""
        if not self._replace:
            try:
                self._link_to(self.path)
            except FileExistsError:
                refuse_existing(self.path)
            except OSError:
                if self._temporary is None:
                    raise
                refuse_existing(self.path)  # a file system without links
                os.replace(self._temporary, self.path)
        else:
            if self._temporary is None:
                hidden = temporary_name(self.path.parent)
                hold(self.file.fileno())
                self._link_to(hidden)
                self._temporary = hidden
            os.replace(self._temporary, self.path)
        sync_folder(self.path.parent)

    def _link_to(self, name: Path) -> None:
        if self._temporary is not None:
            os.link(self._temporary, name)
            return
        # Only with a folder's descriptor does Python follow the link to a file that has no name.
        folder = os.open(name.parent, os.O_RDONLY)
        try:
            os.link(f"/proc/self/fd/{self.file.fileno()}", name.name, dst_dir_fd=folder, follow_symlinks=True)
        finally:
            os.close(folder)


def sync_folder(folder: Path) -> None:
    """The names in a folder are on the disk when this returns. Raises `OSError`."""
    if not hasattr(os, "O_DIRECTORY"):  # Windows opens no folder
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_fault(error: OSError, path: Path) -> EnvironmentFault:
    """The fault of a target that the machine did not let be written."""
    reason = error.strerror or "unknown reason"
    return EnvironmentFault(
        "export-failed",
        f"{path} could not be written: {reason}. No half file was left.",
        "Choose another place, or make room, and export again.",
    )
