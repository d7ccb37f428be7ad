"""From a session to its lineage and back: what is read, shown, opened and exported."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtWidgets import QFileDialog

from sessionlog.lineage.edges import EdgePlace, fork_place, spawn_place
from sessionlog.lineage.family import Branch, Families, Family, Member, Tie, holders
from sessionlog.model.errors import EnvironmentFault, SessionlogError
from sessionloom.lineage.export import as_png, as_svg
from sessionloom.lineage.page import LineagePage
from sessionloom.lineage.words import member_of
from sessionloom.shell.main_window import Page

if TYPE_CHECKING:
    from sessionlog.library import Library, SessionInfo
    from sessionloom.shell.workbench import Workbench


class LineageFlow(QObject):
    """Families are read on a worker, across the library and every opened place."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._bench = bench
        self._shown: str = ""
        self._seq: int | None = None
        self._asking: QFileDialog | None = None
        self.page = LineagePage()
        bench.window.add_page(Page.LINEAGE, self.page)
        self.page.closed.connect(self.close)
        self.page.exportWanted.connect(self._ask_file)
        self.page.view.opened.connect(lambda member: self._open(member))
        self.page.view.forkPointWanted.connect(lambda member, seq: bench.go_to_seq(member.ref, seq))
        self.page.view.placesWanted.connect(self._read_places)
        bench.catalog.sessionsChanged.connect(lambda _source: self._refresh())
        bench.window.languageChanged.connect(self.page.retranslate)

    def showing(self) -> bool:
        return self._bench.window.page() is Page.LINEAGE

    def show(self) -> None:
        """The lineage of the session that is open; once more leads back to it (L)."""
        if self.showing():
            self.close()
        elif self._bench.controller.info is not None:
            self.show_session(self._bench.controller.info.id)

    def show_holders(self) -> None:
        """Which sessions contain the current event."""
        controller = self._bench.controller
        node = controller.node(self._bench.current_node()) or controller.last_node()
        if controller.info is not None and node is not None:
            self.show_session(controller.info.id, node.seq)

    def show_session(self, session_id: str, seq: int | None = None) -> None:
        self._shown, self._seq = session_id, seq
        self._bench.runner.run(
            _family_of,
            self._bench.library,
            session_id,
            on_done=self._read,
            on_error=self._bench.pages.show_error,
            owner=self,
        )

    def close(self) -> None:
        """Back to the session, where one is open."""
        self._bench.pages.leave_aside()

    def _read(self, family: Family) -> None:
        self.page.show_family(family)
        self.page.view.mark(() if self._seq is None else holders(family, self._shown, self._seq))
        self._bench.window.show_page(Page.LINEAGE)
        self.page.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _read_places(self, branches: list[Branch]) -> None:
        """What the edges in sight say, out of the logs."""
        self._bench.runner.run(
            _places_of,
            self._bench.library,
            branches,
            on_done=self.page.view.take_places,
            owner=self,
            lane="lineage",
        )

    def _refresh(self) -> None:
        if self.showing():
            self.show_session(self._shown, self._seq)

    def _open(self, member: Member) -> None:
        info: SessionInfo = member.ref
        if self._bench.controller.ref == info.ref:
            self.close()
        else:
            self._bench.choose_session(info)

    # -- export ----------------------------------------------------------------------------

    def _ask_file(self, form: str) -> None:
        translate = QCoreApplication.translate
        dialog = QFileDialog(self._bench.window, translate("Lineage", "Export the lineage"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(form)
        dialog.selectFile(f"lineage.{form}")
        dialog.fileSelected.connect(lambda path: self.export(Path(path)))
        dialog.finished.connect(dialog.deleteLater)
        self._asking = dialog
        dialog.open()

    def export(self, path: Path) -> None:
        """Write the tree as it is folded now; the form is the file's suffix."""
        picture = as_svg(self.page.view) if path.suffix.lower() == ".svg" else as_png(self.page.view)
        self._bench.runner.run(
            _write,
            path,
            picture,
            on_done=lambda _none: self._bench.pages.show_notice(
                "info", QCoreApplication.translate("Lineage", "The lineage is written."), str(path)
            ),
            on_error=self._bench.pages.show_error,
            owner=self,
        )


def _family_of(library: Library, session_id: str) -> Family:
    """The library's sessions come first: of two with one id they are the ones that stay."""
    members = [
        member_of(info)
        for source in library.sources()
        for info in library.sessions(source.id)
        if info.generation >= 0
    ]
    return Families(_highest_first(members)).family(session_id)


def _places_of(library: Library, branches: list[Branch]) -> dict[str, EdgePlace | None]:
    return {branch.id: _place_of(library, branch) for branch in branches}


def _place_of(library: Library, branch: Branch) -> EdgePlace | None:
    """`None` where the logs do not say, or cannot be read."""
    parent = branch.parent.member if branch.parent is not None else None
    try:
        if branch.cut_seq is not None and branch.member is not None:
            return fork_place(library.log(branch.member.ref.ref), branch.cut_seq)
        if branch.tie is Tie.SUBAGENT and parent is not None:
            return spawn_place(library.log(parent.ref.ref), branch.id)
    except SessionlogError:
        pass
    return None


def _highest_first(members: list[Member]) -> list[Member]:
    return sorted(members, key=lambda member: -member.ref.generation)


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise EnvironmentFault(
            "lineage.write",
            f"{path.name} could not be written: {error.strerror or error}.",
            "Free some space or choose another folder.",
        ) from error
