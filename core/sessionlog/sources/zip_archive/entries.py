"""The logs of a ZIP as artifacts. An entry has the path `<zip>/<its name>`, as if the ZIP were a folder;
that is what it is known by in lists, imports and libraries."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from sessionlog.model.errors import FormatRefused, UserError
from sessionlog.model.scan import FileIdentity
from sessionlog.model.severity import Level, Problem
from sessionlog.sources.artifact import Artifact, Refused, as_refused, read_artifact
from sessionlog.sources.files import FileState
from sessionlog.sources.names import log_name
from sessionlog.sources.zip_archive.archive import EntryReport, LogCopy
from sessionlog.sources.zip_archive.unpacked import EntryCopy, Unpacked, is_archive, unpacked

_REMEDY = "Nothing of it was opened; ask for the ZIP again if you need it."


def archive_of(path: Path) -> Path | None:
    """The ZIP in which an entry of this path stands; `None` for any other path."""
    for parent in path.parents:
        if os.path.isfile(parent):
            return parent if is_archive(parent) else None
    return None


def entries_of(archive: Path, problems: list[Problem]) -> Iterator[Artifact | Refused]:
    """Every log of a ZIP, and what was refused. What is to be said of the ZIP itself is added to
    `problems`.

    Raises `UserError` or `EnvironmentFault` when the ZIP cannot be read.
    """
    opened = unpacked(archive)
    problems += opened.archive.problems
    problems += [_left_out(entry) for entry in opened.archive.entries if _is_note(entry)]
    for copy in opened.archive.logs:
        try:
            yield _artifact(opened, copy)
        except FormatRefused as refusal:
            yield as_refused(_place(archive, copy.name), refusal)
    for entry in opened.archive.entries:
        if entry.state == "refused" and not _is_note(entry):
            reason = FormatRefused(entry.code, f"{entry.name}: {entry.message}", _REMEDY)
            yield as_refused(_place(archive, entry.name), reason)
    if not opened.archive.logs and not opened.archive.entries:
        reason = FormatRefused("zip", f"{archive.name} holds no entries that can be read.", _REMEDY)
        yield as_refused(archive, reason)


def entry_artifact(path: Path, archive: Path) -> Artifact:
    """One log of a ZIP. Raises `FormatRefused`, `UserError` when it is not there (any more)."""
    opened = unpacked(archive)
    for copy in opened.archive.logs:
        if _place(archive, copy.name) == path:
            return _artifact(opened, copy)
    raise UserError(
        "path-missing",
        f"{archive.name} holds no log {path.name} there.",
        "Open the ZIP to see what is in it.",
    )


def entry_state(path: Path, archive: Path, known: FileIdentity) -> FileState:
    """Whether an entry still has the bytes it had. Reads the ZIP, unless somebody holds it open."""
    try:
        found = entry_artifact(path, archive).identity
    except (FormatRefused, UserError):
        return FileState.GONE
    same = (found.ino, found.size, found.header_sha256) == (known.ino, known.size, known.header_sha256)
    return FileState.UNCHANGED if same else FileState.REPLACED


def identity_of(copy: LogCopy, place: str, header_sha256: str) -> FileIdentity:
    """By what an entry is known again: its bytes, wherever its copy stands. `ino` is of their SHA-256."""
    return FileIdentity(place, 0, int(copy.sha256[:15], 16), copy.size, 0, header_sha256)


def _artifact(opened: Unpacked, copy: LogCopy) -> Artifact:
    place = _place(opened.path, copy.name)
    found = read_artifact(copy.path, shown=place)
    made = replace(
        found,
        path=str(place),
        identity=identity_of(copy, str(place), found.identity.header_sha256),
        problems=copy.problems,
        copy=EntryCopy(copy, opened),
    )
    named = log_name(copy.name.rpartition("/")[2])
    if named is not None and named.generation != made.generation:
        return made.with_problem(
            Problem(
                "misplaced",
                Level.ERROR,
                f"The name says format {named.generation}, the header format {made.generation}.",
                line=1,
            )
        )
    return made


def _place(archive: Path, name: str) -> Path:
    return Path(f"{archive}/{name}")


def _is_note(entry: EntryReport) -> bool:
    """Whether an entry that is not there for the reader is only mentioned: no log, nothing hostile."""
    if entry.state == "unread":
        return True
    return entry.state == "refused" and entry.kind in ("media", "file", "manifest")


def _left_out(entry: EntryReport) -> Problem:
    level = Level.INFO if entry.state == "unread" else Level.WARN
    return Problem(entry.code, level, entry.message, affected=entry.name)
