"""Brings syntax colours to laid-out code: asks a worker once, remembers what came back."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject, Signal

from sessionlog.conversation.node import BlockKind
from sessionloom.conversation.diffs import parse
from sessionloom.conversation.documents import LaidOut, Span
from sessionloom.conversation.rows import Row

if TYPE_CHECKING:
    from sessionloom.conversation.highlight import FoundSpan

REMEMBERED = 400


class Runner(Protocol):
    """The part of the bridge's task runner that is used."""

    def run(
        self,
        fn: Callable[..., Any],
        *args: Any,
        on_done: Callable[[Any], None],
        on_error: Callable[[BaseException], None] | None = None,
        owner: QObject,
    ) -> Any: ...


class Colouring(QObject):
    """`arrived` says that some code on screen has its colours now. Without a runner, code stays plain."""

    arrived = Signal()

    def __init__(self, runner: Runner | None, parent: QObject) -> None:
        super().__init__(parent)
        self._runner = runner
        self._known: OrderedDict[tuple[str, int], list[Span] | None] = OrderedDict()

    def dress(self, row: Row, body: LaidOut) -> None:
        """Gives a document the colours that are known for it, or has them looked for."""
        if body.coloured or self._runner is None:
            return
        block = row.block
        if block.kind not in (BlockKind.CODE, BlockKind.JSON, BlockKind.DIFF) or not language_of(row):
            body.coloured = True
            return
        key = (block.key, row.revision)
        if key not in self._known:
            self._known[key] = None
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
            text = (
                "\n".join(line.text for line in parse(block.text))
                if block.kind is BlockKind.DIFF
                else block.text
            )
            self._runner.run(
                _find_spans,
                language_of(row),
                text,
                on_done=partial(self._take, key),
                owner=self,
            )
        spans = self._known.get(key)
        if spans is not None:
            body.set_spans(spans)
            body.coloured = True

    def _take(self, key: tuple[str, int], found: list[FoundSpan]) -> None:
        self._known[key] = [Span(*span) for span in found]
        self.arrived.emit()


def _find_spans(language: str, text: str) -> list[FoundSpan]:
    """On a worker. Pygments takes a while to import, and no window waits for it."""
    from sessionloom.conversation.highlight import find_spans

    return find_spans(language, text)


def language_of(row: Row) -> str:
    """The language of a block, as its fence or its file name says."""
    if row.block.kind is BlockKind.JSON:
        return "json"
    return row.block.language
