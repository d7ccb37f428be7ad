"""What stands in the centre: first page, a message, a session; and the bar for notices above it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QApplication

from sessionlog.conversation.node import NodeKind
from sessionlog.model.errors import EnvironmentFault, SessionlogError
from sessionloom.dialogs.text_panel import TextPanel
from sessionloom.shell.banner import BannerButton, BannerText
from sessionloom.shell.core_words import core_text
from sessionloom.shell.diagnosis_text import (
    banner_text,
    bytes_text,
    gap_report,
    other_generations,
    report,
    serious_problems,
)
from sessionloom.shell.main_window import Page

if TYPE_CHECKING:
    from sessionlog.library import SourceInfo
    from sessionloom.shell.workbench import Workbench


ASIDE = frozenset({Page.LINEAGE, Page.DELETED, Page.STORAGE, Page.COMPARE})
"""Pages beside the session that is read."""


class CentrePages:
    """Chooses the page; a person's reading is never interrupted by one."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench
        self._refusal: tuple[str, SessionlogError] | None = None
        self.support: Callable[[SourceInfo], bool] = lambda source: False
        """Shows the first screen of a source that has one."""
        self.compare_generations: Callable[[], object] = lambda: None
        """Puts the session that is read beside another generation of it."""

    def refresh(self, *, asked: bool = False) -> None:
        """The page for what is open, unless a session is being read.

        A page that a person went to stays until they ask for something else.
        """
        bench = self._bench
        if bench.controller.ref is not None or (not asked and bench.window.page() in ASIDE):
            return
        if self._refusal is not None and self._refusal[0] == bench.sessions.shown_key:
            # Why the chosen session cannot be shown stays until another is chosen.
            self.show_refusal(self._refusal[1])
            return
        sources = bench.catalog.sources()
        source = bench.source()
        away = source is not None and source.state == "missing"
        there = [info for info in sources if info.state != "missing"]
        if not away and not any(info.sessions or info.kind != "library" for info in there):
            bench.window.show_page(Page.FIRST)
            return
        self._show_choice()

    def leave_session(self) -> None:
        self._bench.window.banner.dismiss()
        self.refresh()

    def leave_aside(self) -> None:
        """From a page that was gone to, back to the session where one is open."""
        window = self._bench.window
        if self._bench.controller.loaded():
            window.show_page(Page.SESSION)
            window.canvas.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.refresh(asked=True)

    def _show_choice(self) -> None:
        translate = QCoreApplication.translate
        bench = self._bench
        source = bench.source()
        known = bench.catalog.sessions(source.id) if source is not None else None
        page = bench.window.message_page
        if source is not None and source.state != "missing" and self.support(source):
            return
        if source is not None and source.state == "missing":
            folder = translate("Pages", "This folder is not there")
            page.show_message(
                folder if source.kind == "folder" else translate("Pages", "This file is not there"),
                translate("Pages", "Connect its disk or bring it back, then reload. Nothing was removed."),
                icon=("diagnosis.damaged", "warn"),
                buttons=(
                    BannerButton(translate("Pages", "Reload"), lambda: bench.reload_source(source)),
                    BannerButton(
                        translate("Pages", "Remove from the list"), lambda: bench.close_source(source)
                    ),
                ),
            )
        elif source is not None and source.kind == "library" and not known:
            page.show_message(
                translate("Pages", "The library holds no sessions"),
                translate("Pages", "Import a folder, and its sessions are kept here."),
                icon=("source.library", "text.tertiary"),
            )
        elif known is not None and not known:
            page.show_message(
                translate("Pages", "No sessions in here"),
                translate("Pages", "Nothing in this source looks like a session log."),
                icon=("source.folder", "text.tertiary"),
            )
        else:
            page.show_message(
                translate("Pages", "Choose a session"),
                translate("Pages", "The list on the left holds what is open; the newest prompt is on top."),
            )
        bench.window.show_page(Page.MESSAGE)

    def show_opening(self) -> None:
        """Only where opening takes long enough to be noticed."""
        self._bench.window.message_page.show_message(
            QCoreApplication.translate("Pages", "Reading the session…")
        )
        self._bench.window.show_page(Page.MESSAGE)

    def show_refusal(self, error: SessionlogError) -> None:
        translate = QCoreApplication.translate
        bench = self._bench
        self._refusal = (bench.sessions.shown_key, error)
        bench.window.message_page.show_message(
            core_text(error.sentence),
            core_text(error.remedy) or translate("Pages", "The file was not changed."),
            icon=("diagnosis.refused", "error"),
            buttons=(BannerButton(translate("Pages", "Copy this text"), lambda: copy_text(str(error))),),
        )
        bench.window.show_page(Page.MESSAGE)

    # -- the banner of a session -----------------------------------------------------------

    def show_diagnosis(self) -> None:
        bench = self._bench
        diagnosis = bench.controller.diagnosis
        info = bench.controller.info
        text = banner_text(diagnosis, bench.checking, running=info is not None and info.running)
        if text is None:
            bench.window.banner.dismiss()
            return
        translate = QCoreApplication.translate
        buttons: tuple[BannerButton, ...] = ()
        if text.tint != "checking":
            if serious_problems(diagnosis) and text.tint != "info":
                buttons += (BannerButton(translate("Pages", "Show first"), self.show_first_problem),)
            if other_generations(diagnosis):
                beside = translate("Actions", "Compare generations")
                buttons += (BannerButton(beside, self.compare_generations),)
            buttons += (BannerButton(translate("Pages", "Copy report"), self.copy_report),)
        bench.window.banner.show_text(BannerText(text.tint, text.claim, text.where, buttons))

    def show_first_problem(self) -> None:
        """Jump to the first gap, or to the seq that the first problem names."""
        bench = self._bench
        problems = serious_problems(bench.controller.diagnosis)
        seqs = [problem.seq for problem in problems if problem.seq is not None]
        seq = min(seqs, default=0)
        bench.leave_place()
        bench.controller.reveal(0, seq, lambda: self._scroll_to_problem(seq))

    def _scroll_to_problem(self, seq: int) -> None:
        nodes = self._bench.window.canvas.nodes()
        gap = next((node for node in nodes if node.kind is NodeKind.GAP), None)
        at = gap or next((node for node in nodes if node.seq >= seq), nodes[-1] if nodes else None)
        if at is not None:
            self._bench.window.canvas.scrollToNode(at.key)

    def show_gap(self, node_key: str) -> None:
        """The bytes that could not be read as rows, and where they lie."""
        bench = self._bench
        node, info = bench.controller.node(node_key), bench.controller.info
        if node is None or info is None or node.kind is not NodeKind.GAP:
            return
        facts = node.facts
        show = partial(self._show_bytes, gap_report(info, facts), core_text(str(facts.get("reason") or "")))
        if not facts["rows"] and facts["first_offset"] >= facts["last_offset"]:
            show("")  # only seqs are missing: there is nothing in the file
            return
        bench.runner.run(
            bench.library.gap_bytes,
            info.ref,
            facts["first_offset"],
            facts["last_offset"],
            on_done=lambda pieces: show(bytes_text(pieces)),
            on_error=lambda error: show(core_text(str(error)) if isinstance(error, SessionlogError) else ""),
            owner=bench,
        )

    def _show_bytes(self, place: str, why: str, found: str) -> None:
        translate = QCoreApplication.translate
        text = f"{place}\n{found}" if found else place
        TextPanel(
            self._bench.window,
            translate("Pages", "What could not be read"),
            sentence=why,
            text=text,
            buttons=(BannerButton(translate("Pages", "Copy report"), lambda: copy_text(text)),),
            width=760,
        ).open()

    def copy_report(self) -> None:
        bench = self._bench
        if bench.controller.info is not None:
            copy_text(report(bench.controller.info, bench.controller.diagnosis))

    # -- notices ---------------------------------------------------------------------------

    def show_error(self, error: BaseException) -> None:
        """One sentence and its remedy; never modal."""
        if not isinstance(error, SessionlogError):
            return
        tint = "error" if isinstance(error, EnvironmentFault) else "warn"
        self.show_notice(tint, core_text(error.sentence), core_text(error.remedy))

    def show_notice(
        self, tint: str, claim: str, where: str = "", buttons: tuple[BannerButton, ...] = ()
    ) -> None:
        self._bench.window.notice.show_text(BannerText(tint, claim, where, buttons, closable=True))

    def retranslate(self) -> None:
        self._bench.window.banner.dismiss()
        self.refresh()


def copy_text(text: str) -> None:
    QApplication.clipboard().setText(text)
