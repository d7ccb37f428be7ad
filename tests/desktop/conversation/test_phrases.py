"""Fixed words of the core are read in the language of the window; words of a log are not touched."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from sessionlog.conversation import audit, call, retry, stream, turn
from sessionloom.conversation.wording import core_phrase
from sessionloom.translation import install_translator

HAN = re.compile("[\u4e00-\u9fff]")


@pytest.fixture(autouse=True)
def chinese(qapp: QApplication) -> Iterator[None]:
    install_translator(qapp, "zh_CN")
    yield
    install_translator(qapp, "en")


@pytest.mark.parametrize(
    "phrase",
    [
        *turn.ABORTED.values(),
        *turn.CAUSES.values(),
        *(title for title, _line in audit.LINES.values()),
        *stream.INTERRUPTED_WHY.values(),
        call.CALL_MISSING,
        retry.SAFE_AUTH_TEXT,
    ],
)
def test_a_phrase_of_the_core_is_translated(phrase: str) -> None:
    assert HAN.search(core_phrase(phrase))


def test_words_of_a_log_stay() -> None:
    assert core_phrase("Title: a report") == "Title: a report"
    assert core_phrase("failed: 503") == "failed: 503"
    stopped = core_phrase("stopped by a hook: no network here")
    assert stopped.endswith(": no network here")
    assert HAN.search(stopped)
