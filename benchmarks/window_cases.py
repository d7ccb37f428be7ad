"""Cases with a window, drawn offscreen. Each runs in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from time import CLOCK_MONOTONIC, clock_gettime, perf_counter, process_time
from typing import Any

from benchmarks.conversation import enough_nodes, make_nodes
from benchmarks.core_cases import Numbers, fresh_library
from benchmarks.inputs import REPOSITORY, big_log
from benchmarks.many import many_sessions
from benchmarks.measure import clock, median, ms, percentile
from sessionlog.conversation.assembler import Assembler
from sessionlog.conversation.node import Splice
from sessionlog.history.loader import Bounds, load_page
from sessionlog.library import Library

WIDTH, HEIGHT = 740, 800
ROWS, FRAMES, STEP = 100_000, 400, 120
DELTAS_A_SECOND, SECONDS, TICK_MS = 5_000, 5, 16
WORD, PARAGRAPH, ANSWER = " words", 900, 8_000
REPEATS = 5
LAUNCH_TIMEOUT_S = 120


def first_content(profile: str, events: str) -> Numbers:
    """From opening a file, in a process that runs, to the first paint with text."""
    app, view = make_view()
    library = Library.open(fresh_library("first-content"))
    _show(library, view, str(big_log("plain", 10_000)[0]))
    path = str(big_log(profile, int(events))[0])
    took = []
    for _ in range(REPEATS):
        took.append(ms(lambda: _show(library, view, path)))
        view.setNodes([])
        app.processEvents()
    library.close()
    return {"ms": median(took), "most_ms": max(took)}


def scrolled() -> Numbers:
    """Scroll a conversation of 100,000 rows by 120 px a frame."""
    app, view = make_view()
    nodes = enough_nodes(ROWS)

    def fill() -> None:
        view.setNodes(nodes)
        view.viewport().repaint()

    first = ms(fill)
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    app.processEvents()
    frames = []
    for _ in range(FRAMES):
        begun = clock()
        bar.setValue(bar.value() - STEP)
        app.processEvents()
        frames.append((clock() - begun) * 1000)
    return {"frame_p95_ms": percentile(frames, 95), "frame_p50_ms": percentile(frames, 50), "first_ms": first}


def streamed() -> Numbers:
    """5,000 deltas a second, delivered each 16 ms, into answers of up to 8 KB, following the tail.

    Real time is not waited for: what counts is the processor time of the deliveries.
    """
    app, view = make_view()
    view.setNodes(make_nodes(10_000))
    view.setFollowTail(True)
    app.processEvents()
    at, number, text, shown = 10_000, 10_000, "", 0
    deliveries = SECONDS * 1000 // TICK_MS
    words = DELTAS_A_SECOND * TICK_MS // 1000
    begun = process_time()
    for _ in range(deliveries):
        if len(text) > ANSWER:
            at, text, shown = at + 1, "", 0
        if not text:
            number += 3 - (number - 1) % 3
            (answer,) = make_nodes(1, first=number)
        text += WORD * words
        if len(text) - text.rfind("\n") > PARAGRAPH:
            text += "\n\n"
        section = replace(answer.sections[0], text=text)
        view.splice([Splice(at, shown, (replace(answer, sections=(section,)),))])
        shown = 1
        app.processEvents()
    spent = process_time() - begun
    share = spent / (deliveries * TICK_MS / 1000) * 100
    return {"core_share": share, "ms_a_tick": spent * 1000 / deliveries}


def ticks(profile: str, events: str) -> Numbers:
    """Gaps between the ticks of a UI timer while a large log is imported on a worker thread."""
    from PySide6.QtCore import Qt, QTimer

    from sessionloom.bridge.tasks import TaskRunner

    app, _ = make_view()
    path, _ = big_log(profile, int(events))
    library = Library.open(fresh_library("ticks"))
    runner = TaskRunner()
    times: list[float] = []
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.setInterval(4)
    timer.timeout.connect(lambda: times.append(perf_counter()))
    timer.start()
    runner.run(
        lambda: library.import_path(path, progress=None, cancel=None),
        on_done=lambda _: app.quit(),
        on_error=lambda _: app.exit(1),
    )
    status = app.exec()
    library.close()
    assert status == 0
    gaps = [(after - before) * 1000 for before, after in pairwise(times)]
    return {"gap_p99_ms": percentile(gaps, 99), "gap_most_ms": max(gaps), "ticks": len(gaps)}


def started() -> Numbers:
    """From exec to a window that shows a library of 10,000 sessions and answers."""
    database = many_sessions()
    _launch(str(database))  # what is installed is compiled, and so is this after it ran once
    took = [_launch(str(database)) for _ in range(REPEATS)]
    return {"ms": median(took), "most_ms": max(took)}


def _launch(database: str) -> float:
    begun = str(clock_gettime(CLOCK_MONOTONIC))
    command = [sys.executable, "-m", "benchmarks.launch", database, begun]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, timeout=LAUNCH_TIMEOUT_S,
        check=True,
    )  # fmt: skip
    return float(json.loads(done.stdout.splitlines()[-1]))


def make_view() -> tuple[Any, Any]:
    """An application with theme and a conversation view that is shown."""
    from PySide6.QtWidgets import QApplication

    from sessionloom.conversation.view import ConversationView
    from sessionloom.theme.theme import install

    app = QApplication.instance() or QApplication([])
    install(app)  # type: ignore[arg-type]
    view = ConversationView()
    view.resize(WIDTH, HEIGHT)
    view.show()
    app.processEvents()
    return app, view


def _show(library: Library, view: Any, path: str) -> None:
    source = library.open_path(path)
    (session,) = library.sessions(source.id)
    log = library.log(session.ref)
    assembler = Assembler(log.dialect, log.header.id)
    assembler.replace(load_page(log, None, Bounds()))
    view.setNodes(assembler.nodes)
    view.viewport().repaint()
    library.close_source(source.id)


CASES: dict[str, Callable[..., Numbers]] = {
    case.__name__: case for case in (first_content, scrolled, streamed, ticks, started)
}
