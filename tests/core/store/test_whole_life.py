"""Sessions through everything that can happen to them, against lists in memory.

Append, flush, a flush that fails, a crash, a fork, deletion with undo and for good, sealing, opening anew:
whatever the order, what a flush promised is there, and what is there is a prefix of what was said.
"""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from log_files import encode
from native_library import NativeLibrary

from sessionlog.model.errors import EnvironmentFault
from sessionlog.store import deletion, faults, sealing, sharing
from sessionlog.store.live import LiveSession

CHOICE = st.integers(0, 99)
V0 = {"version": 0, "createdAt": 1, "delegationDepth": 0}


@dataclass
class Known:
    """What the model knows of a session: everything said, how much of it was promised."""

    key: int
    said: list[dict[str, Any]] = field(default_factory=list)
    promised: int = 0
    live: LiveSession | None = None
    away: bool = False


class WholeLife(RuleBasedStateMachine):
    @initialize()
    def begin(self):
        self.root = Path(tempfile.mkdtemp(prefix="whole-life-"))
        self.opened = 0
        self.names = 0
        self.known: dict[str, Known] = {}
        self.folder = self.root / "0"
        self.open()

    def open(self):
        self.place = NativeLibrary(self.folder)

    def close(self):
        """As at the end of the program: what cannot be saved is spilled."""
        assert self.place.close() == []
        for known in self.known.values():
            known.live = None

    def pick(self, choice, **wanted):
        found = [name for name, known in self.known.items() if self.fits(known, **wanted)]
        return self.known[found[choice % len(found)]] if found else None

    @staticmethod
    def fits(known, live=None, away=None, saved=None):
        return (
            (live is None or (known.live is not None) is live)
            and (away is None or known.away is away)
            and (saved is None or (known.promised == len(known.said) and known.promised > 0) is saved)
        )

    # -- what happens ----------------------------------------------------------------------

    @precondition(lambda self: self.place.fault is None and len(self.known) < 6)
    @rule()
    def create(self):
        self.names += 1
        key, live = self.place.native.create({**V0, "id": f"s-{self.names}"})
        self.known[f"s-{self.names}"] = Known(key, live=live)

    @rule(choice=CHOICE, count=st.integers(1, 9), delta=st.booleans())
    def append(self, choice, count, delta):
        known = self.pick(choice, live=True)
        for number in range(count if known else 0):
            if delta:
                chunk = {"type": "text-delta", "index": 0, "text": f"{number} "}
                event = known.live.append("assistant/chunk", {"turn": 1, "step": 1, "chunk": chunk})
            else:
                event = known.live.append("session/title", {"title": f"T{number}"})
            known.said.append(event)

    @rule(choice=CHOICE)
    def flush(self, choice):
        known = self.pick(choice, live=True)
        if known is None:
            return
        try:
            known.live.flush()
        except EnvironmentFault as fault:
            assert fault is self.place.fault
        else:
            assert self.place.fault is None or known.promised == len(known.said)
            known.promised = len(known.said)

    @rule()
    def fail(self):
        self.place.fault = faults.fault(faults.FULL, Path("library.db"))

    @rule()
    def heal(self):
        self.place.fault = None

    @rule()
    def crash(self):
        """The process is gone; whatever its files hold at this moment is all that is left."""
        self.opened += 1
        left = self.root / str(self.opened)
        shutil.copytree(self.folder, left)
        self.close_quietly()
        self.folder = left
        self.open()
        self.compare(exact=False)

    def close_quietly(self):
        self.place.fault = None
        self.close()

    @rule()
    def reopen(self):
        """What could not be saved was spilled, and comes back with the first write."""
        self.close()
        self.open()
        self.place.store.writer.run(lambda connection: None)
        assert self.place.unread == []
        for known in self.known.values():
            known.promised = len(known.said)
        self.known = {name: known for name, known in self.known.items() if known.said}
        self.compare(exact=True)

    @precondition(lambda self: self.place.fault is None)
    @rule(choice=CHOICE, at=CHOICE)
    def fork(self, choice, at):
        known = self.pick(choice, live=False, away=False, saved=True)
        if known is None or len(self.known) >= 6:
            return
        log = self.place.store.log(known.key)
        rows = list(log.rows(0, log.parts[0].last_seq))
        cut = rows[at % len(rows)].last_seq + 1
        self.names += 1
        name = f"s-{self.names}"
        header = {"type": "session", "version": 0, "id": name, "createdAt": 1}
        header |= {"parentSession": "p", "seedLength": cut, "delegationDepth": 0}
        marker = {"type": "session/end-seed", "seq": cut, "time": 7, "data": {}}
        child = sharing.read_child(encode(header), cut, [encode(marker)], 0)
        key = sharing.fork(self.place.store, known.key, child)
        said = [*known.said[:cut], marker]
        self.known[name] = Known(key, said, len(said))

    @precondition(lambda self: self.place.fault is None)
    @rule(choice=CHOICE)
    def go_on(self, choice):
        known = self.pick(choice, live=False, away=False, saved=True)
        if known is None:
            return
        marked = known.said[-1]["type"] == "session/end-seed"
        known.live = self.place.native.prepare(known.key).publish()
        if not marked:
            known.said.append({"type": "session/end-seed", "seq": len(known.said), "time": 7, "data": {}})

    @precondition(lambda self: self.place.fault is None)
    @rule(choice=CHOICE)
    def stop(self, choice):
        known = self.pick(choice, live=True)
        if known is not None and known.said:
            known.live.close()
            known.live, known.promised = None, len(known.said)

    @precondition(lambda self: self.place.fault is None)
    @rule(choice=CHOICE, how=st.sampled_from(["away", "back", "now"]))
    def delete(self, choice, how):
        known = self.pick(choice, live=False, away=how == "back", saved=True)
        if known is None:
            return
        if how == "now":
            deletion.delete_now(self.place.store, [known.key])
            self.known = {name: one for name, one in self.known.items() if one is not known}
        else:
            (deletion.put_away if how == "away" else deletion.bring_back)(self.place.store, [known.key])
            known.away = how == "away"

    @precondition(lambda self: self.place.fault is None)
    @rule(choice=CHOICE)
    def seal(self, choice):
        known = self.pick(choice, saved=True)
        if known is not None:
            self.place.store.writer.run(
                lambda connection: sealing.seal(connection, self.place.store.terms, known.key)
            )

    # -- what must hold --------------------------------------------------------------------

    def compare(self, *, exact):
        """The stored sessions against the model, which takes over what a crash left of what was said."""
        away = {
            found.session.session_id: found.session.key
            for found in deletion.recently_deleted(self.place.store)
        }
        shown = {session.session_id: session.key for session in self.place.store.sessions()}
        assert {name for name, known in self.known.items() if known.away} == away.keys()
        stored = shown | away
        assert {name for name, known in self.known.items() if known.promised} <= stored.keys()
        if exact:
            assert stored.keys() == self.known.keys()
        for name, key in stored.items():
            known = self.known[name]
            events = self.events_of(key)
            assert known.promised <= len(events)
            assert events == known.said[: len(events)]
            known.said, known.promised, known.key = events, len(events), key
        self.known = {name: known for name, known in self.known.items() if name in stored}

    def events_of(self, key):
        log = self.place.store.log(key)
        return list(log.dialect.events(log.rows(0, log.parts[0].last_seq), log.header.id))

    @invariant()
    def everything_said_can_be_read(self):
        for known in getattr(self, "known", {}).values():
            if known.live is not None:
                rows = known.live.dialect.events(known.live.rows(), "x")
                assert list(rows) == known.said
            else:
                assert self.events_of(known.key) == known.said

    def teardown(self):
        if hasattr(self, "place"):
            self.close_quietly()
            shutil.rmtree(self.root)


TestWholeLife = WholeLife.TestCase
TestWholeLife.settings = settings(settings.get_profile("suite"), max_examples=20, stateful_step_count=25)
