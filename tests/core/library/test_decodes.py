"""An import decodes every line once: judging, index, list and segments share what was read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import orjson
import pytest
from hard_logs import hard_log
from log_files import expand, write_lines

from sessionlog.generations.v0 import packed
from sessionlog.library import Library


def counted(decode: Callable[[Any], Any], seen: Counter[bytes]) -> Callable[[Any], Any]:
    def count(line: Any) -> Any:
        seen[bytes(line)] += 1
        return decode(line)

    return count


def single(lines: list[bytes]) -> list[bytes]:
    """The same log with a line for each event."""
    header, *rows = lines
    return [header, *(orjson.dumps(event) for row in rows for event in expand(orjson.loads(row)))]


@pytest.mark.parametrize("form", [list, single])
def test_every_line_is_decoded_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: Callable[[list[bytes]], list[bytes]]
) -> None:
    header, *rows = form(list(hard_log(4).lines()))
    path = write_lines(tmp_path / "session.jsonl.zstd", [header, *rows], per_frame=1)
    seen: Counter[bytes] = Counter()
    library = Library.open(tmp_path / "library.db")
    try:
        monkeypatch.setattr(orjson, "loads", counted(orjson.loads, seen))
        for name in ("_TEXT", "_CALL"):
            decoder = SimpleNamespace(decode=counted(getattr(packed, name).decode, seen))
            monkeypatch.setattr(packed, name, decoder)
        (result,) = library.import_path(path, progress=None, cancel=None)
    finally:
        library.close()
    assert result.result == "added"
    assert {line: seen[line] for line in rows} == dict.fromkeys(rows, 1)
