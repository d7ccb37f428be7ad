"""The conversation of a loaded window: pages in, nodes and splices out.

The window is a row of spans (see `span.py`). Three paths change it, and whichever led there,
the nodes are those that one `replace` with the whole window would give. A prepended page folds
its own rows and, where it ends inside a span, that span again; appended rows are fed to the
last span only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import merge

from sessionlog.conversation.edges import gap_node, page_head
from sessionlog.conversation.node import Node, Splice
from sessionlog.conversation.span import STARTS, Head, Span
from sessionlog.model.dialect import Dialect
from sessionlog.model.page import Elision, LoadedPage, LoadedRows, PageContext, PageRow, Place

Item = PageRow | Elision


@dataclass(slots=True)
class Work:
    """What the assembler has done since it was made: for tests and the benchmark."""

    rows_folded: int = 0
    spans_rendered: int = 0


@dataclass(slots=True)
class _Folded:
    """A span of the window, or a gap. `items` is kept for the first span only: it may grow upwards."""

    part: int
    head: Head
    first_seq: int
    span: Span | None = None
    items: list[Item] | None = None
    lent: tuple[PageRow, ...] = ()
    nodes: list[Node] = field(default_factory=list)


class Assembler:
    """Not thread-safe: one worker at a time."""

    def __init__(self, dialect: Dialect, session_id: str, *, live: bool = True) -> None:
        """`live`: whether somebody may be writing the log. In a log at rest an open step is over:
        its calls have an unknown outcome and its answer is interrupted."""
        self.work = Work()
        self._dialect = dialect
        self._session_id = session_id
        self._live = live
        self._folded: list[_Folded] = []
        self._nodes: list[Node] = []
        self._start: Place | None = None
        self._end: Place | None = None
        self._after = "end"
        self._settled_after = False

    @property
    def nodes(self) -> Sequence[Node]:
        return self._nodes

    @property
    def start(self) -> Place | None:
        """The first seq of the window; an earlier page has to end right before it."""
        return self._start

    @property
    def end(self) -> Place | None:
        """The last seq of the window."""
        return self._end

    # -- the three paths ---------------------------------------------------------------------

    def replace(self, page: LoadedPage) -> list[Splice]:
        """Begin a window anew with one page."""
        self._folded = self._fold_page(page)
        self._start = page.start
        self._end = Place(page.part, page.page.to_seq)
        self._after, self._settled_after = page.after, page.context.settled_after
        if page.after == "more":
            self._give_later_results(page.context)
        self._render(range(len(self._folded)))
        self._keep_edges()
        return self._splice(0, len(self._nodes), self._all_nodes(self._folded))

    def prepend(self, page: LoadedPage) -> list[Splice]:
        """Put the page before the window.

        Raises `ValueError` when the page does not end where the window begins.
        """
        if self._start is None:
            return self.replace(page)
        same_part = page.part == self._start.part
        if page.part > self._start.part or (same_part and page.page.to_seq + 1 != self._start.seq):
            raise ValueError("the page does not end where the window begins")
        fresh = self._fold_page(page)
        touched = len(fresh)
        old = 0
        first = self._folded[0] if self._folded else None
        if same_part and fresh and first is not None and first.items and not _begins_span(first.items[0]):
            joint = fresh.pop()
            assert joint.items is not None
            items = joint.items + first.items
            fresh.append(self._fold_span(joint.part, joint.head, joint.first_seq, items, joint.lent))
            old = len(first.nodes)
            self._folded[0:1] = fresh
        else:
            if first is not None and fresh:
                first.items = None
            self._folded[0:0] = fresh
        self._start = page.start
        self._render(range(touched))
        self._keep_edges()
        return self._splice(0, old, self._all_nodes(self._folded[:touched]))

    def append(self, rows: LoadedRows) -> list[Splice]:
        """Take in rows that came after the window; what it has already is left out.

        Raises `ValueError` over a hole: the caller has to load from `end`.
        """
        if self._end is None:
            self._start = Place(rows.part, rows.first_seq)
            self._end = Place(rows.part, rows.first_seq - 1)
        fresh = rows.part != self._end.part
        after = -1 if fresh else self._end.seq
        if not fresh and rows.first_seq > after + 1:
            raise ValueError("the rows do not begin where the window ends")
        items = [item for item in _items(rows.rows, rows.elisions) if _last_seq(item) > after]
        first = max(len(self._folded) - 1, 0)
        old = sum(len(folded.nodes) for folded in self._folded[first:])
        if rows.gap_before is not None and fresh:
            node = gap_node(rows.part, rows.first_seq, rows.gap_before)
            self._folded.append(_Folded(rows.part, Head(), rows.first_seq, nodes=[node]))
        for item in items:
            self._feed(item, rows.part, rows.first_seq)
        self._end = Place(rows.part, max(rows.last_seq, after))
        self._after = "end"
        self._render(range(first, len(self._folded)))
        splices = self._splice(len(self._nodes) - old, old, self._all_nodes(self._folded[first:]))
        self._keep_edges()
        return splices

    def set_live(self, live: bool) -> list[Splice]:
        """Say whether somebody may be writing; only the end of the window changes with it."""
        self._live = live
        if not self._folded:
            return []
        old = len(self._folded[-1].nodes)
        self._render([len(self._folded) - 1])
        return self._splice(len(self._nodes) - old, old, self._folded[-1].nodes)

    # -- folding -----------------------------------------------------------------------------

    def _fold_page(self, page: LoadedPage) -> list[_Folded]:
        head = page_head(page.context, self._dialect, self._session_id)
        folded = []
        if page.gap_before is not None:
            node = gap_node(page.part, page.page.from_seq, page.gap_before)
            folded.append(_Folded(page.part, Head(), page.page.from_seq, nodes=[node]))
        lent, first_seq = page.context.calls, page.page.from_seq
        for items in _spans(_items(page.rows, page.elisions)):
            if _begins_span(items[0]):
                first_seq = _seq(items[0])
            made = self._fold_span(page.part, head, first_seq, items, lent)
            folded.append(made)
            assert made.span is not None
            head, lent = made.span.head(), ()
        return folded

    def _fold_span(
        self, part: int, head: Head, first_seq: int, items: list[Item], lent: tuple[PageRow, ...]
    ) -> _Folded:
        span = Span(part, self._dialect, self._session_id, head, first_seq)
        for row in lent:
            span.lend(row)
        for item in items:
            self._feed_span(span, item)
        return _Folded(part, head, first_seq, span, items, lent)

    def _feed_span(self, span: Span, item: Item) -> None:
        self.work.rows_folded += 1
        if isinstance(item, Elision):
            span.feed_elision(item)
        else:
            span.feed(item)

    def _feed(self, item: Item, part: int, low: int) -> None:
        """Feed what came to the last span, or begin one: at its own row, else where the rows begin."""
        last = self._folded[-1] if self._folded else None
        if last is None or last.span is None or last.part != part or _begins_span(item):
            head = last.span.head() if last is not None and last.span and last.part == part else Head()
            first = not any(folded.span for folded in self._folded)
            first_seq = _seq(item) if _begins_span(item) else low
            span = Span(part, self._dialect, self._session_id, head, first_seq)
            last = _Folded(part, head, first_seq, span, [] if first else None)
            self._folded.append(last)
        assert last.span is not None
        if last.items is not None:
            last.items.append(item)
        self._feed_span(last.span, item)

    def _give_later_results(self, context: PageContext) -> None:
        spans = [folded.span for folded in self._folded if folded.span is not None]
        for row in context.results:
            if spans:
                spans[-1].give_later_result(row)

    def _keep_edges(self) -> None:
        """Only the last span is fed again, only the first one may be folded again."""
        spans = [place for place, folded in enumerate(self._folded) if folded.span or folded.items]
        for folded in (self._folded[place] for place in spans[1:]):
            folded.items = None
        for folded in (self._folded[place] for place in spans[:-1]):
            folded.span = None

    # -- rendering ---------------------------------------------------------------------------

    def _render(self, places: Iterable[int]) -> None:
        for place in places:
            folded = self._folded[place]
            if folded.span is None:
                continue
            self.work.spans_rendered += 1
            state, complete = self._state(place)
            folded.nodes = folded.span.nodes(state, complete=complete)

    def _state(self, place: int) -> tuple[str, bool]:
        if place + 1 < len(self._folded):
            return ("closed" if self._folded[place + 1].part == self._folded[place].part else "gap"), True
        if self._after == "more":
            return ("closed" if self._settled_after else "open"), False
        if self._after == "gap":
            return "gap", True
        return ("open" if self._live else "ended"), True

    @staticmethod
    def _all_nodes(folded: Iterable[_Folded]) -> list[Node]:
        return [node for one in folded for node in one.nodes]

    def _splice(self, index: int, removed: int, nodes: list[Node]) -> list[Splice]:
        """Put nodes in place of others and say what changed: equal ones at both ends stay out."""
        old = self._nodes[index : index + removed]
        head = 0
        while head < min(len(old), len(nodes)) and _same(old[head], nodes[head]):
            head += 1
        tail = 0
        while tail < min(len(old), len(nodes)) - head and _same(old[-1 - tail], nodes[-1 - tail]):
            tail += 1
        changed = nodes[head : len(nodes) - tail]
        self._nodes[index + head : index + removed - tail] = changed
        if len(old) == head + tail and not changed:
            return []
        return [Splice(index + head, len(old) - head - tail, tuple(changed))]


def _same(one: Node, other: Node) -> bool:
    return one is other or one == other


def _seq(item: Item) -> int:
    return item.first_seq if isinstance(item, Elision) else item.seq


def _last_seq(item: Item) -> int:
    if isinstance(item, Elision):
        return item.last_seq
    return item.row.last_seq if item.row is not None else item.seq


def _items(rows: Sequence[PageRow], elisions: Sequence[Elision]) -> Iterator[Item]:
    return merge(rows, elisions, key=_seq) if elisions else iter(rows)


def _begins_span(item: Item) -> bool:
    return isinstance(item, PageRow) and item.entry is not None and item.entry.type in STARTS


def _spans(items: Iterable[Item]) -> Iterator[list[Item]]:
    current: list[Item] = []
    for item in items:
        if current and _begins_span(item):
            yield current
            current = []
        current.append(item)
    if current:
        yield current
