"""Texts of foreign logs as SQLite can hold them: a lone surrogate is no Unicode character."""

from __future__ import annotations

from typing import Any

import orjson

from sessionlog.model.json import encode


def storable(text: str) -> str:
    """For ids and words that are looked up again: a lone surrogate is kept as its escape."""
    if text.isascii():
        return text
    return text.encode("utf-8", "backslashreplace").decode()


def readable(text: str) -> str:
    """For what a person reads: a lone surrogate becomes U+FFFD (the stored row keeps it)."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def json_text(value: Any) -> str:
    """A value as JSON; lone surrogates, which words of a log may hold, as escapes."""
    try:
        return orjson.dumps(value).decode()
    except orjson.JSONEncodeError:
        return encode(value).decode()
