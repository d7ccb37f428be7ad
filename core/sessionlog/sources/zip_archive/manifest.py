"""The manifest that our own exports end with: untrusted text, only compared with what is there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sessionlog.model.errors import RowFault
from sessionlog.model.json import decode

FORMAT = "sessionloom-export"
OF_DATABASE = "rows of a database"
MOST_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Listed:
    """What the manifest says of an entry. `size` is in bytes; `content` is empty where it is not told."""

    size: int | None
    sha256: str | None
    content: str = ""

    @property
    def of_database(self) -> bool:
        """Whether the log was never a file: it was written out of the rows of a database."""
        return self.content == OF_DATABASE


@dataclass(frozen=True, slots=True)
class Manifest:
    """`entries` by name. `not_included` and `redaction` are as they were written; times are ms."""

    version: int
    product: str
    product_version: str
    created_at: int | None
    root: str | None
    redacted: bool
    entries: dict[str, Listed] = field(default_factory=dict)
    not_included: tuple[dict[str, Any], ...] = ()
    redaction: dict[str, Any] | None = None


def read_manifest(text: bytes) -> Manifest | None:
    """`None` for what is no manifest of ours."""
    try:
        value = decode(text)
    except RowFault:
        return None
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        return None
    entries: dict[str, Listed] = {}
    for item in _objects(value.get("entries")):
        name = item.get("name")
        if isinstance(name, str):
            entries[name] = Listed(
                _number(item.get("size")), _text(item.get("sha256")), _text(item.get("content")) or ""
            )
    redaction = value.get("redaction")
    return Manifest(
        _number(value.get("formatVersion")) or 0,
        _text(value.get("product")) or "",
        _text(value.get("productVersion")) or "",
        _number(value.get("createdAt")),
        _text(value.get("rootSession")),
        value.get("redacted") is True,
        entries,
        tuple(_objects(value.get("notIncluded"))),
        redaction if isinstance(redaction, dict) else None,
    )


def _objects(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _number(value: Any) -> int | None:
    return value if type(value) is int else None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
