"""A session of generation 4 through flushes, failures, crashes and new starts, against lists in memory.

Whatever the order: an event that was promised is there, a chunk that was promised is in the settlement
that holds it or in the journal, and what is there is a prefix of what was said.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from native_library import NativeLibrary

from sessionlog.model.embedded import StreamChunk
from sessionlog.model.errors import EnvironmentFault
from sessionlog.store import faults

BEGUN = {"id": "life", "createdAt": 1, "delegationDepth": 0}
ANSWER = {"id": "a", "role": "assistant", "source": {"kind": "model", "provider": "p", "model": "m"}}


def texts(row, dialect):
    """The deltas of a settlement, empty for any other row."""
    stream = dialect.attempt_stream(row)
    pieces = () if stream is None else stream.pieces()
    return [text for piece in pieces if not isinstance(piece, StreamChunk) for text in piece.texts]


class JournalLife(RuleBasedStateMachine):
    """`said` is what was recorded: each settled attempt's deltas as a list, any other event as its type.

    `running` are the deltas of the attempt that runs; `promised` says how much of both a flush promised.
    """

    @initialize()
    def begin(self):
        self.root = Path(tempfile.mkdtemp(prefix="journal-life-"))
        self.folder, self.opened, self.turn, self.deltas = self.root / "0", 0, 0, 0
        self.open()
        self.key, self.live = self.place.native.create(BEGUN)
        self.said, self.running, self.promised = [], [], (0, 0)
        self.start_turn()
        self.flush()

    def open(self):
        self.place = NativeLibrary(self.folder)

    def start_turn(self):
        self.turn += 1
        place = {"turn": self.turn, "step": 1}
        for kind, data in (("turn/start", {"turn": self.turn}), ("step/start", place)):
            self.live.append(kind, data)
            self.said.append(kind)

    # -- what happens ----------------------------------------------------------------------

    @rule(count=st.integers(1, 5))
    def stream(self, count):
        for _ in range(count):
            self.deltas += 1
            chunk = {"type": "text-delta", "index": 0, "text": f"{self.deltas} "}
            self.live.chunk(self.turn, 1, chunk)
            self.running.append(chunk["text"])

    @rule(answers=st.booleans())
    def settle(self, answers):
        place = {"turn": self.turn, "step": 1}
        if answers:
            message = {**ANSWER, "content": [{"type": "text", "text": "".join(self.running)}]}
            self.live.settle("assistant/message", {**place, "message": message}, surface_op="append")
        else:
            self.live.settle("assistant/attempt", place)
        self.said.append(self.running)
        self.running = []

    @rule()
    def note(self):
        self.live.append("todo/write", {"todos": []})
        self.said.append("todo/write")

    @rule()
    def flush(self):
        try:
            self.live.flush()
        except EnvironmentFault as fault:
            assert fault is self.place.fault
        else:
            self.promised = (len(self.said), len(self.running))

    @rule()
    def fail(self):
        self.place.fault = faults.fault(faults.FULL, Path("library.db"))

    @rule()
    def heal(self):
        self.place.fault = None

    @precondition(lambda self: self.place.fault is None)
    @rule()
    def crash(self):
        """Whatever the files hold at this moment is all that is left."""
        self.opened += 1
        left = self.root / str(self.opened)
        shutil.copytree(self.folder, left)
        self.place.close()
        self.folder = left
        self.open()
        self.go_on(exact=False)

    @rule()
    def reopen(self):
        """What could not be saved was spilled."""
        self.place.close()
        self.open()
        self.go_on(exact=True)

    def go_on(self, *, exact):
        inspected = self.place.native.inspect(self.key) if not exact else None
        preparation = self.place.native.prepare(self.key)
        stored = self.stored()
        if inspected is not None:
            kinds = [event["type"] for event in inspected.events()]
            assert kinds == [row.type for row in self.rows()]
        end = len(stored) - 2  # the closers of a turn that was open
        assert stored[end:] == ["step/end", "turn/end"]
        stored = stored[:end]
        settled, running = self.promised
        if exact:
            assert stored == [*self.said, *([self.running] if self.running else [])]
        elif running or len(stored) > len(self.said) or stored != self.said[: len(stored)]:
            *events, partial = stored
            everything = [*self.said, self.running]
            assert events == everything[: len(events)]
            # an event may have come between chunks, and may be lost where they are not
            whole = next(item for item in everything[len(events) :] if isinstance(item, list))
            assert partial == whole[: len(partial)]
            assert len(events) >= settled
            assert len(events) > settled or len(partial) >= running
        else:
            assert len(stored) >= settled
        self.said, self.running = [*stored, "step/end", "turn/end", "session/end-seed"], []
        self.live = preparation.publish()
        self.start_turn()
        self.flush()

    def rows(self):
        log = self.place.store.log(self.key)
        return list(log.rows(0, log.parts[0].last_seq))

    def stored(self):
        dialect = self.place.store.log(self.key).dialect
        return [texts(row, dialect) if row.type.startswith("assistant/") else row.type for row in self.rows()]

    # -- what must hold --------------------------------------------------------------------

    @invariant()
    def everything_said_can_be_read(self):
        if hasattr(self, "live"):
            rows = [
                texts(row, self.live.dialect) if row.type.startswith("assistant/") else row.type
                for row in self.live.rows()
            ]
            assert rows == self.said
            assert self.live.running_chunks == len(self.running)

    def teardown(self):
        if hasattr(self, "place"):
            self.place.fault = None
            self.place.close()
            shutil.rmtree(self.root)


TestJournalLife = JournalLife.TestCase
TestJournalLife.settings = settings(settings.get_profile("suite"), max_examples=15, stateful_step_count=25)
