"""Which system packages Qt lacks on this machine, found by really loading the libraries.

Prints the missing Debian packages on one line and exits 1; prints nothing and exits 0 when Qt loads. What is
looked at: the libraries of every start, and those of the display that is there (X11 or Wayland). With
`--before-qt` only the system's libraries are looked at, because Qt is not installed yet.
"""

from __future__ import annotations

import ctypes
import importlib
import os
import sys
from pathlib import Path

ALWAYS = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libxkbcommon.so.0": "libxkbcommon0",
}
X11 = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
WAYLAND = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
}
# Renamed when Debian 13 and Ubuntu 24.04 went over to 64-bit time.
RENAMED = {"libglib2.0-0": "libglib2.0-0t64"}
RENAMED_SINCE = {"debian": 13.0, "ubuntu": 24.04}


def loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def needed() -> dict[str, str]:
    """The libraries this machine needs, each with its Debian 12 package."""
    libraries = dict(ALWAYS)
    if os.environ.get("DISPLAY"):
        libraries |= X11
    if os.environ.get("WAYLAND_DISPLAY"):
        libraries |= WAYLAND
    return libraries


def renames_packages(os_release: str) -> bool:
    """Whether the system of this /etc/os-release text has the new package names."""
    fields = dict(line.split("=", 1) for line in os_release.splitlines() if "=" in line)
    values = {name: value.strip('"') for name, value in fields.items()}
    since = RENAMED_SINCE.get(values.get("ID", ""))
    try:
        return since is not None and float(values["VERSION_ID"]) >= since
    except (KeyError, ValueError):
        return False


def missing_packages() -> list[str]:
    packages = [package for library, package in needed().items() if not loads(library)]
    release = Path("/etc/os-release")
    if release.is_file() and renames_packages(release.read_text(encoding="utf-8")):
        packages = [RENAMED.get(package, package) for package in packages]
    return packages


def main() -> int:
    if not sys.platform.startswith("linux"):
        return 0
    packages = missing_packages()
    if packages:
        print(*packages)
        return 1
    if "--before-qt" in sys.argv[1:]:
        return 0
    try:
        for module in ("QtWidgets", "QtSvg", "QtNetwork"):
            importlib.import_module(f"PySide6.{module}")
    except ImportError as error:
        print(f"Qt cannot be loaded: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
