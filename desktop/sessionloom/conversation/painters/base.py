"""What every row painter is given, and what it must answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QPainter

from sessionloom.conversation.documents import LaidOut
from sessionloom.conversation.look import Look
from sessionloom.conversation.placement import Frame, Gap, Placement
from sessionloom.conversation.rows import Row
from sessionloom.conversation.zones import Action, Zone


@dataclass(slots=True)
class ViewState:
    """What the view knows and painters ask."""

    expanded: set[str] = field(default_factory=set)
    hovered: Zone | None = None
    current: str = ""
    pointed: str = ""
    spinner: int = 0
    sideways: dict[str, int] = field(default_factory=dict)
    earlier_loading: bool = False


@dataclass(slots=True)
class RowBox:
    """One row on the viewport. `left` and `right` are the edges of the text column, `thread_x` the thread.

    `height` is without the gap below. `selected` is the range
    of document positions (or of characters, where there is no document) that is selected.
    Painters add what can be clicked to `zones` and set
    `spinning` when they drew a spinner.
    """

    row: Row
    place: Placement
    top: int
    height: int
    thread_x: int
    left: int
    right: int
    clip: QRectF
    look: Look
    state: ViewState
    body: LaidOut | None = None
    selected: tuple[int, int] | None = None
    zones: list[Zone] = field(default_factory=list)
    spinning: bool = False

    @property
    def width(self) -> int:
        return self.right - self.left

    def rect(self, top: float = 0, height: float | None = None) -> QRectF:
        """An area of the row over the text column, `top` counted from the row's top."""
        full = self.height - top if height is None else height
        return QRectF(self.left, self.top + top, self.width, full)

    def move_to(self, top: int) -> None:
        """Follows its picture, which was moved without being painted again."""
        if top != self.top:
            down = top - self.top
            self.zones = [replace(zone, rect=zone.rect.translated(0, down)) for zone in self.zones]
            self.top = top

    def zone(self, rect: QRectF | QRect, action: Action, key: str = "", tip: str = "") -> bool:
        """Adds a hot zone, at least 24 px high and wide; True when the pointer is over it."""
        area = rect.toAlignedRect() if isinstance(rect, QRectF) else QRect(rect)
        least = self.look.size("hitMin")
        grow_x, grow_y = max(0, least - area.width()), max(0, least - area.height())
        area.adjust(-(grow_x // 2), -(grow_y // 2), grow_x - grow_x // 2, grow_y - grow_y // 2)
        zone = Zone(area, action, self.row.node.key, key, tip, self.row.block.key)
        self.zones.append(zone)
        return zone.same_as(self.state.hovered)


class RowPainter(ABC):
    """Paints one kind of block. Stateless: all that it needs comes in.

    `has_text` says that `build` gives a document; other rows are drawn by hand.
    """

    has_text = False

    @abstractmethod
    def content_height(self, row: Row, place: Placement, look: Look, body: LaidOut | None) -> int:
        """The height of the row without the gap below, in px."""

    def height_in(self, row: Row, place: Placement, look: Look, body: LaidOut | None, width: int) -> int:
        """As `content_height`, for rows whose height follows from the column's `width` without a document."""
        return self.content_height(row, place, look, body)

    def build(self, row: Row, place: Placement, look: Look, width: int) -> LaidOut:
        """Lays out the row's text for a column of `width` px. Only asked where `has_text`."""
        raise TypeError(f"{type(self).__name__} has no text")

    def origin(self, box: RowBox) -> QPointF:
        """Where the document's corner is on the viewport."""
        return QPointF(box.left, box.top)

    def side_padding(self, box: RowBox) -> int:
        """The px beside the text inside its frame, for texts that scroll sideways."""
        return 0

    @abstractmethod
    def paint(self, painter: QPainter, box: RowBox) -> None:
        """Draws the row and names its hot zones."""


class TextPainter(RowPainter):
    """A row that consists of a document with `insets` (left, top, right, bottom) around it."""

    has_text = True
    base = "text.primary"

    def insets(self, row: Row, place: Placement, look: Look) -> tuple[int, int, int, int]:
        return 0, 0, 0, 0

    def content_height(self, row: Row, place: Placement, look: Look, body: LaidOut | None) -> int:
        _, top, _, bottom = self.insets(row, place, look)
        return top + bottom + (body.height if body is not None else 0)

    def origin(self, box: RowBox) -> QPointF:
        left, top, _, _ = self.insets(box.row, box.place, box.look)
        return QPointF(box.left + left, box.top + top)

    def text_clip(self, box: RowBox) -> QRectF:
        """What of the viewport the text may cover."""
        return box.clip

    def paint(self, painter: QPainter, box: RowBox) -> None:
        if box.body is not None:
            origin, clip = self.origin(box), self.text_clip(box)
            box.body.draw(painter, origin, clip, box.look, self.base, box.selected)


def gap_below(gap: Gap, look: Look) -> int:
    """The px of a gap."""
    if gap is Gap.TIGHT:
        return look.size("nodeGapTight")
    if gap is Gap.NODE:
        return look.size("nodeGap")
    return look.px(gap.value)


def frame_insets(place: Placement, look: Look) -> tuple[int, int]:
    """The px that the box around a row adds above and below its content."""
    if place.frame is Frame.PROMPT:
        return (look.px(9) if place.opens else 0, look.px(10) if place.closes else 0)
    return 0, 0
