"""What the name of a ZIP entry says: a log, an attachment, or something that must not be opened."""

from __future__ import annotations

import re
from typing import NamedTuple

from sessionlog.sources.names import is_log_like
from sessionlog.sources.zip_archive.limits import LONGEST_NAME

MANIFEST_NAME = "sessionloom-manifest.json"
_MEDIA = re.compile(r"(?:.*/)?media/(?:sha256:)?([0-9a-f]{64})\.(?:png|jpg|jpeg|webp|gif)")
_FILE = re.compile(r"(?:.*/)?files/([0-9a-f]{2})/(?:sha256:)?(\1[0-9a-f]{62})/[^/]+")
_DRIVE = re.compile(r"[A-Za-z]:")
_ARCHIVES = (".zip", ".7z", ".rar", ".tar", ".tgz", ".tar.gz", ".jar")


class Named(NamedTuple):
    """`kind` is `log`, `media`, `file`, `manifest`, `folder` or `other`; `digest` that of an attachment."""

    kind: str
    digest: str = ""


def decoded_name(raw: bytes, *, utf8: bool) -> str:
    """A name as text. Without the UTF-8 flag many programs write UTF-8 all the same."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("utf-8", "replace") if utf8 else raw.decode("cp437")


def refused_name(name: str) -> tuple[str, str] | None:
    """Why an entry must not be opened for its name's sake: a code and a sentence; `None` for a good one."""
    if not name or len(name.encode("utf-8", "replace")) > LONGEST_NAME:
        return "zip-name", "Its name is empty or too long."
    if any(ord(char) < 32 or ord(char) == 127 for char in name):
        return "zip-name", "Its name holds control characters."
    parts = re.split(r"[/\\]", name)
    if ".." in parts:
        return "zip-outside", "Its name points outside the archive."
    if name[0] in "/\\":
        return "zip-absolute", "Its name is an absolute path."
    if _DRIVE.match(name):
        return "zip-drive", "Its name begins with a drive."
    if "\\" in name:
        return "zip-name", "Its name holds a backslash."
    return None


def named(name: str) -> Named:
    """What a good name stands for."""
    if name.endswith("/"):
        return Named("folder")
    media = _MEDIA.fullmatch(name)
    if media is not None:
        return Named("media", media[1])
    file = _FILE.fullmatch(name)
    if file is not None:
        return Named("file", file[2])
    base = name.rpartition("/")[2]
    if base == MANIFEST_NAME:
        return Named("manifest")
    return Named("log" if is_log_like(base) else "other")


def is_archive_name(name: str) -> bool:
    return name.lower().endswith(_ARCHIVES)
