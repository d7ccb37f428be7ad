"""What this program is made of: versions, where its files are, whose work it carries."""

from __future__ import annotations

import platform
import re
from pathlib import Path
from typing import TYPE_CHECKING

import PySide6
from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from sessionloom.dialogs.text_panel import TextPanel
from sessionloom.shell.banner import BannerButton
from sessionloom.shell.crash import LOG_NAME, version
from sessionloom.shell.pages import copy_text
from sessionloom.theme.resources import resource_path

if TYPE_CHECKING:
    from importlib.metadata import PackageMetadata

NAME = re.compile(r"[A-Za-z0-9._-]+")
LONGEST_LICENCE = 60
"""Characters: some packages put the whole text where its name belongs."""

UNNAMED = {"detect-secrets": "Apache-2.0", "pysqlite3": "Zlib"}
"""Packages whose metadata names no licence; their licence files do."""


def about_text(library: Path) -> str:
    """Versions and places, one a line, ready to be sent along with a question."""
    translate = QCoreApplication.translate
    pairs = (
        ("Sessionloom", version()),
        ("Qt", f"{PySide6.__version__}"),
        ("Python", platform.python_version()),
        (translate("About", "System"), platform.platform()),
        (translate("About", "Library"), str(library)),
        (translate("About", "Data folder"), str(library.parent)),
        (translate("About", "Log file"), str(library.with_name(LOG_NAME))),
    )
    return "\n".join(f"{name}: {value}" for name, value in pairs)


def licences_text() -> str:
    """The packages that the program stands on with their licences, then the texts of what it carries."""
    lines = [f"{name} {number}: {licence}" for name, number, licence in packages()]
    for path in sorted(resource_path("licences").glob("*.txt")):
        lines += ["", f"---- {path.stem} ----", path.read_text(encoding="utf-8").strip()]
    return "\n".join(lines)


def packages() -> list[tuple[str, str, str]]:
    """Name, version and licence of each package that this program asks for and that is installed."""
    from importlib import metadata  # brings the parser of e-mails along, and is asked for rarely

    try:
        wanted = metadata.requires("sessionloom") or []
    except metadata.PackageNotFoundError:
        wanted = []
    found = []
    for text in wanted:
        match = NAME.match(text)
        if match is None or "extra ==" in text:
            continue
        try:
            about = metadata.metadata(match[0])
        except metadata.PackageNotFoundError:
            continue
        found.append((about["Name"], about["Version"], _licence(about)))
    return sorted(set(found), key=lambda item: item[0].casefold())


def _licence(about: PackageMetadata) -> str:
    if about["Name"] in UNNAMED:
        return UNNAMED[about["Name"]]
    for key in ("License-Expression", "License"):
        text = " ".join(about[key].split()) if key in about else ""
        if text and len(text) <= LONGEST_LICENCE:
            return text
    named = [text for text in about.get_all("Classifier") or [] if text.startswith("License ::")]
    return ", ".join(text.rsplit(" :: ", 1)[-1] for text in named) or "?"


def show_about(window: QWidget, library: Path) -> TextPanel:
    translate = QCoreApplication.translate
    text = about_text(library)
    panel = TextPanel(
        window,
        translate("About", "About Sessionloom"),
        sentence=translate("About", "Reads the session logs of AI agents. Nothing is sent anywhere."),
        text=text,
        buttons=(
            BannerButton(translate("About", "Copy"), lambda: copy_text(text)),
            BannerButton(translate("About", "Show the data folder"), lambda: show_data_folder(library)),
            BannerButton(translate("About", "Third-party licences"), lambda: show_licences(window)),
        ),
        width=640,
    )
    panel.open()
    return panel


def show_licences(window: QWidget) -> TextPanel:
    translate = QCoreApplication.translate
    panel = TextPanel(
        window,
        translate("About", "Third-party licences"),
        sentence=translate(
            "About", "Qt is used under the LGPL, as a package of its own that can be replaced."
        ),
        text=licences_text(),
        width=720,
    )
    panel.open()
    return panel


def show_data_folder(library: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(library.parent)))
