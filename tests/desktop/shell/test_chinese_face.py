"""Where Chinese would be empty boxes, the window says which package to install."""

from __future__ import annotations

import pytest
from logs import LogBuilder

from sessionloom.shell import chinese_face


@pytest.fixture
def no_face(monkeypatch):
    monkeypatch.setattr(chinese_face, "missing_chinese_face", lambda: True)
    monkeypatch.setattr("sys.platform", "linux")


def log(question, title):
    return (
        LogBuilder("demo", cwd="/home/dev/tidewatch").user(question).assistant("Yes").end_turn().title(title)
    )


def test_chinese_without_a_face_names_the_package(desk, tmp_path, no_face):
    desk.start(log("修复导出", "Export").as_home(tmp_path / "home"))
    claim, remedy = desk.notice()
    assert claim.startswith("Chinese text cannot be drawn")
    assert "fonts-noto-cjk" in remedy


def test_without_chinese_nothing_is_said(desk, tmp_path, no_face):
    desk.start(log("Mend the export", "Export").as_home(tmp_path / "home"))
    assert desk.notice() == ("", "")


def test_with_a_face_nothing_is_said(desk, tmp_path, monkeypatch):
    monkeypatch.setattr(chinese_face, "missing_chinese_face", lambda: False)
    desk.start(log("修复导出", "导出").as_home(tmp_path / "home"))
    assert desk.notice() == ("", "")
