"""The sample sessions that come with the product."""

from __future__ import annotations

import importlib.util
import json
from collections import Counter
from pathlib import Path
from types import ModuleType

from corpus import REPOSITORY
from log_files import expand, frame_spans, read_text

from sessionlog.library import Library
from sessionlog.model.severity import Severity

SAMPLES = REPOSITORY / "resources" / "samples"
DAMAGED = "session-7d15c0e6-e8a9-4c37-9b20-3f64a1b8d07e"


def script() -> ModuleType:
    place = REPOSITORY / "scripts" / "make_samples.py"
    spec = importlib.util.spec_from_file_location("make_samples", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def files() -> list[Path]:
    return sorted(SAMPLES.glob("sessions/*/*/session.jsonl.zstd"))


def events(path: Path) -> list[dict[str, object]]:
    return [event for line in read_text(path).splitlines()[1:] for event in expand(json.loads(line))]


def test_the_script_writes_the_committed_files_byte_for_byte(tmp_path: Path) -> None:
    made = {path.relative_to(tmp_path): path.read_bytes() for path in script().make(tmp_path)}
    assert made == {path.relative_to(SAMPLES): path.read_bytes() for path in files()}


def test_they_show_what_a_reader_may_meet() -> None:
    sound = [path for path in files() if path.parent.name != DAMAGED]
    types = Counter(event["type"] for path in sound for event in events(path))
    assert types["llm/retry"] == 3
    assert types["compaction/summary"] == 1
    ends = [
        event["data"]["reason"]["kind"]
        for path in sound
        for event in events(path)
        if event["type"] == "turn/end"
    ]  # type: ignore[index]
    assert {"completed", "aborted", "max-tokens"} <= set(ends)
    text = "".join(read_text(path).decode() for path in sound)
    assert "避头尾" in text
    assert "🍜" in text


def test_the_fork_is_listed_with_its_parent() -> None:
    headers = [json.loads(read_text(path).splitlines()[0]) for path in files() if path.parent.name != DAMAGED]
    ids = {header["id"] for header in headers}
    (child,) = [header for header in headers if "parentSession" in header]
    assert child["parentSession"] in ids


def test_one_frame_of_the_damaged_one_is_bad_and_every_frame_is_whole() -> None:
    (path,) = [path for path in files() if path.parent.name == DAMAGED]
    assert frame_spans(path.read_bytes())[-1][1] == path.stat().st_size


def test_each_opens_with_the_severity_it_should_have(tmp_path: Path) -> None:
    library = Library.open(tmp_path / "library.db")
    for result in library.import_path(SAMPLES, progress=None, cancel=None):
        assert result.ref is not None
        session = library.session(result.ref)
        wanted = Severity.DAMAGED if session.id == DAMAGED else Severity.OK
        assert (session.id, session.severity) == (session.id, wanted)
        assert session.title
    library.close()


def test_the_damaged_one_shows_what_is_left_and_what_is_gone(tmp_path: Path) -> None:
    library = Library.open(tmp_path / "library.db")
    results = library.import_path(SAMPLES, progress=None, cancel=None)
    (ref,) = [result.ref for result in results if result.id == DAMAGED]
    assert ref is not None
    before, after = library.log(ref).parts
    assert after.gap_before is not None
    assert (before.last_seq, after.first_seq) == (after.gap_before.before_seq, after.gap_before.after_seq)
    assert after.first_seq - before.last_seq - 1 == 65
    assert [problem.code for problem in library.diagnosis(ref).problems] == ["frame-data"]
    library.close()
