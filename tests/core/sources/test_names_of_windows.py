r"""Names of a sessions root by the rules of Windows, checked wherever the tests run."""

from __future__ import annotations

import hashlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessionlog.sources.names import encode_segment, is_absolute, lock_semaphore, log_name, project_key

FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f]|[. ]\Z')
DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)


def can_be_a_folder(name: str) -> bool:
    return bool(name) and not FORBIDDEN.search(name) and not DEVICE.fullmatch(name) and len(name) <= 255


@pytest.mark.parametrize(
    ("cwd", "key"),
    [
        ("C:\\work\\agent", "--C-work-agent--"),
        ("C:\\a b", "--C-a~0020b--"),
        ("c:/Users/Eve/", "--c-Users-Eve---"),
        ("\\\\server\\share\\x", "--server-share-x--"),
        ("C:\\", "--C---"),
        ("\\", "--root--"),
        ("C:\\con", "--C-con--"),
        ("C:\\x.", "--C-x.--"),
    ],
)
def test_project_folders_of_windows_paths(cwd: str, key: str) -> None:
    assert project_key(cwd) == key
    assert can_be_a_folder(key)


@given(st.text(max_size=400))
def test_every_project_and_every_fork_has_a_folder_that_windows_takes(text: str) -> None:
    assert can_be_a_folder(project_key(text))
    assert can_be_a_folder(encode_segment(f"session-{text[:20]}-0"))
    assert can_be_a_folder("session.v4.jsonl.zstd") and log_name("session.v4.jsonl.zstd") is not None


@pytest.mark.parametrize(
    ("path", "windows", "posix"),
    [
        ("C:\\x", True, False),
        ("c:/x", True, False),
        ("\\\\server\\share", True, False),
        ("/home/dev", True, True),
        ("\\x", True, False),
        ("C:x", False, False),
        ("C:", False, False),
        ("x/y", False, False),
        ("", False, False),
    ],
)
def test_what_is_absolute_depends_on_the_system_that_reads(path: str, windows: bool, posix: bool) -> None:
    assert is_absolute(path, windows=True) is windows
    assert is_absolute(path, windows=False) is posix


def test_the_semaphore_is_named_for_the_lock_file_in_small_letters() -> None:
    path = r"C:\Users\Eve\.dsh\sessions\--C-work--\session-1\session.lock"
    name = lock_semaphore(path)
    assert name == "Local\\dsh-session-lock-" + hashlib.sha256(path.lower().encode()).hexdigest()
    assert name == lock_semaphore(path.upper())
    assert len(name) < 260
