"""Text pieces cut into lines, with a cap on what one line may hold in memory."""

from __future__ import annotations

import hashlib
from typing import Any

MAX_LINE = 256 * 1024 * 1024


class LineCutter:
    """Cuts text at LF. What has no LF yet is carried to the next piece.

    A line beyond `MAX_LINE` is not kept: `cut` gives `None` in its place, and only its length is
    known. `text_sha256` is of the complete lines with their LF.
    """

    def __init__(self, most: int = MAX_LINE) -> None:
        self._most = most
        self._carried: list[bytes] = []
        self._hash = hashlib.sha256()
        self.carried = 0
        self.dropped = 0
        """Length of the last line that was too long."""

    def cut(self, data: bytes) -> list[bytes | None]:
        """The lines that end in this piece, without their LF."""
        parts: list[Any] = data.split(b"\n")
        last = parts.pop()
        if parts:
            if self.carried:
                parts[0] = self._joined(parts[0])
            self._hash.update(data[: len(data) - len(last)] if last else data)
            self._carried = [last] if last else []
            self.carried = len(last)
        elif last:
            self._carry(last)
        return parts

    def _joined(self, end: bytes) -> bytes | None:
        """The line that was carried, with its end; `None` when it is too long to have been kept."""
        if not self._carried:
            self.dropped = self.carried + len(end)
            return None
        for piece in self._carried:
            self._hash.update(piece)
        return b"".join((*self._carried, end))

    def _carry(self, piece: bytes) -> None:
        self.carried += len(piece)
        if self.carried <= self._most:
            self._carried.append(piece)
            return
        for kept in self._carried:
            self._hash.update(kept)
        self._hash.update(piece)
        self._carried = []

    def held(self) -> bytes:
        """What is carried, to be given to `hold` when the text goes on; empty when it is too long."""
        return b"".join(self._carried)

    def hold(self, text: bytes) -> None:
        """Begin in the middle of a line."""
        if text:
            self._carried, self.carried = [text], len(text)

    def drop(self) -> int:
        """Forget what is carried; gives its length."""
        length, self.carried, self._carried = self.carried, 0, []
        return length

    def text_sha256(self) -> str:
        return self._hash.hexdigest()
