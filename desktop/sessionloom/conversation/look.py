"""What the painters draw with: colours, fonts, metrics and icons of the theme, cached."""

from __future__ import annotations

from collections import OrderedDict
from math import floor
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPalette, QPen, QPixmap

from sessionloom.theme.theme import Theme

if TYPE_CHECKING:
    from sessionloom.conversation.pictures import Pictures

ELIDED_TEXTS = 2000


class IconSource(Protocol):
    """Gives a recoloured icon: map key or file name, colour token, px at 100 %, device ratio."""

    def __call__(self, name: str, token: str, size: int, dpr: float) -> QPixmap: ...


def whole(value: float) -> int:
    """The next whole px, halves always upwards.

    Python rounds halves to the even neighbour: then a picture stands elsewhere beside its text after
    every step by an odd number of px.
    """
    return floor(value + 0.5)


class Look:
    """One theme as painters see it. `refresh` drops what was cached after the theme changed.

    `colour_epoch` counts every change, `layout_epoch` those that may change a height. `pictures` are those
    of the session, where somebody gives them.
    """

    def __init__(self, theme: Theme, icons: IconSource) -> None:
        self.theme = theme
        self._icons = icons
        self.colour_epoch = 0
        self.layout_epoch = 0
        self.ratio = 1.0
        self.pictures: Pictures | None = None
        self._geometry: tuple[object, ...] = ()
        self._colours: dict[str, QColor] = {}
        self._sizes: dict[str, int] = {}
        self._palettes: dict[str, QPalette] = {}
        self._pixmaps: dict[tuple[str, str, int, float], QPixmap] = {}
        self._fonts: dict[str, QFont] = {}
        self._metrics: dict[str, QFontMetricsF] = {}
        self._elided: OrderedDict[tuple[str, str, int, Qt.TextElideMode], str] = OrderedDict()
        self.refresh()

    def refresh(self) -> bool:
        """Reads the theme anew; True when heights may have changed."""
        self.colour_epoch += 1
        self._colours.clear()
        self._sizes.clear()
        self._palettes.clear()
        self._pixmaps.clear()
        self._fonts.clear()
        self._metrics.clear()
        self._elided.clear()
        theme = self.theme
        geometry = (
            theme.zoom,
            theme.font("prose").key(),
            theme.font("small").key(),
            theme.font("code").key(),
            *(theme.size(name) for name in ("toolRow", "quietRow", "nodeGap")),
            *(theme.line(role) for role in ("prose", "code", "output", "diff")),
        )
        changed = geometry != self._geometry
        if changed:
            self.layout_epoch += 1
            self._geometry = geometry
        return changed

    @property
    def zoom(self) -> float:
        return self.theme.zoom

    @property
    def hair(self) -> int:
        """The width of a thin line: one px, two from a zoom of 200 %."""
        return max(1, int(self.theme.zoom))

    def px(self, value: float) -> int:
        """A length of look.md in whole px at the zoom."""
        return round(value * self.theme.zoom)

    def size(self, name: str) -> int:
        """A named size of the theme in px, at the zoom."""
        found = self._sizes.get(name)
        if found is None:
            found = self._sizes[name] = self.theme.size(name)
        return found

    def color(self, token: str) -> QColor:
        found = self._colours.get(token)
        if found is None:
            found = self._colours[token] = QColor(self.theme.color(token))
        return found

    def font(self, role: str) -> QFont:
        found = self._fonts.get(role)
        if found is None:
            found = self._fonts[role] = self.theme.font(role)
        return found

    def line(self, role: str) -> int:
        return self.theme.line(role)

    def metrics(self, role: str) -> QFontMetricsF:
        found = self._metrics.get(role)
        if found is None:
            found = self._metrics[role] = QFontMetricsF(self.font(role))
        return found

    def icon(self, name: str, token: str, size: int) -> QPixmap:
        """An icon of `size` px at 100 %, already at the zoom."""
        key = (name, token, size, self.ratio)
        found = self._pixmaps.get(key)
        if found is None:
            found = self._pixmaps[key] = self._icons(name, token, size, self.ratio)
        return found

    def palette(self, base: str = "text.primary") -> QPalette:
        """The palette for a document: its text in `base`."""
        found = self._palettes.get(base)
        if found is None:
            found = self._palettes[base] = QPalette()
            found.setColor(QPalette.ColorRole.Text, self.color(base))
            found.setColor(QPalette.ColorRole.Link, self.color("accent"))
        return found

    def width(self, text: str, role: str) -> float:
        return self.metrics(role).horizontalAdvance(text)

    def elided(
        self, text: str, role: str, width: float, mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight
    ) -> str:
        """The text, cut with an ellipsis to `width` px."""
        key = (text, role, int(width), mode)
        found = self._elided.get(key)
        if found is None:
            found = self.metrics(role).elidedText(text, mode, max(0, int(width)))
            self._elided[key] = found
            if len(self._elided) > ELIDED_TEXTS:
                self._elided.popitem(last=False)
        return found

    def text(
        self,
        painter: QPainter,
        x: float,
        middle: float,
        text: str,
        role: str,
        token: str,
        width: float | None = None,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> float:
        """Draws one line, its line box centred on `middle`; returns the x behind it."""
        if width is not None:
            text = self.elided(text, role, width, mode)
        metrics = self.metrics(role)
        painter.setFont(self.font(role))
        painter.setPen(self.color(token))
        baseline = whole(middle + (metrics.ascent() - metrics.descent()) / 2)
        painter.drawText(QPointF(x, baseline), text)
        return x + metrics.horizontalAdvance(text)

    def pixmap(self, painter: QPainter, name: str, token: str, size: int, centre: QPointF) -> None:
        """Draws an icon of `size` px, centred."""
        px = self.px(size)
        left, top = whole(centre.x() - px / 2), whole(centre.y() - px / 2)
        painter.drawPixmap(left, top, px, px, self.icon(name, token, size))

    def hairline(self, painter: QPainter, x1: float, y: float, x2: float, token: str) -> None:
        """A horizontal line of one px whose upper edge is `y`."""
        painter.fillRect(QRectF(x1, y, x2 - x1, self.hair), self.color(token))

    def pen(self, token: str, width: float = 1.0, dash: tuple[float, float] | None = None) -> QPen:
        pen = QPen(self.color(token), width)
        if dash:
            pen.setDashPattern([dash[0] / width, dash[1] / width])
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        return pen
