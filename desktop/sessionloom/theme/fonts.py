"""The faces: loading the bundled ones, choosing the chrome face, noticing that Chinese has none."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QGuiApplication

from sessionloom.theme.resources import resource_path

SYSTEM_FACE = "system-ui"
CHINESE_PACKAGE = "fonts-noto-cjk"

# Desktops that set a user-interface face of their own choice (XDG_CURRENT_DESKTOP, lower case).
_KNOWN_DESKTOPS = {
    "gnome",
    "unity",
    "kde",
    "xfce",
    "cinnamon",
    "mate",
    "lxqt",
    "budgie",
    "pantheon",
    "deepin",
}


def load_bundled() -> list[str]:
    """Give the bundled faces to Qt; returns their families, sorted.

    Raises RuntimeError with the file's name when one cannot be read: text would silently change its look.
    """
    families: set[str] = set()
    for path in sorted(resource_path("fonts").glob("*.ttf")):
        number = QFontDatabase.addApplicationFont(str(path))
        if number < 0:
            raise RuntimeError(f"The bundled font {path.name} cannot be loaded.")
        families.update(QFontDatabase.applicationFontFamilies(number))
    return sorted(families)


def desktop_face() -> str | None:
    """The desktop's own user-interface face, or None where it is not known to be a good one.

    Windows, macOS and the known Linux desktops have one; tests and pictures (offscreen) use the bundled one.
    """
    if QGuiApplication.platformName() in ("offscreen", "minimal"):
        return None
    if sys.platform not in ("win32", "darwin") and not _known_desktop(
        os.environ.get("XDG_CURRENT_DESKTOP", "")
    ):
        return None
    return QFontInfo(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)).family()


def _known_desktop(variable: str) -> bool:
    return bool(_KNOWN_DESKTOPS & {part.strip().lower() for part in variable.split(":")})


def resolve_families(families: Sequence[str], system_face: str | None) -> list[str]:
    """The list of faces to ask Qt for: `system-ui` becomes the desktop's face, or goes."""
    named = [system_face if family == SYSTEM_FACE else family for family in families]
    return list(dict.fromkeys(family for family in named if family))


def make_font(families: Sequence[str], pixels: int, weight: int, features: dict[str, int]) -> QFont:
    """A font of a pixel size and weight (100 to 900) with OpenType features."""
    font = QFont()
    font.clearFeatures()  # a new font starts with those of the application
    font.setFamilies(list(families))
    font.setPixelSize(max(1, pixels))
    font.setWeight(QFont.Weight(weight))
    font.setHintingPreference(QFont.HintingPreference.PreferVerticalHinting)
    for tag, value in features.items():
        font.setFeature(QFont.Tag(tag), value)
    return font


def missing_chinese_face() -> bool:
    """Whether this machine can draw no Chinese: no face is bundled for it, the system must have one."""
    return not QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese)


def chinese_face_advice() -> tuple[str, str]:
    """What is the matter where no Chinese face is there, and what to install.

    In English whatever the language of the window: a Chinese sentence could not be read without the face.
    """
    claim = "Chinese text cannot be drawn: no Chinese font is installed."
    if sys.platform.startswith("linux"):
        return claim, f"Install the package {CHINESE_PACKAGE}, then start Sessionloom again."
    return claim, "Install Noto Sans CJK, then start Sessionloom again."
