"""Which attachments a log refers to (spec 01 section 13, 02 section 8, 03b section 9).

Only members that the contract declares as places of content are entered, so that text which merely
looks like an attachment (a tool's arguments, a plugin's record) pulls nothing in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sessionlog.export.names import EXTENSIONS
from sessionlog.model.errors import RowFault
from sessionlog.model.json import decode
from sessionlog.sources.lines import LineCutter

_MARK = b'"attachmentId"'
_SLOTS = (
    "content",
    "message",
    "messages",
    "inserted",
    "chunk",
    "block",
    "stream",
    "summary",
    "rawOutput",
    "output",
)


@dataclass(frozen=True, slots=True)
class Reference:
    """An image or a file that a log refers to; `name` is the file's own name, where it has one."""

    kind: str
    attachment_id: str
    media_type: str
    name: str

    @property
    def digest(self) -> str:
        return self.attachment_id.removeprefix("sha256:")

    @property
    def extension(self) -> str:
        return EXTENSIONS.get(self.media_type, "")


class ReferenceFinder:
    """Fed with decoded text in pieces; holds at most one line."""

    def __init__(self) -> None:
        self._cutter = LineCutter()
        self._found: dict[tuple[str, str, str], Reference] = {}

    def feed(self, text: bytes) -> None:
        for line in self._cutter.cut(text):
            if line is not None and _MARK in line:
                self._take(line)

    def found(self) -> tuple[Reference, ...]:
        """Each once, in the order of the log."""
        return tuple(self._found.values())

    def _take(self, line: bytes) -> None:
        try:
            row = decode(line)
        except RowFault:  # a line that is no row is only left out of this search
            return
        if isinstance(row, dict):
            for reference in _references(row.get("data")):
                key = (
                    reference.kind,
                    reference.attachment_id,
                    reference.name if reference.kind == "file" else "",
                )
                self._found.setdefault(key, reference)


def _references(data: Any) -> Iterator[Reference]:
    """In document order, without recursion: content may be nested as deep as a row may be."""
    waiting = [data]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(reversed(value))
        elif isinstance(value, dict):
            reference = _reference(value)
            if reference is not None:
                yield reference
            waiting.extend(value[slot] for slot in reversed(_SLOTS) if slot in value)


def _reference(block: dict[str, Any]) -> Reference | None:
    kind, attachment = block.get("type"), block.get("attachment")
    if kind not in ("image", "file") or not isinstance(attachment, dict):
        return None
    identity = attachment.get("attachmentId")
    if not isinstance(identity, str):
        return None
    return Reference(
        str(kind), identity, str(attachment.get("mediaType", "")), str(attachment.get("name") or "")
    )
