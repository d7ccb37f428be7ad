#!/usr/bin/env bash
# Everything that is judged without running the product. All checks run; the failed ones are named at the end.
set -uo pipefail
cd "$(dirname "$0")/.."
bin=.venv/bin
export PYTHONPATH=core:desktop
failed=()

check() {
    local name="$1"
    shift
    printf -- '-- %s\n' "$name"
    "$@" || failed+=("$name")
}

licences() {
    local packages
    packages="$(sed -nE 's/^([A-Za-z0-9._-]+)==.*/\1/p' requirements.lock)"
    # shellcheck disable=SC2086  # one word a package; the allow list stands in pyproject.toml
    $bin/pip-licenses --python $bin/python --summary --packages $packages
}

check "style" $bin/ruff check .
check "format" $bin/ruff format --check .
check "types of sessionlog (strict)" $bin/mypy core/sessionlog
check "types of sessionloom" $bin/mypy desktop/sessionloom
check "imports" $bin/lint-imports --no-cache --no-logo
check "architecture" $bin/python -m pytest -q -p no:randomly tests/test_architecture.py
check "dependencies" $bin/deptry --no-ansi core desktop
check "licences" licences

if [ ${#failed[@]} -gt 0 ]; then
    printf 'Failed: %s\n' "${failed[@]}"
    exit 1
fi
echo "All checks passed."
