# Two commands are enough: `make run` and `make test`. Each does the set-up it needs.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
BIN := .venv/bin
ARGS ?=
PYTEST_ARGS ?=

.PHONY: help run setup install-desktop remove-desktop test test-fast soak interop check bench screenshots lock translations clean

help: ## what there is
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 25

run: ## start the window; ARGS="PATH" opens PATH
	@scripts/setup.sh run
	@scripts/run.sh $(ARGS)

setup: ## prepare .venv with everything, start nothing
	@scripts/setup.sh dev

install-desktop: ## put it in this user's menu and open session ZIPs and logs with it (Linux)
	@scripts/setup.sh run
	@$(BIN)/sessionloom --install-desktop

remove-desktop: ## take that back
	@$(BIN)/sessionloom --remove-desktop

test: setup ## all tests
	$(BIN)/python -m pytest $(PYTEST_ARGS)

test-fast: setup ## the tests that take no processes, no builds and no corpus
	$(BIN)/python -m pytest -m "not slow and not fault and not corpus" $(PYTEST_ARGS)

soak: setup ## kill a recorder 5,000 times (about an hour); KILLS=N for another number
	SESSIONLOOM_KILLS=$(or $(KILLS),5000) $(BIN)/python -m pytest tests/faults/test_recorder_kills.py $(PYTEST_ARGS)

interop: setup ## drive real releases of the harness (installs them into build/ once)
	SESSIONLOOM_INTEROP=1 $(BIN)/python -m pytest tests/interop $(PYTEST_ARGS)

check: setup ## style, types, architecture, dependencies, licences
	@scripts/check.sh

bench: setup ## measure; met or missed
	$(BIN)/python -m benchmarks $(ARGS)

screenshots: setup ## draw the main states into build/screenshots
	QT_QPA_PLATFORM=offscreen $(BIN)/python scripts/screenshots.py $(ARGS)

lock: setup ## resolve the locked versions anew (UPGRADE=1 raises them)
	@scripts/lock.sh

translations: setup ## collect the texts into .ts files and compile them
	$(BIN)/python scripts/translations.py

clean: ## remove what was made here, .venv too
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
