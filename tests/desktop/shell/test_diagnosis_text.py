"""The banner of a session names what decides about it before what is merely worth knowing."""

from __future__ import annotations

from pathlib import Path

from logs import LogBuilder
from PySide6.QtWidgets import QApplication
from scans import scan_file
from stores import write_lines

from sessionloom.shell.banner import BannerText
from sessionloom.shell.diagnosis_text import banner_text


def banner_of(log: LogBuilder, folder: Path, *, lost: int | None = None) -> BannerText | None:
    lines = [line for number, line in enumerate(log.lines()) if number != lost]
    return banner_text(scan_file(write_lines(folder / "log.jsonl", lines)).end.diagnosis, (0, 0))


def broken_relation() -> LogBuilder:
    log = LogBuilder("demo").user("x").assistant("y").end_turn()
    log.log("todo/write", {"todos": []})
    return log


def test_a_broken_relation_alone_raises_no_banner(qapp: QApplication, tmp_path: Path) -> None:
    assert banner_of(broken_relation(), tmp_path) is None


def test_an_open_turn_is_the_claim_and_the_relation_one_more_problem(
    qapp: QApplication, tmp_path: Path
) -> None:
    banner = banner_of(broken_relation().user("again"), tmp_path)
    assert banner is not None
    assert (banner.tint, banner.claim) == ("repaired", "Repaired on reading: turn 2 has no end")
    assert banner.where == "1 more problem. The file was not changed."


def test_damage_is_the_claim_with_its_place(qapp: QApplication, tmp_path: Path) -> None:
    log = broken_relation().user("again").assistant("z").end_turn()
    banner = banner_of(log, tmp_path, lost=len(log.lines()) - 3)
    assert banner is not None
    assert banner.tint == "damaged" and "missing" in banner.claim
    assert banner.where.startswith("At line ")
