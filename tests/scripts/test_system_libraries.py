"""Set-up names the packages of the system at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


@pytest.fixture(autouse=True)
def scripts_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))


@pytest.mark.parametrize(
    ("release", "renamed"),
    [
        ('ID=debian\nVERSION_ID="12"', False),
        ('ID=debian\nVERSION_ID="13"', True),
        ('ID=ubuntu\nVERSION_ID="22.04"', False),
        ('ID=ubuntu\nVERSION_ID="24.04"', True),
        ("ID=debian", False),
        ("ID=arch", False),
        ("nonsense", False),
    ],
)
def test_the_names_since_64_bit_time(release: str, renamed: bool) -> None:
    import system_libraries

    assert system_libraries.renames_packages(release) is renamed


def test_only_the_display_that_is_there_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    import system_libraries

    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert system_libraries.needed() == system_libraries.ALWAYS
    monkeypatch.setenv("DISPLAY", ":0")
    assert "libxcb-cursor0" in system_libraries.needed().values()
    assert "libwayland-cursor0" not in system_libraries.needed().values()


def test_what_is_missing_is_found_by_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    import system_libraries

    monkeypatch.setattr(system_libraries, "needed", lambda: {"libno-such-thing.so.9": "libno-such-thing9"})
    assert system_libraries.missing_packages() == ["libno-such-thing9"]
