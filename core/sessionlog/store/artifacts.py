"""Original bytes of logs that their lines cannot give back: files named by their SHA-256."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sessionlog.model.errors import EnvironmentFault
from sessionlog.store import connection as cx
from sessionlog.store import faults, going
from sessionlog.store.going import is_removed

STEP = 1 << 20


@dataclass(frozen=True, slots=True)
class Original:
    """Bytes that lines cannot give back: a kept copy, or the first `size` bytes of the file at `path`.

    `copy` is a kept one that has no name yet.
    """

    sha256: str
    path: str = ""
    size: int = 0
    copy: Path | None = None

    def place(self) -> None:
        """Give a kept copy its name, in the transaction that refers to it; a second time does nothing.

        Raises `EnvironmentFault`.
        """
        if self.copy is None:
            return
        target = self.copy.with_name(self.sha256)
        try:
            os.replace(self.copy, target)
        except FileNotFoundError as error:
            if not os.path.isfile(target):
                raise faults.of_os(error, target) from error
        except OSError as error:
            raise faults.of_os(error, target) from error


def sha256_of(path: str, size: int, known: str | None) -> str:
    """The hash of the first `size` bytes of a file, where it is not known already."""
    if known is not None:
        return known
    digest = hashlib.sha256()
    for piece in read_linked(Original("", path, size), check=False):
        digest.update(piece)
    return digest.hexdigest()


def read_linked(original: Original, *, check: bool = True) -> Iterator[bytes]:
    """The bytes where they stand. Raises `EnvironmentFault` (`original.gone`) when they are others now."""
    digest = hashlib.sha256()
    left = original.size
    try:
        with open(original.path, "rb") as file:
            while left > 0 and (piece := file.read(min(STEP, left))):
                digest.update(piece)
                left -= len(piece)
                yield piece
    except OSError as error:
        raise _gone(original) from error
    if left or (check and digest.hexdigest() != original.sha256):
        raise _gone(original)


def _gone(original: Original) -> EnvironmentFault:
    return EnvironmentFault(
        "original.gone",
        f"The file that this session came from has changed or is gone: {Path(original.path).name}.",
        "Its rows are kept; only its original bytes are not.",
    )


class Artifacts:
    """The folder `artifacts` beside a library."""

    def __init__(self, library: Path) -> None:
        self.folder = library.parent / "artifacts"
        self._mine = f".{library.name}-"

    def path(self, sha256: str) -> Path:
        return self.folder / sha256

    def keep(self, source: str, size: int, sha256: str | None) -> Original:
        """Copy the first `size` bytes of a file, fsynced; it has no name before `Original.place`.

        `sha256` is what it was when the rows were read, where that is known. Raises
        `EnvironmentFault` when the file cannot be read any more or the copy not written.
        """
        temporary = self.folder / f"{self._mine}{secrets.token_hex(8)}.part"
        digest = hashlib.sha256()
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as copy, open(source, "rb") as original:
                while size > 0 and (step := original.read(min(STEP, size))):
                    digest.update(step)
                    copy.write(step)
                    size -= len(step)
                copy.flush()
                os.fsync(copy.fileno())
            if size or sha256 not in (None, digest.hexdigest()):
                raise EnvironmentFault(
                    "source.changed",
                    f"{Path(source).name} was rewritten while it was read. Nothing of it was imported.",
                    "Import it again when it is no longer written to.",
                )
        except OSError as error:
            is_removed(temporary)
            raise faults.of_os(error, Path(source)) from error
        except BaseException:
            is_removed(temporary)
            raise
        return Original(digest.hexdigest(), copy=temporary)

    def read(self, sha256: str) -> Iterator[bytes]:
        """The kept bytes, checked: raises `EnvironmentFault` when they are gone or not the same."""
        digest = hashlib.sha256()
        path = self.path(sha256)
        try:
            with path.open("rb") as file:
                while step := file.read(STEP):
                    digest.update(step)
                    yield step
        except OSError as error:
            raise faults.of_os(error, path) from error
        if digest.hexdigest() != sha256:
            raise faults.fault(faults.DAMAGED, path)

    def finish(self, connection: cx.Connection) -> list[Path]:
        """Remove what no session of this library has any more, as `going.remove`."""
        return going.remove(connection, going.ORIGINALS, had, self.path)

    def sweep(self) -> None:
        """Remove copies that a killed import left without a name. Only where nobody imports beside.

        What cannot be removed must not keep anybody from writing: it waits for the next time.
        """
        with contextlib.suppress(OSError):
            for path in self.folder.iterdir():
                if path.name.startswith(self._mine) and path.name.endswith(".part"):
                    is_removed(path)


def had(connection: cx.Connection) -> set[str]:
    """What any session has."""
    rows = connection.execute("SELECT artifact_sha256 FROM session WHERE artifact_sha256 IS NOT NULL")
    return {sha256 for (sha256,) in rows}
