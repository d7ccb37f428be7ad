"""The lock of a session's folder, held as the harness holds it while it writes (spec 03 section 6)."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sessionlog.sources.names import lock_semaphore

LOCK = "session.lock"
LOCKED_FROM = 2
"""The first generation whose writers hold a lock."""

_FREE = 0
"""What `WaitForSingleObject` gives for a semaphore that was taken without waiting."""


@contextlib.contextmanager
def locked(folder: Path, generation: int) -> Iterator[None]:
    """Hold the lock of a session's folder. Raises `OSError` (`EBUSY`, `EWOULDBLOCK`) when it is held."""
    if generation < LOCKED_FROM:
        yield
    elif os.name == "nt":
        with semaphore(lock_semaphore(os.path.abspath(folder / LOCK)), _kernel()):
            yield
    else:
        with _flocked(folder / LOCK):
            yield


@contextlib.contextmanager
def _flocked(path: Path) -> Iterator[None]:
    """The empty file stays, as the harness leaves it."""
    import fcntl

    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def semaphore(name: str, kernel: Any) -> Iterator[None]:
    """Hold a named semaphore of one, without waiting. `kernel` has the four calls of kernel32."""
    handle = kernel.CreateSemaphoreW(None, 1, 1, name)
    if not handle:
        raise OSError(errno.EACCES, "the session's lock could not be made")
    try:
        if kernel.WaitForSingleObject(handle, 0) != _FREE:
            raise OSError(errno.EBUSY, "another program writes this session")
        try:
            yield
        finally:
            kernel.ReleaseSemaphore(handle, 1, None)
    finally:
        kernel.CloseHandle(handle)


def _kernel() -> Any:
    """kernel32, told that its handles are as wide as pointers."""
    made = getattr(ctypes, "WinDLL")("kernel32", use_last_error=True)  # noqa: B009 - only there on Windows
    made.CreateSemaphoreW.restype = ctypes.c_void_p
    made.CreateSemaphoreW.argtypes = (ctypes.c_void_p, ctypes.c_long, ctypes.c_long, ctypes.c_wchar_p)
    made.WaitForSingleObject.argtypes = (ctypes.c_void_p, ctypes.c_ulong)
    made.ReleaseSemaphore.argtypes = (ctypes.c_void_p, ctypes.c_long, ctypes.c_void_p)
    made.CloseHandle.argtypes = (ctypes.c_void_p,)
    return made
