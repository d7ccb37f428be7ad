"""What the core says in English is read in the language of the window."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from core_texts import shown_texts
from PySide6.QtWidgets import QApplication

from sessionlog.model.errors import SessionlogError
from sessionlog.sources.discover import discover
from sessionloom.shell.core_words import core_text
from sessionloom.translation import install_translator

HAN = re.compile("[\u4e00-\u9fff]")
NEVER_SHOWN = (
    re.compile(r"It would "),  # what a harness would do: part of the English report
    re.compile(r"(seq|line|byte|turn|from line) X1$|X1 to X2$"),  # places, said anew by the window
    re.compile(r'(stored )?session "X1"( failed validation)?: X2$'),  # the harness's own words in the report
    re.compile(r"X1 \(raw log: X2\)$|X1: X2$"),  # put around a sentence that is listed itself
    re.compile(r"The log ends in X1 bytes of an unfinished write.X2$| X1 whole rows were recovered"),
    re.compile(r"\s*CREATE TABLE "),
    re.compile(r"rows of a database$"),  # a word of the export's manifest
    re.compile(r"Decide whether to retry|The tool call was interrupted"),  # written into logs, for a model
)


@pytest.fixture(autouse=True)
def chinese(qapp: QApplication) -> Iterator[None]:
    install_translator(qapp, "zh_CN")
    yield
    install_translator(qapp, "en")


def test_every_sentence_of_the_core_that_can_be_read_is_translated() -> None:
    """A new one goes into `core_sentences.py` or `core_findings.py`, then `make translations`."""
    left = {
        text: place
        for text, place in shown_texts().items()
        if not any(pattern.match(text) for pattern in NEVER_SHOWN) and not HAN.search(core_text(text))
    }
    assert left == {}


def test_the_walk_finds_texts_of_every_form() -> None:
    texts = shown_texts()
    assert "X1 holds no session logs." in texts
    assert "There is no room left for X1. What was saved before is safe." in texts
    assert "X0 is compressed with gzip." in texts
    assert "the row has no type" in texts


def test_what_is_filled_in_is_translated_where_it_is_a_text_of_the_core() -> None:
    assert core_text("A line is no row: the row has no type.") == core_text("A line is no row: X.").replace(
        "X", core_text("the row has no type")
    )


def test_a_fault_and_its_remedy_in_one_text_are_both_translated(tmp_path) -> None:
    with pytest.raises(SessionlogError) as raised:
        discover(tmp_path / "nowhere")
    whole = core_text(str(raised.value))
    assert core_text(raised.value.sentence) in whole
    assert core_text(raised.value.remedy) in whole
    assert str(tmp_path) in whole


def test_names_stay_as_they_are() -> None:
    assert "50%1.jsonl" in core_text("50%1.jsonl is empty.")
    assert core_text("whatever a log says") == "whatever a log says"
    assert core_text("") == ""
