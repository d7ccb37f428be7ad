"""What runs in child processes that a test kills: a recorder of native sessions, and one that traces it.

Each tells what it was promised, one value after each promise.
"""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from kill_targets import open_at
from scripted_model import Says, ScriptedModel

from sessionlog.store import deletion
from sessionlog.store.live import LiveSession
from sessionlog.store.recorder import Recorder


def record(folder: str, seed: int, said: Connection) -> None:
    """Record sessions, flush, continue and delete them until killed.

    Says `begun`, then (`flushed`, id, last seq, chunks so far), (`deleted`, id) or (`away`, id) after each
    promise. Every other session is of generation 0, the others of 4.
    """
    library = open_at(Path(folder))
    said.send("begun")
    rng = random.Random(seed)
    for number in itertools.count():
        name = f"s-{seed}-{number}"
        key, session = library.native.create({**header(name), "version": 4 * (number % 2)})
        heard = [0]

        def tell(last: int, name: str = name, heard: list[int] = heard) -> None:
            said.send(("flushed", name, last, heard[0]))

        chat(session, rng, tell, heard)
        session.close()
        tell(session.next_seq - 1)
        fate = rng.randrange(4)
        if fate == 0:
            said.send(("deleting", name))
            deletion.delete_now(library._store, [key])
            said.send(("deleted", name))
        elif fate == 1:
            deletion.put_away(library._store, [key])
            said.send(("away", name))
        elif fate == 2:
            again = library.native.prepare(key).publish()
            chat(again, rng, tell, heard, turns=3)
            again.close()


def header(name: str) -> dict[str, Any]:
    return {"id": name, "createdAt": 1, "delegationDepth": 0}


def chat(
    session: LiveSession,
    rng: random.Random,
    told: Callable[[int], None],
    heard: list[int],
    turns: int = 0,
) -> None:
    """A few turns; each checkpoint and some flushes between are promises.

    `heard` counts the chunks that were recorded, `told` hears the last seq of each promise.
    """
    flush = session.flush

    def flushed() -> None:
        last = session.next_seq - 1
        flush()
        told(last)

    def hear() -> None:
        heard[0] += 1
        if rng.random() < 0.03:
            session.flush()

    session.flush = flushed  # type: ignore[method-assign]
    recorder = Recorder(session, turns=turns)
    for _ in range(3):
        pieces = [f"{rng.random()} " for _ in range(rng.randrange(1, 40))]
        script = [Says(pieces, [("c1", "done")] if rng.random() < 0.5 else []), Says(["Ready."])]
        if rng.random() < 0.3:
            script.insert(0, Says(pieces[:7], fails=True))
        ScriptedModel(script, heard=hear).run_turn(recorder, "Go on.")
        if rng.random() < 0.5:
            session.flush()
    session.flush = flush  # type: ignore[method-assign]


def acknowledge(folder: str) -> None:
    """Record a run and write `ACK` to the standard output after each promise, in one `write` each."""
    library = open_at(Path(folder))
    _, session = library.native.create(header("traced"))
    os.write(1, b"BEGUN\n")
    chat(session, random.Random(7), lambda last: os.write(1, b"ACK %d\n" % last), [0])
    session.append("turn/start", {"turn": 9})
    session.flush()
    os.write(1, b"ACK last\n")
    library.close()


if __name__ == "__main__":
    import sys

    acknowledge(sys.argv[1])
