"""What the diagnosis banner says: a claim, where it is, and a report to hand over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication

from sessionlog.model.severity import Diagnosis, Level, Problem, Severity
from sessionloom.conversation.characters import evidence
from sessionloom.shell.banner import BannerText
from sessionloom.shell.core_words import core_text, joined

if TYPE_CHECKING:
    from sessionlog.library import GapBytes, SessionInfo

MOST_IN_HEXADECIMAL = 4096


OTHER_GENERATIONS = ("older-generation", "older-goes-on", "older-has-more")


def banner_text(
    diagnosis: Diagnosis, checking: tuple[float, float], *, running: bool = False
) -> BannerText | None:
    """The banner of a session that is shown; `None` where there is nothing to say.

    An end that is still open is nothing to repair while somebody is writing.
    """
    translate = QCoreApplication.translate
    done, total = checking
    if total > 0:
        share = f"{min(99, int(100 * done / total))}"
        return BannerText(
            "checking",
            translate("Diagnosis", "Checking, %1 %").replace("%1", share),
            translate("Diagnosis", "The log is being read to its end. What is shown can be read already."),
        )
    if diagnosis.severity is Severity.DAMAGED:
        claim = translate("Diagnosis", "Damaged: %1")
        named = serious_problems(diagnosis) or diagnosis.problems
    elif diagnosis.severity is Severity.REPAIRED and not running:
        claim = translate("Diagnosis", "Repaired on reading: %1")
        named = diagnosis.problems  # the judge names what is repaired before what is merely noted
    else:
        noted = other_generations(diagnosis)
        return BannerText("info", core_text(noted[0].message), _where(noted)) if noted else None
    what = core_text(named[0].message) if named else translate("Diagnosis", "the log is not whole")
    tint = str(diagnosis.severity)
    return BannerText(tint, claim.replace("%1", _lower_first(what.rstrip(".。"))), _where(named))


def serious_problems(diagnosis: Diagnosis) -> list[Problem]:
    """Errors first, then warnings; what is only worth knowing is left out."""
    order = {Level.ERROR: 0, Level.WARN: 1}
    return sorted((p for p in diagnosis.problems if p.level in order), key=lambda p: order[p.level])


def other_generations(diagnosis: Diagnosis) -> list[Problem]:
    """What is said of logs of the same session in other formats."""
    return [problem for problem in diagnosis.problems if problem.code in OTHER_GENERATIONS]


def place_text(problem: Problem) -> str:
    """`line 1,204, seq 812`."""
    translate = QCoreApplication.translate
    parts = []
    if problem.line is not None:
        parts.append(translate("Diagnosis", "line %1").replace("%1", f"{problem.line:,}"))
    if problem.frame is not None:
        parts.append(translate("Diagnosis", "frame %1").replace("%1", f"{problem.frame:,}"))
    if problem.seq is not None:
        parts.append(translate("Diagnosis", "seq %1").replace("%1", f"{problem.seq:,}"))
    if not parts and problem.offset is not None:
        parts.append(translate("Diagnosis", "byte %1").replace("%1", f"{problem.offset:,}"))
    return translate("Diagnosis", ", ").join(parts)


def _where(named: Sequence[Problem]) -> str:
    """Where the first of them is, and how many more there are that are not only worth knowing."""
    translate = QCoreApplication.translate
    sentences = []
    place = place_text(named[0]) if named else ""
    if place:
        sentences.append(translate("Diagnosis", "At %1.").replace("%1", place))
    more = sum(problem.level is not Level.INFO for problem in named[1:])
    if more == 1:
        sentences.append(translate("Diagnosis", "1 more problem."))
    elif more > 1:
        sentences.append(translate("Diagnosis", "%1 more problems.").replace("%1", f"{more:,}"))
    sentences.append(translate("Diagnosis", "The file was not changed."))
    return joined(sentences)


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def report(info: SessionInfo, diagnosis: Diagnosis) -> str:
    """A plain text report in English: findings and places, no content of the log."""
    lines = [
        f"session: {info.id}",
        f"generation: {info.generation}",
        f"severity: {diagnosis.severity}",
        f"events: {info.events if info.events is not None else 'not counted'}",
        f"harness: {diagnosis.harness.verdict}",
    ]
    if diagnosis.harness.error_class:
        lines.append(f"harness error: {diagnosis.harness.error_class}: {diagnosis.harness.text or ''}")
    for problem in diagnosis.problems:
        place = ", ".join(
            f"{name} {value}"
            for name, value in (
                ("line", problem.line),
                ("frame", problem.frame),
                ("offset", problem.offset),
                ("seq", problem.seq),
            )
            if value is not None
        )
        lines.append(f"{problem.level}: {problem.code}: {problem.message}" + (f" ({place})" if place else ""))
    return "\n".join(lines) + "\n"


def gap_report(info: SessionInfo, facts: Mapping[str, Any]) -> str:
    """The place of a gap in its file, in English and without content."""
    lines = [f"session: {info.id}"]
    if info.artifact:
        lines.append(f"file: {info.artifact}")
    lines.append(f"finding: {facts.get('code', '')}")
    lines.append(f"rows lost: {facts.get('rows', 0) or 'not known'}")
    for name, first, last in (
        ("lines", facts.get("first_line"), facts.get("last_line")),
        ("bytes", facts.get("first_offset"), facts.get("last_offset")),
        ("between seq", facts.get("before_seq"), facts.get("after_seq")),
    ):
        if isinstance(first, int) and isinstance(last, int) and first <= last:
            lines.append(f"{name}: {first} to {last}")
    return "\n".join(lines) + "\n"


def bytes_text(pieces: Sequence[GapBytes]) -> str:
    """The bytes of a gap: text with its control characters made visible, anything else in hexadecimal."""
    parts = []
    for piece in pieces:
        where = "in the frame at byte" if piece.decoded else "at byte"
        more = f", the first {len(piece.data):,} shown" if len(piece.data) < piece.total else ""
        parts.append(f"{piece.total:,} bytes {where} {piece.offset:,}{more}:")
        parts.append(_as_text(piece.data) if _is_text(piece.data) else _in_hexadecimal(piece))
    return "\n".join(parts)


def _is_text(data: bytes) -> bool:
    shown = data.decode("utf-8", "replace")
    return shown.count("\ufffd") * 8 <= len(shown)


def _as_text(data: bytes) -> str:
    return evidence(data.decode("utf-8", "replace")).removesuffix("\n")


def _in_hexadecimal(piece: GapBytes) -> str:
    lines = []
    for start in range(0, min(len(piece.data), MOST_IN_HEXADECIMAL), 16):
        row = piece.data[start : start + 16]
        letters = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in row)
        lines.append(f"{piece.offset + start:08x}  {row.hex(' '):47}  {letters}")
    if len(piece.data) > MOST_IN_HEXADECIMAL:
        lines.append(f"{len(piece.data) - MOST_IN_HEXADECIMAL:,} more bytes")
    return "\n".join(lines)
