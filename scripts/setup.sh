#!/usr/bin/env bash
# Prepare .venv: `scripts/setup.sh run` for the product alone, `scripts/setup.sh dev` with the tools of `make test`.
#
# Finds Python 3.11 or newer, makes the environment, installs the locked versions (hashes checked), and checks the
# system libraries that Qt needs by loading them. Does nothing, in under a second, when nothing is to do.
set -euo pipefail
cd "$(dirname "$0")/.."

kind="${1:-dev}"
case "$kind" in
    run) lock=requirements.lock ;;
    dev) lock=requirements-dev.lock ;;
    *) echo "usage: scripts/setup.sh [run|dev]" >&2; exit 2 ;;
esac
venv=.venv
python="$venv/bin/python"

say() { printf '%s\n' "$*" >&2; }

fingerprint() {
    sha256sum "$1" pyproject.toml core/sessionlog/__init__.py scripts/setup.sh 2>/dev/null | sha256sum | cut -d' ' -f1
}

find_python() {
    local candidate
    for candidate in "${PYTHON:-}" python3 python3.13 python3.12 python3.11 python3.14 python; do
        if [ -n "$candidate" ] && command -v "$candidate" >/dev/null 2>&1 &&
            "$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null; then
            command -v "$candidate"
            return
        fi
    done
    return 1
}

# Installs Debian packages as root; otherwise names the one command and ends.
need_packages() {
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "Installing system packages: $*"
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; } \
            >/dev/null
    else
        say "These system packages are missing. Install them, then run the same command again:"
        say "    sudo apt-get install --no-install-recommends $*"
        exit 1
    fi
}

make_environment() {
    local base missing=""
    if ! base="$(find_python)"; then
        need_packages python3 python3-venv
        base="$(find_python)" || { say "Python 3.11 to 3.14 is needed, and none was found."; exit 1; }
    fi
    # Debian keeps the module that makes environments in a package of its own. What Qt lacks is asked for at the
    # same time, so that one command is enough.
    "$base" -c 'import ensurepip, venv' 2>/dev/null ||
        missing="$("$base" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
    missing="$missing $("$base" scripts/system_libraries.py --before-qt)" || true
    # shellcheck disable=SC2086  # one word a package
    [ -z "${missing// /}" ] || need_packages $missing
    say "Making $venv with $("$base" --version)"
    rm -rf "$venv"
    "$base" -m venv "$venv"
}

install_locked() {
    say "Installing the locked versions of $lock"
    "$python" -m pip install --quiet --disable-pip-version-check --require-hashes --requirement "$lock"
    "$python" -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
}

stamped() { [ -f "$venv/.stamp-$1" ] && [ "$(cat "$venv/.stamp-$1")" = "$(fingerprint "$2")" ]; }

if ! "$python" -c '' 2>/dev/null; then
    make_environment
fi
if stamped dev requirements-dev.lock || { [ "$kind" = run ] && stamped run requirements.lock; }; then
    : # what is there is what is locked
else
    rm -f "$venv"/.stamp-*
    install_locked
    fingerprint "$lock" >"$venv/.stamp-$kind"
fi

missing="$("$python" scripts/system_libraries.py)" && exit 0
# No package named: what is wrong was said, and no package known here mends it.
[ -n "$missing" ] || exit 1
# shellcheck disable=SC2086  # one word a package
need_packages $missing
"$python" scripts/system_libraries.py >&2 || { say "Qt still cannot be loaded."; exit 1; }
