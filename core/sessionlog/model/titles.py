"""Session titles: which one is in force, the fallback made of the first prompt, a fork's title.

Spec 01 section 14, spec 02 sections 2.2 and 6. Lengths are counted in bytes of UTF-8.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sessionlog.model.faults import LogFault
from sessionlog.model.json import is_seq
from sessionlog.model.payload import (
    data_of,
    is_human_prompt,
    message_of,
    object_in,
    text_in,
    text_of_blocks,
)

FALLBACK_WORDS = 5
FALLBACK_BYTES = 40
TITLE_BYTES = 80

_OSC = r"(?:\x1b\]|\x9d)[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c|$)"
_CSI = r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
_ESC = r"\x1b[ -/]*[0-~]?"
_CONTROLS = r"[\x00-\x08\x0e-\x1f\x7f-\x9f]"
_INVISIBLE = r"[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
_REMOVED = re.compile("|".join((_OSC, _CSI, _ESC, _CONTROLS, _INVISIBLE)))
_SPACES = re.compile(r"\s+")
_COUNTED = re.compile(r"(.*)(?:\(([0-9]{1,15})\)|（([0-9]{1,15})）)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Title:
    """A `session/title` event. `by` is `fallback`, `provider` or `user`; a user's title stays."""

    seq: int
    text: str
    by: str
    message_seqs: tuple[int, ...]


class TitleFold:
    """The title in force, and the first prompt, from which a fallback would be made."""

    def __init__(self) -> None:
        self.title: Title | None = None
        self.first_prompt: Mapping[str, Any] | None = None

    @property
    def pinned(self) -> bool:
        """Whether a person chose the title: no automatic one may follow until a refresh is asked for."""
        return self.title is not None and self.title.by == "user"

    def apply(self, event: Mapping[str, Any]) -> None:
        if event["type"] == "session/title":
            self.title = title_of(event) or self.title
        elif self.first_prompt is None and is_human_prompt(event) and fallback_title(event) is not None:
            self.first_prompt = event


def title_of(event: Mapping[str, Any]) -> Title | None:
    """A `session/title` event as a value; `None` when its payload has no title."""
    data = data_of(event)
    text, source, seqs = text_in(data, "title"), object_in(data, "source"), data.get("messageSeqs")
    if text is None:
        return None
    cited = tuple(filter(is_seq, seqs)) if isinstance(seqs, list) else ()
    return Title(event["seq"], text, text_in(source or {}, "kind") or "", cited)


def check_title(title: Title, human_prompts: Iterable[int]) -> None:
    """Raise `LogFault` for a title that the harness would not write.

    A title cites prompts of a person, none exactly when a person wrote it, and has at most 80 bytes.
    """
    if (title.by == "user") is not (not title.message_seqs):
        raise _fault("title-sources", title, "cites prompts exactly when it is not a person's own")
    prompts = set(human_prompts)
    if not prompts.issuperset(title.message_seqs):
        raise _fault("title-sources", title, "cites something else than a person's prompt")
    if not title.text.strip() or len(_utf8(title.text)) > TITLE_BYTES:
        raise _fault("title-length", title, f"is empty or longer than {TITLE_BYTES} bytes")


def clean_title(text: str, max_bytes: int = TITLE_BYTES) -> str:
    """Text as one line that cannot steer a terminal or hide its order, cut on a code point."""
    visible = _SPACES.sub(" ", _REMOVED.sub("", text)).strip()
    return _cut(visible, max_bytes)


def fallback_title(event: Mapping[str, Any]) -> str | None:
    """The title made of a prompt: its first five words in at most 40 bytes; `None` when nothing is left."""
    words = clean_title("\n".join(text_of_blocks(message_of(event))), max_bytes=1 << 20).split(" ")
    return _cut(" ".join(words[:FALLBACK_WORDS]), FALLBACK_BYTES) or None


def display_title(title: str | None, cwd: str | None, session_id: str) -> str:
    """What a list shows: the title, else the last part of the working directory, else the id."""
    if title is not None and title.strip():
        return title
    parts = re.split(r"[/\\]", (cwd or "").rstrip("/\\"))
    return parts[-1] or session_id


def fork_title(title: str) -> str:
    """A trailing `(n)` or `（n）` counts up in its own brackets; any other title gets ` (1)`.

    The count is kept where a title would grow beyond 80 bytes, and what stands before it is cut.
    """
    found = _COUNTED.fullmatch(title)
    if found is None:
        return _with_count(title, " (1)")
    before, narrow, wide = found.groups()
    return _with_count(before, f"({int(narrow) + 1})" if narrow is not None else f"（{int(wide) + 1}）")


def fork_title_among(title: str, taken: Sequence[str]) -> str:
    """As `fork_title`, counting on while another fork already has the title."""
    candidate = fork_title(title)
    while candidate in taken:
        candidate = fork_title(candidate)
    return candidate


def _with_count(before: str, count: str) -> str:
    return _cut(before, TITLE_BYTES - len(_utf8(count))) + count


def _cut(text: str, max_bytes: int) -> str:
    raw = _utf8(text)
    if len(raw) <= max_bytes:
        return text
    end = max_bytes
    while raw[end] & 0xC0 == 0x80:  # never inside a code point
        end -= 1
    return raw[:end].decode("utf-8", "surrogatepass").rstrip()


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _fault(code: str, title: Title, what: str) -> LogFault:
    return LogFault(
        code, f"The title at seq {title.seq} {what}.", "Give the session a title yourself.", title.seq
    )
