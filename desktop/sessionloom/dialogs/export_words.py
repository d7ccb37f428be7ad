"""What the export dialog says: titles, promises, counts, progress and the end."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from sessionlog.export.entries import ExportProgress, Plan
from sessionloom.sizes import size_text


@dataclass(frozen=True, slots=True)
class Counts:
    """What goes in beside the session itself."""

    forks: int = 0
    subagents: int = 0
    continuations: int = 0
    images: int = 0
    files: int = 0


def counts_of(plan: Plan) -> Counts:
    kinds: Counter[str] = Counter(entry.kind for entry in plan.entries)
    others = {entry.session.id: entry.session for entry in plan.entries if entry.session is not None}
    others.pop(plan.root.id, None)
    agents = sum(session.origin == "subagent" for session in others.values())
    forks = sum(
        session.origin != "subagent" and session.seed_length is not None for session in others.values()
    )
    return Counts(forks, agents, len(others) - agents - forks, kinds["media"], kinds["file"])


def form_titles() -> dict[str, tuple[str, str]]:
    """For each form its name and the title of the dialog."""
    translate = QCoreApplication.translate
    return {
        "raw": (translate("ExportDialog", "Raw ZIP"), translate("ExportDialog", "Export raw ZIP")),
        "html": (translate("ExportDialog", "HTML"), translate("ExportDialog", "Export as HTML")),
        "markdown": (
            translate("ExportDialog", "Markdown"),
            translate("ExportDialog", "Export as Markdown"),
        ),
    }


def promise(*, raw: bool, redacted: bool) -> str:
    translate = QCoreApplication.translate
    if redacted:
        return translate(
            "ExportDialog",
            "What is checked is replaced, and the file says so. What was not found is still there: "
            "look through it before you pass it on.",
        )
    if raw:
        return translate(
            "ExportDialog",
            "Rows are copied exactly as stored. Nothing is rebuilt, repaired or left out of a file.",
        )
    return translate("ExportDialog", "One file to read, without scripts. It fetches nothing.")


def descendants_text(counts: Counts | None) -> str:
    """`2 forks, 2 subagents`, as far as they are counted."""
    translate = QCoreApplication.translate
    if counts is None:
        return translate("ExportDialog", "Forks and subagents of it")
    pieces = [
        _counted(counts.forks, translate("ExportDialog", "1 fork"), translate("ExportDialog", "%1 forks")),
        _counted(
            counts.subagents,
            translate("ExportDialog", "1 subagent"),
            translate("ExportDialog", "%1 subagents"),
        ),
        _counted(
            counts.continuations,
            translate("ExportDialog", "1 continuation"),
            translate("ExportDialog", "%1 continuations"),
        ),
    ]
    return _listed(pieces) or translate("ExportDialog", "It has none")


def media_text(counts: Counts | None) -> str:
    """`2 images, only those referred to`."""
    translate = QCoreApplication.translate
    if counts is None:
        return translate("ExportDialog", "Images and files, only those referred to")
    pieces = [
        _counted(counts.images, translate("ExportDialog", "1 image"), translate("ExportDialog", "%1 images")),
        _counted(counts.files, translate("ExportDialog", "1 file"), translate("ExportDialog", "%1 files")),
    ]
    shown = _listed(pieces)
    if not shown:
        return translate("ExportDialog", "It refers to none")
    return translate("ExportDialog", "%1, only those referred to").replace("%1", shown)


def progress_text(progress: ExportProgress, *, raw: bool, left: str) -> tuple[str, str]:
    """How far it is, in short for the status bar, and with bytes and the time left."""
    translate = QCoreApplication.translate
    if raw:
        done, total = min(progress.done + 1, progress.total), progress.total
        whole = translate("ExportDialog", "Writing %1 of %2 files")
        short = translate("ExportDialog", "Exporting %1 of %2 files")
        sizes = (size_text(progress.bytes_done), size_text(progress.bytes_total))
    else:
        done, total = progress.bytes_done, progress.bytes_total
        whole = translate("ExportDialog", "Writing %1 of %2 events")
        short = translate("ExportDialog", "Exporting %1 of %2 events")
        sizes = ("", "")
    short, whole = (text.replace("%1", f"{done:,}").replace("%2", f"{total:,}") for text in (short, whole))
    pieces = [whole]
    if raw:
        of = translate("ExportDialog", "%1 of %2")
        pieces.append(of.replace("%1", sizes[0]).replace("%2", sizes[1]))
    if left:
        pieces.append(left)
    return short, ", ".join(pieces)


def end_text(size: int, missing: int) -> tuple[str, str]:
    """That it is written, and how much could not be included."""
    translate = QCoreApplication.translate
    left = translate("ExportDialog", "%1 could not be included").replace("%1", f"{missing:,}")
    written = translate("ExportDialog", "Written, %1").replace("%1", size_text(size))
    return written, left if missing else ""


def _counted(count: int, one: str, many: str) -> str:
    return "" if not count else one if count == 1 else many.replace("%1", f"{count:,}")


def _listed(pieces: list[str]) -> str:
    return ", ".join(piece for piece in pieces if piece)
