"""Sentences of the core in the language of the window, and sentences put together."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from PySide6.QtCore import QCoreApplication

from sessionloom.shell.core_sentences import SENTENCES


def core_text(text: str) -> str:
    """A sentence of the core; as it is where nobody translated it.

    The core speaks English only. What it fills in (a name, a number) is found again by the
    pattern of the sentence and filled into the translation.
    """
    if not text:
        return ""
    for pattern, source in _patterns():
        match = pattern.fullmatch(text)
        if match is not None:
            translated = QCoreApplication.translate("Core", source)
            for number, value in enumerate(match.groups(), 1):
                translated = translated.replace(f"%{number}", value)
            return translated
    return text


def joined(sentences: Iterable[str]) -> str:
    """Sentences one after another: with a space between them, or none, as the language has it."""
    text = ""
    for sentence in sentences:
        if text and sentence:
            pair = QCoreApplication.translate("Words", "%1 %2", "two sentences, one after the other")
            text = pair.replace("%2", sentence).replace("%1", text)
        else:
            text = text or sentence
    return text


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """Sentences without gaps first: they are the more certain ones."""
    made = []
    for source in sorted(SENTENCES, key=lambda text: text.count("%")):
        parts = re.split(r"%\d", source)
        made.append((re.compile("(.+?)".join(re.escape(part) for part in parts), re.DOTALL), source))
    return made
