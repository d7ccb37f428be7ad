"""The three gates of a log, each with its own rules (spec 01 section 2).

Appending checks that the data is lossless JSON and that the surface can take the event; it checks
neither the vocabulary nor the shape of a message. Seeding and restoring check every event whole.
Loading checks first what may be interpreted at all: the id, the version, types that are refused,
types that are unknown.
"""

from __future__ import annotations

import copy
from collections.abc import Container, Iterable, Mapping
from typing import Any

from sessionlog.model.errors import FormatRefused
from sessionlog.model.faults import LogFault, UnknownRequiredEvent
from sessionlog.model.json_rules import require_lossless
from sessionlog.model.message_shape import (
    READ_ANYWAY,
    check_envelope,
    check_header,
    check_message,
    check_request_header,
)
from sessionlog.model.rules import GENERATION_0, SurfaceRules
from sessionlog.model.surface import SurfaceFold

REFUSED_ON_LOAD = frozenset({"request/header-delta", "mode/set"})


def plan_append(
    surface: SurfaceFold,
    type: str,
    data: Any,
    time: int,
    *,
    surface_op: Any = None,
    sources: list[int] | None = None,
) -> dict[str, Any]:
    """The event that an append would write next, checked against the surface but not applied to it.

    Data and markers are copied, so that later changes by the caller do not reach the log. `None`
    leaves a marker out. Members stand in the order of a live append. Raises `LogFault`:
    `not-lossless-json`, `legacy-refused`, or a code of `surface`.
    """
    seq = surface.next_seq
    require_lossless(data, seq)
    _refuse_old_headers(type, data, seq)
    event: dict[str, Any] = {"type": type, "seq": seq, "time": time, "data": copy.deepcopy(data)}
    for name, marker in (("sourceEventSeqs", sources), ("surfaceOp", surface_op)):
        if marker is not None:
            require_lossless(marker, seq)
            event[name] = copy.deepcopy(marker)
    surface.plan(event)
    return event


class SeedCheck:
    """Feed the events of a seed or of a restored log in order; each is checked and folded.

    A borrowed seed, handed over in memory, is also checked for lossless JSON; events read from
    storage are not. Raises `LogFault` at the first event that breaks a rule and folds nothing of it.
    """

    def __init__(self, *, borrowed: bool = False, rules: SurfaceRules = GENERATION_0) -> None:
        self._borrowed = borrowed
        self.surface = SurfaceFold(rules)

    def apply(self, event: Mapping[str, Any]) -> None:
        if self._borrowed:
            require_lossless(event, self.surface.next_seq)
        if event.get("type") == "request/header-delta":
            raise _legacy("request/header-delta", self.surface.next_seq)
        check_envelope(event)
        if event["type"] == "request/header":
            check_request_header(event)
        elif event["type"] in self.surface.rules.types:
            check_message(event, self.surface.rules)
        _refuse_old_headers(event["type"], event["data"], event["seq"])
        self.surface.apply(event)

    def skip(self, first_seq: int, count: int) -> None:
        """Pass over packed deltas, whose row was checked when it was read."""
        self.surface.skip(first_seq, count)


class LoadCheck:
    """The gate of a stored log (spec 01 section 2.5). Events come in the current shape.

    `known` is the vocabulary of the log's generation; an event outside it passes only when it is
    marked `ignorable`. Raises `FormatRefused` for what must not be interpreted (also
    `UnknownRequiredEvent`), `LogFault` for what is broken.
    """

    def __init__(
        self, known: Container[str], rules: SurfaceRules = GENERATION_0, generation: int = 0
    ) -> None:
        self._known = known
        self._generation = generation
        self._seed = SeedCheck(rules=rules)

    @property
    def surface(self) -> SurfaceFold:
        return self._seed.surface

    def open(self, header: Mapping[str, Any], session_id: str) -> None:
        """The header, before any event: the id asked for, then the version, then its shape."""
        if header.get("id") != session_id:
            raise LogFault(
                "header-id",
                f"The log asked for as {session_id!r} belongs to the session {header.get('id')!r}.",
                READ_ANYWAY,
            )
        refuse_version(header.get("version"), self._generation)
        for retired in ("sandboxMode", "approvalPolicy"):
            if retired in header:
                raise LogFault(
                    "legacy-refused", f'The header has the retired member "{retired}".', READ_ANYWAY
                )
        check_header(header, session_id, generation=self._generation)

    def apply(self, event: Mapping[str, Any]) -> None:
        kind, seq = event.get("type"), self.surface.next_seq
        if kind in REFUSED_ON_LOAD:
            raise _legacy(str(kind), seq)
        if isinstance(kind, str):
            _refuse_old_headers(kind, event.get("data"), seq)
            if kind not in self._known and event.get("ignorable") is not True:
                raise UnknownRequiredEvent(kind, seq)
        self._seed.apply(event)

    def skip(self, first_seq: int, count: int) -> None:
        self._seed.skip(first_seq, count)


def check_seed(
    events: Iterable[Mapping[str, Any]], header: Mapping[str, Any], session_id: str, *, borrowed: bool = True
) -> SurfaceFold:
    """Check a whole seed; its header comes before the events of a restore, after those of a borrowed one."""
    check = SeedCheck(borrowed=borrowed)
    if not borrowed:
        check_header(header, session_id, on_disk=False)
    for event in events:
        check.apply(event)
    if borrowed:
        check_header(header, session_id, on_disk=False)
    return check.surface


def refuse_version(version: object, supported: int = 0) -> None:
    """Raise `FormatRefused`, saying in which direction the reader is wrong, unless the version fits.

    A version that is no number at all is corruption: `LogFault` with code `header-version`.
    """
    if isinstance(version, bool) or not isinstance(version, int | float):
        raise LogFault("header-version", f"The header has the version {version!r}, no number.", READ_ANYWAY)
    if version > supported:
        raise FormatRefused(
            "newer",
            f"The log has the format version {version}; this reader goes up to {supported}."
            " A newer release wrote it.",
            "Update, then open it again.",
        )
    if version < supported:
        raise FormatRefused(
            "older",
            f"The log has the format version {version}, older than {supported}, the oldest one read here.",
            "No way to bring it forward exists; look at its rows.",
        )


def _refuse_old_headers(type: str, data: object, seq: int) -> None:
    if type == "request/header-delta":
        raise _legacy(type, seq)
    if type == "request/header" and isinstance(data, Mapping) and data.get("reason") == "fallback":
        raise _legacy('request/header with the reason "fallback"', seq)


def _legacy(what: str, seq: int) -> LogFault:
    return LogFault(
        "legacy-refused",
        f"The event at seq {seq} is {what}, an old shape that no release reads any more.",
        "Look at the session row by row; it cannot be continued.",
        seq,
    )
