"""The window speaks the person's language, and changes it while it runs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QApplication

from sessionloom import translation

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def english_afterwards(qapp: QApplication) -> Iterator[None]:
    yield
    translation.install_translator(qapp, "en")


@pytest.mark.parametrize(
    ("choice", "system", "language"),
    [
        ("zh_CN", "en_US", "zh_CN"),
        ("en", "zh_CN", "en"),
        ("system", "zh_CN", "zh_CN"),
        ("system", "zh_SG", "zh_CN"),
        ("system", "zh_TW", "en"),
        ("system", "de_DE", "en"),
        ("klingon", "zh_CN", "en"),
    ],
)
def test_the_language_of_a_choice(choice: str, system: str, language: str) -> None:
    assert translation.resolve_language(choice, QLocale(system)) == language


def test_chinese_texts_come_and_go(qapp: QApplication) -> None:
    english = QCoreApplication.translate("Sidebar", "Sources")
    assert translation.install_translator(qapp, "zh_CN") == "zh_CN"
    chinese = QCoreApplication.translate("Sidebar", "Sources")
    assert translation.install_translator(qapp, "en") == "en"
    assert english == "Sources" == QCoreApplication.translate("Sidebar", "Sources")
    assert chinese != english


def test_missing_texts_are_named(qapp: QApplication, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(translation, "resource_path", lambda *parts: tmp_path.joinpath(*parts))
    with pytest.raises(FileNotFoundError, match="sessionloom_zh_CN"):
        translation.install_translator(qapp, "zh_CN")


def test_every_text_has_its_translation() -> None:
    """Run `make translations`, then fill in what is unfinished."""
    script = ROOT / "scripts" / "translations.py"
    result = subprocess.run(
        [sys.executable, str(script), "--check"], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
