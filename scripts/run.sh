#!/usr/bin/env bash
# Start the window; without a display, draw it into a picture and say what the picture shows.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "$(uname -s)" != Linux ] || [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]; then
    exec .venv/bin/sessionloom "$@"
fi

picture=build/first-window.png
mkdir -p build
echo "There is no display here (DISPLAY and WAYLAND_DISPLAY are not set), so the window is drawn into a picture:"
echo "$(pwd)/$picture"
QT_QPA_PLATFORM=offscreen .venv/bin/sessionloom --render "$picture" "$@"
