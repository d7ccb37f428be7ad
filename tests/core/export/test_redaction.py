"""Redaction: what is found is shown in its place, what is chosen is gone, and the export says so."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from damage import torn_frame
from hypothesis import given
from hypothesis import strategies as st
from log_files import encode
from logs import LogBuilder

from sessionlog.access.exporting import Exporter, opened_exporter
from sessionlog.access.opened import OpenedSource
from sessionlog.export.entries import Options
from sessionlog.export.findings import Detective, Finding, spans
from sessionlog.export.readable import ReadableOptions
from sessionlog.export.redaction import Redaction
from sessionlog.model.errors import EnvironmentFault
from sessionlog.sources.discover import discover
from sessionlog.sources.scan import scan

GITHUB = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
OPENAI = "sk-proj-" + "Zx9" * 10
PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----"


@pytest.mark.parametrize(
    ("text", "rule", "secret"),
    [
        (f"token {GITHUB} end", "GitHub Token", GITHUB),
        ("key AKIAIOSFODNN7EXAMPLE here", "AWS Access Key", "AKIAIOSFODNN7EXAMPLE"),
        (f"use {OPENAI}", "key", OPENAI),
        ("Authorization: Bearer abcdefghijklmnop.qrstuv", "key", "abcdefghijklmnop.qrstuv"),
        ("in /home/alice/code/x.py", "home-path", "/home/alice"),
        ("in /Users/bob/x", "home-path", "/Users/bob"),
        ("in C:\\Users\\carol\\x", "home-path", "C:\\Users\\carol"),
        ("mail dave@example.org now", "e-mail", "dave@example.org"),
        (f"file:\n{PEM}\n", "private-key", PEM),
        ('password = "correct-horse-battery"', "Secret Keyword", "correct-horse-battery"),
    ],
)
def test_each_kind_is_found_where_it_stands(text: str, rule: str, secret: str) -> None:
    assert (rule, secret) in [(kind, text[start:stop]) for kind, start, stop in spans(text)]


@pytest.mark.parametrize(
    "text", ["", "just words", "/usr/lib/python3", "seq 1234567890", "a@b", "C:\\Windows"]
)
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert list(spans(text)) == []


def test_what_lies_at_the_edge_of_a_long_text_is_found() -> None:
    for before in (64 * 1024 - 20, 64 * 1024 - 1, 64 * 1024, 130_000):
        text = "x" * (before - 1) + " " + GITHUB + " " + "y" * 100
        assert [text[start:stop] for _, start, stop in spans(text)] == [GITHUB]


@pytest.fixture
def exporter(tmp_path: Path) -> Iterator[Callable[[LogBuilder], Exporter]]:
    opened: list[OpenedSource] = []

    def make(log: LogBuilder) -> Exporter:
        source = OpenedSource(2, discover(log.write_zstd(tmp_path / f"{len(opened)}.jsonl.zstd")))
        opened.append(source)
        return opened_exporter(source, source.sessions()[0].ref.key)

    yield make
    for source in opened:
        source.close()


def leaky() -> LogBuilder:
    log = LogBuilder("s", cwd="/home/alice/work").turn().user(f"my key is {GITHUB}, mail me: eve@example.org")
    log.stream([GITHUB[:9], GITHUB[9:20], GITHUB[20:], " it is"]).retry()
    log.stream(["So ", GITHUB[:12], GITHUB[12:]])
    return log.assistant(f"So {GITHUB}").end_turn()


def entries(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_each_finding_has_its_place(exporter: Callable[[LogBuilder], Exporter]) -> None:
    made = exporter(leaky())
    findings = {finding.text: finding for finding in made.findings(made.plan(Options())).findings()}
    assert set(findings) == {GITHUB, "eve@example.org", "/home/alice"}
    place = findings["eve@example.org"].places[0]
    assert (place.entry, place.before[-9:]) == ("session.jsonl", "mail me: ")
    assert findings["/home/alice"].places[0].line == 1


def test_what_is_chosen_is_gone_and_what_is_not_stays(
    exporter: Callable[[LogBuilder], Exporter], tmp_path: Path
) -> None:
    made = exporter(leaky())
    plan = made.plan(Options())
    findings = made.findings(plan).findings()
    chosen = [finding for finding in findings if finding.text != "eve@example.org"]
    left = [finding for finding in findings if finding not in chosen]
    written = made.write_zip(plan, tmp_path / "out.zip", redaction=Redaction(chosen, left))
    found = entries(tmp_path / "out.zip")
    text = found["session.jsonl"].decode()
    assert GITHUB not in text and GITHUB[:9] not in text and "/home/alice" not in text
    assert "eve@example.org" in text
    assert written.redactions > 2
    manifest = json.loads(found["sessionloom-manifest.json"])
    assert manifest["redacted"] is True
    assert manifest["redaction"]["complete"] is False
    assert manifest["redaction"]["chosen"] == {"GitHub Token": 1, "home-path": 1}
    assert manifest["redaction"]["notChosen"] == {"e-mail": 1}
    assert GITHUB not in found["sessionloom-manifest.json"].decode()


def test_a_redacted_log_is_still_a_log(exporter: Callable[[LogBuilder], Exporter], tmp_path: Path) -> None:
    made = exporter(leaky())
    plan = made.plan(Options())
    made.write_zip(plan, tmp_path / "out.zip", redaction=Redaction(made.findings(plan).findings()))
    path = tmp_path / "session.jsonl"
    path.write_bytes(entries(tmp_path / "out.zip")["session.jsonl"])
    (artifact,) = discover(path).artifacts
    read = scan(artifact)
    rows = list(read)
    assert len(rows) > 5
    assert read.end.events == len(leaky().events)
    assert artifact.header.cwd == "/home/redacted-1/work"


def test_without_redaction_not_a_byte_is_different(
    exporter: Callable[[LogBuilder], Exporter], tmp_path: Path
) -> None:
    made = exporter(leaky())
    made.write_zip(made.plan(Options()), tmp_path / "out.zip")
    found = entries(tmp_path / "out.zip")
    assert (
        found["session.jsonl"] == b"".join(line + b"\n" for line in leaky().lines())
        or GITHUB.encode() in found["session.jsonl"]
    )
    assert json.loads(found["sessionloom-manifest.json"])["redaction"] is None


def test_bytes_that_cannot_be_looked_into_do_not_go_out_redacted(
    exporter: Callable[[LogBuilder], Exporter], tmp_path: Path
) -> None:
    made = exporter(leaky())
    torn_frame(next(tmp_path.glob("*.zstd")))
    plan = made.plan(Options())
    with pytest.raises(EnvironmentFault, match="cannot be looked into"):
        made.write_zip(plan, tmp_path / "out.zip", redaction=Redaction([]))
    assert not (tmp_path / "out.zip").exists()


def test_readable_exports_are_redacted_too(
    exporter: Callable[[LogBuilder], Exporter], tmp_path: Path
) -> None:
    made = exporter(leaky())
    redaction = Redaction(made.findings(made.plan(Options())).findings())
    for form in ("html", "markdown"):
        made.write_readable(form, tmp_path / form, ReadableOptions(attempts=False), redaction=redaction)
        text = (tmp_path / form).read_text()
        assert GITHUB not in text and "eve@example.org" not in text and "alice" not in text
        assert "Redacted" in text


@given(st.text(min_size=6, max_size=30), st.integers(0, 2))
def test_a_chosen_text_is_gone_at_every_depth_of_json_and_rows_stay_json(secret: str, depth: int) -> None:
    if secret.isdigit() or "redacted" in secret or len(set(secret)) < 3:
        return
    value = f"a {secret} b"
    for _ in range(depth):
        value = encode({"inner": value}).decode()
    line = encode({"type": "x", "seq": 1, "data": {"text": value}})
    made = Redaction([Finding("key", secret)]).line(line)
    shown = json.loads(made)["data"]["text"]
    for _ in range(depth):
        shown = json.loads(shown)["inner"]
    assert secret not in shown
    assert "[redacted key 1]" in shown


def test_findings_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sessionlog.export.findings.MOST_FINDINGS", 3)
    detective = Detective()
    lines = [encode({"seq": n, "data": f"user{n}@example.org user0@example.org"}) + b"\n" for n in range(50)]
    detective.look("e", iter(lines))
    assert len(detective.findings()) == 3
    assert detective.more
    first = detective.findings()[0]
    assert first.count >= 50 and len(first.places) == 20
