"""Pictures of the conversation: asked for while they are in view, decoded on a worker, kept within bounds.

The bytes come from whoever knows the session (`Find`); the canvas opens no file. One picture is looked at a
time, and only what is on the viewport then.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage

from sessionlog.conversation.node import Block, Node, Section, SectionKind
from sessionlog.model.errors import SessionlogError
from sessionloom.conversation.colouring import Runner
from sessionloom.conversation.raster import MOST_BYTES, decode

if TYPE_CHECKING:
    from sessionlog.export.attached import Contents

KEPT_BYTES = 64 << 20
"""Of decoded pictures."""
KEPT_OUTCOMES = 2000
SHOWN, THERE, UNREADABLE = "shown", "there", "unreadable"
LONGEST_SIDE = 1_000_000
"""A stated width or height beyond it is no size of a picture."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """What the log says of an image or a file. `size` is in bytes; sizes that nobody states are `None`."""

    kind: str
    id: str
    media_type: str
    name: str
    size: int | None = None
    width: int | None = None
    height: int | None = None

    @property
    def key(self) -> str:
        """By what it is known again."""
        return f"{self.kind}:{self.id}"

    @property
    def is_image(self) -> bool:
        return self.kind == "image"

    @property
    def stated(self) -> tuple[int, int] | None:
        """Width and height, where the log says believable ones."""
        width, height = self.width, self.height
        if width is None or height is None or not (0 < width <= LONGEST_SIDE and 0 < height <= LONGEST_SIDE):
            return None
        return width, height


Find = Callable[[Attachment, int], "Contents"]
"""Gives the bytes of an image of at most so many, and says whether a file is there. Runs on a worker."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A picture as large as it fits into a box of device px."""

    attachment: Attachment
    box: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a look at an attachment gave: `shown`, `there` (a file), or the reason why not.

    `width` and `height` are those of the picture, upright; `place` is its file on the disk, if it has one.
    """

    state: str
    width: int = 0
    height: int = 0
    place: Path | None = None


@dataclass(frozen=True, slots=True)
class Came:
    """What a worker brings back."""

    wanted: Wanted
    outcome: Outcome
    image: QImage | None = None


class Pictures(QObject):
    """`came` carries a `Came` that the receiver hands back to `take`, because heights may change by it.

    `epoch` counts what may have changed a height, `looks` what workers were asked for.
    """

    came = Signal(object)

    def __init__(self, runner: Runner | None, parent: QObject) -> None:
        super().__init__(parent)
        self._runner = runner
        self._find: Find | None = None
        self._outcomes: OrderedDict[str, Outcome] = OrderedDict()
        self._images: OrderedDict[tuple[str, tuple[int, int]], QImage] = OrderedDict()
        self._latest: dict[str, tuple[int, int]] = {}
        self._wanted: list[Wanted] = []
        self._opening = 0
        self._looking = False
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._look)
        self.epoch = 0
        self.looks = 0
        self.kept = 0

    def open(self, find: Find | None) -> None:
        """Another session: forget what was found, and look with `find` from now on."""
        self._find = find if self._runner is not None else None
        self._opening += 1
        self._outcomes.clear()
        self._images.clear()
        self._latest.clear()
        self._wanted.clear()
        self._looking = False
        self.kept = 0
        self.epoch += 1

    # -- what is known ---------------------------------------------------------------------

    def outcome(self, attachment: Attachment) -> Outcome | None:
        """What the last look gave; `None` where nobody has looked yet."""
        return self._outcomes.get(attachment.key)

    def size(self, attachment: Attachment) -> tuple[int, int] | None:
        """The size of the picture that is or will be shown, in its own px; `None` where there is none."""
        found = self._outcomes.get(attachment.key)
        if not attachment.is_image or self._find is None or (found is not None and found.state != SHOWN):
            return None
        if attachment.stated is not None or found is None:
            return attachment.stated
        return found.width, found.height

    def image(self, wanted: Wanted) -> QImage | None:
        """The decoded picture; while the one for this box is being made, the last one for another."""
        identity = wanted.attachment.key
        box = wanted.box if (identity, wanted.box) in self._images else self._latest.get(identity, wanted.box)
        return self._images.get((identity, box))

    def busy(self) -> bool:
        """Whether something in view is still looked for."""
        return self._looking or self._next.isActive()

    # -- looking ---------------------------------------------------------------------------

    def in_view(self, wanted: Sequence[Wanted]) -> None:
        """What is on the viewport now. What is no longer there and was not begun is not looked for."""
        self._wanted = [one for one in wanted if self._is_missed(one)] if self._find is not None else []
        if self._wanted and not self._looking:
            self._next.start()

    def _is_missed(self, wanted: Wanted) -> bool:
        found = self._outcomes.get(wanted.attachment.key)
        if found is None or found.state != SHOWN:
            return found is None
        key = (wanted.attachment.key, wanted.box)
        if key in self._images:
            self._images.move_to_end(key)
        return wanted.attachment.is_image and key not in self._images

    def _look(self) -> None:
        self._wanted = [one for one in self._wanted if self._is_missed(one)]
        if self._looking or not self._wanted or self._runner is None or self._find is None:
            return
        wanted = self._wanted.pop(0)
        self._looking = True
        self.looks += 1
        self._runner.run(
            look_at,
            self._find,
            wanted,
            on_done=partial(self._arrived, self._opening),
            on_error=partial(self._broke, self._opening, wanted),
            owner=self,
        )

    def _arrived(self, opening: int, came: Came) -> None:
        if opening != self._opening:
            return
        self._looking = False
        self.came.emit(came)
        if self._wanted:
            self._next.start()

    def _broke(self, opening: int, wanted: Wanted, _error: BaseException) -> None:
        """Our own mistake, which the runner reports: not tried again and again."""
        self._arrived(opening, Came(wanted, Outcome(UNREADABLE)))

    def take(self, came: Came) -> None:
        """Remember what came, and let go of what was looked at longest ago."""
        identity = came.wanted.attachment.key
        if self._outcomes.get(identity) != came.outcome:
            self._outcomes[identity] = came.outcome
            self.epoch += 1
            if len(self._outcomes) > KEPT_OUTCOMES:
                self._outcomes.popitem(last=False)
        if came.image is None:
            return
        before = self._images.pop((identity, came.wanted.box), None)
        self.kept -= 0 if before is None else before.sizeInBytes()
        self._images[identity, came.wanted.box] = came.image
        self._latest[identity] = came.wanted.box
        self.kept += came.image.sizeInBytes()
        while self.kept > KEPT_BYTES and len(self._images) > 1:
            (gone, box), image = self._images.popitem(last=False)
            self.kept -= image.sizeInBytes()
            if self._latest.get(gone) == box:
                del self._latest[gone]


def look_at(find: Find, wanted: Wanted) -> Came:
    """On a worker: get the bytes, decode them. A file is only looked for."""
    attachment = wanted.attachment
    try:
        found = find(attachment, MOST_BYTES)
    except SessionlogError:
        return Came(wanted, Outcome(UNREADABLE))
    if found.lack:
        return Came(wanted, Outcome(str(found.lack), place=found.place))
    if not attachment.is_image:
        return Came(wanted, Outcome(THERE, place=found.place))
    raster = decode(found.data, wanted.box)
    state = str(raster.fault) or SHOWN
    return Came(wanted, Outcome(state, raster.width, raster.height, found.place), raster.image)


# -- what the log says ---------------------------------------------------------------------


def attachment_of(piece: Block | Section) -> Attachment:
    """The attachment of an image block or section."""
    facts: Mapping[str, Any] = piece.facts
    numbers = (facts.get(name) for name in ("bytes", "width", "height"))
    size, width, height = (number if isinstance(number, int) else None for number in numbers)
    return Attachment(
        str(facts.get("attached", "image")),
        str(facts.get("attachment_id", "")),
        str(facts.get("media_type", "")),
        piece.text,
        size if size is not None and size >= 0 else None,
        width,
        height,
    )


def attachments_of(node: Node) -> Iterator[Attachment]:
    """The images and files of a node and of the calls inside it, in their order."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        yield from (attachment_of(part) for part in found.sections if part.kind is SectionKind.IMAGE)
        waiting.extend(reversed(found.children))
