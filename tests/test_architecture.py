"""The rules that hold the structure: who imports whom, how large a file may be, where a colour may stand."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CORE, DESKTOP = ROOT / "core", ROOT / "desktop"
MOST_LINES = 400

# A colour outside the theme: a QColor made there, unless it copies one of the theme's; a named Qt colour; a
# colour written out.
COLOR = re.compile(
    r"""\bQColor\((?![\w.()]+\.color\()|\bGlobalColor\.(?!transparent)|(?<![&\w])["']#[0-9A-Fa-f]{6}["']"""
)
STORAGE = {"sqlite3", "pysqlite3", "zstandard", "zipfile", "sqlite_utils"}
# Shown as the place of a name that says nothing.
NAMELESS = {"utils.py", "util.py", "helpers.py", "common.py", "misc.py"}


def sources(*folders: Path) -> list[Path]:
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """Top-level names of what a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def named(paths: list[Path]) -> list[str]:
    return [path.relative_to(ROOT).as_posix() for path in paths]


@pytest.mark.timeout(60)
def test_the_import_contracts_hold() -> None:
    judge = Path(sys.executable).with_name("lint-imports")
    places = os.pathsep.join((str(CORE), str(DESKTOP)))
    result = subprocess.run(
        [str(judge), "--no-cache", "--no-logo"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": places},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_core_has_no_qt_in_it() -> None:
    qt = {"PySide6", "shiboken6", "qasync", "sessionloom"}
    assert named([path for path in sources(CORE) if qt & set(imported(path))]) == []


def test_qasync_is_known_to_the_bridge_alone() -> None:
    users = [path for path in sources(DESKTOP) if "qasync" in set(imported(path))]
    assert all(path.parent.name == "bridge" for path in users), named(users)


def test_the_window_opens_no_storage() -> None:
    assert named([path for path in sources(DESKTOP) if STORAGE & set(imported(path))]) == []


def test_no_file_grows_beyond_what_one_can_hold_in_mind() -> None:
    sizes = {path: path.read_bytes().count(b"\n") for path in sources(CORE, DESKTOP)}
    assert {name: sizes[path] for path in sizes for name in named([path]) if sizes[path] > MOST_LINES} == {}


def test_no_file_has_a_name_that_says_nothing() -> None:
    assert named([path for path in sources(CORE, DESKTOP) if path.name in NAMELESS]) == []


def test_only_the_theme_names_a_colour() -> None:
    outside = [path for path in sources(DESKTOP) if (DESKTOP / "sessionloom" / "theme") not in path.parents]
    assert named([path for path in outside if COLOR.search(path.read_text(encoding="utf-8"))]) == []


def test_nothing_is_left_for_later() -> None:
    later = re.compile(r"\b(TODO|FIXME|XXX|NotImplementedError)\b")
    assert named([p for p in sources(CORE, DESKTOP) if later.search(p.read_text(encoding="utf-8"))]) == []


def test_the_pin_keeps_out_the_qt_that_aborts() -> None:
    """PySide6 6.12.0 drops references to None on Python 3.11 (spec 06, finding 1)."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (pin,) = [line for line in project["project"]["dependencies"] if line.startswith("PySide6")]
    assert pin.startswith("PySide6-Essentials")
    assert "!=6.12.0" in pin
    for lock in ("requirements.lock", "requirements-dev.lock"):
        text = (ROOT / lock).read_text(encoding="utf-8")
        assert re.search(r"^pyside6-essentials==6\.11\.3 ", text, re.MULTILINE), lock


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_the_locks_name_hashes_and_no_addresses(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    packages = re.findall(r"^[a-z0-9][\w.-]*==", text, re.MULTILINE)
    assert packages
    assert text.count("--hash=sha256:") >= len(packages)
    assert not re.search(r"https?://|file:|--index|--find-links", text)
