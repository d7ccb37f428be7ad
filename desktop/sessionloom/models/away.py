"""Places that were open and are not there now: they stay in the list until a person removes them."""

from __future__ import annotations

from pathlib import Path

from sessionlog.access.values import SourceInfo


class AwaySources:
    """Their ids are negative: the library knows nothing of them."""

    def __init__(self) -> None:
        self._infos: dict[int, SourceInfo] = {}
        self._next = -1

    def infos(self) -> list[SourceInfo]:
        return list(self._infos.values())

    def __contains__(self, source: int) -> bool:
        return source in self._infos

    def add(self, path: Path, kind: str | None = None) -> SourceInfo:
        """A place that could not be opened because it is not there."""
        known = self.at(path)
        if known is not None:
            return known
        kind = kind or ("zip" if path.suffix.lower() == ".zip" else "folder")
        info = SourceInfo(self._next, kind, str(path), path.name, 0, True, "missing")
        self._infos[info.id] = info
        self._next -= 1
        return info

    def at(self, path: Path) -> SourceInfo | None:
        return next((info for info in self._infos.values() if info.path == str(path)), None)

    def remove(self, source: int) -> None:
        self._infos.pop(source, None)
