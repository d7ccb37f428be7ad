"""Sentences of the core in the language of the window, and sentences put together."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from PySide6.QtCore import QCoreApplication

from sessionloom.shell.core_sentences import SENTENCES

GAP = re.compile(r"%(\d)")
SENTENCE_END = re.compile(r"\. ")


def core_text(text: str) -> str:
    """A sentence of the core; as it is where nobody translated it.

    The core speaks English only. What it fills in (a name, a number, what exactly is wrong) is
    found again by the pattern of the sentence and filled into the translation, translated itself
    where it is known. Two sentences, such as a fault with its remedy, may stand in one text.
    """
    for place in (match.end() for match in SENTENCE_END.finditer(text)):
        remedy = _translated(text[place:])
        if remedy is not None:
            return joined([core_text(text[: place - 1]), remedy])
    whole = _translated(text)
    return text if whole is None else whole


def _translated(text: str) -> str | None:
    """`None` for what is no text of the core."""
    for pattern, source in _patterns():
        match = pattern.fullmatch(text)
        if match is not None:
            pieces = GAP.split(QCoreApplication.translate("Core", source))
            values = [core_text(value) for value in match.groups()]
            # Pieces and the numbers of what stands between them take turns.
            return "".join(values[int(piece) - 1] if at % 2 else piece for at, piece in enumerate(pieces))
    return None


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
        parts = GAP.split(source)[::2]
        made.append((re.compile("(.*?)".join(re.escape(part) for part in parts), re.DOTALL), source))
    return made
