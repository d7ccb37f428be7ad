"""For every test: no screen is needed, the person's own data is never touched, GUI tests mark themselves."""

from __future__ import annotations

import os
import tempfile

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

_HOME = tempfile.TemporaryDirectory(prefix="sessionloom-tests-", ignore_cleanup_errors=True)
os.environ["SESSIONLOOM_HOME"] = _HOME.name
# Where the product looks for sessions of its own accord; a test names its places itself.
os.environ.pop("DSH_HOME", None)

_GUI_FIXTURES = {"qapp", "qtbot", "qtmodeltester"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if _GUI_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.gui)
