"""A library of 10,000 small sessions, made once."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import orjson
import zstandard

from benchmarks.inputs import CACHE
from sessionlog.library import Library

SESSIONS, PROJECTS = 10_000, 40
START = 1783000000000
NOUNS = ("parser", "invoice", "cache", "login", "export", "map", "feed", "sensor", "migration", "font")
VERBS = ("Fix the", "Speed up the", "Explain the", "Test the", "Rewrite the", "Why is the")


def many_sessions() -> Path:
    """The library file. Its sessions have a title, one turn, and every ninth is a fork."""
    database = CACHE / "many" / "library.db"
    done = database.with_name("done")
    if not done.exists():
        home = _write_home(CACHE / "many" / "home")
        database.unlink(missing_ok=True)
        library = Library.open(database)
        results = library.import_path(home, progress=None, cancel=None)
        library.close()
        assert len(results) == SESSIONS, len(results)
        done.touch()
    return database


def _write_home(home: Path) -> Path:
    rng = random.Random(3)
    for number in range(SESSIONS):
        session = f"session-{number:05}"
        cwd = f"/home/dev/project-{number % PROJECTS:02}"
        folder = home / "sessions" / f"-{cwd.replace('/', '-')}--" / session
        if folder.exists():
            continue
        folder.mkdir(parents=True)
        title = f"{rng.choice(VERBS)} {rng.choice(NOUNS)} {number}"
        header, events = _log(session, cwd, title, START + number * 61_000, number)
        frames = [_frame([header]), _frame(events)]
        (folder / "session.jsonl.zstd").write_bytes(b"".join(frames))
    return home


def _log(
    session: str, cwd: str, title: str, time: int, number: int
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    header: dict[str, Any] = {"type": "session", "version": 0, "id": session, "createdAt": time, "cwd": cwd}
    if number % 9 == 8:
        header["parentSession"] = f"session-{number - 8:05}"
    header["delegationDepth"] = 0
    place = {"turn": 1, "step": 1}
    prompt = {"id": "u", "role": "user", "content": _text(title), "source": {"kind": "user"}}
    model = {"kind": "model", "provider": "p", "model": "m"}
    answer = {"id": "a", "role": "assistant", "content": _text("Done."), "source": model}
    named = {"title": title, "messageSeqs": [2], "source": {"kind": "fallback"}}
    told: list[tuple[str, Any, dict[str, Any]]] = [
        ("turn/start", {"turn": 1}, {}),
        ("step/start", place, {}),
        ("user/message", prompt, {"surfaceOp": "append"}),
        ("session/title", named, {}),
        ("assistant/message", {**place, "message": answer}, {"sourceEventSeqs": [], "surfaceOp": "append"}),
        ("step/end", place, {}),
        ("turn/end", {"turn": 1, "reason": {"kind": "completed"}}, {}),
    ]
    events = [
        {"type": kind, "seq": seq, "time": time + seq * 40, "data": data, **more}
        for seq, (kind, data, more) in enumerate(told)
    ]
    return header, events


def _text(text: str) -> list[dict[str, str]]:
    return [{"type": "text", "text": text}]


def _frame(lines: list[dict[str, Any]]) -> bytes:
    stream = zstandard.ZstdCompressor(write_checksum=True, write_content_size=False).compressobj()
    return stream.compress(b"".join(orjson.dumps(line) + b"\n" for line in lines)) + stream.flush()
