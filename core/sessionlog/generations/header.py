"""The first line of a log, judged by its version before anything else (spec 01 section 2.5, 03 section 2)."""

from __future__ import annotations

from typing import Any

from sessionlog.model.errors import FormatRefused, RowFault
from sessionlog.model.header import Header
from sessionlog.model.json import decode, is_seq, lossy_numbers
from sessionlog.model.severity import Level, Problem

NEWEST_GENERATION = 4
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_KEYS = frozenset(
    {
        "type",
        "version",
        "id",
        "createdAt",
        "cwd",
        "parentSession",
        "seedLength",
        "isSeeded",
        "origin",
        "delegationDepth",
        "agentPreset",
    }
)
_RETIRED = ("sandboxMode", "approvalPolicy")


def read_header_line(line: bytes) -> Header:
    """Read a header of generation 0 to 4 from a first line without its LF.

    Raises `FormatRefused`: code `newer` or `older` for a version that this build does not read
    (the text says in which direction), `no-header` when the line is no session header at all.
    Lesser faults (`header_problems`) do not keep a log from being read.
    """
    try:
        value = decode(line.removeprefix(_BYTE_ORDER_MARK))
    except RowFault:
        value = None
    if not isinstance(value, dict) or "version" not in value:
        raise _no_header("The file does not begin with a session header.")
    version = value["version"]
    name = value.get("id")
    if type(version) not in (int, float) or version != version:
        raise _no_header("The header's version is not a number.")
    if version > NEWEST_GENERATION:
        raise FormatRefused(
            "newer", newer_text(name, version), "Update Sessionloom, or the program that reads it."
        )
    if version < 0 or version != int(version):
        raise FormatRefused("older", older_text(name, version), "Open it with the release that wrote it.")
    if value.get("type") != "session" or type(name) is not str or not name:
        raise _no_header("The first line is not the header of a session log.")
    return _header(line, value, int(version), name)


def header_of_generation(line: bytes, generation: int) -> Header:
    """A header of one generation. Raises `RowFault` with code `header` for any other line."""
    try:
        header = read_header_line(line)
    except FormatRefused as refusal:
        raise RowFault("header", refusal.sentence) from None
    if header.generation != generation:
        raise RowFault("header", f"a header of generation {header.generation}, not {generation}")
    return header


def _no_header(sentence: str) -> FormatRefused:
    return FormatRefused("no-header", sentence, "Choose a session log, a session folder or a harness home.")


def newer_text(session_id: object, version: float, newest: int = NEWEST_GENERATION) -> str:
    """What a harness says of a log that a newer one wrote; protocol text, exact."""
    return (
        f'session "{session_id}" uses log format v{version:g}, but this harness reads only v{newest}: '
        "the log was written by a newer harness — upgrade the harness to open it"
    )


def older_text(session_id: object, version: float, oldest: int = 0) -> str:
    return (
        f'session "{session_id}" uses log format v{version:g}, '
        f"older than the supported v{oldest}, and this build ships no upgrade path for it"
    )


def _header(line: bytes, value: dict[str, Any], generation: int, name: str) -> Header:
    created, seed, depth = value.get("createdAt"), value.get("seedLength"), value.get("delegationDepth")
    return Header(
        raw=line,
        value=value,
        generation=generation,
        id=name,
        created_at=created if is_seq(created) else 0,
        cwd=_text(value, "cwd"),
        parent_session=_text(value, "parentSession"),
        seed_length=seed if generation < 2 and is_seq(seed) else None,
        origin=_text(value, "origin"),
        delegation_depth=depth if is_seq(depth) else 0,
        agent_preset=_text(value, "agentPreset"),
    )


def _text(value: dict[str, Any], member: str) -> str | None:
    found = value.get(member)
    return found if isinstance(found, str) else None


def header_problems(header: Header) -> list[Problem]:
    """What keeps the harness from accepting a header that we can still read.

    Level `error` where the harness refuses, `info` where it only drops a member.
    """
    value, generation = header.value, header.generation
    found = [
        _problem("header-retired", f"The header has the retired member {key}.")
        for key in _RETIRED
        if key in value
    ]
    found += [
        _problem("header-shape", f"The header's {key} is not a whole number of at least 0.")
        for key in ("createdAt", "delegationDepth")
        if not is_seq(value.get(key))
    ]
    found += _optional_members(value)
    if generation < 2:
        if "seedLength" in value and not is_seq(value["seedLength"]):
            found.append(
                _problem("header-shape", "The header's seedLength is not a whole number of at least 0.")
            )
        if generation == 1 and "isSeeded" in value:
            found.append(_problem("header-shape", "The header has isSeeded, which format 1 does not have."))
    elif type(value.get("isSeeded")) is not bool or "seedLength" in value:
        found.append(
            _problem("header-shape", "The header does not say by isSeeded alone whether it is seeded.")
        )
    if any(number.kind == "minus-zero" for number in lossy_numbers(header.raw)):
        found.append(_problem("header-minus-zero", "The header holds a minus zero."))
    if header.raw.startswith(_BYTE_ORDER_MARK):
        found.append(_problem("byte-order-mark", "The file begins with a byte order mark."))
    unknown = sorted(value.keys() - _KEYS - set(_RETIRED))
    if unknown:
        found.append(
            _problem(
                "header-member", f"The header has unknown members: {', '.join(unknown)[:200]}.", Level.INFO
            )
        )
    return found


def _optional_members(value: dict[str, Any]) -> list[Problem]:
    found = [
        _problem("header-shape", f"The header's {key} is not a text.")
        for key in ("cwd", "parentSession", "agentPreset")
        if key in value and type(value[key]) is not str
    ]
    if "origin" in value and value["origin"] != "subagent":
        found.append(_problem("header-shape", "The header's origin is neither absent nor subagent."))
    cwd = value.get("cwd")
    if isinstance(cwd, str) and not _is_absolute(cwd):
        found.append(_problem("header-cwd", "The header's cwd is not an absolute path."))
    return found


def _is_absolute(path: str) -> bool:
    """Absolute on the platform that wrote it; a log may come from another one."""
    return path.startswith(("/", "\\")) or (len(path) >= 3 and path[1] == ":" and path[2] in "/\\")


def _problem(code: str, message: str, level: Level = Level.ERROR) -> Problem:
    return Problem(code, level, message, line=1, offset=0)


def header_object(header: Header) -> dict[str, Any]:
    """The header as a session carries it in memory: the line's known members without its tag `type`."""
    return {key: member for key, member in header.value.items() if key in _KEYS and key != "type"}
