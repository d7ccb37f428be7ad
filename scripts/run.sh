#!/usr/bin/env bash
# Start the window; without a display, draw it into a picture and say what the picture shows.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "$(uname -s)" != Linux ] || [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]; then
    exec .venv/bin/sessionloom "$@"
fi

picture=build/first-window.png
mkdir -p build
echo "There is no display here (DISPLAY and WAYLAND_DISPLAY are not set), so the window is drawn into a picture."
QT_QPA_PLATFORM=offscreen .venv/bin/sessionloom --render "$picture" "$@"
echo "$(pwd)/$picture"
if [ $# -gt 0 ]; then
    shown="the session that was opened, newest turn at the bottom"
else
    shown="what can be opened: a session folder, the sample sessions, and what was found on this computer"
fi
cat <<TEXT
It shows the main window as a display would: the menu bar on top, the sources and their sessions on the left,
in the middle $shown,
and below everything the status bar, which says whether all is saved.
TEXT
