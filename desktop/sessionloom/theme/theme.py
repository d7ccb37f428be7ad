"""The theme in force: one object that answers every question about colour, type and size.

Views ask it when they paint and repaint on `changed`; they keep no colour of their own.
"""

from __future__ import annotations

from typing import Literal, cast

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication

from sessionloom.theme.fonts import desktop_face, load_bundled, make_font, resolve_families
from sessionloom.theme.resources import resource_path
from sessionloom.theme.stylesheet import stylesheet
from sessionloom.theme.tokens import DENSITIES, Density, Mode, Shadow, Tokens

ModeChoice = Literal["system", "light", "dark"]

ZOOM_RANGE = (0.5, 3.0)
_SCHEMES: dict[str, Qt.ColorScheme] = {
    "light": Qt.ColorScheme.Light,
    "dark": Qt.ColorScheme.Dark,
    "system": Qt.ColorScheme.Unknown,
}


class Theme(QObject):
    """Colours, fonts and sizes for one mode, density and zoom; applies itself to the application.

    `changed` comes once for each change that a person can see, after the application has its new palette,
    style sheet and font.
    """

    changed = Signal()

    def __init__(self, app: QApplication, tokens: Tokens, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tokens = tokens
        self._app = app
        self._choice: ModeChoice = "system"
        self._density: Density = "regular"
        self._zoom = 1.0
        self._reduced_motion = False
        self._system_face = desktop_face()
        self._mode = self._resolved_mode()
        self._dressed: Mode | None = None
        self._colors: dict[str, QColor] = {}
        self._fonts: dict[str, QFont] = {}
        app.styleHints().colorSchemeChanged.connect(self._on_system_scheme)
        self._apply()

    # -- what is in force -----------------------------------------------------------------

    @property
    def mode(self) -> Mode:
        """The mode on screen: `light` or `dark`, also when the choice is `system`."""
        return self._mode

    @property
    def choice(self) -> ModeChoice:
        """What the person chose: `system`, `light` or `dark`."""
        return self._choice

    @property
    def density(self) -> Density:
        return self._density

    @property
    def zoom(self) -> float:
        """1.0 is 100 %."""
        return self._zoom

    # -- changing it ----------------------------------------------------------------------

    def set_mode(self, choice: str) -> None:
        """Choose `light`, `dark` or `system` (what the desktop has). Raises ValueError for anything else."""
        if choice not in _SCHEMES:
            raise ValueError(f"no such theme mode: {choice}")
        self._choice = cast(ModeChoice, choice)
        # Tells Qt too, so that title bars and native dialogs follow.
        self._app.styleHints().setColorScheme(_SCHEMES[choice])
        self._adopt_mode()

    def set_density(self, density: str) -> None:
        """Choose how much room rows take. Raises ValueError for an unknown one."""
        if density not in DENSITIES:
            raise ValueError(f"no such density: {density}")
        if density != self._density:
            self._density = density
            self._apply()

    def set_zoom(self, zoom: float) -> None:
        """Set the zoom factor, held between 0.5 and 3."""
        zoom = min(max(zoom, ZOOM_RANGE[0]), ZOOM_RANGE[1])
        if zoom != self._zoom:
            self._zoom = zoom
            self._apply()

    def set_reduced_motion(self, reduced: bool) -> None:
        """Whether animations are left out."""
        self._reduced_motion = reduced

    # -- questions ------------------------------------------------------------------------

    def color(self, token: str) -> QColor:
        """The colour of a token, as `text.primary`. Raises KeyError for an unknown one."""
        return QColor(self._colors[token])

    def font(self, role: str) -> QFont:
        """The font of a role, as `prose`, at the present zoom. Raises KeyError for an unknown one."""
        font = self._fonts.get(role)
        if font is None:
            font = self._fonts[role] = self._make_font(role)
        return QFont(font)

    def line(self, role: str, *, cjk: bool = False) -> int:
        """The line height of a role in px; `cjk` for a block of mostly Chinese, Japanese or Korean text."""
        found = self.tokens.role(role, self._density)
        return self.px(found.line_cjk if cjk else found.line)

    def size(self, name: str) -> int:
        """A size of the design in px, as `toolRow`, `sidebar.default` or `radius.card`."""
        return self.px(self.tokens.size(name, self._density))

    def px(self, at_100: float) -> int:
        """A length given at 100 %, at the present zoom, in whole px; never rounded away to nothing."""
        scaled = round(at_100 * self._zoom)
        return max(scaled, 1) if at_100 > 0 else scaled

    def shadows(self, level: str) -> list[Shadow]:
        """The shadows of `flat`, `popover` or `dialog`, px at 100 %."""
        return self.tokens.shadows(level, self._mode)

    def duration(self, name: str) -> int:
        """How long an animation lasts, in ms; 0 with reduced motion."""
        return self.tokens.motion(name, reduced=self._reduced_motion)

    def palette(self) -> QPalette:
        """The palette for standard widgets."""
        palette = QPalette()
        for role_name, token in self.tokens.palette().items():
            group, _, role = role_name.rpartition(".")
            if group:
                palette.setColor(QPalette.ColorGroup[group], QPalette.ColorRole[role], self.color(token))
            else:
                palette.setColor(QPalette.ColorRole[role], self.color(token))
        return palette

    def stylesheet(self) -> str:
        """The one style sheet of the application: only what the palette cannot say."""
        return stylesheet({name: color.name() for name, color in self._colors.items()}, self.px)

    # -- inside ---------------------------------------------------------------------------

    def _make_font(self, role: str) -> QFont:
        found = self.tokens.role(role, self._density)
        families = resolve_families(self.tokens.families(found.family), self._system_face)
        return make_font(families, self.px(found.size), found.weight, self.tokens.features(found.family))

    def _resolved_mode(self) -> Mode:
        if self._choice != "system":
            return self._choice
        return "dark" if self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark else "light"

    def _on_system_scheme(self) -> None:
        if self._choice == "system":
            self._adopt_mode()

    def _adopt_mode(self) -> None:
        mode = self._resolved_mode()
        if mode != self._mode:
            self._mode = mode
            self._apply()

    def _apply(self) -> None:
        self._colors = {name: QColor(value) for name, value in self.tokens.colors(self._mode).items()}
        self._fonts.clear()
        self._dress()
        self.changed.emit()

    def _dress(self) -> None:
        """Only what differs is set: a style sheet makes Qt dress every widget anew, whatever it says."""
        font, sheet = self.font("body"), self.stylesheet()
        if self._mode != self._dressed:
            self._app.setPalette(self.palette())
            self._dressed = self._mode
        if font != self._app.font():
            self._app.setFont(font)
        if sheet != self._app.styleSheet():
            self._app.setStyleSheet(sheet)


_installed: Theme | None = None


def install(app: QApplication) -> Theme:
    """Load the bundled fonts, set the style and return the application's one theme.

    A second call returns the same theme.
    """
    global _installed
    if _installed is None:
        load_bundled()
        app.setStyle("Fusion")
        _installed = Theme(app, Tokens.load(resource_path("themes", "tokens.json")), app)
    return _installed


def theme() -> Theme:
    """The installed theme. Raises RuntimeError before `install`."""
    if _installed is None:
        raise RuntimeError("the theme is asked for before install(app)")
    return _installed
