"""Going to a place by its address: a seq of the session that is read, or a link `id@gN#seq`."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from sessionlog.access.infos import chosen_by
from sessionlog.conversation.node import Node
from sessionloom.models.titles import visible_text
from sessionloom.shell.controls import px
from sessionloom.shell.diagnosis_text import serious_problems
from sessionloom.shell.floating import FloatingPanel
from sessionloom.shell.labels import WrapLabel

if TYPE_CHECKING:
    from sessionlog.library import Library, SessionInfo
    from sessionlog.model.severity import Diagnosis

SEQ = re.compile(r"#?\s*(\d[\d,. ]*)")
LINK = re.compile(r"(?P<id>[^\s#]+?)(?:@g(?P<generation>\d{1,16}))?(?:#(?P<seq>\d+))?")
MOST_DIGITS = 16
MOST_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Target:
    """`session` is empty for the one that is read; `seq` is `None` for a whole session."""

    session: str = ""
    generation: int | None = None
    seq: int | None = None


def target_of(text: str) -> Target | None:
    """What an address names; `None` for what is none."""
    text = text.strip()
    seq = SEQ.fullmatch(text)
    if seq is not None:
        digits = re.sub(r"\D", "", seq.group(1))
        return Target(seq=int(digits)) if len(digits) <= MOST_DIGITS else None
    link = LINK.fullmatch(text)
    if link is None or len(link["seq"] or "") > MOST_DIGITS:
        return None
    generation, place = link["generation"], link["seq"]
    return Target(
        link["id"],
        None if generation is None else int(generation),
        None if place is None else int(place),
    )


def is_link(path: Path) -> bool:
    """Whether an argument of the command is the link of a place and no path: it says a generation or a
    seq, and nothing of that name is there."""
    link = LINK.fullmatch(str(path))
    if link is None or len(path.parts) > 1 or os.path.lexists(path):
        return False
    return link["generation"] is not None or link["seq"] is not None


def find_session(
    library: Library, target: Target, first: int | None, given: Sequence[Path] = ()
) -> SessionInfo | None:
    """The session that a link names: in the places that were `given` with it before the source `first`,
    and there before all others; of its generations the highest, unless the link says another."""
    places = {path.resolve() for path in given}
    sources = sorted(
        library.sources(),
        key=lambda source: (
            not (places and source.path and Path(source.path).resolve() in places),
            source.id != first,
        ),
    )
    for source in sources:
        named = [info for info in library.sessions(source.id) if info.id == target.session]
        if target.generation is not None:
            named = [info for info in named if info.generation == target.generation]
        if named:
            return max(named, key=chosen_by)
    return None


def elided(name: str) -> str:
    """A name out of a link as a sentence shows it: of a long one the beginning and the end."""
    shown = visible_text(name)
    return shown if len(shown) <= MOST_SHOWN else f"{shown[: MOST_SHOWN - 17]}…{shown[-16:]}"


def past_end(seq: int, info: SessionInfo, diagnosis: Diagnosis) -> str:
    """What is said of a seq that comes after the last one; empty where it does not, or where a damaged
    log does not tell."""
    if info.events is None or seq < info.events or serious_problems(diagnosis):
        return ""
    text = QCoreApplication.translate("Commands", "The session ends at #%1.")
    return text.replace("%1", str(info.events - 1))


def nodes_near(nodes: Sequence[Node], seq: int) -> Iterator[Node]:
    """The nodes that show an event, the closest first: its own, one that holds it, then what follows."""
    own: int | None = None
    holding: int | None = None
    after: int | None = None
    for index, node in enumerate(nodes):
        if own is None and seq in (node.seq, node.facts.get("result_seq")):
            own = index
        if holding is None and _first(node) <= seq <= _last(node):
            holding = index
        if after is None and node.seq >= seq:
            after = index
    for found in (own, holding):
        if found is not None:
            yield nodes[found]
    start = len(nodes) if after is None else after
    yield from (nodes[index] for index in range(start, len(nodes)))
    yield from (nodes[index] for index in range(len(nodes) - 1, -1, -1))


def _first(node: Node) -> int:
    first = node.facts.get("first_seq", node.seq)
    return first if isinstance(first, int) else node.seq


def _last(node: Node) -> int:
    ends = (node.seq, node.last_seq, node.facts.get("result_seq"))
    return max(end for end in ends if isinstance(end, int))


class GoToPanel(FloatingPanel):
    """One field; `go` takes what was typed and gives back what is wrong with it, or nothing."""

    def __init__(self, window: QWidget, go: Callable[[str], str]) -> None:
        super().__init__(window, top=96, width=400)
        self._go = go
        self.field = QLineEdit(self)
        self.words = WrapLabel("small", "secondary", parent=self)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(8), px(8), px(8), px(8))
        column.setSpacing(px(6))
        column.addWidget(self.field)
        column.addWidget(self.words)
        self.words.setContentsMargins(px(8), 0, px(8), px(2))
        self.field.returnPressed.connect(self._take)
        self.field.textEdited.connect(lambda _text: self._say(""))
        self.retranslate()

    def open(self) -> None:
        self.field.clear()
        self._say("")
        self.popup(self.field)

    def _take(self) -> None:
        problem = self._go(self.field.text())
        if problem:
            self._say(problem)
        else:
            self.close_panel()

    def _say(self, problem: str) -> None:
        translate = QCoreApplication.translate
        self.words.setText(
            problem or translate("GoTo", "The number of an event, or a link such as id@g0#1846.")
        )
        if self.isVisible():
            self.place()

    def retranslate(self) -> None:
        translate = QCoreApplication.translate
        self.field.setPlaceholderText(translate("GoTo", "Seq or link"))
        self.field.setAccessibleName(translate("GoTo", "Seq or link"))
        self._say("")
