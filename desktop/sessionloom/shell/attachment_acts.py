"""What is done with images and files of a session: save, copy, show where they lie. None is ever opened."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, QUrl
from PySide6.QtGui import QDesktopServices, QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu

from sessionloom.conversation.painters.image import name_words
from sessionloom.conversation.pictures import (
    SHOWN,
    THERE,
    Attachment,
    Outcome,
    attachment_of,
    attachments_of,
)
from sessionloom.conversation.raster import MOST_BYTES, decode
from sessionloom.shell import menus
from sessionloom.shell.core_words import core_text

if TYPE_CHECKING:
    from sessionlog.export.attached import Contents
    from sessionlog.export.references import Reference
    from sessionlog.library import Library, SessionRef
    from sessionloom.shell.workbench import Workbench

MOST_OFFERED = 20
LANE = "attachments"


class AttachmentActs(QObject):
    """Acts on the attachment that was pointed at, else on those of the current node."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._bench = bench
        self._canvas = bench.window.canvas
        self._asking: QFileDialog | None = None
        self.choice: QMenu | None = None
        bench.controller.opening.connect(self._session_opens)
        bench.controller.closed.connect(lambda: self._canvas.setAttachments(None))

    def _session_opens(self, ref: SessionRef) -> None:
        self._canvas.setAttachments(partial(_look, self._bench.library, ref))

    # -- which -----------------------------------------------------------------------------

    def targets(self) -> list[Attachment]:
        """The attachment whose row was pointed at; else those of the current node, the first few."""
        model, state = self._canvas.model, self._canvas.scene.state
        row = model.row_of(state.pointed, state.current) if state.pointed else None
        if row is not None and "attached" in model.rows[row].block.facts:
            return [attachment_of(model.rows[row].block)]
        node = model.node(state.current)
        return [] if node is None else list(itertools.islice(attachments_of(node), MOST_OFFERED))

    def can_save(self) -> bool:
        return bool(self._there())

    def can_copy(self) -> bool:
        return bool(self._pictures())

    def can_show(self) -> bool:
        return bool(self._on_disk())

    def _there(self) -> list[Attachment]:
        """Those that nobody found to be missing."""
        gone = ("missing", "changed", "no-hash", "unreadable")
        return [one for one in self.targets() if self._state(one) not in gone]

    def _pictures(self) -> list[Attachment]:
        return [one for one in self.targets() if one.is_image and self._state(one) in ("", SHOWN)]

    def _on_disk(self) -> list[Attachment]:
        """Those that lie in a file of their own, as far as that is known."""
        known = {one: self._canvas.pictures.outcome(one) for one in self._there()}
        return [one for one, found in known.items() if found is None or _may_lie_in_a_file(found)]

    def _state(self, attachment: Attachment) -> str:
        found = self._canvas.pictures.outcome(attachment)
        return "" if found is None else found.state

    # -- what ------------------------------------------------------------------------------

    def save(self) -> None:
        self._each(self._there(), self._ask_where)

    def copy_image(self) -> None:
        self._each(self._pictures(), self._copy)

    def show(self) -> None:
        self._each(self._on_disk(), self._show)

    def _each(self, attachments: list[Attachment], act: Callable[[SessionRef, Attachment], None]) -> None:
        """Acts on the only one, else lets one be chosen from a menu beside the node."""
        ref = self._bench.controller.ref
        if ref is None or not attachments:
            return
        if len(attachments) == 1:
            act(ref, attachments[0])
            return
        menu = self.choice = QMenu(self._bench.window)
        for one in attachments:
            icon = "node.image" if one.is_image else "tool.read"
            menus.entry(menu, name_words(one).replace("&", "&&"), partial(act, ref, one), icon)
        menus.popup(menu, self._canvas.corner_of_current())
        menu.setActiveAction(menu.actions()[0])

    def _ask_where(self, ref: SessionRef, attachment: Attachment) -> None:
        translate = QCoreApplication.translate
        dialog = QFileDialog(self._bench.window, translate("Attachments", "Save attachment as"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile(offered_name(attachment))
        dialog.fileSelected.connect(lambda path: self.save_to(ref, attachment, Path(path)))
        dialog.finished.connect(dialog.deleteLater)
        self._asking = dialog
        dialog.open()

    def save_to(self, ref: SessionRef, attachment: Attachment, path: Path) -> None:
        """The dialog for the name has asked whether a file may be replaced."""
        translate = QCoreApplication.translate

        def saved(reason: str) -> None:
            if reason:
                claim = translate("Attachments", "The attachment could not be saved.")
                self._bench.pages.show_notice("warn", claim, core_text(reason))
            else:
                claim = translate("Attachments", "The attachment is saved.")
                self._bench.pages.show_notice("info", claim, str(path))

        self._run(partial(_save, self._bench.library, ref, attachment, path), saved)

    def _copy(self, ref: SessionRef, attachment: Attachment) -> None:
        translate = QCoreApplication.translate

        def copied(image: QImage | None) -> None:
            if image is None:
                self._say("warn", translate("Attachments", "There is no picture to copy."), attachment)
                return
            QApplication.clipboard().setImage(image)
            self._say("info", translate("Attachments", "The image is copied."), attachment)

        self._run(partial(_whole_picture, self._bench.library, ref, attachment), copied)

    def _show(self, ref: SessionRef, attachment: Attachment) -> None:
        translate = QCoreApplication.translate

        def found(place: Path | None) -> None:
            if place is None:
                self._say("warn", translate("Attachments", "It lies in no file of its own."), attachment)
                return
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(place.parent)))

        self._run(partial(_place, self._bench.library, ref, attachment), found)

    def _say(self, tint: str, claim: str, attachment: Attachment) -> None:
        self._bench.pages.show_notice(tint, claim, name_words(attachment))

    def _run(self, work: Callable[[], object], done: Callable[[Any], None]) -> None:
        self._bench.runner.run(
            work, on_done=done, on_error=self._bench.pages.show_error, owner=self, lane=LANE
        )


def _may_lie_in_a_file(found: Outcome) -> bool:
    """Of one too large to be looked at nobody asked where it lies."""
    return found.place is not None or found.state not in (SHOWN, THERE)


def offered_name(attachment: Attachment) -> str:
    """A name to save it under: its own, without anything that leads elsewhere or cannot be seen."""
    from sessionlog.export.names import EXTENSIONS, kept_name

    name = "".join(char for char in kept_name(attachment.name) if char.isprintable()).strip() or "file"
    suffix = EXTENSIONS.get(attachment.media_type, "") if attachment.is_image else ""
    known = {f".{one}" for one in EXTENSIONS.values()} | {".jpeg"}
    return f"{name}.{suffix}" if suffix and Path(name).suffix.lower() not in known else name


# -- on a worker ---------------------------------------------------------------------------


def _reference(attachment: Attachment) -> Reference:
    from sessionlog.export.references import Reference

    return Reference(attachment.kind, attachment.id, attachment.media_type, attachment.name)


def _look(library: Library, ref: SessionRef, attachment: Attachment, most: int) -> Contents:
    reference = _reference(attachment)
    if attachment.is_image:
        return library.attachments.contents(ref, reference, most)
    return library.attachments.whereabouts(ref, reference)


def _save(library: Library, ref: SessionRef, attachment: Attachment, path: Path) -> str:
    """Why there was nothing to save; empty when it was."""
    found = library.attachments.find(ref, _reference(attachment))
    if found.blob is not None:
        found.save(path, replace=True)
    return found.reason


def _whole_picture(library: Library, ref: SessionRef, attachment: Attachment) -> QImage | None:
    return decode(library.attachments.contents(ref, _reference(attachment), MOST_BYTES).data).image


def _place(library: Library, ref: SessionRef, attachment: Attachment) -> Path | None:
    return library.attachments.whereabouts(ref, _reference(attachment)).place
