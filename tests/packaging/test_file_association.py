"""The desktop file names a command and MIME types that exist, and the MIME types match our own names."""

from __future__ import annotations

import configparser
import fnmatch
import shlex
import tomllib
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from sessionlog.export.names import log_name, zip_name

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "resources" / "desktop"
SPACE = "{http://www.freedesktop.org/standards/shared-mime-info}"
ZIP, LOG, ZSTD = (
    "application/x-sessionloom-zip",
    "application/x-sessionloom-log",
    "application/x-sessionloom-log-zstd",
)


@pytest.fixture(scope="module")
def entry() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(PACKAGING / "sessionloom.desktop", encoding="utf-8")
    return parser["Desktop Entry"]


@pytest.fixture(scope="module")
def patterns() -> dict[str, list[str]]:
    """The name patterns of each MIME type."""
    root = ElementTree.parse(PACKAGING / "sessionloom.xml").getroot()
    assert root.tag == f"{SPACE}mime-info"
    return {
        kind.attrib["type"]: [glob.attrib["pattern"] for glob in kind.iter(f"{SPACE}glob")]
        for kind in root.iter(f"{SPACE}mime-type")
    }


def test_the_command_is_the_one_that_is_installed_and_takes_files(entry: configparser.SectionProxy) -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["gui-scripts"]
    command, *arguments = shlex.split(entry["Exec"])
    assert command in scripts
    assert arguments == ["%F"]
    assert (entry["Type"], entry["Terminal"]) == ("Application", "false")


def test_its_icon_is_one_of_ours_and_its_name_that_of_the_window(entry: configparser.SectionProxy) -> None:
    assert (ROOT / "resources" / "icons" / "app" / f"{entry['Icon']}.svg").is_file()
    start = (ROOT / "desktop" / "sessionloom" / "shell" / "start.py").read_text(encoding="utf-8")
    assert 'setDesktopFileName("sessionloom")' in start


def test_it_opens_exactly_the_types_that_are_described(
    entry: configparser.SectionProxy, patterns: dict[str, list[str]]
) -> None:
    named = entry["MimeType"].rstrip(";").split(";")
    assert sorted(named) == sorted(patterns) == sorted([ZIP, LOG, ZSTD])
    assert all(patterns.values())


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        (zip_name("019a/b c"), ZIP),
        *((log_name(generation), LOG) for generation in range(5)),
        *((log_name(generation, zstd=True), ZSTD) for generation in range(5)),
        ("copy of a log.jsonl.zstd", ZSTD),
        ("holiday.zip", None),
        ("data.jsonl", None),
        ("data.zst", None),
    ],
)
def test_names_of_sessions_are_known_and_others_left_alone(
    patterns: dict[str, list[str]], name: str, kind: str | None
) -> None:
    found = [each for each, globs in patterns.items() if any(fnmatch.fnmatchcase(name, g) for g in globs)]
    assert found == ([] if kind is None else [kind])
