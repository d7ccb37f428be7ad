"""`sessionlog compare`: two sessions, two generations or two attempts, beside each other."""

from __future__ import annotations

import argparse
import re
from contextlib import closing
from typing import Any

from sessionlog.access.comparing import Comparison, Side
from sessionlog.cli.output import Printer
from sessionlog.cli.place import library_beside, library_with_sessions, one_of
from sessionlog.cli.reading import DAMAGED
from sessionlog.compare.comparison import Row, State
from sessionlog.compare.item import Item
from sessionlog.library import LIBRARY_SOURCE, Library, Progress, SessionInfo
from sessionlog.model.errors import UserError

_WITH_SEQ = re.compile(r"(?P<session>.+)#(?P<seq>[0-9]{1,16})\Z", re.DOTALL)
_SIGNS = {State.SAME: "=", State.CHANGED: "~", State.LEFT: "<", State.RIGHT: ">"}


def compare(args: argparse.Namespace, printer: Printer) -> int:
    """Prints what both sides are, then each row; for people equal stretches are one line."""

    def tell(progress: Progress) -> None:
        share = 100 * progress.bytes_done // max(progress.bytes_total, 1)
        printer.progress(f"comparing: {progress.label}, {share} %")

    with (
        closing(library_with_sessions(args.library)) if args.path is None else library_beside(args.library)
    ) as library:
        source = LIBRARY_SOURCE if args.path is None else library.open_path(args.path).id
        sessions = library.sessions(source)
        ids = {info.id for info in sessions}
        ours, theirs = (_split(text, ids) for text in (args.left, args.right))
        left, right = (one_of(sessions, name) for name, _ in (ours, theirs))
        found = _compared(library, (left, ours[1]), (right, theirs[1]), tell)
        status = int(any(library.session(info.ref).severity in DAMAGED for info in (left, right)))
    for line in _lines(found, json=args.json):
        printer.result(line)
    printer.table(
        [(name, name.upper()) for name in ("state", "kind", "left", "right", "leftText", "rightText")]
    )
    return status


def _split(text: str, ids: set[str]) -> tuple[str, int | None]:
    """`ID`, `ID@gN` or either with `#SEQ`, which means the attempt that holds that event.

    An id may end like that itself: a session of exactly that name comes first.
    """
    match = None if text in ids else _WITH_SEQ.match(text)
    return (match["session"], int(match["seq"])) if match else (text, None)


def _compared(
    library: Library, left: tuple[SessionInfo, int | None], right: tuple[SessionInfo, int | None], tell: Any
) -> Comparison:
    seqs = (left[1], right[1])
    if seqs == (None, None):
        return library.comparing.sessions(left[0].ref, right[0].ref, progress=tell)
    if None in seqs or left[0].ref != right[0].ref:
        raise UserError(
            "compare.attempts",
            "Two attempts are of one session, each named with a seq.",
            "Write ID#SEQ for both; sessionlog attempts lists them.",
        )
    assert seqs[0] is not None
    return library.comparing.attempts(left[0].ref, seqs[0], seqs[1])


def _lines(found: Comparison, *, json: bool) -> list[dict[str, Any]]:
    if json:
        return [_summary(found), *(_row(row) for row in found.rows)]
    lines: list[dict[str, Any]] = []
    equal = 0
    for row in found.rows:
        if row.state is State.SAME and row.left is not None and row.left.kind != "fact":
            equal += 1
            continue
        lines += _folded(equal)
        equal = 0
        lines.append(_brief(row))
    return [*lines, *_folded(equal)]


def _folded(count: int) -> list[dict[str, Any]]:
    said = f"{count:,} equal message{'' if count == 1 else 's'}"
    return [{"state": "=", "leftText": said, "rightText": said}] if count else []


def _brief(row: Row) -> dict[str, Any]:
    one, other = row.left, row.right
    item = one or other
    kind = "" if item is None else item.title if item.kind == "fact" else item.kind
    texts = {"leftText": None if one is None else one.preview, "rightText": other and other.preview}
    places = {
        name: None if side is None else f"#{side.seq}" for name, side in (("left", one), ("right", other))
    }
    return {"state": _SIGNS[row.state], "kind": kind, **places, **texts}


def _summary(found: Comparison) -> dict[str, Any]:
    counts = found.counts
    return {
        "relation": str(found.point.relation),
        "ancestor": found.point.ancestor,
        "ancestorMissing": found.point.missing,
        "sharedEvents": found.shared,
        "byText": found.by_text,
        "left": _side(found.left),
        "right": _side(found.right),
        "same": counts.same,
        "changed": counts.changed,
        "onlyLeft": counts.left,
        "onlyRight": counts.right,
    }


def _side(side: Side) -> dict[str, Any]:
    named = {"id": side.info.id, "generation": side.info.generation, "title": side.info.title}
    if side.attempt is not None:
        attempt = side.attempt.attempt
        return {**named, "turn": attempt.turn, "step": attempt.step, "attempt": side.attempt.number}
    return {**named, "events": side.events, "inheritedEvents": side.inherited}


def _row(row: Row) -> dict[str, Any]:
    return {
        "state": str(row.state),
        "differing": list(row.differing),
        "left": _item(row.left),
        "right": _item(row.right),
    }


def _item(item: Item | None) -> dict[str, Any] | None:
    if item is None:
        return None
    return {
        "key": item.key,
        "kind": item.kind,
        "seq": item.seq,
        "turn": item.turn,
        "step": item.step,
        "status": item.status,
        "title": item.title,
        "text": item.preview,
        "chars": item.chars,
    }
