"""One session on screen: pages, growth and jumps, from the log to the conversation view.

Decoding and SQL happen in the session's lane. A result that comes back for a session that is no
longer shown is dropped: every callback carries the generation of the opening it belongs to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from sessionlog.conversation.node import Node, Splice
from sessionlog.model.changes import Changes
from sessionlog.model.errors import SessionlogError
from sessionlog.model.severity import Diagnosis, Severity
from sessionloom.bridge.changes import ChangeBus
from sessionloom.bridge.coalescer import Coalescer
from sessionloom.bridge.follower import Follower
from sessionloom.bridge.tasks import Task, TaskRunner
from sessionloom.models.session_reader import Opened, SessionReader, Step
from sessionloom.models.splice_queue import SpliceQueue

if TYPE_CHECKING:
    from sessionlog.library import Library, Progress, SessionInfo, SessionRef

FILL_LANE = "fill of what is read"
PROGRESS_MS = 100
PULSE_MS = 5000


class Canvas(Protocol):
    """What the controller needs of the conversation view."""

    def nodes(self) -> Sequence[Node]: ...
    def setNodes(self, nodes: Any) -> None: ...
    def splice(self, splices: Any) -> None: ...
    def setHasEarlier(self, has_earlier: bool, above: int | None = None) -> None: ...
    def setLive(self, live: bool) -> None: ...
    def setLoadingEarlier(self, loading: bool) -> None: ...
    def scrollToNode(self, key: str) -> Any: ...
    def anchor(self) -> Any: ...
    def restoreAnchor(self, anchor: Any) -> Any: ...


class SessionController(QObject):
    """Signals: `opening(ref)`, `shown(info, diagnosis)` when content is in the view, `factsChanged(info,
    diagnosis)`, `checking(done, total)` in bytes while a log is read to its end (`0, 0` at the end),
    `refused(ref, error)` where nothing can be shown, `closed`, `moved` when nodes came or went,
    `polled` after a look at the session's file.
    """

    opening = Signal(object)
    shown = Signal(object, object)
    factsChanged = Signal(object, object)
    checking = Signal(float, float)
    refused = Signal(object, object)
    failed = Signal(object)
    closed = Signal()
    moved = Signal()
    polled = Signal()

    def __init__(
        self,
        library: Library,
        runner: TaskRunner,
        bus: ChangeBus,
        follower: Follower,
        view: Canvas,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._runner = runner
        self._bus = bus
        self._view = view
        self._generation = 0
        self._reader: SessionReader | None = None
        self._info: SessionInfo | None = None
        self._diagnosis = Diagnosis(Severity.UNCHECKED)
        self._nodes: dict[str, Node] = {}
        self._queue = SpliceQueue(self._apply, self)
        self._fill: Task | None = None
        self._reveal: Task | None = None
        self._filling = False
        self._after_fill: Callable[[], None] | None = None
        self._unfilled = False  # reading to the end failed: until it succeeds, the log does not grow
        self._loading = False
        self._polling = False
        self._poll_again = False
        self._pulse = QTimer(self)  # where the system tells nothing, as of a network drive
        self._pulse.setInterval(PULSE_MS)
        self._pulse.timeout.connect(self.follow_now)
        self._progress = Coalescer(self, interval_ms=PROGRESS_MS, latest_only=True)
        self._progress.delivered.connect(self._show_progress)
        follower.touched.connect(self._touched)
        bus.changed.connect(self._changed)

    # -- what is shown ---------------------------------------------------------------------

    @property
    def info(self) -> SessionInfo | None:
        return self._info

    @property
    def ref(self) -> SessionRef | None:
        return self._reader.ref if self._reader is not None else None

    @property
    def diagnosis(self) -> Diagnosis:
        return self._diagnosis

    def node(self, key: str) -> Node | None:
        return self._nodes.get(key)

    def last_node(self) -> Node | None:
        """The newest node: where a session opens."""
        nodes = self._view.nodes()
        return nodes[-1] if nodes else None

    def loaded(self) -> bool:
        return self._info is not None

    def arriving(self) -> bool:
        """Whether nodes are still on their way into the view."""
        return self._queue.waiting()

    # -- opening and closing ---------------------------------------------------------------

    def open(self, ref: SessionRef, anchor: Any = None) -> None:
        """Show a session: its last page, or where `anchor` points when that is loaded."""
        self.close(quiet=True)
        generation = self._generation
        reader = self._reader = SessionReader(self._library, ref)
        self.opening.emit(ref)
        self._run(reader.open, partial(self._opened, generation, anchor), self._refuse)

    def close(self, *, quiet: bool = False) -> None:
        """Unload: nothing of the session stays, nothing that is under way comes back."""
        self._generation += 1
        for task in (self._fill, self._reveal):
            if task is not None:
                task.cancel()
        self._fill = self._reveal = None
        self._pulse.stop()
        had = self._reader is not None
        self._reader = self._info = None
        self._nodes = {}
        self._loading = self._polling = self._poll_again = False
        self._filling = self._unfilled = False
        self._after_fill = None
        self._queue.clear()
        self._view.setLive(False)
        self._view.setNodes([])
        self._view.setHasEarlier(False)
        self._view.setLoadingEarlier(False)
        if had and not quiet:
            self.closed.emit()

    def _opened(self, generation: int, anchor: Any, opened: Opened) -> None:
        if generation != self._generation:
            return
        self._info, self._diagnosis = opened.info, opened.diagnosis
        self._nodes = {node.key: node for node in opened.nodes}
        self._view.setNodes(opened.nodes)
        self._view.setHasEarlier(opened.has_earlier, opened.above)
        self._view.setLive(opened.info.running)
        if anchor is not None:
            self._view.restoreAnchor(anchor)
        self._pulse.start()
        self.shown.emit(opened.info, opened.diagnosis)
        self.moved.emit()
        if not opened.complete:
            self._start_fill(generation)

    def _refuse(self, error: SessionlogError) -> None:
        ref = self.ref
        self._reader = None
        self.refused.emit(ref, error)

    # -- reading to the end ----------------------------------------------------------------

    def _start_fill(self, generation: int) -> None:
        reader = self._reader
        assert reader is not None
        self._filling = True
        self._fill = self._runner.run(
            reader.prepare,
            self._progress.push,
            on_done=lambda _none: self._filled(generation),
            on_error=partial(self._fill_failed, generation),
            owner=self,
            lane=FILL_LANE,
            pass_cancel=True,
        )

    def _fill_failed(self, generation: int, error: BaseException) -> None:
        """Said once; every later look at the file tries again."""
        if generation != self._generation:
            return
        self._filling = False
        self.checking.emit(0, 0)
        if not self._unfilled and isinstance(error, SessionlogError):
            self.failed.emit(error)
        self._unfilled = True

    def _filled(self, generation: int) -> None:
        if generation != self._generation or self._reader is None:
            return
        self._filling = self._unfilled = False
        self._run(self._reader.reopen, partial(self._reopened, generation))

    def _reopened(self, generation: int, opened: Opened) -> None:
        if generation != self._generation:
            return
        self._queue.finish()
        anchor = self._view.anchor()
        self._info, self._diagnosis = opened.info, opened.diagnosis
        if list(self._nodes.values()) != list(opened.nodes):
            self._nodes = {node.key: node for node in opened.nodes}
            self._view.setNodes(opened.nodes)
            self._view.restoreAnchor(anchor)
        self._view.setHasEarlier(opened.has_earlier, opened.above)
        self._view.setLive(opened.info.running)
        self.checking.emit(0, 0)
        self.factsChanged.emit(opened.info, opened.diagnosis)
        self.moved.emit()
        wish, self._after_fill = self._after_fill, None
        if wish is not None:
            wish()

    def _show_progress(self, values: list[Progress]) -> None:
        progress = values[-1]
        if self._filling and progress.bytes_total:
            self.checking.emit(progress.bytes_done, progress.bytes_total)

    # -- earlier pages and jumps -----------------------------------------------------------

    def load_earlier(self) -> None:
        if self._reader is None or self._loading:
            return
        self._loading = True
        self._view.setLoadingEarlier(True)
        self._run(self._reader.earlier, partial(self._take, self._generation))

    def reveal(self, part: int, seq: int, then: Callable[[], None]) -> None:
        """Load what is needed to show a place, then call `then`. A newer wish takes over."""
        self._load_to(lambda reader, cancel: reader.reveal(part, seq, cancel=cancel), then)

    def reveal_seq(self, seq: int, then: Callable[[], None]) -> None:
        """As `reveal`, in the first part that has the seq. What is not read yet is waited for."""
        if self._filling:
            self._after_fill = partial(self.reveal_seq, seq, then)
            self._view.setLoadingEarlier(True)
            return
        self._load_to(lambda reader, cancel: reader.reveal_seq(seq, cancel=cancel), then)

    def _load_to(
        self, work: Callable[[SessionReader, Callable[[], bool]], Step], then: Callable[[], None]
    ) -> None:
        reader = self._reader
        if reader is None:
            return
        if self._reveal is not None:
            self._reveal.cancel()
        generation = self._generation
        self._view.setLoadingEarlier(True)

        def done(step: Step) -> None:
            self._reveal = None
            self._take(generation, step, then)

        self._reveal = self._runner.run(
            lambda *, cancel: work(reader, cancel),
            on_done=done,
            on_error=partial(self._broke, generation),
            owner=self,
            lane=self._lane(),
            pass_cancel=True,
        )

    def _take(self, generation: int, step: Step, then: Callable[[], None] | None = None) -> None:
        if generation != self._generation:
            return

        def arrived() -> None:
            self._loading = False
            self._view.setLoadingEarlier(False)
            self._view.setHasEarlier(step.has_earlier, step.above)
            if then is not None:
                then()

        self._queue.add(step.splices, arrived)

    def _apply(self, splices: list[Splice]) -> None:
        for splice in splices:
            self._nodes.update((node.key, node) for node in splice.nodes)
        self._view.splice(splices)
        self.moved.emit()

    # -- growth ----------------------------------------------------------------------------

    def follow_now(self) -> None:
        """Ask the core whether the session's file grew; one question at a time."""
        if self._reader is None or self._info is None:
            return
        if self._unfilled:
            if not self._filling:
                self._start_fill(self._generation)
            return
        if self._polling:
            self._poll_again = True
            return
        self._polling = True
        self._run(self._reader.poll, partial(self._grew, self._generation))

    def _touched(self, paths: set[str]) -> None:
        artifact = self._info.artifact if self._info is not None else None
        if artifact is None:
            return
        if artifact in paths:
            self.follow_now()

    def _changed(self, source: int, changes: Changes) -> None:
        if self._reader is None or self._info is None or self._reader.ref.source != source:
            return
        key = self._reader.ref.key
        if key in changes.removed:
            self.close()
        elif key in changes.replaced:
            self.open(self._reader.ref, self._view.anchor())
        elif key in changes.sessions or any(span.session == key for span in changes.ranges):
            self._run(self._reader.catch_up, partial(self._grew, self._generation))

    def _grew(self, generation: int, step: Step) -> None:
        if generation != self._generation or self._reader is None:
            return
        self._polling = False
        if step.changes is not None:
            self.polled.emit()
            if step.changes != Changes():
                self._bus.publish(self._reader.ref.source, step.changes)
            if step.info is None:  # replaced: the bus brings it back here
                return
        self._queue.add(step.splices)
        if step.info is not None and step.diagnosis is not None:
            changed = (step.info, step.diagnosis) != (self._info, self._diagnosis)
            self._info, self._diagnosis = step.info, step.diagnosis
            if changed:
                self._view.setLive(step.info.running)
                self.factsChanged.emit(step.info, step.diagnosis)
        if self._poll_again:
            self._poll_again = False
            self.follow_now()

    # -- lanes and errors ------------------------------------------------------------------

    def _lane(self) -> str:
        ref = self.ref
        assert ref is not None
        return f"session:{ref.source}:{ref.key}"

    def _run(
        self,
        work: Callable[[], Any],
        done: Callable[[Any], None],
        refuse: Callable[[SessionlogError], None] | None = None,
    ) -> None:
        self._runner.run(
            work,
            on_done=done,
            on_error=partial(self._broke, self._generation, refuse=refuse),
            owner=self,
            lane=self._lane(),
        )

    def _broke(
        self,
        generation: int,
        error: BaseException,
        *,
        refuse: Callable[[SessionlogError], None] | None = None,
    ) -> None:
        if generation != self._generation:
            return
        self._loading = self._polling = False
        self._view.setLoadingEarlier(False)
        self.checking.emit(0, 0)
        if not isinstance(error, SessionlogError):
            return
        if refuse is not None:
            refuse(error)
        else:
            self.failed.emit(error)
