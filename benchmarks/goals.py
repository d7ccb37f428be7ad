"""What is measured against what (architecture section 7)."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.inputs import PROFILES, SIZES

LARGEST = str(SIZES[-1])
LOGS = tuple((profile, str(events)) for profile in PROFILES for events in SIZES)
LARGE = (("plain", LARGEST), ("hard", LARGEST))
PLAIN = LARGE[:1]
LATER = tuple((generation, *log) for generation in ("3", "4") for log in LARGE)
LIBRARY, FILE = ((("plain", LARGEST, place),) for place in ("library", "file"))


@dataclass(frozen=True)
class Goal:
    """One number of one case, and its limit.

    `firm` goals are ratios and counts, which hold on every machine: missing one fails the run.
    Times are reported as met or missed and judged by a reader who knows the machine.
    """

    what: str
    case: str
    number: str
    unit: str
    limit: float
    firm: bool = False
    more: bool = False  # the limit is a least, not a most
    inputs: tuple[tuple[str, ...], ...] = LOGS

    def met(self, value: float) -> bool:
        return value >= self.limit if self.more else value <= self.limit


GOALS = (
    Goal("import, packed rows", "imported", "events_per_s", "events/s", 1_000_000, more=True),
    Goal(
        "import, single-event rows", "imported", "rows_per_s", "rows/s", 150_000, more=True,
        inputs=(("single", "100000"),),
    ),
    Goal("library size beside the zstd log", "imported", "size_ratio", "x", 1.0, firm=True),
    Goal("first content from a file", "first_content", "ms", "ms", 120),
    Goal("full restore beside decompress + parse", "restored", "ratio", "x", 1.6, firm=True, inputs=LARGE),
    Goal("full restore, memory", "restored", "mib", "MiB", 160, firm=True, inputs=LARGE),
    Goal("surface nodes touched for each surface event", "contracts", "steps_per_event", "", 4, firm=True),
    Goal("attempts of the whole log, for each row", "contracts", "attempts_us", "us", 60),
    Goal("closers of the whole log, for each row", "contracts", "closers_us", "us", 40),
    Goal("findings of the whole log, for each row", "contracts", "findings_us", "us", 90),
    Goal("totals of the whole session, for each row", "contracts", "totals_us", "us", 40),
    Goal("records of the whole log, for each row", "contracts", "records_us", "us", 40),
    Goal("last 50 events from the library", "last_of_library", "ms", "ms", 5),
    Goal("last 50 events from the file", "last_of_file", "ms", "ms", 60),
    Goal("page of 50 messages, cut on the index, p95", "pages", "query_p95_ms", "ms", 1),
    Goal("page of 50 messages, loaded and assembled, p95", "pages", "page_p95_ms", "ms", 8),
    Goal("rows decoded for a page, most", "pages", "rows_most", "rows", 400, firm=True),
    Goal("fork, planned, made and durable", "forked", "ms", "ms", 10, inputs=LARGE),
    Goal("fork, bytes on the disk", "forked", "bytes", "bytes", 1_000_000, firm=True, inputs=LARGE),
    Goal("fork, index rows written", "forked", "index_rows", "", 4, firm=True, inputs=LARGE),
    Goal("append and flush 1 event", "appended", "ms", "ms", 2, inputs=(("1",),)),
    Goal("append and flush 10 events", "appended", "ms", "ms", 3, inputs=(("10",),)),
    Goal("append and flush 100 events", "appended", "ms", "ms", 10, inputs=(("100",),)),
    Goal("append and flush 1,000 events", "appended", "ms", "ms", 60, inputs=(("1000",),)),
    Goal("last 50 events, read by seq", "read_back", "tail_ms", "ms", 5, inputs=PLAIN),
    Goal("1,000 events in the middle, read by seq", "read_back", "window_ms", "ms", 10, inputs=PLAIN),
    Goal("every row of a kept session", "read_back", "whole_ms", "ms", 1_000, inputs=PLAIN),
    Goal("105 sessions: size", "many_sessions", "mb", "MB", 75.01, firm=True, inputs=((),)),
    Goal("105 sessions: write in batches of 512", "many_sessions", "write_s", "s", 8.58, inputs=((),)),
    Goal("105 sessions: full read, p50", "many_sessions", "whole_p50_ms", "ms", 3.95, inputs=((),)),
    Goal("105 sessions: full read, p95", "many_sessions", "whole_p95_ms", "ms", 21.58, inputs=((),)),
    Goal("105 sessions: 50-event tail, p50", "many_sessions", "tail_p50_ms", "ms", 0.253, inputs=((),)),
    Goal("105 sessions: 50-event tail, p95", "many_sessions", "tail_p95_ms", "ms", 0.378, inputs=((),)),
    Goal("105 sessions: fork all", "many_sessions", "fork_all_s", "s", 13.1, inputs=((),)),
    Goal("import of 1 GiB, memory", "gibibyte", "mib", "MiB", 190, firm=True, inputs=((),)),
    Goal("import of 1 GiB, largest WAL", "gibibyte", "wal_mib", "MiB", 64, firm=True, inputs=((),)),
    Goal(
        "import of 1 GiB, flushes acknowledged meanwhile", "gibibyte", "flushes", "", 100, True, more=True,
        inputs=((),),
    ),
    Goal("later format beside 0, first page from the file", "later", "file", "x", 2, True, inputs=LATER),
    Goal("later format beside 0, first page from the library", "later", "open", "x", 2, True, inputs=LATER),
    Goal("later format beside 0, page of 50 messages, p95", "later", "page", "x", 2, True, inputs=LATER),
    Goal("later format beside 0, full restore", "later", "restore", "x", 2, True, inputs=LATER),
    Goal("lineage of 10,000 sessions, 2,000 deep", "family", "ms", "ms", 200, inputs=((),)),
    Goal("two branches of 5,000 messages compared", "compared", "ms", "ms", 2_500, inputs=((),)),
    Goal("two branches compared, memory", "compared", "mib", "MiB", 128, firm=True, inputs=((),)),
    Goal("two branches, aligned alone", "compared", "align_ms", "ms", 250, inputs=((),)),
    Goal("what changed in a message of 12 MB", "compared", "look_ms", "ms", 500, inputs=((),)),
    Goal("memory of opening, from the library", "memory", "peak_mib", "MiB", 60, True, inputs=LIBRARY),
    Goal("memory of opening, from the file", "memory", "peak_mib", "MiB", 60, True, inputs=FILE),
    Goal("raw ZIP of a kept session", "exported", "ms", "ms", 10_000, inputs=LARGE),
    Goal("raw ZIP, memory", "exported", "mib", "MiB", 96, firm=True, inputs=LARGE),
    Goal("opening that ZIP", "exported", "open_ms", "ms", 1_500, inputs=LARGE),
    Goal("opening that ZIP, memory", "exported", "open_mib", "MiB", 32, firm=True, inputs=LARGE),
    Goal("readable HTML of a session, memory", "readable", "mib", "MiB", 160, firm=True, inputs=LARGE),
    Goal("frame while scrolling 100,000 rows, p95", "scrolled", "frame_p95_ms", "ms", 5, inputs=((),)),
    Goal("5,000 deltas a second, share of a core", "streamed", "core_share", "%", 25, inputs=((),)),
    Goal("exec to a usable window, 10,000 sessions", "started", "ms", "ms", 1000, inputs=((),)),
    Goal(
        "gap of UI ticks while importing, p99", "ticks", "gap_p99_ms", "ms", 16, inputs=(("plain", LARGEST),)
    ),
)  # fmt: skip
