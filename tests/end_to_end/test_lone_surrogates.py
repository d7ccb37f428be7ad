"""F16: half a surrogate pair in a prompt, a tool's error and a title breaks nothing, anywhere."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from log_files import read_text
from logs import LogBuilder

from sessionlog.cli.main import run
from sessionlog.library import LIBRARY_SOURCE, Library, SessionRef
from sessionlog.query.filters import EventFilter
from sessionlog.query.records import Records
from sessionlog.store.spill import SpillFolders

HALF = "\ud83d"


@pytest.fixture
def log() -> LogBuilder:
    made = LogBuilder("demo").user(f"broken {HALF} prompt").title(f"Title {HALF} half")
    made.tool("bash", {"command": f"echo {HALF}"}, f"error {HALF}: needle in a haystack")
    return made.assistant(f"An answer {HALF} to it.").end_turn()


def call(*words: object) -> str:
    out, said = io.StringIO(), io.StringIO()
    assert run([str(word) for word in words], out, said) == 0, said.getvalue()
    text = out.getvalue()
    text.encode("utf-8")  # what is printed can be written to any terminal
    return text


def found(library: Library, ref: SessionRef, words: str) -> list[str]:
    records = Records(library.log(ref))
    return [record.type for record in records.all(EventFilter(text=(words,)))]


def test_it_is_imported_found_and_handed_over_unchanged(log: LogBuilder, tmp_path: Path) -> None:
    file = log.as_home(tmp_path / "home")
    library = Library.open(tmp_path / "library.db", spills=SpillFolders((tmp_path / "spill",)))
    source = library.open_path(tmp_path / "home")
    library.import_path(tmp_path / "home")
    for place in (source.id, LIBRARY_SOURCE):
        (info,) = library.sessions(place)
        library.prepare_log(info.ref)
        for words in ("needle in a HAYSTACK", f"error {HALF}", "broken", f"{HALF} prompt", HALF):
            assert found(library, info.ref, words), ascii(words)
        assert "tool/result" in found(library, info.ref, f"{HALF}: needle")
        assert found(library, info.ref, "\ude00") == []
    (kept,) = library.sessions(LIBRARY_SOURCE)
    assert b"".join(library.text(kept.ref)) == read_text(file)
    library.close()


def test_every_form_of_export_works_and_shows_a_replacement(log: LogBuilder, tmp_path: Path) -> None:
    file = log.as_home(tmp_path / "home")
    for form in ("html", "markdown"):
        call("export", tmp_path / "home", "--session", "demo", "--format", form, "-o", tmp_path / form)
        text = (tmp_path / form).read_text(encoding="utf-8")
        assert "broken \ufffd prompt" in text
        assert "error \ufffd: needle" in text
    call("export", tmp_path / "home", "--session", "demo", "-o", tmp_path / "raw.zip")
    with zipfile.ZipFile(tmp_path / "raw.zip") as archive:
        assert archive.read("session.jsonl") == read_text(file)
    call("export", tmp_path / "home", "--session", "demo", "--redact", "-o", tmp_path / "less.zip")


def test_the_terminal_prints_it(log: LogBuilder, tmp_path: Path) -> None:
    log.as_home(tmp_path / "home")
    for words in (["ls"], ["nodes"], ["inspect"], ["records"], ["verify"]):
        call(*words, tmp_path / "home")
        text: Any = call(*words, tmp_path / "home", "--json")
        assert all(json.loads(line) for line in text.splitlines())
