"""Syntax colours: found by Pygments on a worker, shown when they arrive. No Qt here.

What comes back names tokens of the theme, never colours.
"""

from __future__ import annotations

from functools import lru_cache

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Token
from pygments.util import ClassNotFound

from sessionloom.conversation.characters import evidence

LARGEST = 20_000

_TOKENS = (
    (Token.Comment, "syntax.comment"),
    (Token.Keyword, "syntax.keyword"),
    (Token.Operator.Word, "syntax.keyword"),
    (Token.Literal.String, "syntax.string"),
    (Token.Literal.Number, "syntax.number"),
    (Token.Name.Function, "syntax.name"),
    (Token.Name.Class, "syntax.name"),
    (Token.Name.Decorator, "syntax.name"),
    (Token.Name.Tag, "syntax.keyword"),
    (Token.Name.Attribute, "syntax.name"),
    (Token.Punctuation, "syntax.punct"),
)

FoundSpan = tuple[int, int, int, str]
"""Line, start and length in UTF-16 units, token name."""


@lru_cache(maxsize=64)
def lexer_for(language: str) -> Lexer | None:
    """The lexer of a language name, or None where there is none."""
    if not language or language in ("text", "plain", "plaintext"):
        return None
    try:
        return get_lexer_by_name(language.split()[0].lower(), stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def find_spans(language: str, text: str) -> list[FoundSpan]:
    """The coloured spans of a code text; none beyond 20,000 characters or for an unknown language."""
    lexer = lexer_for(language)
    if lexer is None or len(text) > LARGEST:
        return []
    spans: list[FoundSpan] = []
    line, column = 0, 0
    # Not `get_tokens`, which takes carriage returns and byte order marks away.
    for _, kind, value in lexer.get_tokens_unprocessed(evidence(text)):
        token = token_name(kind)
        for number, piece in enumerate(value.split("\n")):
            if number:
                line, column = line + 1, 0
            length = len(piece.encode("utf-16-le", "surrogatepass")) // 2
            if token and piece.strip():
                spans.append((line, column, length, token))
            column += length
    return spans


@lru_cache(maxsize=512)
def token_name(kind: object) -> str:
    """The theme token of a Pygments token type, or ""."""
    return next((name for parent, name in _TOKENS if kind in parent), "")
