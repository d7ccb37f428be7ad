"""What a log refers to outside of itself: attachments, and sessions that it lists as its children.

Spec 01 section 13, 02 section 8, 03b sections 1 and 9. Only members that the contract declares are
entered, so that text which merely looks like a reference (a tool's arguments, a plugin's record)
pulls nothing in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sessionlog.export.names import EXTENSIONS
from sessionlog.model.errors import RowFault
from sessionlog.model.json import decode
from sessionlog.sources.lines import LineCutter

_ATTACHMENT = b'"attachmentId"'
_CHILD = b'"childId"'
_CUT = b'"session/end-seed"'
_CHILD_RECORDS = ("subagent/catalog", "tool-workflow/agent-start")
_EXTERNAL = "external"
"""The mode of a listed child that has no log of its own here."""
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
        self._children: dict[str, None] = {}
        self._inherited = 0
        self._marked: int | None = None
        self._header_seen = False

    def feed(self, text: bytes) -> None:
        for line in self._cutter.cut(text):
            if line is None:
                continue
            if not self._header_seen:
                self._take_header(line)
            elif _ATTACHMENT in line or _CHILD in line or _CUT in line:
                self._take(line)

    def found(self) -> tuple[Reference, ...]:
        """Attachments, each once, in the order of the log."""
        return tuple(self._found.values())

    def children(self) -> tuple[str, ...]:
        """Ids of the sessions that the log lists as its own children, in its order.

        What a fork inherited names children of its parent, and is left out.
        """
        return tuple(self._children)

    def inherited(self) -> int | None:
        """How many events the last tagged marker says were inherited; `None` without one."""
        return self._marked

    def _take_header(self, line: bytes) -> None:
        self._header_seen = True
        header = _object(line)
        inherited = header.get("seedLength")
        self._inherited = inherited if type(inherited) is int else 0

    def _take(self, line: bytes) -> None:
        row = _object(line)
        data = row.get("data")
        for reference in _references(data):
            key = (
                reference.kind,
                reference.attachment_id,
                reference.name if reference.kind == "file" else "",
            )
            self._found.setdefault(key, reference)
        if isinstance(data, dict):
            self._take_child(row, data)

    def _take_child(self, row: dict[str, Any], data: dict[str, Any]) -> None:
        kind, seq, child = row.get("type"), row.get("seq"), data.get("childId")
        if kind == "session/end-seed" and data.get("inherited") is True:
            self._children.clear()
            self._marked = seq if type(seq) is int else self._marked
        if kind not in _CHILD_RECORDS or data.get("mode") == _EXTERNAL:
            return
        if isinstance(child, str) and child and type(seq) is int and seq >= self._inherited:
            self._children.setdefault(child)


def _object(line: bytes) -> dict[str, Any]:
    """A line as an object; empty for one that is none, which is only left out of this search."""
    try:
        value = decode(line)
    except RowFault:
        return {}
    return value if isinstance(value, dict) else {}


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
