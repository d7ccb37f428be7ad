"""The design tokens: every colour, size, font role and icon name, read from one file.

Sizes are px at 100 % zoom. Nothing here knows Qt.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

Mode = Literal["light", "dark"]
Density = Literal["compact", "regular", "roomy"]
MODES: tuple[Mode, ...] = ("light", "dark")
DENSITIES: tuple[Density, ...] = ("compact", "regular", "roomy")

# Groups whose members `Tokens.size` finds by "group.member"; those of "size" go by their own name.
_SIZE_GROUPS = ("radius", "line", "breakpoint")


@dataclass(frozen=True, slots=True)
class FontRole:
    """What one role of text looks like. `line_cjk` is the line height of mostly Chinese text."""

    family: str
    size: int
    line: int
    line_cjk: int
    weight: int


@dataclass(frozen=True, slots=True)
class Shadow:
    """One blurred shadow under a floating panel: offset down, blur radius, opacity from 0 to 1."""

    y: int
    blur: int
    alpha: float


class Tokens:
    """The tokens file, looked up by the names that the design uses.

    Every look-up raises KeyError with the unknown name: a wrong name is a bug, not a default.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data
        self._sizes = dict(_flat_sizes(data))
        self._density = {name: dict(data["density"][name]) for name in DENSITIES}

    @classmethod
    def load(cls, path: Path) -> Tokens:
        """Read the tokens from a JSON file."""
        return cls(json.loads(path.read_text(encoding="utf-8")))

    def colors(self, mode: Mode) -> dict[str, str]:
        """All colours of a mode, token to `#RRGGBB`."""
        return dict(self._data["color"][mode])

    def palette(self) -> dict[str, str]:
        """Qt palette role (or `Disabled.` and a role) to colour token."""
        return dict(self._data["qpalette"])

    def contrast_minima(self, mode: Mode) -> dict[str, float]:
        """The contrast each pair of colours must reach, as `text` or `text on background`."""
        return dict(self._data["contrastMin"][mode])

    def size(self, name: str, density: Density) -> float:
        """A size in px at 100 %; what a density names goes before the general size."""
        if name in self._density[density]:
            return float(self._density[density][name])
        return self._sizes[name]

    def size_names(self) -> set[str]:
        """Every name that `size` knows."""
        return set(self._sizes) | set(self._density["regular"])

    def role(self, name: str, density: Density) -> FontRole:
        """A font role; the density changes only running prose."""
        raw = self._data["font"]["role"][name]
        size, line = raw["size"], raw["line"]
        line_cjk = raw.get("lineCjk", line)
        if name == "prose":
            size, extra = self._density[density]["proseSize"], line_cjk - line
            line = self._density[density]["proseLine"]
            line_cjk = line + extra
        return FontRole(raw["family"], size, line, line_cjk, raw["weight"])

    def roles(self) -> list[str]:
        """The names of all font roles."""
        return list(self._data["font"]["role"])

    def families(self, kind: str) -> list[str]:
        """The faces of `chrome`, `prose` or `mono`, best first; `system-ui` stands for the desktop's own."""
        return list(self._data["font"]["family"][kind])

    def bundled_families(self) -> list[str]:
        """The faces that come with the product."""
        return [face["family"] for face in self._data["font"]["bundled"]]

    def features(self, kind: str) -> dict[str, int]:
        """OpenType features of a family kind, tag to value."""
        return dict(self._data["font"]["features"].get(kind, {}))

    def icon_name(self, key: str) -> str:
        """The icon file of a key as `action.fork`; a name that is no key is already an icon file."""
        group, _, member = key.partition(".")
        if not member:
            return key
        return str(self._data["icon"]["map"][group][member])

    def icon_keys(self) -> list[str]:
        """Every `group.member` of the icon map."""
        groups = self._data["icon"]["map"].items()
        return [f"{group}.{member}" for group, members in groups for member in members]

    def icon_stroke(self, size: int) -> float:
        """The stroke width, on the 24 grid, of an icon drawn at a size (px at 100 %)."""
        strokes = {int(px): float(width) for px, width in self._data["icon"]["strokeWidth"].items()}
        return strokes[min(strokes, key=lambda px: (abs(px - size), px))]

    def shadows(self, level: str, mode: Mode) -> list[Shadow]:
        """The shadows of `flat`, `popover` or `dialog`."""
        layers = self._data["elevation"][level]
        if isinstance(layers, Mapping):
            layers = layers[mode]
        return [Shadow(layer["y"], layer["blur"], layer["alpha"]) for layer in layers or ()]

    def motion(self, name: str, *, reduced: bool) -> int:
        """The length of an animation in ms."""
        value = self._data["motion"]["reduced"].get(name) if reduced else None
        return int(self._data["motion"][name] if value is None else value)


def _flat_sizes(data: Mapping[str, Any]) -> list[tuple[str, float]]:
    found: list[tuple[str, float]] = []
    for name, value in data["size"].items():
        if isinstance(value, Mapping):
            found += [(f"{name}.{member}", float(px)) for member, px in value.items()]
        else:
            found.append((name, float(value)))
    for group in _SIZE_GROUPS:
        members = data[group].items()
        found += [(f"{group}.{name}", float(px)) for name, px in members if isinstance(px, int | float)]
    found += [(f"icon.{name}", float(px)) for name, px in data["icon"]["size"].items()]
    return found
