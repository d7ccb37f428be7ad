"""The language of the window: finding it, loading its texts, changing it.

English has texts of its own too: without them a plural would show its raw pattern.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from sessionloom.theme.resources import resource_path

LANGUAGES = ("en", "zh_CN")
SYSTEM = "system"

# Simplified Chinese serves the regions that write it; others fall back to English.
_SIMPLIFIED_REGIONS = {"CN", "SG", "MY"}

_loaded: list[QTranslator] = []


def resolve_language(choice: str, system: QLocale | None = None) -> str:
    """The language to load: the choice itself, for `system` the desktop's, `en` where there is none."""
    if choice in LANGUAGES:
        return choice
    if choice == SYSTEM:
        locale = system or QLocale.system()
        if locale.language() == QLocale.Language.Chinese and _simplified(locale):
            return "zh_CN"
    return "en"


def _simplified(locale: QLocale) -> bool:
    if locale.script() == QLocale.Script.SimplifiedChineseScript:
        return True
    return QLocale.territoryToCode(locale.territory()) in _SIMPLIFIED_REGIONS


def install_translator(app: QCoreApplication, choice: str = SYSTEM) -> str:
    """Load the texts of a language in place of the present ones; returns the language in force.

    Widgets get a LanguageChange event. Raises FileNotFoundError when the bundled texts are missing.
    """
    language = resolve_language(choice)
    path = resource_path("translations", f"sessionloom_{language}.qm")
    if not path.is_file():
        raise FileNotFoundError(f"The texts for {language} are missing: {path}")
    for translator in _loaded:
        app.removeTranslator(translator)
    _loaded.clear()
    # Qt's own words, such as those of file dialogs; not every package of Qt brings them.
    _load(app, f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    _load(app, path.stem, str(path.parent))
    return language


def _load(app: QCoreApplication, name: str, folder: str) -> None:
    translator = QTranslator(app)
    if translator.load(name, folder):
        app.installTranslator(translator)
        _loaded.append(translator)
