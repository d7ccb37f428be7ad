"""What runs in a child process that writes a session while others follow it."""

from __future__ import annotations

from collections.abc import Sequence
from multiprocessing.connection import Connection

AHEAD = 5
"""Lines that the writer may be ahead of the one who listens."""


def write_and_tell(path: str, lines: Sequence[bytes], line_out: Connection) -> None:
    """Append the lines one durable write at a time, and tell each once it stands in the file.

    The other side answers each; so the file is always a little ahead of what was heard, never done at once.
    """
    with open(path, "ab") as file:
        for number, line in enumerate(lines):
            if number >= AHEAD:
                line_out.recv_bytes()
            file.write(line + b"\n")
            file.flush()
            line_out.send_bytes(line)
    line_out.close()
