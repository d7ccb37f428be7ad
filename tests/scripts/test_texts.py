"""No text of the window is overlooked, whichever way it is written."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, str, str, bool]]:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    from texts import collect

    words = tmp_path / "words.py"
    words.write_text(
        "def tr(text, *values):\n    return QCoreApplication.translate('Canvas', text).format(*values)\n"
    )
    view = tmp_path / "view.py"
    view.write_text(
        "class View:\n"
        "    def labels(self, n):\n"
        "        self.tr('Close')\n"
        "        tr('Turn {0}', 3)\n"
        "        QCoreApplication.translate('List', 'Open', 'a verb')\n"
        "        translate('List', '%n row(s)', '', n)\n"
        "        translate('List', variable)\n"
        "WORDS = [QT_TRANSLATE_NOOP('States', '会话'), ActionSpec('a.b', 'Open a folder…', print)]\n"
        "MORE = ActionSpec(id='c', title='Quit', handler=print)\n"
        "def table():\n"
        "    def switch(name, title):\n"
        "        return ActionSpec(f'view.{name}', title, print)\n"
        "    return [switch('raw', 'Raw rows')]\n"
    )
    result = {(text.context, text.source, text.comment, text.plural) for text in collect([words, view])}
    sys.modules.pop("texts", None)
    return result


def test_each_form_is_found(found: set[tuple[str, str, str, bool]]) -> None:
    assert found == {
        ("View", "Close", "", False),
        ("Canvas", "Turn {0}", "", False),
        ("List", "Open", "a verb", False),
        ("List", "%n row(s)", "", True),
        ("States", "会话", "", False),
        ("Actions", "Open a folder…", "", False),
        ("Actions", "Quit", "", False),
        ("Actions", "Raw rows", "", False),
    }
