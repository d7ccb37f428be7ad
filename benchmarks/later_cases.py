"""Generations 3 and 4 beside generation 0: the same content, opened, paged and restored in one run."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from benchmarks.core_cases import fresh_library
from benchmarks.inputs import big_log
from benchmarks.later import later_log
from benchmarks.measure import clock, median, ms, percentile
from sessionlog.conversation.assembler import Assembler
from sessionlog.conversation.blocks import blocks_of
from sessionlog.history.loader import Place, load_page
from sessionlog.library import Library
from sessionlog.model.log import EventLog
from sessionlog.model.restored import restore_log

Numbers = dict[str, float]
PAGES, REPEATS, RESTORES = 100, 5, 3
SEED = 7


class _Beside:
    """One log in a library of its own, and what reading it takes (ms)."""

    def __init__(self, name: str, path: Path) -> None:
        self._path = path
        self._library = Library.open(fresh_library(name))
        begun = clock()
        (result,) = self._library.import_path(path, progress=None, cancel=None)
        self.imported = (clock() - begun) * 1000
        assert result.result == "added", result
        assert result.ref is not None
        self._ref = result.ref
        self.took: dict[str, list[float]] = {"file": [], "open": [], "page": [], "restore": []}

    def open_file(self) -> None:
        begun = clock()
        source = self._library.open_path(self._path)
        (session,) = self._library.sessions(source.id)
        _show(self._library.log(session.ref), None)
        self.took["file"].append((clock() - begun) * 1000)
        self._library.close_source(source.id)

    def open_kept(self) -> None:
        self.took["open"].append(ms(lambda: _show(self._library.log(self._ref), None)))

    def page(self, share: float) -> None:
        """A page that ends at a part of the whole."""
        log = self._library.log(self._ref)
        part = log.parts[-1]
        place = Place(part.number, part.first_seq + 1 + int(share * (part.last_seq - part.first_seq)))
        self.took["page"].append(ms(lambda: _show(log, place)))

    def restore(self) -> None:
        self.took["restore"].append(ms(lambda: restore_log(self._library.log(self._ref)).messages()))

    def close(self) -> None:
        self._library.close()


def later(generation: str, profile: str, events: str) -> Numbers:
    """How often longer than generation 0 each takes; the two take turns, so that a load meets both."""
    old = _Beside("later-0", big_log(profile, int(events))[0])
    new = _Beside(f"later-{generation}", later_log(profile, int(events), int(generation))[0])
    shares = [random.Random(SEED).random() for _ in range(PAGES)]
    for _ in range(REPEATS):
        for one in (old, new):
            one.open_file()
            one.open_kept()
    for share in shares:
        for one in (old, new):
            one.page(share)
    for _ in range(RESTORES):
        for one in (old, new):
            one.restore()
    for one in (old, new):
        one.close()
    figures = {
        "file": _ratio(old, new, "file", median),
        "open": _ratio(old, new, "open", median),
        "page": _ratio(old, new, "page", lambda took: percentile(took, 95)),
        "restore": _ratio(old, new, "restore", median),
    }
    times = {f"{name}_ms": median(took) for name, took in new.took.items()}
    return {**figures, **times, "import": new.imported / old.imported}


def _ratio(old: _Beside, new: _Beside, name: str, of: Callable[[list[float]], float]) -> float:
    return of(new.took[name]) / of(old.took[name])


def _show(log: EventLog, place: Place | None) -> int:
    assembler = Assembler(log.dialect, log.header.id)
    assembler.replace(load_page(log, place))
    return sum(len(blocks_of(node, ())) for node in assembler.nodes)


CASES: dict[str, Callable[..., Numbers]] = {later.__name__: later}
