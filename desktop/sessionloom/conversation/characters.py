"""Characters of a log, made safe to show (architecture section 5: text from a log is untrusted)."""

from __future__ import annotations

import re

CJK_SHARE = 0.3

_BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_INVISIBLE = "\u200b\u2060\ufeff\u00ad\u180e"
_CONTROL_PICTURES = {code: chr(0x2400 + code) for code in range(32) if chr(code) not in "\n\t"}
# Qt takes these for ends of paragraphs or frames, and a lone surrogate for nothing at all.
_SPECIAL = {
    0x7F: "\u2421",
    0x85: "\u2424",
    0x2028: "\u2424",
    0x2029: "\u2424",
    0xFDD0: "\ufffd",
    0xFDD1: "\ufffd",
}
_PLAIN = _CONTROL_PICTURES | _SPECIAL
_EVIDENCE = _PLAIN | {ord(mark): "\ufffd" for mark in _BIDI}

_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f\x85\u2028\u2029\ufdd0\ufdd1\ud800-\udfff]")
_UNSAFE_EVIDENCE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f\x85\u2028\u2029\ufdd0\ufdd1\ud800-\udfff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
_MARKED = re.compile(f"[{_BIDI}{_INVISIBLE}]")
_CJK = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]")
_LETTER = re.compile(r"[^\W\d_]")
_WHITE = re.compile(r"\s+")


def plain(text: str) -> str:
    """The text with control characters as pictures, one character for one; prose keeps its bidi marks."""
    return _UNSAFE.sub(lambda found: _picture(found.group(), _PLAIN), text)


def evidence(text: str) -> str:
    """As `plain`, and no bidi control may reorder what it stands for: code, output and raw rows."""
    return _UNSAFE_EVIDENCE.sub(lambda found: _picture(found.group(), _EVIDENCE), text)


def one_line(text: str) -> str:
    """A title, path or argument on one line; bidi and invisible characters as marked code points."""
    line = _WHITE.sub(" ", text[:2000]).strip()
    return plain(_MARKED.sub(lambda found: f"[U+{ord(found.group()):04X}]", line))


def mostly_cjk(text: str) -> bool:
    """Whether more than 30 % of the letters are CJK (look.md section 3)."""
    sample = text[:4000]
    if sample.isascii():
        return False
    found = len(_CJK.findall(sample))
    return found > 0 and found > CJK_SHARE * len(_LETTER.findall(sample))


def cjk_letters(text: str) -> int:
    """How many characters take a full square."""
    return len(_CJK.findall(text))


def index_of_utf16(text: str, units: int) -> int:
    """The index in `text` that lies `units` UTF-16 code units from its start, as Qt counts."""
    if text.isascii():
        return min(units, len(text))
    count = 0
    for index, character in enumerate(text):
        if count >= units:
            return index
        count += 2 if character > "\uffff" else 1
    return len(text)


def _picture(character: str, table: dict[int, str]) -> str:
    return table.get(ord(character), "\ufffd")
