"""Sessions as rows: what identifies one, what a list shows, and the statements that change them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import orjson

from sessionlog.model.errors import UserError
from sessionlog.model.header import Header
from sessionlog.model.scan import FileIdentity
from sessionlog.model.severity import Diagnosis, HarnessVerdict, Level, Problem, Severity
from sessionlog.store import connection as cx
from sessionlog.store import faults, going, notes
from sessionlog.store.facts import SessionFacts
from sessionlog.store.text import storable


class StoredSession(NamedTuple):
    """A session as a list shows it. Times are ms; counts are `None` until its log has been read.

    `title` is the log's, `name` what a person calls it here. A tuple, because a list makes 10,000 of
    them at once.
    """

    key: int
    source: int
    session_id: str
    generation: int
    native: bool
    listed: bool
    created_at: int
    cwd: str | None
    parent_session: str | None
    seed_length: int | None
    origin: str | None
    events: int | None
    turns: int | None
    title: str | None
    last_prompt: str | None
    last_prompt_at: int | None
    last_turn_end: str | None
    open_turn: int | None
    severity: Severity
    path: str | None
    name: str | None
    archived: bool


_SELECT = (
    "SELECT s.id, s.source, s.session_id, s.generation, s.native, s.state = 'listed', s.created_at, s.cwd,"
    " s.parent_session, s.seed_length, s.origin, s.events, s.turns, s.title, s.last_prompt,"
    " s.last_prompt_at, s.last_turn_end, s.open_turn, s.severity, f.path,"
    f" (SELECT value FROM annotation a WHERE a.session = s.id AND a.key = '{notes.TITLE}'),"
    f" EXISTS (SELECT 1 FROM annotation a WHERE a.session = s.id AND a.key = '{notes.ARCHIVED}')"
    " FROM session s LEFT JOIN file f ON f.session = s.id"
)


NOT_DELETED = f"NOT EXISTS (SELECT 1 FROM annotation a WHERE a.session = s.id AND a.key = '{notes.DELETED}')"
"""Of a session `s`: it is not in "Recently deleted"."""


def listed(connection: cx.Connection) -> list[StoredSession]:
    """Every session that is neither in the middle of an import nor deleted, the last human prompt first.

    Where pages of the list itself are damaged, the others come, and those on them by name, as damaged.
    """
    try:
        return _sessions(
            connection.execute(
                f"{_SELECT} WHERE s.state <> 'filling' AND {NOT_DELETED}"
                " ORDER BY max(coalesce(s.last_prompt_at, s.created_at), s.created_at) DESC, s.id"
            )
        )
    except cx.Error as error:
        if not faults.is_damage(error):
            raise
        return list(_salvaged(connection))


def _salvaged(connection: cx.Connection) -> Iterator[StoredSession]:
    """One session at a time, by the identities in the index, which is another tree of pages than the list."""
    for key, (source, name, generation) in _identities(connection).items():
        try:
            yield from _sessions(
                connection.execute(
                    f"{_SELECT} WHERE s.id = ? AND s.state <> 'filling' AND {NOT_DELETED}", (key,)
                )
            )
        except cx.Error as error:
            if not faults.is_damage(error):
                raise
            if _readable(
                connection, "SELECT 1 FROM annotation WHERE session = ? AND key = ?", key, notes.DELETED
            ):
                continue
            native = _readable(connection, "SELECT 1 FROM source WHERE id = ? AND kind = 'native'", source)
            path = _readable(connection, "SELECT path FROM file WHERE session = ?", key)
            title = _readable(
                connection, "SELECT value FROM annotation WHERE session = ? AND key = ?", key, notes.TITLE
            )
            unknown = StoredSession._make([None] * len(StoredSession._fields))
            yield unknown._replace(
                key=key, source=source, session_id=name, generation=generation, native=native is not None,
                listed=False, created_at=0, severity=Severity.DAMAGED, path=path, name=title, archived=False,
            )  # fmt: skip


def _readable(connection: cx.Connection, query: str, *given: object) -> Any:
    """The first value, `None` where there is none or its page is damaged too."""
    try:
        found = connection.execute(query, given).fetchone()
    except cx.Error as error:
        if not faults.is_damage(error):
            raise
        return None
    return None if found is None else found[0]


def _identities(connection: cx.Connection) -> dict[int, tuple[int, str, int]]:
    """Source, id and generation of each session, from both ends of the index. Raises if none is readable."""
    found: dict[int, tuple[int, str, int]] = {}
    for order in ("ASC", "DESC"):
        try:
            for key, *identity in connection.execute(
                "SELECT id, source, session_id, generation FROM session INDEXED BY session_identity"
                " WHERE state <> 'filling'"
                f" ORDER BY source {order}, session_id {order}, generation {order}"
            ):
                found.setdefault(key, (identity[0], identity[1], identity[2]))
        except cx.Error as error:
            if not faults.is_damage(error) or (order == "DESC" and not found):
                raise
        else:
            break
    return found


def one(connection: cx.Connection, key: int) -> StoredSession | None:
    """The session of a key; `None` when it is gone."""
    found = _sessions(connection.execute(f"{_SELECT} WHERE s.id = ?", (key,)))
    return found[0] if found else None


def formats(connection: cx.Connection, key: int) -> list[StoredSession]:
    """A session, and then those with the same id in other formats; none when it is gone."""
    found = _sessions(
        connection.execute(
            f"{_SELECT} WHERE s.session_id = (SELECT session_id FROM session WHERE id = ?)"
            f" AND s.state <> 'filling' AND {NOT_DELETED}",
            (key,),
        )
    )
    own = [one for one in found if one.key == key]
    return own + [one for one in found if own and one.generation != own[0].generation]


def require(connection: cx.Connection, key: int) -> None:
    """Raises `UserError` for a session that is no longer there."""
    if one(connection, key) is None:
        raise UserError("session.gone", "This session is no longer in the library.", "Refresh the list.")


def of_file(connection: cx.Connection, path: str) -> list[StoredSession]:
    """The sessions that came from a file, which is one or none."""
    return _sessions(
        connection.execute(f"{_SELECT} WHERE f.path = ? AND s.state <> 'filling'", (storable(path),))
    )


def with_identity(
    connection: cx.Connection, source: int, session_id: str, generation: int
) -> StoredSession | None:
    """The session of an identity: source, id and generation."""
    found = _sessions(
        connection.execute(
            f"{_SELECT} WHERE s.source = ? AND s.session_id = ? AND s.generation = ?"
            " AND s.state <> 'filling'",
            (source, storable(session_id), generation),
        )
    )
    return found[0] if found else None


def identity_of(connection: cx.Connection, key: int) -> FileIdentity | None:
    """By what the file of a session is known again."""
    found = connection.execute(
        "SELECT path, dev, ino, size, mtime_ns, header_sha256, complete_offset, tail_sha256"
        " FROM file WHERE session = ?",
        (key,),
    ).fetchone()
    if found is None:
        return None
    path, dev, ino, *rest = found
    return FileIdentity(path, int(dev), int(ino), *rest)


def diagnosis_of(connection: cx.Connection, key: int) -> Diagnosis:
    """What was found when the session's log was read."""
    severity, verdict, error_class, text = connection.execute(
        "SELECT severity, harness, harness_class, harness_text FROM session WHERE id = ?", (key,)
    ).fetchone()
    problems = tuple(
        Problem(code, Level(level), *rest)
        for code, level, *rest in connection.execute(
            "SELECT code, level, message, seq, line, frame, byte_offset, affected FROM problem"
            " WHERE session = ? ORDER BY number",
            (key,),
        )
    )
    return Diagnosis(Severity(severity), problems, HarnessVerdict(verdict, error_class, text))


def insert(
    connection: cx.Connection,
    source: int,
    header: Header,
    *,
    state: str,
    native: bool = False,
    replaces: int | None = None,
) -> int:
    """A new session row; returns its key."""
    cursor = connection.execute(
        "INSERT INTO session (source, session_id, generation, native, state, replaces, header, created_at,"
        " cwd, parent_session, seed_length, origin) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            source,
            storable(header.id),
            header.generation,
            int(native),
            state,
            replaces,
            header.raw,
            header.created_at,
            _storable(header.cwd),
            _storable(header.parent_session),
            0 if header.seed_length is None and header.is_seeded else header.seed_length,
            _storable(header.origin),
        ),
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def facts_of(connection: cx.Connection, key: int) -> SessionFacts:
    """The facts for lists that are stored with a session, which is there."""
    found: tuple[Any, ...] = connection.execute(
        "SELECT events, turns, title, last_prompt, last_prompt_at, last_turn_end, open_turn"
        " FROM session WHERE id = ?",
        (key,),
    ).fetchone()
    return SessionFacts(found[0] or 0, found[1] or 0, *found[2:])


def write_facts(connection: cx.Connection, key: int, facts: SessionFacts) -> None:
    connection.execute(
        "UPDATE session SET events = ?, turns = ?, title = ?, last_prompt = ?, last_prompt_at = ?,"
        " last_turn_end = ?, open_turn = ?,"
        " seed_length = iif(seed_length IS NULL, NULL, coalesce(?, seed_length)) WHERE id = ?",
        (
            facts.events,
            facts.turns,
            facts.title,
            facts.last_prompt,
            facts.last_prompt_at,
            _storable(facts.last_turn_end),
            facts.open_turn,
            facts.inherited,
            key,
        ),
    )


def write_diagnosis(connection: cx.Connection, key: int, diagnosis: Diagnosis) -> None:
    """Severity, the harness's verdict and the problems, in place of what was known before."""
    harness = diagnosis.harness
    connection.execute(
        "UPDATE session SET severity = ?, harness = ?, harness_class = ?, harness_text = ? WHERE id = ?",
        (
            diagnosis.severity.value,
            harness.verdict,
            _storable(harness.error_class),
            _storable(harness.text),
            key,
        ),
    )
    connection.execute("DELETE FROM problem WHERE session = ?", (key,))
    connection.executemany(
        "INSERT INTO problem (session, number, code, level, message, seq, line, frame, byte_offset, affected)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                key, number, p.code, p.level.value, storable(p.message), p.seq, p.line, p.frame, p.offset,
                _storable(p.affected),
            )
            for number, p in enumerate(diagnosis.problems)
        ],
    )  # fmt: skip


def write_identity(connection: cx.Connection, key: int, identity: FileIdentity) -> None:
    """By what the file of a session is known again; takes the place of what was known."""
    connection.execute(
        "INSERT INTO file (session, path, dev, ino, size, mtime_ns, header_sha256, complete_offset,"
        " tail_sha256) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (session) DO UPDATE SET"
        " path = excluded.path, dev = excluded.dev, ino = excluded.ino, size = excluded.size,"
        " mtime_ns = excluded.mtime_ns, header_sha256 = excluded.header_sha256,"
        " complete_offset = excluded.complete_offset, tail_sha256 = excluded.tail_sha256",
        (
            key,
            storable(identity.path),
            str(identity.dev),
            str(identity.ino),
            identity.size,
            identity.mtime_ns,
            identity.header_sha256,
            identity.offset,
            identity.tail_sha256,
        ),
    )


def delete_content(connection: cx.Connection, keys: Iterable[int]) -> None:
    """References, parts, gaps, problems and hashes of sessions, and the segments that nobody else has."""
    for key in keys:
        freed = connection.execute(
            "SELECT DISTINCT s.segment FROM session_segment s WHERE s.session = ? AND NOT EXISTS"
            " (SELECT 1 FROM session_segment o WHERE o.segment = s.segment AND o.session <> s.session)",
            (key,),
        ).fetchall()
        for table in ("session_segment", "part", "gap", "problem", "text_run"):
            connection.execute(f"DELETE FROM {table} WHERE session = ?", (key,))
        for table in ("segment_type", "segment_ref"):
            connection.executemany(f"DELETE FROM {table} WHERE segment = ?", freed)
        connection.executemany("DELETE FROM segment WHERE id = ?", freed)


def delete(connection: cx.Connection, key: int) -> None:
    """A session with everything that only it has."""
    delete_content(connection, (key,))
    going.release_original(connection, key)
    connection.execute("UPDATE session SET replaces = NULL WHERE replaces = ? AND state = 'filling'", (key,))
    connection.execute("DELETE FROM session WHERE id = ?", (key,))


def unfinished(connection: cx.Connection) -> list[int]:
    """Sessions whose import was cut off."""
    return [row[0] for row in connection.execute("SELECT id FROM session WHERE state = 'filling'")]


def _sessions(rows: Iterable[tuple[Any, ...]]) -> list[StoredSession]:
    return [
        StoredSession._make(
            (
                *row[:4], row[4] == 1, row[5] == 1, *row[6:18], _SEVERITIES[row[18]], row[19],
                _name(row[20]), row[21] == 1,
            )
        )
        for row in rows
    ]  # fmt: skip


_SEVERITIES = {str(severity): severity for severity in Severity}


def _name(stored: bytes | str | None) -> str | None:
    return None if stored is None else str(orjson.loads(stored))


def _storable(text: str | None) -> str | None:
    return None if text is None else storable(text)
