"""Settings come back as they were set, and no broken file keeps the window from starting."""

from __future__ import annotations

import json
import stat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rights import ordinary_rights

from sessionlog.model.errors import EnvironmentFault
from sessionlog.settings import LastPlace, Settings, SettingsFile

TEXTS = st.lists(st.text(max_size=12), max_size=4).map(tuple)


@settings(max_examples=60, deadline=None)
@given(
    st.builds(
        Settings,
        theme=st.sampled_from(["system", "light", "dark"]),
        zoom=st.floats(0.5, 3.0),
        show_audit=st.booleans(),
        order=st.sampled_from(["prompt", "name"]),
        collapsed=TEXTS,
        sources=TEXTS,
        recent=TEXTS,
        last=st.none() | st.builds(LastPlace, st.text(), st.text(), st.integers(0, 9), st.text()),
    )
)
def test_what_was_set_comes_back(tmp_path_factory, value):
    file = SettingsFile(tmp_path_factory.mktemp("settings") / "settings.json")
    file.save(value)
    assert SettingsFile(file.path).load() == value


def test_the_file_is_for_its_owner_only(tmp_path):
    file = SettingsFile(tmp_path / "new" / "settings.json")
    file.save(Settings())
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=80))
def test_any_bytes_give_settings(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("settings") / "settings.json"
    path.write_bytes(content)
    assert isinstance(SettingsFile(path).load(), Settings)


def test_one_wrong_value_costs_only_itself(tmp_path):
    path = tmp_path / "settings.json"
    path.write_text(
        json.dumps({"version": 1, "theme": "plaid", "zoom": True, "grouped": False, "recent": [1]})
    )
    assert SettingsFile(path).load() == Settings(grouped=False)


@pytest.mark.parametrize("zoom", ["NaN", "Infinity", "1" + 400 * "0"])
def test_a_zoom_that_is_no_size_is_left_out(tmp_path, zoom):
    path = tmp_path / "settings.json"
    path.write_text(f'{{"version": 1, "zoom": {zoom}}}')
    assert SettingsFile(path).load().zoom == 1.0


def test_a_newer_file_is_read_and_left_alone(tmp_path):
    path = tmp_path / "settings.json"
    text = json.dumps({"version": 99, "theme": "dark", "hologram": True})
    path.write_text(text)
    file = SettingsFile(path)
    assert file.load().theme == "dark"
    file.save(Settings())
    assert path.read_text() == text


def test_an_older_file_is_brought_up_step_by_step(tmp_path):
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"version": 1, "colours": "night"}))
    steps = (
        lambda value: {**value, "theme": {"night": "dark"}[value["colours"]]},
        lambda value: {**value, "grouped": value["theme"] != "dark"},
    )
    assert SettingsFile(path, steps).load() == Settings(theme="dark", grouped=False)


def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    tmp_path.chmod(0o500)
    with ordinary_rights(), pytest.raises(EnvironmentFault) as caught:
        SettingsFile(tmp_path / "settings.json").save(Settings())
    assert caught.value.code == "settings.write"


def test_a_file_in_the_way_of_the_folder_is_said(tmp_path):
    (tmp_path / "data").write_text("")
    with pytest.raises(EnvironmentFault):
        SettingsFile(tmp_path / "data" / "settings.json").save(Settings())
