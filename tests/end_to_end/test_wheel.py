"""What `pip install` gives: both commands, and icons, fonts and texts inside the wheel."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import sessionlog

ROOT = Path(__file__).resolve().parents[2]
UV = Path(sys.executable).with_name("uv")
SCRIPTS = "Scripts" if sys.platform == "win32" else "bin"

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

# Run by the Python of the new environment: the wheel's own resources, used the way the window uses them.
LOOK_INSIDE = """
import sys
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QApplication
import sessionloom
from sessionloom.theme import icons
from sessionloom.theme.resources import resource_root
from sessionloom.theme.theme import install
from sessionloom.translation import install_translator

app = QApplication([])
theme = install(app)
install_translator(app, "zh_CN")
image = icons.pixmap("action.fork", "accent", 20, 2.0).toImage()
print(resource_root())
print(any(image.pixelColor(x, y).alpha() for x in range(40) for y in range(40)))
print(QFontInfo(theme.font("code")).family())
print(QCoreApplication.translate("Sidebar", "Sources"))
"""


def run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return subprocess.run(
        [str(part) for part in command],
        env=kept | {"QT_QPA_PLATFORM": "offscreen", "PYTHONUTF8": "1"} | environment,
        cwd=ROOT.anchor,
        capture_output=True,
        text=True,
        check=False,
    )


def must(result: subprocess.CompletedProcess[str]) -> str:
    assert result.returncode == 0, f"{result.args}\n{result.stdout}\n{result.stderr}"
    return result.stdout.strip()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("wheel")
    must(run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", target, ROOT))
    (built,) = target.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of an environment that had nothing in it before the wheel."""
    environment = tmp_path_factory.mktemp("environment") / "venv"
    must(run(UV, "venv", "--quiet", "--python", sys.executable, environment))
    python = environment / SCRIPTS / "python"
    install = [UV, "pip", "install", "--quiet", "--python", python, "--constraints"]
    install += [ROOT / "requirements.lock", wheel]
    if run(*install, "--offline").returncode != 0:
        result = run(*install)
        if result.returncode != 0 and not os.environ.get("CI"):
            pytest.skip(f"the packages the wheel needs cannot be had: {result.stderr.strip()[-200:]}")
        must(result)
    return python.parent


def test_the_wheel_carries_both_packages_and_every_resource(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    ours = [path for path in (ROOT / "resources").rglob("*") if path.is_file()]
    missing = [path for path in ours if f"sessionloom/{path.relative_to(ROOT).as_posix()}" not in names]
    assert missing == []
    assert {"sessionlog/__init__.py", "sessionloom/__init__.py"} <= names
    assert not [name for name in names if "__pycache__" in name or name.startswith("tests")]


def test_an_icon_a_font_and_a_text_come_out_of_the_wheel(installed: Path) -> None:
    lines = must(run(installed / "python", "-c", LOOK_INSIDE)).splitlines()
    assert Path(lines[0]).parent.name == "sessionloom"
    assert installed.parent in Path(lines[0]).parents
    assert lines[1:] == ["True", "JetBrains Mono", "来源"]


@pytest.mark.parametrize("command", ["sessionlog", "sessionloom"])
def test_each_command_says_its_version(installed: Path, command: str) -> None:
    assert sessionlog.__version__ in must(run(installed / command, "--version"))
