"""Where the bundled files are: in the wheel beside the package, in a checkout at its top."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def resource_root() -> Path:
    """The folder that holds icons, fonts, themes, translations and samples.

    Raises FileNotFoundError, naming both places, when neither has them (a broken installation).
    """
    package = Path(__file__).resolve().parent.parent
    places = (package / "resources", package.parent.parent / "resources")
    for place in places:
        if (place / "themes" / "tokens.json").is_file():
            return place
    raise FileNotFoundError(
        f"The bundled resources are missing: neither {places[0]} nor {places[1]} has them."
    )


def resource_path(*parts: str) -> Path:
    """The path of one bundled file or folder, as `resource_path("fonts", "Inter-Regular.ttf")`."""
    return resource_root().joinpath(*parts)
