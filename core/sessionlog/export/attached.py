"""An image or a file that a log refers to: whether its bytes are there, and are those that its id names."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from sessionlog.export.entries import Blob
from sessionlog.export.log_bytes import FileBlob
from sessionlog.export.names import HEX_DIGEST, file_name, media_name
from sessionlog.export.references import Reference
from sessionlog.export.target import Target, write_fault
from sessionlog.model.errors import SessionlogError, UserError

Look = Callable[[int], None]
MOST_TRIED = 4
"""Places of one attachment whose bytes are hashed."""


@dataclass(frozen=True, slots=True)
class Attached:
    """One attachment of a session. `name` is a path in the layout of an export, empty for an id that is
    no SHA-256; without `blob` the `reason` says why there are no bytes."""

    reference: Reference
    name: str
    blob: Blob | None
    reason: str

    @property
    def kind(self) -> str:
        """`media` for an image, `file` for any other."""
        return "media" if self.reference.kind == "image" else "file"

    @property
    def place(self) -> Path | None:
        """The file on the disk that holds the bytes; `None` for those in a ZIP and for none."""
        return place_of_blob(self.blob)

    def save(self, path: Path, *, replace: bool = False) -> int:
        """Write the bytes to a new file; returns their number.

        Raises `UserError` where there are none, where they have changed since, and where something
        stands at the path and `replace` was not asked for; `EnvironmentFault` when the machine refuses.
        """
        if self.blob is None:
            raise UserError("attachment.missing", f"{self.reference.attachment_id}: {self.reason}")
        with Target(path, replace=replace) as target:
            digest = hashlib.sha256()
            try:
                for piece in self.blob.read():
                    digest.update(piece)
                    target.file.write(piece)
            except OSError as error:
                raise write_fault(error, path) from error
            if digest.hexdigest() != self.reference.digest:
                raise UserError("attachment.changed", f"{self.name} has changed since it was looked up.")
            size, _ = target.finish()
        return size


class Lack(StrEnum):
    """Why there are no bytes of an attachment to be shown."""

    NONE = ""
    NO_HASH = "no-hash"
    MISSING = "missing"
    CHANGED = "changed"
    UNREADABLE = "unreadable"
    TOO_LARGE = "too-large"


@dataclass(frozen=True, slots=True)
class Contents:
    """The bytes of an attachment in memory, their hash checked, or why there are none.

    `place` is the file on the disk that they lie in, `None` in a ZIP.
    """

    data: bytes
    lack: Lack = Lack.NONE
    place: Path | None = None


def contents(reference: Reference, blobs: Callable[[str], Iterator[Blob]], most: int) -> Contents:
    """The bytes of an attachment of at most `most` bytes; no more of a larger one is read."""
    digest = reference.digest
    if not HEX_DIGEST.fullmatch(digest):
        return Contents(b"", Lack.NO_HASH)
    lack = Lack.MISSING
    for blob in itertools.islice(blobs(digest), MOST_TRIED):
        try:
            data = _at_most(blob, most)
        except SessionlogError:
            lack = Lack.UNREADABLE
            continue
        if data is None:
            lack = Lack.TOO_LARGE
        elif hashlib.sha256(data).hexdigest() == digest:
            return Contents(data, Lack.NONE, place_of_blob(blob))
        else:
            lack = Lack.CHANGED
    return Contents(b"", lack)


def whereabouts(reference: Reference, blobs: Callable[[str], Iterator[Blob]]) -> Contents:
    """Whether something is there for an attachment, and where. Nothing is read, so nothing is checked."""
    if not HEX_DIGEST.fullmatch(reference.digest):
        return Contents(b"", Lack.NO_HASH)
    blob = next(blobs(reference.digest), None)
    return Contents(b"", Lack.MISSING if blob is None else Lack.NONE, place_of_blob(blob))


def place_of_blob(blob: Blob | None) -> Path | None:
    """Where a blob lies as a file of its own; `None` for one inside of another file."""
    return blob.path if isinstance(blob, FileBlob) else None


def _at_most(blob: Blob, most: int) -> bytes | None:
    """What a blob holds; `None` for more than so many bytes."""
    if blob.size > most:
        return None
    pieces, size = [], 0
    for piece in blob.read():
        size += len(piece)
        if size > most:
            return None
        pieces.append(piece)
    return b"".join(pieces)


def look_up(reference: Reference, blobs: Callable[[str], Iterator[Blob]], look: Look) -> Attached:
    """The attachment that a log refers to, its bytes checked. `blobs` gives where they may be by digest;
    `look` is told of bytes as they are read."""
    digest = reference.digest
    if not HEX_DIGEST.fullmatch(digest):
        return Attached(reference, "", None, "Its id is no SHA-256.")
    if reference.kind != "image":
        name = file_name(digest, reference.name)
    elif reference.extension:
        name = media_name(digest, reference.extension)
    else:
        return Attached(reference, "", None, "Its type is none of PNG, JPEG, WebP and GIF.")
    return Attached(reference, name, *_checked(blobs(digest), digest, look))


def _checked(blobs: Iterator[Blob], digest: str, look: Look) -> tuple[Blob | None, str]:
    """The first of several that has the hash it should have, or why there is none."""
    reason = "Its bytes are not where the session's attachments are kept."
    for blob in itertools.islice(blobs, MOST_TRIED):
        found = hashlib.sha256()
        try:
            for piece in blob.read():
                found.update(piece)
                look(len(piece))
        except SessionlogError as fault:
            reason = fault.sentence
            continue
        if found.hexdigest() == digest:
            return blob, ""
        reason = "Its bytes are not those that its id names."
    return None, reason
