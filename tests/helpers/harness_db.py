"""Databases of the harness (schema 17), written as its backend does, apart from the product's code."""

from __future__ import annotations

import json
import sqlite3
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import zstandard
from log_files import encode

SCHEMA = """
CREATE TABLE persistence_state (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  store_id  TEXT NOT NULL
) STRICT;
CREATE TABLE sessions (
  id               TEXT PRIMARY KEY,
  version          INTEGER NOT NULL,
  created_at       INTEGER NOT NULL,
  cwd              TEXT,
  parent_session   TEXT,
  seed_length      INTEGER,
  origin           TEXT,
  delegation_depth INTEGER,
  agent_preset     TEXT,
  incarnation      TEXT NOT NULL,
  revision         INTEGER NOT NULL
) STRICT;
CREATE TABLE events (
  session_id        TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  seq               INTEGER NOT NULL,
  type              TEXT NOT NULL,
  time              INTEGER NOT NULL,
  data              ANY NOT NULL,
  source_event_seqs ANY,
  surface_op        TEXT,
  ignorable         INTEGER CHECK (ignorable IS NULL OR ignorable IN (0, 1)),
  PRIMARY KEY (session_id, seq)
) STRICT;
"""
COLUMNS = ("id", "version", "createdAt", "cwd", "parentSession", "seedLength", "origin", "delegationDepth")
LONG = 4096


def new_database(path: Path, *, journal: str = "delete") -> sqlite3.Connection:
    """An empty database of the schema; the caller closes the connection."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"PRAGMA journal_mode={journal}").fetchall()
    connection.execute("PRAGMA wal_autocheckpoint=0").fetchall()
    connection.executescript(SCHEMA)
    connection.execute("PRAGMA application_id=1146308688")
    connection.execute("PRAGMA user_version=17")
    connection.execute("INSERT INTO persistence_state VALUES (1, ?)", (str(uuid.UUID(int=1)),))
    return connection


def add_session(connection: sqlite3.Connection, lines: Sequence[bytes], incarnation: str = "first") -> None:
    """Store a log of lines, its header first, as the harness would: one transaction, one revision."""
    header = json.loads(lines[0])
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(
        "INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
        (*(header.get(name) for name in COLUMNS), header.get("agentPreset"), incarnation),
    )
    connection.execute("COMMIT")
    append(connection, header["id"], lines[1:])


def append(connection: sqlite3.Connection, session_id: str, lines: Sequence[bytes]) -> None:
    """One durable batch."""
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany(
        "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [columns(session_id, json.loads(line)) for line in lines],
    )
    connection.execute("UPDATE sessions SET revision = revision + 1 WHERE id = ?", (session_id,))
    connection.execute("COMMIT")


def columns(session_id: str, value: dict[str, Any]) -> tuple[Any, ...]:
    """A row of `events` for one stored line."""
    packed = "seq0" in value
    sources = value.get("sourceEventSeqs")
    op = value.get("surfaceOp")
    return (
        session_id,
        value["seq0" if packed else "seq"],
        value["type"],
        value["time0" if packed else "time"],
        _payload(encode(value["data"])),
        None if sources is None else varints(sources),
        None if op is None else encode(op).decode(),
        0 if packed else 1 if value.get("ignorable") else None,
    )


def _payload(text: bytes) -> str | bytes:
    blob = zstandard.ZstdCompressor(level=3).compress(text) if len(text) >= LONG else text
    return blob if len(blob) < len(text) else text.decode()


def varints(seqs: Sequence[int]) -> bytes:
    """LEB128: the first as it is, then zig-zag differences."""
    out = bytearray()
    before = None
    for seq in seqs:
        if before is None:
            value = seq
        else:
            value = 2 * (seq - before) if seq >= before else -2 * (seq - before) - 1
        before = seq
        while value >= 128:
            out.append(128 + value % 128)
            value //= 128
        out.append(value)
    return bytes(out)
