"""Opening files of others, read only, and knowing them again (architecture section 3).

Nothing here or above it ever writes beside a source, and nothing maps a file into memory: a
file that its owner cuts while it is mapped would kill the process.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path

from sessionlog.model.errors import EnvironmentFault, UserError
from sessionlog.model.scan import FileIdentity

TAIL_BYTES = 64 * 1024
_HASH_STEP = 1024 * 1024
_MENDABLE = {
    errno.ENOENT: ("path-missing", "There is nothing at {path}.", "Check the path, or choose another one."),
    errno.ENOTDIR: ("path-missing", "There is nothing at {path}.", "Check the path, or choose another one."),
    errno.EACCES: ("unreadable", "{path} may not be read by you.", "Ask its owner for the right to read it."),
    errno.EPERM: ("unreadable", "{path} may not be read by you.", "Ask its owner for the right to read it."),
    errno.ELOOP: ("link-loop", "{path} is a link that leads back to itself.", "Choose the file itself."),
    errno.ENAMETOOLONG: ("path-missing", "{path} is too long to be a path.", "Check the path."),
    errno.EISDIR: ("not-a-file", "{path} is a folder, not a file.", "Choose a file in it."),
    errno.ENXIO: ("not-a-file", "{path} is no regular file.", "Choose a session log."),
}


def path_error(fault: OSError | ValueError, path: Path) -> UserError | EnvironmentFault:
    """The error of ours for one of the operating system, with a sentence and a remedy."""
    shown = str(path).encode("utf-8", "replace").decode()
    if isinstance(fault, ValueError):
        return UserError(
            "path-missing", "That is no path: it holds a character that paths cannot have.", "Check the path."
        )
    known = _MENDABLE.get(fault.errno or 0)
    if known is not None:
        code, sentence, remedy = known
        return UserError(code, sentence.format(path=shown), remedy)
    reason = fault.strerror or "unknown reason"
    return EnvironmentFault(
        "read-failed", f"{shown} could not be read: {reason}.", "Nothing was changed; try again."
    )


def place_of(path: str | os.PathLike[str]) -> Path:
    """The absolute path that somebody names; a leading `~` is a home folder, where it is known.

    Raises `UserError` for what is no path, and for a relative one when the working folder is gone.
    """
    try:
        if "\0" in os.fspath(path):
            raise ValueError("no path holds a NUL")
        return Path(os.path.expanduser(path)).absolute()
    except (OSError, ValueError) as fault:
        raise path_error(fault, Path(path)) from None


# A named pipe must not keep us waiting for its writer. Not every system has every flag.
_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_CLOEXEC", "O_NONBLOCK", "O_BINARY"))


class SourceFile:
    """A regular file, open for reading by one thread. `size` is as it was when it was opened."""

    def __init__(self, path: Path) -> None:
        """Raises `UserError` or `EnvironmentFault` when the file cannot be opened."""
        self.path = path
        try:
            self._fd = os.open(path, _FLAGS)
        except (OSError, ValueError) as fault:
            raise path_error(fault, path) from None
        found = os.fstat(self._fd)
        if not stat.S_ISREG(found.st_mode):
            os.close(self._fd)
            code = errno.EISDIR if stat.S_ISDIR(found.st_mode) else errno.ENXIO
            raise path_error(OSError(code, os.strerror(code)), path)
        self.stat = found
        self.size = found.st_size

    def read(self, offset: int, length: int) -> bytes:
        """Up to `length` bytes at an offset, fewer only at the end of the file.

        Raises `EnvironmentFault` when the machine cannot read.
        """
        pieces = []
        while length > 0:
            try:
                os.lseek(self._fd, offset, os.SEEK_SET)
                piece = os.read(self._fd, length)
            except OSError as fault:
                raise path_error(fault, self.path) from None
            if not piece:
                break
            pieces.append(piece)
            offset += len(piece)
            length -= len(piece)
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def identity(self, header_line: bytes, offset: int | None = None) -> FileIdentity:
        """What this file is known by; with the hash of the tail before `offset` when one is given."""
        return FileIdentity(
            path=str(self.path),
            dev=self.stat.st_dev,
            ino=self.stat.st_ino,
            size=self.size,
            mtime_ns=self.stat.st_mtime_ns,
            header_sha256=hashlib.sha256(header_line).hexdigest(),
            offset=offset,
            tail_sha256=None if offset is None else self.tail_sha256(offset),
        )

    def tail_sha256(self, offset: int) -> str:
        start = max(0, offset - TAIL_BYTES)
        return hashlib.sha256(self.read(start, offset - start)).hexdigest()

    def sha256(self, size: int) -> str:
        """The hash of the first `size` bytes."""
        digest = hashlib.sha256()
        for start in range(0, size, _HASH_STEP):
            digest.update(self.read(start, min(_HASH_STEP, size - start)))
        return digest.hexdigest()

    def close(self) -> None:
        os.close(self._fd)


@contextmanager
def open_source(path: Path) -> Iterator[SourceFile]:
    file = SourceFile(path)
    try:
        yield file
    finally:
        file.close()


class FileState(StrEnum):
    """What became of a file since its identity was taken."""

    UNCHANGED = "unchanged"
    GROWN = "grown"
    REPLACED = "replaced"
    GONE = "gone"


def compare(path: Path, known: FileIdentity) -> FileState:
    """What became of a file whose scan reached its end, at the cost of at most 64 KiB.

    `GROWN` also when only the times or the torn tail changed: reading what follows the known
    offset tells. Raises `UserError` or `EnvironmentFault` when the file is there but unreadable.
    """
    try:
        found = os.stat(path)
    except OSError as fault:
        if fault.errno in (errno.ENOENT, errno.ENOTDIR):
            return FileState.GONE
        raise path_error(fault, path) from None
    if not stat.S_ISREG(found.st_mode) or (found.st_dev, found.st_ino) != (known.dev, known.ino):
        return FileState.REPLACED
    if (found.st_size, found.st_mtime_ns) == (known.size, known.mtime_ns):
        return FileState.UNCHANGED
    if known.offset is None or known.tail_sha256 is None or found.st_size < known.offset:
        return FileState.REPLACED
    with open_source(path) as file:
        same = file.tail_sha256(known.offset) == known.tail_sha256
    return FileState.GROWN if same else FileState.REPLACED
