"""File and folder names of a sessions root (spec 01 section 10.1, spec 03 section 1)."""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

from sessionlog.model.json import MAX_SAFE_INTEGER

NO_CWD = "_no-cwd"
_LOG_NAME = re.compile(r"session(?:\.v([1-9][0-9]*))?\.jsonl(\.zstd)?")
_LOG_SUFFIXES = (".jsonl", ".jsonl.zstd")
_SEPARATORS = re.compile(r"[/\\:]+")
_ESCAPED = re.compile(r"~([0-9A-F]{4})")
_WINDOWS_ROOT = re.compile(r"(?:[A-Za-z]:)?[/\\]")
_LONGEST_SLUG = 251


class LogName(NamedTuple):
    generation: int
    encoding: str


def log_name(name: str) -> LogName | None:
    """What a canonical log name says; `None` for any other name (`.v0`, leading zeros, copies)."""
    found = _LOG_NAME.fullmatch(name)
    if found is None:
        return None
    generation = int(found[1] or 0)
    if generation > MAX_SAFE_INTEGER:
        return None
    return LogName(generation, "zstd" if found[2] else "plain")


def is_log_like(name: str) -> bool:
    """Whether a file's name ends as logs do, whatever it begins with."""
    return name.endswith(_LOG_SUFFIXES)


def project_key(cwd: str | None) -> str:
    """The folder of a project. Lossy: different folders can share one."""
    if cwd is None:
        return NO_CWD
    slug = "".join(_escaped(part) for part in _SEPARATORS.sub("-", cwd))
    return f"--{slug.lstrip('-')[:_LONGEST_SLUG] or 'root'}--"


def encode_segment(session_id: str) -> str:
    """The folder of a session; injective. The empty id has none."""
    if session_id in (".", ".."):
        return session_id.replace(".", "~002E")
    return "".join(_escaped(part) for part in session_id)


def decode_segment(name: str) -> str:
    """The session id of a folder's name; a name that no id gives comes back as it is."""
    units = _ESCAPED.sub(_unescaped, name)
    session_id = units.encode("utf-16-be", "surrogatepass").decode("utf-16-be", "surrogatepass")
    return session_id if session_id and encode_segment(session_id) == name else name


def claimed_generation(path: str | None, otherwise: int) -> int:
    """The generation that the name of a log claims, which is what the harness chooses by; `otherwise`
    where the name is not canonical."""
    named = None if path is None else log_name(re.split(r"[/\\]", path)[-1])
    return otherwise if named is None else named.generation


def is_absolute(path: str, *, windows: bool) -> bool:
    """Whether the harness takes a path as absolute on a system: a drive alone is not enough on Windows,
    a leading separator is; elsewhere only a leading slash counts (spec 03 section 9)."""
    return bool(_WINDOWS_ROOT.match(path)) if windows else path.startswith("/")


def lock_semaphore(lock_path: str) -> str:
    """The named semaphore by which the harness holds a session on Windows, where `flock` is not there.

    `lock_path` is the absolute path of the session's lock file (spec 03 section 6).
    """
    digest = hashlib.sha256(lock_path.lower().encode("utf-8", "surrogatepass")).hexdigest()
    return f"Local\\dsh-session-lock-{digest}"


def _escaped(character: str) -> str:
    if character.isascii() and (character.isalnum() or character in "._-"):
        return character
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"~{units[k]:02X}{units[k + 1]:02X}" for k in range(0, len(units), 2))


def _unescaped(found: re.Match[str]) -> str:
    return chr(int(found[1], 16))
