"""A frame with a few facts side by side: a value over what it is (picture 09)."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from sessionloom.shell.controls import px
from sessionloom.shell.first_page_parts import Card
from sessionloom.shell.labels import Line, LineLabel


def fact_card(facts: Iterable[tuple[str, str]]) -> Card:
    """`facts` are pairs of a value and its name."""
    card = Card("bg.surface")
    line = QWidget()
    row = QHBoxLayout(line)
    row.setContentsMargins(px(16), px(10), px(16), px(10))
    row.setSpacing(px(16))
    for number, (value, label) in enumerate(facts):
        if number:
            row.addWidget(Line(vertical=True, token="line.subtle"))
        pair = QVBoxLayout()
        pair.setSpacing(px(2))
        pair.addWidget(_label(value, "title", "text.primary"))
        pair.addWidget(_label(label, "small", "text.secondary"))
        row.addLayout(pair, 1)
    card.add(line)
    return card


def _label(text: str, role: str, token: str) -> LineLabel:
    label = LineLabel(role, token)
    label.setText(text)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
