"""A damaged library made readable again: its list of tables is put back from a new library.

SQLite reads nothing of a file whose first page or list of tables is damaged, though every other page may be
sound. Which tables there are, and on which pages each begins, follows from the schema alone: a new
library of the same schema has the same (roots lie at the front, in the order in which they were made).
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from sessionlog.store import connection as cx
from sessionlog.store import schema

_PAGE = cx.PAGE_SIZE
_HEADER_BYTES = 100
_TABLE_INTERIOR, _TABLE_LEAF = 0x05, 0x0D
_INDEX_PAGES = (0x02, 0x0A)
_TABLE_PAGES = (_TABLE_INTERIOR, _TABLE_LEAF)
_PAGES_AT, _FREE_LIST_AT, _VERSION_AT, _APPLICATION_AT = 28, 32, 60, 68
_FIRST_CHILD, _LAST_CHILD = 12, 8


def with_new_list(damaged: Path, folder: Path) -> Path:
    """A copy of a library, in `folder`, with the list of tables of a new one; for reading only.

    What stands in a write-ahead log is taken in where the list's own pages are where they were.
    """
    template = _template(damaged, folder)
    copy = folder / "reading.db"
    shutil.copyfile(damaged, copy)
    moved = False
    with copy.open("r+b") as out, template.open("rb") as like:
        pages = copy.stat().st_size // _PAGE
        out.truncate(pages * _PAGE)
        first = bytearray(_read(like, 1))
        for at in _children_at(first):
            number = int.from_bytes(first[at : at + 4], "big")
            if b"CREATE " in _read(out, number):
                continue
            pages, moved = pages + 1, True  # its place may hold something else here: it goes to the end
            _write(out, pages, _read(like, number))
            first[at : at + 4] = pages.to_bytes(4, "big")
        first[_PAGES_AT : _PAGES_AT + 4] = pages.to_bytes(4, "big")
        first[_FREE_LIST_AT : _FREE_LIST_AT + 8] = bytes(8)
        _write(out, 1, bytes(first))
    log = damaged.with_name(damaged.name + "-wal")
    if log.exists() and not moved:
        shutil.copyfile(log, copy.with_name(copy.name + "-wal"))
    return copy


def _template(damaged: Path, folder: Path) -> Path:
    """A new library of the schema that the damaged one most likely has."""
    with damaged.open("rb") as file:
        head = file.read(_HEADER_BYTES)
    version = int.from_bytes(head[_VERSION_AT : _VERSION_AT + 4], "big")
    ours = int.from_bytes(head[_APPLICATION_AT : _APPLICATION_AT + 4], "big") == cx.APPLICATION_ID
    known = range(len(schema.MIGRATIONS), 0, -1)
    made = [_new(folder, number) for number in ([version] if ours and version in known else known)]
    return min(made, key=lambda path: _strangers(damaged, path))


def _new(folder: Path, version: int) -> Path:
    path = folder / f"schema-{version}.db"
    cx.create_file(path)
    connection = cx.open_new(path)
    try:
        schema.migrate(path, connection, 0, schema.MIGRATIONS[:version])
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        connection.close()
    return path


def _strangers(damaged: Path, template: Path) -> int:
    """How many of the first pages of tables are not such pages in the damaged file."""
    with damaged.open("rb") as file:
        return sum(_read(file, page)[:1] not in kinds for page, kinds in _roots(template))


def _roots(template: Path) -> Sequence[tuple[int, tuple[bytes, ...]]]:
    connection = cx.open_read(template, immutable=True)
    try:
        found = connection.execute("SELECT rootpage, type, sql FROM sqlite_schema WHERE rootpage > 0")
        return [
            (page, tuple(bytes([kind]) for kind in (_INDEX_PAGES if _is_index(what, sql) else _TABLE_PAGES)))
            for page, what, sql in found.fetchall()
        ]
    finally:
        connection.close()


def _is_index(what: str, sql: str | None) -> bool:
    return what == "index" or (sql is not None and "WITHOUT ROWID" in sql)


def _children_at(first: bytearray) -> list[int]:
    """Where on the first page the numbers of the list's other pages stand."""
    if first[_HEADER_BYTES] != _TABLE_INTERIOR:
        return []
    cells = int.from_bytes(first[_HEADER_BYTES + 3 : _HEADER_BYTES + 5], "big")
    pointers = _HEADER_BYTES + _FIRST_CHILD
    found = [int.from_bytes(first[at : at + 2], "big") for at in range(pointers, pointers + 2 * cells, 2)]
    return [*found, _HEADER_BYTES + _LAST_CHILD]


def _read(file: BinaryIO, number: int) -> bytes:
    file.seek((number - 1) * _PAGE)
    return bytes(file.read(_PAGE))


def _write(file: BinaryIO, number: int, page: bytes) -> None:
    file.seek((number - 1) * _PAGE)
    file.write(page)
