"""Fetch the icons and fonts that `resources/` bundles, from their npm packages.

Needed only to raise a version: the results are committed. Run it as
`uv run --with fonttools --with brotli scripts/vendor_assets.py`; it needs `npm` for `npm pack`.

Fonts are bundled whole (never a subset). Where a package has only WOFF2, the container is undone to TrueType,
because not every platform's font engine reads WOFF2; glyphs and tables stay as published.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESOURCES = ROOT / "resources"

LUCIDE = "lucide-static@1.62.0"
INTER = "inter-ui@4.1.1"
SOURCE_SANS = "source-sans@3.52.0"
JETBRAINS_MONO = "jetbrains-mono@1.0.6"
# The npm package above carries the packager's licence only; this one has the fonts' own OFL text.
JETBRAINS_LICENCE = "@fontsource/jetbrains-mono@5.3.0"

EXTRA_ICONS = (
    "arrow-left", "arrow-right", "arrow-down-to-line", "chevron-left", "chevron-up", "circle", "circle-x",
    "folder-search", "house", "layers", "moon", "monitor", "panel-left-close", "pin", "power", "printer",
    "square", "star", "sun", "table-2", "text-select", "text-wrap", "wrap-text", "zoom-in", "zoom-out",
)  # fmt: skip

FONTS = {
    INTER: {f"web/Inter-{style}.woff2": f"Inter-{style}.ttf" for style in ("Regular", "Medium", "SemiBold")},
    SOURCE_SANS: {
        f"TTF/SourceSans3-{style}.ttf": f"SourceSans3-{style}.ttf"
        for style in ("Regular", "It", "Semibold", "SemiboldIt", "Bold", "BoldIt")
    },
    JETBRAINS_MONO: {
        f"fonts/webfonts/JetBrainsMono-{style}.woff2": f"JetBrainsMono-{style}.ttf"
        for style in ("Regular", "SemiBold")
    },
}
LICENCES = {
    LUCIDE: ("LICENSE", "lucide.txt"),
    INTER: ("LICENSE.txt", "inter.txt"),
    SOURCE_SANS: ("LICENSE.md", "source-sans-3.txt"),
    JETBRAINS_LICENCE: ("LICENSE", "jetbrains-mono.txt"),
}


def unpack(package: str, into: Path) -> Path:
    """Download one npm package and return its unpacked folder."""
    target = into / package.replace("/", "_")
    target.mkdir(parents=True)
    archive = subprocess.run(
        ["npm", "pack", "--silent", package], cwd=target, check=True, capture_output=True, text=True
    ).stdout.split()[-1]
    with tarfile.open(target / archive) as tar:
        tar.extractall(target, filter="data")
    return target / "package"


def icon_names() -> list[str]:
    """Every icon that the tokens name, and a few that windows always need."""
    tokens = json.loads((RESOURCES / "themes" / "tokens.json").read_text(encoding="utf-8"))
    mapped = {name for group in tokens["icon"]["map"].values() for name in group.values()}
    return sorted(mapped | set(EXTRA_ICONS))


def copy_icons(package: Path) -> None:
    target = RESOURCES / "icons" / "lucide"
    target.mkdir(parents=True, exist_ok=True)
    for name in icon_names():
        source = package / "icons" / f"{name}.svg"
        if not source.exists():
            raise SystemExit(f"{LUCIDE} has no icon named {name}")
        shutil.copyfile(source, target / source.name)


def copy_font(source: Path, target: Path) -> None:
    from fontTools.ttLib import TTFont  # only this script needs it

    if source.suffix != ".woff2":
        shutil.copyfile(source, target)
        return
    with TTFont(source, recalcTimestamp=False) as font:
        font.flavor = None
        font.save(target)


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folders = {name: unpack(name, Path(scratch)) for name in (*FONTS, LUCIDE, JETBRAINS_LICENCE)}
        copy_icons(folders[LUCIDE])
        (RESOURCES / "fonts").mkdir(exist_ok=True)
        for package, files in FONTS.items():
            for source, target in files.items():
                copy_font(folders[package] / source, RESOURCES / "fonts" / target)
        (RESOURCES / "licences").mkdir(exist_ok=True)
        for package, (source, target) in LICENCES.items():
            shutil.copyfile(folders[package] / source, RESOURCES / "licences" / target)


if __name__ == "__main__":
    main()
