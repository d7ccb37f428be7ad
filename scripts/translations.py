"""Collect the texts of the window into `.ts` files and compile them to `.qm`; both are committed.

`--check` changes nothing and exits 1 when a text is missing from the `.ts` files or has no translation, or
when a `.qm` is not what its `.ts` says. A build needs no Qt because the compiled files are there.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from texts import collect

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
# English holds plural forms only: every other text is already English.
LANGUAGES = {"en": ["-pluralonly"], "zh_CN": []}


def tool(name: str) -> str:
    return str(Path(sys.executable).with_name(name))


def write_listing(target: Path) -> None:
    """Write every text in the one form that Qt's tool understands: it merges, it need not search."""
    lines = ["from PySide6.QtCore import QCoreApplication"]
    for text in collect(sorted((ROOT / "desktop" / "sessionloom").rglob("*.py"))):
        parts = [json.dumps(part, ensure_ascii=False) for part in (text.context, text.source, text.comment)]
        lines.append(f"QCoreApplication.translate({', '.join(parts)}{', 1' if text.plural else ''})")
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")


def update(folder: Path) -> None:
    """Bring the `.ts` files of a folder up to date with the sources; what is translated stays."""
    with tempfile.TemporaryDirectory() as scratch:
        listing = Path(scratch) / "texts.py"
        write_listing(listing)
        for language, options in LANGUAGES.items():
            target = folder / f"sessionloom_{language}.ts"
            subprocess.run(
                [tool("pyside6-lupdate"), "-silent", "-locations", "none", "-no-obsolete", *options,
                 "-source-language", "en", "-target-language", language, str(listing), "-ts", str(target)],
                check=True,
            )  # fmt: skip


def compile_to(folder: Path, target: Path) -> None:
    """Compile every `.ts` of a folder into a target folder."""
    for path in sorted(folder.glob("*.ts")):
        made = target / f"{path.stem}.qm.part"
        subprocess.run([tool("pyside6-lrelease"), "-silent", str(path), "-qm", str(made)], check=True)
        # Never written in place: Qt maps these files, and a program that runs would die of a cut one.
        made.replace(made.with_suffix(""))


def messages(path: Path) -> dict[tuple[str, str, str], bool]:
    """Context, text and comment of every message of a `.ts` file, and whether it is translated."""
    found = {}
    for context in ElementTree.parse(path).getroot().iter("context"):
        name = context.findtext("name", "")
        for message in context.iter("message"):
            translation = message.find("translation")
            done = translation is not None and translation.get("type") != "unfinished"
            found[name, message.findtext("source", ""), message.findtext("comment", "")] = done
    return found


def stale() -> list[str]:
    """What is not up to date, in words."""
    problems = []
    with tempfile.TemporaryDirectory() as scratch:
        fresh = Path(scratch)
        for path in FOLDER.glob("*.ts"):
            shutil.copyfile(path, fresh / path.name)
        compile_to(fresh, fresh)
        for path in sorted(fresh.glob("*.qm")):
            committed = FOLDER / path.name
            if not committed.is_file() or committed.read_bytes() != path.read_bytes():
                problems.append(f"{path.name} is not what its .ts says")
        update(fresh)
        for path in sorted(fresh.glob("*.ts")):
            committed = FOLDER / path.name
            before = messages(committed) if committed.is_file() else {}
            after = messages(path)
            changed = set(before.keys() ^ after.keys()) | {key for key in after if not after[key]}
            problems += [f"{path.name}: {context}: {text!r}" for context, text, _ in sorted(changed)]
    return problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 when something is stale")
    if parser.parse_args().check:
        problems = stale()
        print(*(problems or ["The texts are up to date."]), sep="\n")
        return 1 if problems else 0
    update(FOLDER)
    compile_to(FOLDER, FOLDER)
    return 0


if __name__ == "__main__":
    sys.exit(main())
