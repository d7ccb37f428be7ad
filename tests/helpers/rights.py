"""Permission bits count for the superuser, too, so that tests of refusals run wherever they are run."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

_VERSION = 0x20080522
_READ_AND_WRITE_ANYTHING = 1 << 1 | 1 << 2
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH of capabilities(7)."""


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Sets(ctypes.Structure):
    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


@contextmanager
def ordinary_rights() -> Iterator[None]:
    """Within, this thread (and those that it starts) may read and write what the bits of a file allow.

    Skips where the superuser cannot give up that right, and where there are no such bits.
    """
    if os.name != "posix":
        pytest.skip("files have no permission bits here")
    if os.geteuid() != 0:
        yield
        return
    if not sys.platform.startswith("linux"):
        pytest.skip("the superuser cannot give up reading everything here")
    libc = ctypes.CDLL(None, use_errno=True)
    header, sets = _Header(_VERSION, 0), (_Sets * 2)()
    if libc.capget(ctypes.byref(header), sets) != 0:
        pytest.skip("the superuser's rights cannot be told here")
    before = sets[0].effective
    sets[0].effective = before & ~_READ_AND_WRITE_ANYTHING
    if libc.capset(ctypes.byref(header), sets) != 0:
        pytest.skip("the superuser cannot give up reading everything here")
    try:
        yield
    finally:
        sets[0].effective = before
        assert libc.capset(ctypes.byref(header), sets) == 0, "the rights did not come back"
