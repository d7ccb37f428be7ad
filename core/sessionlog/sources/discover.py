"""What a path is, and the session logs in it (spec 01 section 10.1, spec 03 section 1).

Only headers are read. Folders are entered to the depth at which logs stand and no folder twice,
so that links cannot lead in circles. What stops the harness for a whole root (mixed encodings,
a log beside the session folders) is one problem here, and the other sessions still open.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property
from pathlib import Path

from sessionlog.model.errors import FormatRefused, SessionlogError, UserError
from sessionlog.model.severity import Diagnosis, HarnessVerdict, Level, Problem, Severity
from sessionlog.sources.artifact import Artifact, Refused, as_refused
from sessionlog.sources.files import path_error
from sessionlog.sources.harness_sqlite.sessions import artifacts_of, database_of, is_database
from sessionlog.sources.names import encode_segment, is_log_like, log_name, project_key
from sessionlog.sources.origin import read_again
from sessionlog.sources.zip_archive.entries import archive_of, entries_of
from sessionlog.sources.zip_archive.unpacked import is_archive

MOST_NAMED = 4
"""ZIPs that are named where a folder holds nothing else."""


class PlaceKind(StrEnum):
    HOME = "home"
    ROOT = "root"
    PROJECT = "project"
    SESSION = "session"
    FILE = "file"
    DATABASE = "database"
    """The harness's own database."""
    ARCHIVE = "archive"
    """An exported ZIP."""
    FOLDER = "folder"
    """A folder with logs of any name, such as samples."""


class Discovery:
    """What stands at a path. Iterating reads headers one by one; the properties read them all once."""

    def __init__(self, path: Path, kind: PlaceKind) -> None:
        self.path = path
        self.kind = kind
        self.problems: list[Problem] = []
        """Faults of the place itself, complete once everything was read."""
        self._encodings: set[str] = set()
        self._ids: dict[str, Path] = {}

    def __iter__(self) -> Iterator[Artifact | Refused]:
        self.problems.clear()
        self._encodings = set()
        self._ids = {}
        if self.kind is PlaceKind.FILE:
            yield _read(self.path)
        elif self.kind is PlaceKind.DATABASE:
            yield from _isolated(self.path, artifacts_of(self.path))
        elif self.kind is PlaceKind.ARCHIVE:
            yield from _isolated(self.path, entries_of(self.path, self.problems))
        elif self.kind is PlaceKind.FOLDER:
            yield from self._loose(self.path)
        elif self.kind is PlaceKind.SESSION:
            yield from self._session(self.path, in_root=False)
        elif self.kind is PlaceKind.PROJECT:
            yield from self._project(self.path, set(), in_root=False)
        else:
            yield from self._root(self.path / "sessions" if self.kind is PlaceKind.HOME else self.path)
        if len(self._encodings) > 1 and self.kind in (PlaceKind.HOME, PlaceKind.ROOT):
            self._fault(
                "mixed-encodings",
                "Plain and zstd logs stand in one root; the harness then opens none of them.",
            )

    @cached_property
    def _all(self) -> tuple[Artifact | Refused, ...]:
        return tuple(self)

    @property
    def artifacts(self) -> list[Artifact]:
        return [item for item in self._all if isinstance(item, Artifact)]

    @property
    def refused(self) -> list[Refused]:
        return [item for item in self._all if isinstance(item, Refused)]

    def _fault(self, code: str, message: str, affected: str | None = None) -> None:
        self.problems.append(Problem(code, Level.ERROR, message, affected=affected))

    def _root(self, root: Path) -> Iterator[Artifact | Refused]:
        seen: set[tuple[int, int]] = set()
        for project in _folders(root, seen):
            yield from _isolated(project, self._project(project, seen, in_root=True))

    def _project(
        self, project: Path, seen: set[tuple[int, int]], *, in_root: bool
    ) -> Iterator[Artifact | Refused]:
        for entry in _files(project):
            if is_log_like(entry.name):
                self._fault(
                    "flat-file",
                    "A log stands beside the session folders; the harness then opens no session here.",
                    entry.name,
                )
                yield _read(entry)
        for folder in _folders(project, seen):
            yield from _isolated(folder, self._session(folder, in_root=in_root))

    def _session(self, folder: Path, *, in_root: bool) -> Iterator[Artifact | Refused]:
        for path in _files(folder):
            name = log_name(path.name)
            if name is None:
                continue
            self._encodings.add(name.encoding)
            found = _read(path)
            if isinstance(found, Artifact):
                found = self._placed(found, path, name.generation, in_root=in_root)
            yield found

    def _placed(self, artifact: Artifact, path: Path, generation: int, *, in_root: bool) -> Artifact:
        """An artifact with what its name and its folders say against its header."""
        if artifact.generation != generation:
            artifact = artifact.with_problem(
                _misplaced(f"The name says format {generation}, the header format {artifact.generation}.")
            )
        if not in_root:
            return artifact
        if encode_segment(artifact.session_id) != path.parent.name:
            artifact = artifact.with_problem(
                _misplaced("The folder's name is not that of the session id in the header.")
            )
        elif project_key(artifact.header.cwd) != path.parent.parent.name:
            artifact = artifact.with_problem(
                _misplaced("The project folder is not that of the header's cwd.")
            )
        first = self._ids.setdefault(artifact.session_id, path)
        if first.parent != path.parent:
            artifact = artifact.with_problem(
                Problem(
                    "duplicate-id",
                    Level.ERROR,
                    "The same session id stands in two folders.",
                    affected=str(first),
                )
            )
        return artifact

    def _loose(self, folder: Path) -> Iterator[Artifact | Refused]:
        for path in _files(folder):
            if is_log_like(path.name):
                yield _read(path)


def discover(path: str | os.PathLike[str]) -> Discovery:
    """What a path is: a harness home, a sessions root, a project or session folder, one log, a
    folder of logs, the harness's own database, or an exported ZIP.

    Raises `UserError` when there is nothing, nothing readable, or no log at the path,
    `EnvironmentFault` when the machine cannot read. Reads no log but, for a file, its header later.
    """
    place = Path(os.path.expanduser(path))
    if database_of(place) is not None or archive_of(place) is not None:
        return Discovery(place, PlaceKind.FILE)
    try:
        is_folder = place.is_dir()
        if not is_folder:
            os.stat(place)
    except (OSError, ValueError) as fault:
        raise path_error(fault, place) from None
    if not is_folder:
        return Discovery(place, _file_kind(place))
    kind = _folder_kind(place)
    if kind is None:
        raise UserError(
            "no-sessions",
            f"{place} holds no session logs.",
            _remedy(place),
        )
    return Discovery(place, kind)


def _remedy(folder: Path) -> str:
    """What to choose instead of a folder without logs: a ZIP in it, where it holds some."""
    names = [path.name for path in _files(folder) if path.suffix.lower() == ".zip"]
    if not names:
        return "Choose a session log, a session folder or a harness home (often ~/.dsh)."
    if len(names) == 1:
        return f"It holds the ZIP {names[0]}; choose that."
    listed = ", ".join(names[:MOST_NAMED]) + (", …" if len(names) > MOST_NAMED else "")
    return f"It holds {len(names)} ZIPs ({listed}); choose one."


def count_sessions(home: Path) -> int:
    """How many session folders a harness home or sessions root holds, without opening a log."""
    root = home / "sessions" if (home / "sessions").is_dir() else home
    seen: set[tuple[int, int]] = set()
    return sum(
        _holds_logs(folder, 0) for project in _folders(root, seen) for folder in _folders(project, seen)
    )


def _file_kind(place: Path) -> PlaceKind:
    if is_database(place):
        return PlaceKind.DATABASE
    try:
        return PlaceKind.ARCHIVE if is_archive(place) else PlaceKind.FILE
    except SessionlogError:  # it is one refused item, with the reason
        return PlaceKind.FILE


def _folder_kind(place: Path) -> PlaceKind | None:
    files = _listed(place, folders=False)
    folders = _listed(place, folders=True)
    if any(log_name(path.name) for path in files):
        return PlaceKind.SESSION
    sessions = place / "sessions"
    if sessions in folders and (place.name != "sessions" or _holds_logs(sessions, 2)):
        return PlaceKind.HOME
    if any(_holds_logs(folder, 0) for folder in folders):
        return PlaceKind.PROJECT
    if any(_holds_logs(folder, 1) for folder in folders):
        return PlaceKind.ROOT
    if any(is_log_like(path.name) for path in files):
        return PlaceKind.FOLDER
    return None


def _holds_logs(folder: Path, depth: int) -> bool:
    try:
        if depth == 0:
            return any(log_name(path.name) for path in _listed(folder, folders=False))
        return any(_holds_logs(inner, depth - 1) for inner in _listed(folder, folders=True))
    except SessionlogError:
        return False


def _listed(folder: Path, *, folders: bool) -> list[Path]:
    """Sub-folders or files by name. Raises when the folder cannot be listed."""
    found = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                try:
                    is_folder = entry.is_dir()
                except OSError:  # a link into nothing or into a circle
                    continue
                if is_folder is folders:
                    found.append(folder / entry.name)
    except OSError as fault:
        raise path_error(fault, folder) from None
    return sorted(found)


def _files(folder: Path) -> list[Path]:
    return _listed(folder, folders=False)


def _folders(folder: Path, seen: set[tuple[int, int]]) -> Iterator[Path]:
    """Sub-folders that were not entered yet, by whatever name or link."""
    for path in _listed(folder, folders=True):
        try:
            found = os.stat(path)
        except OSError:
            continue
        if (found.st_dev, found.st_ino) not in seen:
            seen.add((found.st_dev, found.st_ino))
            yield path


def _read(path: Path) -> Artifact | Refused:
    try:
        return read_again(path)
    except FormatRefused as refusal:
        return as_refused(path, refusal)
    except SessionlogError as fault:
        return _unreadable(path, fault)


def _isolated(folder: Path, items: Iterator[Artifact | Refused]) -> Iterator[Artifact | Refused]:
    """The items of a folder; a folder that cannot be listed is one refused item, and the rest goes on."""
    try:
        yield from items
    except SessionlogError as fault:
        yield _unreadable(folder, fault)


def _unreadable(path: Path, fault: SessionlogError) -> Refused:
    problem = Problem(fault.code, Level.ERROR, str(fault))
    diagnosis = Diagnosis(Severity.REFUSED, (problem,), HarnessVerdict("refuses", "Error", fault.sentence))
    return Refused(str(path), diagnosis, fault.code, fault.sentence, fault.remedy)


def _misplaced(message: str) -> Problem:
    return Problem("misplaced", Level.ERROR, message, line=1)
