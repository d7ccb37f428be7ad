"""Rows that could not be written before the program ended: kept in a file, replayed later.

A spill is one session's queue: a line that says what it is, then the rows, byte for byte. It is
fsynced before the program ends, replayed before any writer opens the session, and moved aside
where that fails (architecture section 3).
"""

from __future__ import annotations

import hashlib
import logging
import os
import secrets
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import orjson
from platformdirs import user_state_path

from sessionlog.generations import dialect_of, read_header_line
from sessionlog.model.errors import EnvironmentFault, SessionlogError
from sessionlog.model.header import Header
from sessionlog.model.row import Row
from sessionlog.model.severity import Gap
from sessionlog.store import connection as cx
from sessionlog.store import hidden
from sessionlog.store.journal import JournalChunk
from sessionlog.store.rows_append import Pending, append_rows
from sessionlog.store.terms import Terms

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SpillFolders:
    """Where spills may go, the best place first."""

    folders: tuple[Path, ...]

    @staticmethod
    def usual() -> SpillFolders:
        """The state folder, then the folder for temporary files."""
        return SpillFolders(
            (
                user_state_path("sessionloom", appauthor=False) / "spill",
                Path(tempfile.gettempdir()) / f"sessionloom-spill-{_user()}",
            )
        )


def spill(
    folders: SpillFolders,
    library: Path,
    key: int,
    header: Header,
    items: Sequence[Pending],
) -> Path:
    """Keep what waits for a session in the first folder that takes them; returns the file.

    The header goes with it: a session that was never stored begins with its spill.

    Raises `EnvironmentFault` when none does.
    """
    first = next((item.row.seq for item in items if item.row is not None), 0)
    head = {
        "library": str(library.absolute()),
        "session": key,
        "id": header.id,
        "generation": header.generation,
        "header": header.raw.decode("utf-8", "replace"),
        "first_seq": first,
        "items": [_described(item) for item in items],
    }
    lines = [line for item in items if (line := _line(item)) is not None]
    text = b"\n".join([orjson.dumps(head), *lines, b""])
    name = f"{_library_name(library)}-{key}-{first}-{secrets.token_hex(4)}.spill"
    refusal: OSError | None = None
    for folder in folders.folders:
        try:
            return _write(folder, name, text)
        except OSError as error:
            refusal = error
    raise EnvironmentFault(
        "spill.refused",
        f"{len(lines)} rows of {header.id} could be saved neither in {library.name} nor beside it.",
        "Free some space and try again before closing.",
    ) from refusal


def spilled(folders: SpillFolders, library: Path) -> list[Path]:
    """Every spill of a library that waits to be replayed."""
    prefix = _library_name(library) + "-"
    found = []
    for folder in folders.folders:
        try:
            found += [
                path for path in folder.iterdir() if path.name.startswith(prefix) and path.suffix == ".spill"
            ]
        except OSError:
            continue
    return sorted(found)


def replay(folders: SpillFolders, library: Path, connection: cx.Connection, terms: Terms) -> list[Path]:
    """Store what waits. Runs on the writer's thread before any task; returns what was moved aside.

    A fault of the machine leaves the spill where it is, for the next time.
    """
    aside = []
    for path in spilled(folders, library):
        try:
            key, header, items = _read(path)
            connection.execute("BEGIN IMMEDIATE")
            if header is not None and not hidden.is_there(connection, key):
                hidden.reserve(connection, header, key)
            append_rows(connection, terms, key, items)
            connection.execute("COMMIT")
        except EnvironmentFault:
            _undo(connection, terms)
            raise
        except (SessionlogError, ValueError, LookupError, TypeError, StopIteration, RuntimeError) as error:
            _undo(connection, terms)
            log.warning("a spill could not be replayed and was moved aside: %s", error)
            aside.append(_move_aside(path))
        except BaseException:
            _undo(connection, terms)
            raise
        else:
            path.unlink()
    return aside


def _read(path: Path) -> tuple[int, Header | None, list[Pending]]:
    head_line, *lines = path.read_bytes().split(b"\n")
    head: dict[str, Any] = orjson.loads(head_line)
    read = dialect_of(head["generation"]).read_row
    rows = iter(lines)
    items = [_item(described, rows, read) for described in head["items"]]
    if list(rows) != [b""]:
        raise ValueError("the spill is not as long as it says")
    begins = bool(items) and items[0].row is not None and items[0].row.seq == 0
    header = read_header_line(head["header"].encode()) if begins and "header" in head else None
    return head["session"], header, items


def _described(item: Pending) -> list[Any]:
    """What of an item is not its line: part, whether its line is a row, gap, and of a chunk its place."""
    gap = None if item.gap is None else asdict(item.gap)
    chunk = item.chunk
    if chunk is None:
        return [item.part, item.row is not None, gap]
    return [item.part, False, gap, [chunk.attempt, chunk.number, chunk.turn, chunk.step, chunk.time]]


def _line(item: Pending) -> bytes | None:
    if item.chunk is not None:
        return item.chunk.raw
    return None if item.row is None else item.row.raw


def _item(described: Sequence[Any], lines: Iterator[bytes], read: Callable[[bytes], Row]) -> Pending:
    part, has_row, gap, *place = described
    known_gap = None if gap is None else Gap(**gap)
    if place:
        attempt, number, turn, step, time = place[0]
        chunk = JournalChunk(attempt, number, turn, step, time, next(lines))
        return Pending(part, None, known_gap, chunk=chunk)
    return Pending(part, read(next(lines)) if has_row else None, known_gap)


def _write(folder: Path, name: str, text: bytes) -> Path:
    for made in (*reversed(folder.parents), folder):
        made.mkdir(mode=0o700, exist_ok=True)  # `parents=True` would open those above to everybody
    path = folder / name
    temporary = path.with_suffix(".part")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
    return path


def _move_aside(path: Path) -> Path:
    folder = path.parent / "failed"
    folder.mkdir(mode=0o700, exist_ok=True)
    return path.rename(folder / path.name)


def _undo(connection: cx.Connection, terms: Terms) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")
    terms.forget_new()


def _library_name(library: Path) -> str:
    return hashlib.sha256(str(library.absolute()).encode("utf-8", "surrogateescape")).hexdigest()[:16]


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "user"
