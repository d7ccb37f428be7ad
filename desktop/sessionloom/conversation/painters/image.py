"""Images and files that came with a message: the picture, and a quiet line that says what it is."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from sessionloom.conversation.characters import one_line
from sessionloom.conversation.documents import LaidOut
from sessionloom.conversation.look import Look, whole
from sessionloom.conversation.painters.base import RowBox, RowPainter, frame_insets
from sessionloom.conversation.painters.boxes import paint_border, paint_ground
from sessionloom.conversation.pictures import SHOWN, THERE, Attachment, Outcome, Wanted, attachment_of
from sessionloom.conversation.placement import Frame, Placement
from sessionloom.conversation.raster import fitted
from sessionloom.conversation.rows import Row
from sessionloom.conversation.wording import count, tr
from sessionloom.sizes import size_text

TALLEST = 320
ABOVE = 6
SIDE = 12
ALARMING = ("changed", "damaged")
CARDS = (Frame.TOOLS, Frame.RAW)


class ImagePainter(RowPainter):
    """A picture of bounded height over a line with its name, size and dimensions; the line alone for a file,
    and where there is no picture to show, with the reason."""

    def content_height(self, row: Row, place: Placement, look: Look, body: LaidOut | None) -> int:
        return self.height_in(row, place, look, body, look.size("columnMax"))

    def height_in(self, row: Row, place: Placement, look: Look, body: LaidOut | None, width: int) -> int:
        _, top, _, bottom = insets(place, look)
        size = extent(row, look, inner_width(place, look, width))
        picture = size[1] + look.px(ABOVE) if size is not None else 0
        return top + picture + look.size("quietRow") + bottom

    def paint(self, painter: QPainter, box: RowBox) -> None:
        look = box.look
        in_card = box.place.frame in CARDS
        if in_card:
            paint_ground(painter, box, "bg.sunken")
            if not box.place.opens:
                look.hairline(painter, box.left, box.top, box.right, "line.default")
        left, top, _, _ = insets(box.place, look)
        y = box.top + top
        size = extent(box.row, look, inner_width(box.place, look, box.width))
        if size is not None:
            area = QRectF(box.left + left, y + look.px(ABOVE), *size)
            _paint_picture(painter, box, area)
            y = whole(area.bottom())
        _paint_caption(painter, box, box.left + left, y + look.size("quietRow") / 2, box.right - left)
        if in_card:
            paint_border(painter, box)


def insets(place: Placement, look: Look) -> tuple[int, int, int, int]:
    """The px around the content: left, top, right, bottom."""
    if place.frame in CARDS:
        return look.px(SIDE) + 1, 0, look.px(SIDE) + 1, 1 if place.closes else 0
    top, bottom = frame_insets(place, look)
    return 0, top, 0, bottom


def inner_width(place: Placement, look: Look, width: int) -> int:
    left, _, right, _ = insets(place, look)
    return max(1, width - left - right)


def extent(row: Row, look: Look, width: int) -> tuple[int, int] | None:
    """The px that a picture takes or will take; `None` where only the line is shown."""
    pictures = look.pictures
    size = pictures.size(attachment_of(row.block)) if pictures is not None else None
    return None if size is None else fitted(*size, (width, look.px(TALLEST)), look.zoom)


def wanted_of(box: RowBox) -> Wanted:
    """The picture of a row, in device px as large as the row shows it."""
    look, attachment = box.look, attachment_of(box.row.block)
    width = inner_width(box.place, look, box.width)
    room = (width, look.px(TALLEST))
    if attachment.stated is not None:
        room = fitted(*attachment.stated, room, look.zoom)
    return Wanted(attachment, (max(1, round(room[0] * look.ratio)), max(1, round(room[1] * look.ratio))))


def _paint_picture(painter: QPainter, box: RowBox, area: QRectF) -> None:
    """The picture inside its place, or the place alone until it comes."""
    look, wanted = box.look, wanted_of(box)
    pictures = look.pictures
    image = pictures.image(wanted) if pictures is not None else None
    found = pictures.outcome(wanted.attachment) if pictures is not None else None
    if image is None or found is None or found.state != SHOWN:
        painter.fillRect(area, look.color("line.default"))
        painter.fillRect(area.adjusted(1, 1, -1, -1), look.color("bg.sunken"))
        return
    room = (int(area.width()), int(area.height()))
    width, height = fitted(found.width, found.height, room, look.zoom)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(QRectF(area.left(), area.top(), width, height), image)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)


def _paint_caption(painter: QPainter, box: RowBox, left: float, middle: float, right: float) -> None:
    look, attachment = box.look, attachment_of(box.row.block)
    found = look.pictures.outcome(attachment) if look.pictures is not None else None
    icon = "node.image" if attachment.is_image else "tool.read"
    look.pixmap(painter, icon, "text.tertiary", 16, QPointF(left + look.px(8), middle))
    x: float = left + look.px(24)
    gap = look.px(8)
    reason = reason_words(found)
    detail = detail_words(attachment, found)
    tail = sum(look.width(text, "small") + gap for text in (detail, reason) if text)
    room = max(look.px(80), right - x - tail)
    x = look.text(painter, x, middle, name_words(attachment), "body", "text.secondary", room)
    if detail and right - x - gap > 0:
        x = look.text(painter, x + gap, middle, detail, "small", "text.tertiary", right - x - gap)
    if reason and right - x - gap > 0:
        token = "warn" if found is not None and found.state in ALARMING else "text.tertiary"
        look.text(painter, x + gap, middle, reason, "small", token, right - x - gap)


def name_words(attachment: Attachment) -> str:
    """The name that the log gives it; what it is, without one."""
    name = one_line(attachment.name)
    if not name or name == attachment.kind:
        return tr("Image") if attachment.is_image else tr("File")
    return name


def detail_words(attachment: Attachment, found: Outcome | None) -> str:
    """`1,024 × 768 · 412 KB`, as far as it is known."""
    parts = []
    size = (found.width, found.height) if found is not None and found.width else attachment.stated
    if attachment.is_image and size is not None:
        parts.append(f"{count(size[0])} × {count(size[1])}")
    if attachment.size is not None:
        parts.append(size_text(attachment.size))
    return " · ".join(parts)


def reason_words(found: Outcome | None) -> str:
    """Why there is nothing to see."""
    if found is None or found.state in (SHOWN, THERE):
        return ""
    words = {
        "missing": tr("not where the session's attachments are kept"),
        "changed": tr("changed: the hash differs"),
        "no-hash": tr("its id is no SHA-256"),
        "too-large": tr("too large to be shown"),
        "no-raster": tr("no PNG, JPEG, WebP or GIF"),
        "damaged": tr("damaged: it cannot be decoded"),
    }
    return words.get(found.state, tr("it cannot be read"))


def caption_words(row: Row, look: Look) -> str:
    """The whole line, as it is read aloud."""
    attachment = attachment_of(row.block)
    found = look.pictures.outcome(attachment) if look.pictures is not None else None
    parts = (name_words(attachment), detail_words(attachment, found), reason_words(found))
    return ", ".join(part for part in parts if part)
