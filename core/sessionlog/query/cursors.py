"""Cursors: where a list of answers goes on, and whether it still can (spec 02 section 7)."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sessionlog.model.errors import RowFault
from sessionlog.model.json import canonical, decode, is_seq
from sessionlog.query.faults import INVALID_CURSOR, INVALID_LIMIT, STALE_CURSOR, QueryFault

VERSION = 1
DEFAULT_LIMIT = 20
MAX_LIMIT = 100
MAX_LENGTH = 4096


@dataclass(frozen=True, slots=True)
class Cursor:
    """`instance` is the opened library, `scope` what is listed, `fingerprint` the question.

    `generation` counts the changes of the corpus: a cursor of an older one is stale.
    """

    instance: str
    scope: str
    fingerprint: str
    generation: int
    offset: int

    def encode(self) -> str:
        value = {"version": VERSION, **{name: getattr(self, name) for name in self.__slots__}}
        return base64.urlsafe_b64encode(canonical(value)).rstrip(b"=").decode("ascii")


def question_fingerprint(question: Any) -> str:
    """A short name of a question given as a JSON value: the same question has the same one."""
    return sha256(canonical(question)).hexdigest()[:32]


def decode_cursor(text: str) -> Cursor:
    """Raises `QueryFault` with `INVALID_CURSOR` for anything that `Cursor.encode` did not make."""
    value = _decoded(text)
    if not isinstance(value, dict) or value.pop("version", None) != VERSION:
        raise _invalid()
    if value.keys() != set(Cursor.__slots__):
        raise _invalid()
    texts = all(isinstance(value[name], str) for name in ("instance", "scope", "fingerprint"))
    if not texts or not is_seq(value["generation"]) or not is_seq(value["offset"]):
        raise _invalid()
    return Cursor(**value)


def resume_at(text: str | None, *, instance: str, scope: str, fingerprint: str, generation: int) -> int:
    """The offset at which a list goes on: 0 without a cursor.

    Raises `QueryFault`: `INVALID_CURSOR` when it belongs to another question, `STALE_CURSOR` when
    sessions have changed since it was given out, or it is of another opening of the library.
    """
    if text is None:
        return 0
    cursor = decode_cursor(text)
    if (cursor.scope, cursor.fingerprint) != (scope, fingerprint):
        raise QueryFault(
            INVALID_CURSOR, "The cursor belongs to another question.", "Ask the same question again."
        )
    if (cursor.instance, cursor.generation) != (instance, generation):
        raise QueryFault(STALE_CURSOR, "The sessions have changed since.", "Begin the list anew.")
    return cursor.offset


def check_limit(limit: int | None) -> int:
    """The number of answers to give: 20 by default, 1 to 100."""
    if limit is None:
        return DEFAULT_LIMIT
    if not 1 <= limit <= MAX_LIMIT:
        raise QueryFault(
            INVALID_LIMIT, f"A list has 1 to {MAX_LIMIT} answers, not {limit}.", "Ask for fewer."
        )
    return limit


def _decoded(text: str) -> Any:
    if len(text) > MAX_LENGTH:
        raise _invalid()
    try:
        padded = text.encode("ascii") + b"=" * (-len(text) % 4)
        return decode(base64.b64decode(padded, altchars=b"-_", validate=True))
    except (ValueError, binascii.Error, RowFault):
        raise _invalid() from None


def _invalid() -> QueryFault:
    return QueryFault(INVALID_CURSOR, "The text is no cursor.", "Use one that a list gave out.")
