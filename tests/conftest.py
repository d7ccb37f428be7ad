"""For every test: no screen is needed, the person's own data is never touched, GUI tests mark themselves."""

from __future__ import annotations

import os
import tempfile

import pytest
from hypothesis import HealthCheck, settings

# Whole random logs are slow to draw, and no test of ours asserts a time.
settings.register_profile(
    "suite", max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("few", settings.get_profile("suite"), max_examples=8, derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))

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
