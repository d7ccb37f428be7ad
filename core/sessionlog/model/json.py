"""The one JSON decoder and the two encoders (architecture section 2, spec 03 section 10).

orjson reads what it accepts. Where it refuses what the contract accepts (lone surrogates, numbers
of any length), the standard library reads the line; bytes that are no UTF-8 are read as a
program in JavaScript would read them, with U+FFFD, and the result says so by its type. What
only the bytes can tell (`-0`, integers that a double cannot hold) is found on the bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Literal, NamedTuple, TypeGuard

import orjson

from sessionlog.model.errors import RowFault

MAX_SAFE_INTEGER = 2**53 - 1
MAX_DEPTH = 500
"""Containers inside one another, the outermost counted. What is deeper stays raw."""


class LossyObject(dict[str, Any]):
    """An object whose line was not UTF-8: U+FFFD stands where bytes could not be read."""


class UndecodedObject(dict[str, Any]):
    """Stands, empty, for a member that is nested deeper than `MAX_DEPTH`; the raw line has it."""


class LossyNumber(NamedTuple):
    """A number that JavaScript does not give back as written. `kind` is `minus-zero` or `unsafe-integer`."""

    offset: int
    text: str
    kind: Literal["minus-zero", "unsafe-integer"]


_STRING = rb'"[^"\\]*(?:\\.[^"\\]*)*"'
_BRACKETS = re.compile(_STRING + rb"|[\[{\]}]", re.DOTALL)
_NUMBERS = re.compile(_STRING + rb"|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?", re.DOTALL)
_MAYBE_LOSSY = re.compile(rb"-0|[0-9]{16}")


def decode(line: bytes) -> Any:
    """Decode one JSON text. Raises `RowFault` with code `json` or `depth`.

    An object read from a line that is no UTF-8 is a `LossyObject`.
    """
    many = len(line) > 2 * MAX_DEPTH and line.count(b"{") + line.count(b"[") > MAX_DEPTH
    if many and _most_depth(line) > MAX_DEPTH:
        _refuse_depth(line)
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError:
        if many:
            _refuse_depth(line)
        return _decode_slowly(line)


def _refuse_depth(line: bytes) -> None:
    if _is_too_deep(line):
        raise RowFault("depth", f"nested deeper than {MAX_DEPTH} levels")


def _most_depth(line: bytes) -> int:
    """A depth that a line of JSON does not exceed; of a line that is none it says nothing.

    Quick, because answers hold megabytes of text and streams tens of thousands of objects beside one
    another: what is left of the line is its brackets, and of those pairs vanish from the innermost on.
    """
    if b"\\" in line:
        line = line.replace(b"\\\\", b"").replace(b'\\"', b"")
    # a pair of quotes side by side says nothing of what is inside a string and what is not
    structure = line.translate(None, _NO_STRUCTURE).replace(b'""', b"")
    brackets = _STRINGS.sub(b"", structure)
    levels = 0
    while levels < _PEELED:
        levels += 2
        brackets = brackets.replace(b"{}", b"").replace(b"[]", b"")
    return levels + len(brackets) // 2


_NO_STRUCTURE = bytes(set(range(256)) - set(b'"[]{}'))
_STRINGS = re.compile(rb'"[^"]*"')
_PEELED = 16


def decode_shallow(line: bytes) -> Any:
    """As `decode`, with `UndecodedObject` for each member of the top object that is too deep.

    For a line whose `decode` raised `depth`. Raises `RowFault` when even the top is not readable.
    """
    kept, position = [], 0
    for start, end in _deep_members(line):
        kept.append(line[position:start])
        position = end
    kept.append(line[position:])
    value = decode(_UNDECODED.join(kept))
    if isinstance(value, dict):
        for key, member in value.items():
            if member == _UNDECODED_TEXT:
                value[key] = UndecodedObject()
    return value


_UNDECODED_TEXT = "\x00undecoded"
_UNDECODED = orjson.dumps(_UNDECODED_TEXT)


def _is_too_deep(line: bytes) -> bool:
    """Whether containers are nested deeper than `MAX_DEPTH`; reads to the first such place."""
    depth = 0
    for match in _BRACKETS.finditer(line):
        token = line[match.start()]
        if token in b"[{":
            depth += 1
            if depth > MAX_DEPTH:
                return True
        elif token != _QUOTE:
            depth -= 1
    return False


_QUOTE = ord('"')


def _deep_members(line: bytes) -> list[tuple[int, int]]:
    """Spans of the containers directly inside the top one that are nested too deep."""
    spans = []
    depth = deepest = start = 0
    for match in _BRACKETS.finditer(line):
        token = line[match.start()]
        if token in b"[{":
            depth += 1
            if depth == 2:
                start, deepest = match.start(), 2
            elif depth > deepest:
                deepest = depth
        elif token != _QUOTE:
            if depth == 2 and deepest > MAX_DEPTH:
                spans.append((start, match.end()))
            depth -= 1
    return spans


def _decode_slowly(line: bytes) -> Any:
    lossy = False
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        text = line.decode("utf-8", "replace")
        lossy = True
    try:
        value = _SLOW_DECODER.decode(text)
    except (ValueError, RecursionError) as fault:
        raise RowFault("json", f"not JSON: {fault}") from None
    return LossyObject(value) if lossy and isinstance(value, dict) else value


def _parse_int(text: str) -> int | float:
    return int(text) if len(text) <= 20 else float(text)


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON value")


_SLOW_DECODER = json.JSONDecoder(parse_int=_parse_int, parse_constant=_refuse_constant)
"""Made once: a log of a million lines that are no JSON would make a million."""


def lossy_numbers(line: bytes) -> list[LossyNumber]:
    """Numbers of a JSON text that a reader in JavaScript changes: `-0` and integers beyond 2^53-1."""
    if _MAYBE_LOSSY.search(line) is None:
        return []
    found = []
    for match in _NUMBERS.finditer(line):
        token = match.group()
        if token[0] == _QUOTE:
            continue
        if token[0] == _MINUS and not token.lower().split(b"e")[0].strip(b"-0."):
            found.append(LossyNumber(match.start(), token.decode(), "minus-zero"))
        elif len(token) >= 16 and token.lstrip(b"-").isdigit() and _beyond_safe(token):
            found.append(LossyNumber(match.start(), token.decode(), "unsafe-integer"))
    return found


_MINUS = ord("-")


def _beyond_safe(token: bytes) -> bool:
    digits = token.lstrip(b"-").lstrip(b"0")
    return len(digits) > 16 or abs(int(digits or b"0")) > MAX_SAFE_INTEGER


def is_seq(value: object) -> TypeGuard[int]:
    """A safe integer of at least 0."""
    return type(value) is int and 0 <= value <= MAX_SAFE_INTEGER


def is_safe_int(value: object) -> TypeGuard[int]:
    """An integer that a double holds exactly (a bool is none)."""
    return type(value) is int and -MAX_SAFE_INTEGER <= value <= MAX_SAFE_INTEGER


def canonical(value: Any) -> bytes:
    """The form that hashes are made of: keys by code point, ASCII only, no spaces (spec 03 section 10)."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode("ascii")


def encode(value: Any) -> bytes:
    """Compact JSON as JavaScript writes it: UTF-8, integral floats without a fraction, lone
    surrogates as lower-case escapes, members in their order.

    Raises `ValueError` for what JSON cannot say (NaN, infinities, other types than JSON's).
    """
    parts: list[str] = []
    _write(value, parts.append)
    return "".join(parts).encode("utf-8")


def _write(value: Any, out: Callable[[str], None]) -> None:
    if isinstance(value, str):
        out(_quote(value))
    elif value is None:
        out("null")
    elif value is True:
        out("true")
    elif value is False:
        out("false")
    elif isinstance(value, int):
        out(int.__repr__(value))
    elif isinstance(value, float):
        out(js_number(value))
    elif isinstance(value, dict):
        _write_object(value, out)
    elif isinstance(value, list | tuple):
        separator = "["
        for member in value:
            out(separator)
            _write(member, out)
            separator = ","
        out("[]" if separator == "[" else "]")
    else:
        raise ValueError(f"{type(value).__name__} is no JSON value")


def _write_object(value: dict[str, Any], out: Callable[[str], None]) -> None:
    separator = "{"
    for key, member in value.items():
        if not isinstance(key, str):
            raise ValueError("an object's keys are strings")
        out(separator)
        out(_quote(key))
        out(":")
        _write(member, out)
        separator = ","
    out("{}" if separator == "{" else "}")


_SURROGATE = re.compile("[\ud800-\udfff]")


def _quote(text: str) -> str:
    try:
        return orjson.dumps(text).decode("utf-8")
    except orjson.JSONEncodeError:
        pieces = []
        position = 0
        for match in _SURROGATE.finditer(text):
            pieces.append(orjson.dumps(text[position : match.start()]).decode("utf-8")[1:-1])
            pieces.append(f"\\u{ord(match.group()):04x}")
            position = match.end()
        pieces.append(orjson.dumps(text[position:]).decode("utf-8")[1:-1])
        return '"' + "".join(pieces) + '"'


def js_number(value: float) -> str:
    """A double as `JSON.stringify` spells it. Raises `ValueError` for NaN and infinities."""
    if value != value or value in (float("inf"), float("-inf")):
        raise ValueError("JSON has no such number")
    if value == 0:
        return "0"
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    assert isinstance(exponent, int)
    figures = "".join(map(str, digits))
    point = len(figures) + exponent
    minus = "-" if sign else ""
    if 0 < point <= 21:
        if exponent >= 0:
            return minus + figures + "0" * exponent
        return f"{minus}{figures[:point]}.{figures[point:]}"
    if -6 < point <= 0:
        return f"{minus}0.{'0' * -point}{figures}"
    mantissa = figures if len(figures) == 1 else f"{figures[0]}.{figures[1:]}"
    power = point - 1
    return f"{minus}{mantissa}e{'+' if power > 0 else '-'}{abs(power)}"
