"""Saving what can be read of a damaged library, and saying what cannot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sessionlog.access.places import default_library
from sessionlog.access.verifying import KEPT_BADLY, verify
from sessionlog.model.errors import EnvironmentFault
from sessionlog.model.severity import Problem, Severity
from sessionlog.sources.files import place_of
from sessionlog.store.faults import DAMAGED
from sessionlog.store.moved import moved_to
from sessionlog.store.rescue import is_intact, require_file, rescue, sessions_of
from sessionlog.store.store import open_library


@dataclass(frozen=True, slots=True)
class RescuedLibrary:
    """`aside` is the damaged file. `whole` sessions are as they were, `damaged` ones lack what their
    problems name, of `lost` ones nothing came over. An import of their logs restores both."""

    aside: Path
    whole: tuple[str, ...]
    damaged: tuple[tuple[str, tuple[Problem, ...]], ...]
    lost: tuple[str, ...]


def is_sound(path: Path | None, tell: Callable[[int, int], None] = lambda done, total: None) -> bool:
    """Whether everything that a library keeps is as it was stored, so that a rescue would bring nothing.

    Its pages are looked at first, and only a sound file is opened. `tell` hears how many sessions of how
    many are checked. Raises `UserError` for no library, `EnvironmentFault` where the machine refuses.
    """
    place = moved_to(default_library() if path is None else place_of(path))
    require_file(place)
    try:
        if not is_intact(place):
            return False
        store = open_library(place)
        try:
            with store.readers.read() as connection:
                keys = list(sessions_of(connection))
            for number, key in enumerate(keys, 1):
                if any(problem.code in KEPT_BADLY for problem in verify(store, key).problems):
                    return False
                tell(number, len(keys))
        finally:
            store.close()
    except EnvironmentFault as fault:
        if fault.code != DAMAGED:
            raise
        return False
    return True


def rescue_library(
    path: Path | None, tell: Callable[[int, int], None] = lambda done, total: None
) -> RescuedLibrary:
    """Put a new library in the place of a damaged one and check every session that it holds.

    `tell` hears how many sessions of how many are checked. Raises `UserError` for a database of another
    program, `EnvironmentFault` where nothing can be read or written; then the file is as it was.
    """
    place = moved_to(default_library() if path is None else place_of(path))
    rescued = rescue(place)
    store = open_library(place)
    try:
        with store.readers.read() as connection:
            keys = list(sessions_of(connection))
        whole, damaged = [], []
        for number, key in enumerate(keys, 1):
            found = verify(store, key)
            name = store.session(key).session_id
            if found.severity is Severity.DAMAGED and store.is_known_damaged(key):
                damaged.append((name, found.problems))
            else:
                whole.append(name)
            tell(number, len(keys))
    finally:
        store.close()
    return RescuedLibrary(rescued.aside, tuple(whole), tuple(damaged), rescued.lost)
