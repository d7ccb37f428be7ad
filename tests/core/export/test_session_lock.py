"""The lock of a session's folder: of one holder, given back whatever happens."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import pytest

from sessionlog.export.session_lock import LOCK, locked, semaphore


class Kernel:
    """The four calls of Windows, over named semaphores of one."""

    def __init__(self, *, makes: bool = True) -> None:
        self.free: dict[str, int] = {}
        self.handles: dict[int, str] = {}
        self._makes = makes

    def CreateSemaphoreW(self, security: None, first: int, most: int, name: str) -> int:
        assert (security, first, most) == (None, 1, 1)
        if not self._makes:
            return 0
        self.free.setdefault(name, first)
        handle = len(self.handles) + 1000
        self.handles[handle] = name
        return handle

    def WaitForSingleObject(self, handle: int, ms: int) -> int:
        assert ms == 0, "nothing waits for another program"
        if not self.free[self.handles[handle]]:
            return 258
        self.free[self.handles[handle]] -= 1
        return 0

    def ReleaseSemaphore(self, handle: int, count: int, before: Any) -> int:
        self.free[self.handles[handle]] += count
        return 1

    def CloseHandle(self, handle: int) -> int:
        del self.handles[handle]
        return 1


def test_a_semaphore_has_one_holder_and_is_given_back() -> None:
    kernel = Kernel()
    with semaphore("a", kernel):
        with pytest.raises(OSError) as caught, semaphore("a", kernel):
            pass
        assert caught.value.errno == errno.EBUSY
        with semaphore("b", kernel):
            assert len(kernel.handles) == 2
    with pytest.raises(KeyError), semaphore("a", kernel):
        raise KeyError
    assert kernel.free == {"a": 1, "b": 1}
    assert kernel.handles == {}


def test_a_semaphore_that_cannot_be_made_is_said() -> None:
    with pytest.raises(OSError), semaphore("a", Kernel(makes=False)):
        pass


def test_a_folder_has_one_holder_from_generation_2_on(tmp_path: Path) -> None:
    with locked(tmp_path, 2):
        with pytest.raises(OSError), locked(tmp_path, 4):
            pass
        with locked(tmp_path, 0):
            pass
    with locked(tmp_path, 2):
        assert (tmp_path / LOCK).read_bytes() == b""
