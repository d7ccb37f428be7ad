"""Pages: a contiguous seq range of one part, and what is decoded of it (architecture section 4).

The loader of `history` makes these values from an `EventLog`; the assembler of `conversation`
reads them and knows nothing of where rows come from.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sessionlog.model.errors import UserError
from sessionlog.model.row import IndexEntry, Row
from sessionlog.model.severity import Gap

MAX_PAGE_MESSAGES = 1000

LARGE_ATTEMPT = 2 << 20
"""Bytes of stored lines over which an attempt that nobody cites is shown by its beginning and end."""
ATTEMPT_EDGE = 64 << 10
"""Characters of text that are shown of either."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A seq in a part. Seqs repeat between the parts of a damaged log, so a seq alone is no place."""

    part: int
    seq: int


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one page may hold, counted on what is decoded. Raises `UserError` outside the limits."""

    messages: int = 50
    max_bytes: int = 2 << 20
    max_events: int = 20_000

    def __post_init__(self) -> None:
        if not 1 <= self.messages <= MAX_PAGE_MESSAGES:
            raise UserError(
                "PAGE_BOUNDS",
                f"A page holds 1 to {MAX_PAGE_MESSAGES:,} messages, not {self.messages:,}.",
                "Ask for fewer, and load the page before it.",
            )
        if self.max_bytes < 1 or self.max_events < 1:
            raise UserError("PAGE_BOUNDS", "The bounds of a page are positive numbers.")


@dataclass(frozen=True, slots=True)
class Page:
    """Seqs `from_seq .. to_seq` of a part (`to_seq == from_seq - 1` when empty).

    `has_more`: something readable lies before it, in this part or an earlier one. `bytes` and
    `events` count what is decoded. `ended_by` is messages, bytes, events, group or start.
    """

    from_seq: int
    to_seq: int
    has_more: bool
    messages: int
    bytes: int
    events: int
    ended_by: str


@dataclass(frozen=True, slots=True)
class PageRow:
    """A decoded row with its index entry.

    A delta row has no entry of its own. The first delta of a step whose row is not needed has
    an entry and no row.
    """

    entry: IndexEntry | None
    row: Row | None

    @property
    def seq(self) -> int:
        if self.entry is not None:
            return self.entry.seq
        assert self.row is not None
        return self.row.seq


@dataclass(frozen=True, slots=True)
class Elision:
    """Chunks of a very large uncommitted attempt that were left out of its middle.

    `bytes` are those of their stored lines.
    """

    first_seq: int
    last_seq: int
    bytes: int


@dataclass(frozen=True, slots=True)
class PageContext:
    """What the nodes of a page need from outside it, looked up in the index.

    `turn_start` and `step_start` are those open at the page's first seq, `first_delta` the first
    token of that step, `closing` the newest committed message of that turn before the page with
    the start and first delta of its step. `calls` are the tool calls before the page whose
    results or nested dispatches are in it, `results` the results after the page whose calls are
    in it. `settled_after` says that the step open at the page's end is closed further on.
    """

    turn_start: IndexEntry | None = None
    step_start: IndexEntry | None = None
    first_delta: IndexEntry | None = None
    closing: PageRow | None = None
    closing_step_start: IndexEntry | None = None
    closing_first_delta: IndexEntry | None = None
    calls: tuple[PageRow, ...] = ()
    results: tuple[PageRow, ...] = ()
    settled_after: bool = False


@dataclass(frozen=True, slots=True)
class LoadedPage:
    """A page with its decoded rows in seq order.

    `after` says what follows: `more` rows of the part, `gap` (the part ends, a damaged log goes
    on) or `end` (the log ends here). `gap_before` is set when the page begins where its part does.
    """

    page: Page
    part: int
    rows: tuple[PageRow, ...]
    context: PageContext = field(default_factory=PageContext)
    gap_before: Gap | None = None
    after: str = "end"
    elisions: tuple[Elision, ...] = ()
    rows_decoded: int = 0

    @property
    def start(self) -> Place:
        """Where an earlier page has to end: pass it as `before`."""
        return Place(self.part, self.page.from_seq)


@dataclass(frozen=True, slots=True)
class LoadedRows:
    """Rows that came after a place, for the append path.

    `gap_before` is set when they begin a part of their own.
    """

    part: int
    first_seq: int
    last_seq: int
    rows: tuple[PageRow, ...]
    elisions: tuple[Elision, ...] = ()
    gap_before: Gap | None = None
