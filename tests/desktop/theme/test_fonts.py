"""The bundled faces are there, load, and are what text is drawn with."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QFontMetricsF, QRawFont
from PySide6.QtWidgets import QApplication

from sessionloom.theme import fonts
from sessionloom.theme.theme import Theme

SAMPLE = "Hamburgefonstiv 0123"


def test_the_promised_faces_load(app_theme: Theme) -> None:
    assert set(app_theme.tokens.bundled_families()) <= set(QFontDatabase.families())


@pytest.mark.parametrize(
    ("role", "family", "weight"),
    [
        ("body", "Inter", 400),
        ("bodyStrong", "Inter", 600),
        ("key", "Inter", 500),
        ("prose", "Source Sans 3", 400),
        ("proseH1", "Source Sans 3", 600),
        ("code", "JetBrains Mono", 400),
    ],
)
def test_a_role_is_drawn_with_its_own_face_and_weight(
    app_theme: Theme, role: str, family: str, weight: int
) -> None:
    info = QFontInfo(app_theme.font(role))
    assert (info.family(), info.weight()) == (family, weight)


@pytest.mark.parametrize("role", ["body", "prose"])
def test_semibold_is_a_face_of_its_own(app_theme: Theme, role: str) -> None:
    regular, bold = app_theme.font(role), app_theme.font(role)
    bold.setWeight(QFont.Weight.DemiBold)
    assert QFontMetricsF(bold).horizontalAdvance(SAMPLE) > QFontMetricsF(regular).horizontalAdvance(SAMPLE)


def test_bold_of_markdown_is_a_face_and_not_smeared(app_theme: Theme) -> None:
    font = app_theme.font("prose")
    font.setWeight(QFont.Weight.Bold)
    assert QRawFont.fromFont(font).styleName() == "Bold"


def test_prose_does_not_take_on_the_features_of_the_chrome(app_theme: Theme) -> None:
    assert app_theme.font("prose").featureTags() == []
    assert [tag.toString() for tag in app_theme.font("body").featureTags()] == [b"tnum"]


def test_figures_of_the_chrome_have_one_width(app_theme: Theme) -> None:
    metrics = QFontMetricsF(app_theme.font("body"))
    assert len({round(metrics.horizontalAdvance(digit * 10), 3) for digit in "0123456789"}) == 1


def test_code_shows_its_characters_and_no_ligatures(app_theme: Theme) -> None:
    font = app_theme.font("code")
    assert {font.featureValue(QFont.Tag(tag)) for tag in ("calt", "liga")} == {0}


def test_the_desktop_face_goes_first_where_there_is_one() -> None:
    families = ["system-ui", "Inter", "Noto Sans"]
    assert fonts.resolve_families(families, "Cantarell") == ["Cantarell", "Inter", "Noto Sans"]
    assert fonts.resolve_families(families, None) == ["Inter", "Noto Sans"]
    assert fonts.resolve_families(families, "Inter") == ["Inter", "Noto Sans"]


def test_pictures_and_tests_use_the_bundled_face(qapp: QApplication) -> None:
    assert qapp.platformName() != "offscreen" or fonts.desktop_face() is None


def test_a_machine_without_chinese_is_told_the_package(monkeypatch: pytest.MonkeyPatch, qapp: object) -> None:
    class NoChinese:
        WritingSystem = QFontDatabase.WritingSystem

        @staticmethod
        def families(system: QFontDatabase.WritingSystem) -> list[str]:
            assert system == QFontDatabase.WritingSystem.SimplifiedChinese
            return []

    monkeypatch.setattr(fonts, "QFontDatabase", NoChinese)
    monkeypatch.setattr("sys.platform", "linux")
    assert fonts.missing_chinese_face()
    claim, remedy = fonts.chinese_face_advice()
    assert claim.isascii()  # readable without the face that is missing
    assert "fonts-noto-cjk" in remedy


def test_a_font_that_cannot_be_read_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object, qapp: object
) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    (folder / "Broken.ttf").write_bytes(b"no font")
    monkeypatch.setattr(fonts, "resource_path", lambda *parts: folder)
    with pytest.raises(RuntimeError, match=r"Broken\.ttf"):
        fonts.load_bundled()
