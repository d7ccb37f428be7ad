"""The command `sessionloom`: the window, or a picture of it."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path

LANGUAGES = ("en", "zh_CN")


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="sessionloom", description="Read, check and hand over the session logs of AI agents."
    )
    made.add_argument(
        "paths",
        nargs="*",
        type=Path,
        metavar="PATH",
        help="a session folder, a log or a ZIP to open; or a link such as id@g4#12",
    )
    made.add_argument(
        "--library", type=Path, metavar="FILE", help="the library to use instead of the usual one"
    )
    made.add_argument("--render", type=Path, metavar="PNG", help="draw the window into a picture and leave")
    made.add_argument("--size", type=size, metavar="WxH", help="size of the window, as 1440x900")
    made.add_argument("--theme", choices=("light", "dark"), help="for this start only")
    made.add_argument("--language", choices=LANGUAGES, help="for this start only")
    made.add_argument(
        "--install-desktop",
        action="store_true",
        help="enter it in this user's menu, with its file types, and leave (Linux)",
    )
    made.add_argument("--remove-desktop", action="store_true", help="take that back and leave")
    made.add_argument("--version", action="store_true", help="print the version and leave")
    return made


def size(text: str) -> tuple[int, int]:
    """`1440x900` as width and height; at least 720x480, at most 8192 each way."""
    width, _, height = text.lower().partition("x")
    if not (width.isdigit() and height.isdigit()):
        raise argparse.ArgumentTypeError(f"{text} is no size; write it as 1440x900")
    if not (720 <= int(width) <= 8192 and 480 <= int(height) <= 8192):
        raise argparse.ArgumentTypeError("the size lies between 720x480 and 8192x8192")
    return int(width), int(height)


def associate(*, remove: bool) -> int:
    """Install or remove menu entry, icon and file types; prints what was written or removed."""
    from sessionloom import association

    if not association.is_supported():
        print("sessionloom: this is for Linux desktops", file=sys.stderr)
        return 2
    home = association.data_home()
    try:
        done = association.remove(home) if remove else association.install(home, association.launcher())
    except OSError as error:
        print(f"sessionloom: {error.filename or home}: {error.strerror}", file=sys.stderr)
        return 3
    for path in done:
        print(f"{'removed' if remove else 'wrote'} {path}")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    if options.version:
        from sessionloom.shell.crash import version

        print(f"sessionloom {version()}")
        return 0
    if options.install_desktop or options.remove_desktop:
        return associate(remove=options.remove_desktop)
    if options.render is not None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    gc.disable()  # what a start makes stays: `start` takes it out of the collector's rounds
    # Qt is slow to load, so it comes after the arguments were judged.
    from sessionloom.shell.start import start

    return start(options)


if __name__ == "__main__":
    sys.exit(main())
