#!/usr/bin/env bash
# Resolve the locked versions for every platform and Python from 3.11 on, with hashes and without addresses.
set -euo pipefail
cd "$(dirname "$0")/.."

compile() {
    .venv/bin/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --no-config \
        --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" ${UPGRADE:+--upgrade} \
        --group build "$@" pyproject.toml
}

compile --output-file requirements.lock
compile --group dev --constraints requirements.lock --output-file requirements-dev.lock
