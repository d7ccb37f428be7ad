"""What a person set and what was open, as typed values in one JSON file beside the library.

A value of the wrong kind becomes its default; the rest of the file stays in force. A file of a
newer version is read as far as it is understood and never written over.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from sessionlog.model.errors import EnvironmentFault

SETTINGS_NAME = "settings.json"
Migration = Callable[[dict[str, Any]], dict[str, Any]]

MIGRATIONS: tuple[Migration, ...] = ()
"""Step n brings the values of version n + 1 to version n + 2."""

CHOICES: dict[str, tuple[str, ...]] = {
    "theme": ("system", "light", "dark"),
    "density": ("compact", "regular", "roomy"),
    "language": ("system", "en", "zh_CN"),
    "order": ("prompt", "name"),
    "clock": ("local", "utc"),
    "times": ("relative", "absolute"),
}
ZOOM_RANGE = (0.5, 3.0)


@dataclass(frozen=True, slots=True)
class LastPlace:
    """The session that was read last. `source` is a path, empty for the library; `node` is a node key."""

    source: str
    session: str
    generation: int
    node: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """Defaults are what a first start has. `sources` and `recent` are paths, the newest recent one first."""

    theme: str = "system"
    density: str = "regular"
    zoom: float = 1.0
    language: str = "system"
    show_attempts: bool = False
    show_context: bool = True
    show_audit: bool = False
    show_raw: bool = False
    grouped: bool = True
    order: str = "prompt"
    show_archived: bool = False
    clock: str = "local"
    times: str = "relative"
    collapsed: tuple[str, ...] = ()
    expanded: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    recent: tuple[str, ...] = ()
    last: LastPlace | None = None


class SettingsFile:
    """Reads and writes one settings file. A missing or broken one gives the defaults."""

    def __init__(self, path: Path, migrations: tuple[Migration, ...] = MIGRATIONS) -> None:
        self.path = path
        self._migrations = migrations
        self._newer = False

    @property
    def version(self) -> int:
        return len(self._migrations) + 1

    def load(self) -> Settings:
        """Never raises: settings are not worth a start that fails."""
        try:
            value = json.loads(self.path.read_bytes())
        except (OSError, ValueError, RecursionError):
            return Settings()
        if not isinstance(value, dict):
            return Settings()
        version = value.get("version")
        if not isinstance(version, int) or isinstance(version, bool) or version < 1:
            return Settings()
        self._newer = version > self.version
        for migrate in self._migrations[version - 1 :]:
            value = migrate(value)
        return _typed(value)

    def save(self, settings: Settings) -> None:
        """Write the whole file in one step. Raises `EnvironmentFault` where the folder cannot be written."""
        if self._newer:
            return
        text = json.dumps({"version": self.version, **asdict(settings)}, ensure_ascii=False, indent=1)
        part = self.path.with_name(self.path.name + ".part")
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(text + "\n")
            os.replace(part, self.path)
        except OSError as error:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
            raise EnvironmentFault(
                "settings.write",
                "The settings could not be saved; they stay in force until the window closes.",
                "Make the data folder writable or free space.",
            ) from error


def _typed(value: dict[str, Any]) -> Settings:
    defaults = Settings()
    kept: dict[str, Any] = {}
    for field in fields(Settings):
        if field.name in value:
            read = _value(field.name, value[field.name], getattr(defaults, field.name))
            if read is not None:
                kept[field.name] = read
    return Settings(**kept)


def _value(name: str, value: Any, default: Any) -> Any:
    """The value in its type, `None` where it has another one."""
    if name in CHOICES:
        return value if value in CHOICES[name] else None
    if name == "last":
        return _last_place(value)
    if isinstance(default, bool):
        return value if isinstance(value, bool) else None
    if isinstance(default, float):
        number = isinstance(value, int | float) and not isinstance(value, bool) and -1e9 < value < 1e9
        return min(max(float(value), ZOOM_RANGE[0]), ZOOM_RANGE[1]) if number else None
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    return None


def _last_place(value: Any) -> LastPlace | None:
    if not isinstance(value, dict):
        return None
    texts = [value.get(name) for name in ("source", "session", "node")]
    generation = value.get("generation")
    if not all(isinstance(text, str) for text in texts) or not isinstance(generation, int):
        return None
    source, session, node = (str(text) for text in texts)
    return LastPlace(source, session, generation, node)
