"""Where things stand in an SQLite file, read from its bytes: what a test overwrites."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

PAGE = 4096
TABLE_INTERIOR, TABLE_LEAF = 5, 13


def overflow_pages(path: Path, root: int) -> list[int]:
    """The first overflow page of each row of a table that has one."""
    content = path.read_bytes()
    return list(_overflows(content, root))


def schema_pages(path: Path) -> list[int]:
    """The pages on which the list of tables stands, the first one first."""
    content = path.read_bytes()
    assert content[100] == TABLE_INTERIOR, "the list is one page only"
    return [1, *_children(content[:PAGE], 100)]


def spoil(path: Path, pages: dict[int, bytes]) -> None:
    """Overwrite whole pages."""
    with path.open("r+b") as file:
        for number, page in pages.items():
            file.seek((number - 1) * PAGE)
            file.write(page)


def _overflows(content: bytes, number: int) -> Iterator[int]:
    page = content[(number - 1) * PAGE : number * PAGE]
    if page[0] == TABLE_INTERIOR:
        for child in _children(page, 0):
            yield from _overflows(content, child)
        return
    assert page[0] == TABLE_LEAF
    for cell in _cells(page, 0, 8):
        size, at = _varint(page, cell)
        _, at = _varint(page, at)
        local = _local(size)
        if local < size:
            yield int.from_bytes(page[at + local : at + local + 4], "big")


def _children(page: bytes, header: int) -> list[int]:
    cells = [*_cells(page, header, 12), header + 8]
    return [int.from_bytes(page[at : at + 4], "big") for at in cells]


def _cells(page: bytes, header: int, pointers: int) -> list[int]:
    count = int.from_bytes(page[header + 3 : header + 5], "big")
    places = range(header + pointers, header + pointers + 2 * count, 2)
    return [int.from_bytes(page[at : at + 2], "big") for at in places]


def _local(size: int) -> int:
    """How much of a row stands on its own page."""
    most = PAGE - 35
    if size <= most:
        return size
    least = (PAGE - 12) * 32 // 255 - 23
    wanted = least + (size - least) % (PAGE - 4)
    return wanted if wanted <= most else least


def _varint(page: bytes, at: int) -> tuple[int, int]:
    value = 0
    for _ in range(8):
        byte = page[at]
        at += 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at
    return value << 8 | page[at], at + 1
