"""Names inside an export ZIP: those of the harness, made so that none collides and none escapes.

Spec 02 section 8, 03 section 8.
"""

from __future__ import annotations

import hashlib
import re

MANIFEST_NAME = "sessionloom-manifest.json"
EXTENSIONS = {"image/png": "png", "image/jpeg": "jpg", "image/webp": "webp", "image/gif": "gif"}
HEX_DIGEST = re.compile(r"[0-9a-f]{64}")

_UNSAFE = re.compile(r"[^A-Za-z0-9_-]")
_LONGEST = 120
_LONGEST_FILE_NAME = 180
_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])", re.IGNORECASE)


def safe_id(session_id: str) -> str:
    """A session id as a file name; like the harness, one `_` for each UTF-16 unit that is not safe."""
    return _UNSAFE.sub(lambda found: "__" if ord(found[0]) > 0xFFFF else "_", session_id)


def zip_name(session_id: str) -> str:
    """The file name that is offered for an export."""
    return f"dsh-session-{safe_id(session_id)[:_LONGEST]}.zip"


def log_name(generation: int, *, zstd: bool = False) -> str:
    version = f".v{generation}" if generation else ""
    return f"session{version}.jsonl{'.zstd' if zstd else ''}"


def media_name(digest: str, extension: str) -> str:
    return f"media/{digest}.{extension}"


def file_name(digest: str, name: str) -> str:
    """Where an attached file stands; its own name cannot leave its folder."""
    return f"files/{digest[:2]}/{digest}/{kept_name(name)}"


def kept_name(name: str) -> str:
    """The name that an attached file brings along, as one that stays in its folder."""
    kept = "".join("_" if char in "\\/" or ord(char) < 32 or ord(char) == 127 else char for char in name)
    kept = kept.encode("utf-8", "replace").decode()[:_LONGEST_FILE_NAME]
    return "file" if kept in ("", ".", "..") else kept


class Folders:
    """A folder for each session id below `subagents`; ids that look alike get their hash as well."""

    def __init__(self) -> None:
        self._of: dict[str, str] = {}
        self._taken: set[str] = set()

    def of(self, session_id: str) -> str:
        known = self._of.get(session_id)
        if known is not None:
            return known
        name = safe_id(session_id)
        if not name or len(name) > _LONGEST or _RESERVED.fullmatch(name) or name.casefold() in self._taken:
            digest = hashlib.sha256(session_id.encode("utf-8", "surrogatepass")).hexdigest()
            name = f"{name[:_LONGEST]}-{digest[:16]}"
        self._taken.add(name.casefold())
        self._of[session_id] = f"subagents/{name}"
        return self._of[session_id]
