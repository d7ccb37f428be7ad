"""One side of a comparison: the items of a log from a seq on, page by page, and the texts behind them.

A page is cut anywhere, and what a page's first step says depends on its beginning. So pages are
taken up to where a step or turn begins, and the next one ends there: the nodes are those of the
whole log, and no more than one page of it is held.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sessionlog.compare.item import Item, is_compared, item_of, node_text
from sessionlog.conversation.assembler import Assembler
from sessionlog.conversation.node import Node
from sessionlog.conversation.span import STARTS
from sessionlog.history.loader import load_page
from sessionlog.model.errors import UserError
from sessionlog.model.log import EventLog
from sessionlog.model.page import Bounds, LoadedPage, Place

PAGE = Bounds(messages=200, max_bytes=4 << 20)
SMALL_PAGE = Bounds(messages=8, max_bytes=1 << 20)


class CompareCancelled(UserError):
    """Somebody asked to stop; nothing is left of the comparison."""

    def __init__(self) -> None:
        super().__init__("cancelled", "The comparison was cancelled.")


def read_items(
    log: EventLog,
    from_seq: int = 0,
    *,
    bounds: Bounds = PAGE,
    tell: Callable[[int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> list[Item]:
    """The items of a log whose seq is `from_seq` or greater, and those of its islands, in order.

    Pages are read from the last to the first and let go again, so memory holds one page and the
    items. `tell` hears of the events of each page. Raises `CompareCancelled`.
    """
    pages: list[list[Item]] = []
    for count, nodes in _stretches(log, None, bounds, Place(0, from_seq)):
        if cancel is not None and cancel():
            raise CompareCancelled
        wanted = (node for node in nodes if node.part > 0 or node.seq >= from_seq)
        pages.append([item_of(node) for node in wanted if is_compared(node)])
        if tell is not None:
            tell(count)
    return [item for page in reversed(pages) for item in page]


def read_text(log: EventLog, item: Item) -> str:
    """The whole text of an item, read anew. Raises `UserError` where the log has it no more."""
    starts = (log.first_entry(item.seq, kind, part=item.part) for kind in STARTS)
    ends = [entry.seq + 1 for entry in starts if entry is not None]
    last = next((part.last_seq for part in log.parts if part.number == item.part), item.seq)
    before = Place(item.part, min(ends, default=last + 1))
    for _, nodes in _stretches(log, before, SMALL_PAGE, Place(item.part, 0)):
        for node in nodes:
            if node.key == item.key:
                return node_text(node)
        if nodes and nodes[0].anchor[0] < item.seq:
            break
    raise UserError(
        "compare.gone", "This message is not in its session any more.", "Compare the sessions anew."
    )


def _stretches(
    log: EventLog, before: Place | None, bounds: Bounds, low: Place
) -> Iterator[tuple[int, list[Node]]]:
    """The nodes of whole steps and turns, the last ones first, until `low` is reached or passed.

    Each with the number of events that it covers.
    """
    upper: int | None = None
    while True:
        page = load_page(log, before, bounds)
        window = Assembler(log.dialect, log.header.id, live=False)
        window.replace(page)
        last = page.page.to_seq
        front = next(part.first_seq for part in log.parts if part.number == page.part)
        begin = _first_start(page, upper)
        while begin is None and page.page.from_seq > front:
            page = load_page(log, page.start, bounds)
            window.prepend(page)
            begin = _first_start(page, upper)
        if begin is None or page.page.from_seq <= front:
            begin = page.page.from_seq
        # What closes an answer that broke off stands right before the row that ended it.
        low_anchor = (begin, -2 if begin <= front else 0)
        nodes = [node for node in window.nodes if low_anchor <= node.anchor]
        if upper is not None:
            nodes = [node for node in nodes if node.anchor < (upper, 0)]
        yield (last + 1 if upper is None else upper) - begin, nodes
        if (page.part, begin) <= (low.part, low.seq) or (begin <= front and not page.page.has_more):
            return
        # The next page takes the row at which this one began, too: so its last step is seen to end.
        before, upper = (page.start, None) if begin <= front else (Place(page.part, begin + 1), begin)


def _first_start(page: LoadedPage, upper: int | None) -> int | None:
    """Where the first step or turn begins in a page, below what was read before."""
    for row in page.rows:
        if row.entry is not None and row.entry.type in STARTS and (upper is None or row.seq < upper):
            return row.seq
    return None
