"""A session as a log file that the harness opens: naming, framing, permissions (spec 01 section 10).

Nothing is ever written over, and nothing that is there is touched: one stray file makes the harness
refuse a whole root (spec 01 section 15), so what does not fit is refused before a byte is written.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import zstandard

from sessionlog.export.session_lock import LOCK, locked
from sessionlog.export.target import sync_folder
from sessionlog.model.errors import EnvironmentFault, UserError
from sessionlog.model.header import Header
from sessionlog.sources.names import encode_segment, is_absolute, is_log_like, log_name, project_key

FRAME_BYTES = 1 << 20
"""A frame holds one batch of whole lines; the header has a frame of its own."""

_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK, errno.ENOSYS)


@dataclass(frozen=True, slots=True)
class SessionsRoot:
    """Where session folders stand in project folders; `encoding` is `plain` or `zstd`."""

    path: Path
    encoding: str
    of_harness: bool


def sessions_root(place: Path) -> SessionsRoot:
    """The sessions root that a place is or has: a harness home, its `sessions`, or any folder.

    A root has one encoding: what its logs have, zstd where it has none. Raises `UserError` for a
    root that the harness cannot open, and for a folder that is a session's or a project's own.
    """
    root = place / "sessions" if os.path.isdir(place / "sessions") else place
    of_harness = root != place or place.name == "sessions"
    encodings: set[str] = set()
    for project in _folders(root):
        for path in _files(project):
            if is_log_like(path.name):
                raise _root_broken(project, path.name)
        for session in _folders(project):
            names = [found for path in _files(session) if (found := log_name(path.name)) is not None]
            encodings.update(name.encoding for name in names)
            of_harness = of_harness or bool(names)
    if any(log_name(path.name) for path in _files(root)):
        raise UserError(
            "fork.place",
            f"{root.name} is the folder of another session.",
            "Choose the harness's home or a folder of its own.",
        )
    if len(encodings) > 1:
        raise _root_broken(root, "plain and zstd logs side by side")
    return SessionsRoot(root, next(iter(encodings), "zstd"), of_harness)


def write_session(root: SessionsRoot, header: Header, lines: Iterable[bytes]) -> Path:
    """Write a new session into a root; returns its log file, durable when this returns.

    `lines` are the stored lines without LF. Raises `UserError` where the root has the session
    already or cannot take it, `EnvironmentFault` when the machine refuses; nothing is left then.
    """
    _check(root, header)
    folder = root.path / project_key(header.cwd) / encode_segment(header.id)
    name = "session.jsonl" if header.generation == 0 else f"session.v{header.generation}.jsonl"
    final = folder / (name + (".zstd" if root.encoding == "zstd" else ""))
    made: list[Path] = []
    try:
        _make_folders(folder, made)
        with locked(folder, header.generation):
            _write_new(final, _encoded(header.raw, lines, root.encoding))
    except OSError as error:
        _take_back(made)
        raise _of_os(error, final) from error
    except BaseException:
        _take_back(made)
        raise
    return final


def _check(root: SessionsRoot, header: Header) -> None:
    segment = encode_segment(header.id)
    for project in _folders(root.path):
        if os.path.lexists(project / segment):
            raise UserError(
                "fork.id-taken",
                f"{root.path.name} has a session {header.id} already.",
                "Nothing was written. Fork once more: the id is a new one.",
            )
    cwd = header.cwd
    if root.of_harness and cwd is not None and not is_absolute(cwd, windows=os.name == "nt"):
        raise UserError(
            "fork.cwd",
            f"The session's folder is {cwd}, which is no absolute path on this machine;"
            " the harness would refuse the whole root for it.",
            "Write the fork into another folder.",
        )


def _encoded(header: bytes, lines: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    """The bytes of the log, a frame or a batch at a time."""
    compress = _frame if encoding == "zstd" else bytes
    yield compress(header + b"\n")
    batch: list[bytes] = []
    size = 0
    for line in lines:
        batch.append(line)
        size += len(line) + 1
        if size >= FRAME_BYTES:
            yield compress(b"\n".join([*batch, b""]))
            batch, size = [], 0
    if batch:
        yield compress(b"\n".join([*batch, b""]))


def _frame(text: bytes) -> bytes:
    """One frame as the harness writes it: with a checksum, without the size of its content."""
    return zstandard.ZstdCompressor(write_checksum=True, write_content_size=False).compress(text)


def _make_folders(folder: Path, made: list[Path]) -> None:
    """Missing folders with 0700, each fsynced in its parent; the last one must be new."""
    missing = []
    at = folder.parent
    while not os.path.isdir(at):
        missing.append(at)
        at = at.parent
    for path in [*reversed(missing), folder]:
        os.mkdir(path, 0o700)
        made.append(path)
        sync_folder(path.parent)


def _write_new(final: Path, pieces: Iterable[bytes]) -> None:
    """A temporary file, fsynced, then linked to its name: it appears whole, or somebody was first."""
    temporary = final.with_name(f"{final.name}.{secrets.token_hex(6)}.tmp")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            for piece in pieces:
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(temporary, final)
        except OSError as error:
            if error.errno not in _NO_LINKS or final.exists():
                raise
            os.rename(temporary, final)  # no hard links here; the folder is new and ours alone
    finally:
        temporary.unlink(missing_ok=True)
    sync_folder(final.parent)


def _take_back(made: list[Path]) -> None:
    """Remove the folders that were made, as far as nobody else put something in."""
    for path in reversed(made):
        with contextlib.suppress(OSError):
            (path / LOCK).unlink(missing_ok=True)
            path.rmdir()


def _folders(place: Path) -> list[Path]:
    try:
        return sorted(path for path in place.iterdir() if os.path.isdir(path)) if os.path.isdir(place) else []
    except OSError as error:
        raise _of_os(error, place) from error


def _files(place: Path) -> list[Path]:
    try:
        return [path for path in place.iterdir() if os.path.isfile(path)] if os.path.isdir(place) else []
    except OSError as error:
        raise _of_os(error, place) from error


def _root_broken(place: Path, what: str) -> UserError:
    return UserError(
        "fork.root-broken",
        f"The harness opens no session of this root: {place.name} has {what}.",
        "Mend that first, or write the fork into another folder.",
    )


def _of_os(error: OSError, path: Path) -> EnvironmentFault:
    if isinstance(error, FileExistsError):
        return EnvironmentFault(
            "fork.exists", f"{path.name} came into being meanwhile. Nothing was written over.", "Try again."
        )
    return EnvironmentFault(
        "fork.write",
        f"The fork could not be written to {path.parent}: {error.strerror or error}. Nothing is left of it.",
        "Free some space or choose another folder.",
    )
