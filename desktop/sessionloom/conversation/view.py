"""The conversation view: the nodes of one session, to read, select, open and walk through."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QElapsedTimer, QPoint, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QWidget

from sessionlog.conversation.blocks import Switches
from sessionlog.conversation.node import Node, NodeKind, Splice
from sessionloom.conversation import navigation
from sessionloom.conversation.accessible import announce
from sessionloom.conversation.canvas import ConversationCanvas
from sessionloom.conversation.colouring import Runner
from sessionloom.conversation.keyboard import command_for
from sessionloom.conversation.look import IconSource
from sessionloom.conversation.opening import SWITCHED, lacks_attempts, opening_keys
from sessionloom.conversation.rows import SplitNode
from sessionloom.conversation.selection import WHOLE, Position, node_text
from sessionloom.conversation.wording import role_name
from sessionloom.conversation.zones import Action, Zone
from sessionloom.theme.icons import pixmap

MOST_REVEALED = 20
CUT_AT_ONCE = 80
CUTTING_MS = 10


class ConversationView(ConversationCanvas):
    """Shows the nodes of one session."""

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        runner: Runner | None = None,
        icons: IconSource = pixmap,
        split: SplitNode | None = None,
    ) -> None:
        super().__init__(parent, runner=runner, icons=icons, split=split)
        self._to_cut: deque[str] = deque()
        self._cutting = QTimer(self)
        self._cutting.timeout.connect(self._cut_some_anew)

    # -- nodes -----------------------------------------------------------------------------

    def setNodes(self, nodes: Sequence[Node]) -> None:
        """Other nodes altogether, read from their end. Nothing stays open of what was."""
        self.selection.clear()
        if not nodes:
            self.model.expanded.clear()
            self.scene.state.sideways.clear()
            self.scene.state.current = ""
        self._apply(Splice(0, len(self.model.nodes), tuple(nodes)))
        self.place.follow = True
        self.scroller.to_bottom()
        self.contents_changed()

    def splice(self, splices: Iterable[Splice]) -> None:
        """Applies changes of the node list. The reader stays where he is, or at the tail."""
        before = self.model.nodes[-1].key if self.model.nodes else ""

        def apply() -> None:
            for change in splices:
                self._apply(change)

        self.place.keep(apply)
        self.contents_changed()
        self._announce_reply(before)

    def _apply(self, change: Splice) -> None:
        self.marks.splice(change)
        done = self.model.splice(change)
        self.model.remeasure(done.row - 1)
        self.model.remeasure(done.row + done.added)

    def nodes(self) -> Sequence[Node]:
        return self.model.nodes

    def setViewSwitches(self, attempts: bool, context: bool, audit: bool, raw: bool) -> None:
        """Which kinds of nodes are shown; `attempts` opens every retry."""
        switches = Switches(attempts, context, audit, raw)
        if switches == self.splitter.switches:
            return
        self.splitter.switches = switches
        retries = {node.key for node in self.model.nodes if node.kind is NodeKind.RETRY}
        self.model.expanded -= retries
        self._cut_all_anew(lambda node: node.kind in SWITCHED)

    def _cut_all_anew(self, wanted: Callable[[Node], bool]) -> None:
        """Cuts nodes anew: those around what is in sight now, the others bit by bit between other events."""
        middle = self._node_in_sight()
        found = [index for index, node in enumerate(self.model.nodes) if wanted(node)]
        found.sort(key=lambda index: abs(index - middle))
        keys = [self.model.nodes[index].key for index in found]
        self._to_cut = deque(keys[CUT_AT_ONCE:])
        self._cut_anew(keys[:CUT_AT_ONCE])
        self._cutting.start()

    def _cut_some_anew(self) -> None:
        """As many as there is time for before the next picture."""
        if not self._to_cut:
            self._cutting.stop()
            return
        clock = QElapsedTimer()
        clock.start()

        def cut() -> None:
            while self._to_cut and not clock.hasExpired(CUTTING_MS):
                self._cut_one(self._to_cut.popleft())

        self.place.keep(cut)
        self.contents_changed()

    def _cut_anew(self, keys: Sequence[str]) -> None:
        def cut() -> None:
            for key in keys:
                self._cut_one(key)

        self.place.keep(cut)
        self.contents_changed()

    def _cut_one(self, key: str) -> None:
        index = self.model.node_index(key)
        if index is None:
            return
        self._apply(Splice(index, 1, (self.model.nodes[index],)))
        for row in self.model.rows_of(index):
            self.model.remeasure(row)

    # -- earlier pages ---------------------------------------------------------------------

    def setHasEarlier(self, has_earlier: bool, above: int | None = None) -> None:
        """Whether the log goes on above the first node, and with how many events, if that is known."""
        self.scene.has_earlier = has_earlier
        self.scene.earlier_above = above
        self.measure_edges()
        self.contents_changed()

    def setLoadingEarlier(self, loading: bool) -> None:
        self.scene.state.earlier_loading = loading
        self.viewport().update()

    def scrollToNode(self, key: str) -> bool:
        """Shows a node near the top, marked for a moment; False if it is not loaded or not shown."""
        index = self.model.node_index(key)
        if index is None or not self.model.rows_of(index):
            return False
        self.place.read(lambda: self.scroller.place(self.model.first_row(index), self.look.px(24)))
        self.moved()
        self.motion.flash(key)
        self.set_current(key)
        return True

    # -- walking through nodes ------------------------------------------------------------------

    def currentNode(self) -> str:
        """The key of the current node, "" without one."""
        key = self.scene.state.current
        return key if self.model.node_index(key) is not None else ""

    def nodeInSight(self) -> str:
        """The key of what one reads: the current node where it is seen, at the end the last one, else
        the first that begins."""
        seen = [self.model.rows[row].node.key for row, _y in self.scroller.visible()]
        if self.scene.state.current in seen or not seen:
            return self.currentNode()
        return seen[-1] if self.isAtBottom() else self.model.nodes[self._node_in_sight()].key

    def nextNode(self) -> bool:
        return self._step(1, navigation.any_node)

    def previousNode(self) -> bool:
        return self._step(-1, navigation.any_node)

    def nextTurn(self) -> bool:
        return self._step(1, navigation.is_turn)

    def previousTurn(self) -> bool:
        return self._step(-1, navigation.is_turn)

    def nextPrompt(self) -> bool:
        return self._step(1, navigation.is_prompt)

    def previousPrompt(self) -> bool:
        return self._step(-1, navigation.is_prompt)

    def nextError(self) -> bool:
        return self._step(1, navigation.is_trouble)

    def _step(self, direction: int, wanted: navigation.Wanted) -> bool:
        """Makes the next wanted node the current one and shows it."""
        start = self.model.node_index(self.scene.state.current)
        if start is None:
            start = self._node_in_sight() - direction
        index = navigation.find(self.model, start, direction, wanted)
        if index is None:
            return False
        self.scene.ring = True
        rows = self.model.rows_of(index)
        self.place.read(lambda: self._reveal(rows, near=wanted is navigation.any_node))
        self.set_current(self.model.nodes[index].key)
        self.moved()
        return True

    def _reveal(self, rows: range, *, near: bool) -> None:
        """Shows rows: step by step no more than needed, after a leap near the top."""
        margin = self.look.px(16)
        if near:
            self.scroller.reveal(rows[0], min(rows[-1], rows[0] + MOST_REVEALED), margin)
        elif self.scroller.y_of(rows[0], limit=self.viewport().height() / 2) is None:
            self.scroller.place(rows[0], margin)

    def _node_in_sight(self) -> int:
        """The first node whose first row is on the viewport."""
        for row, y in self.scroller.visible():
            index = self.model.node_of_row(row)
            if y >= 0 or index == len(self.model.nodes) - 1:
                return index
        return 0

    # -- opening and closing ---------------------------------------------------------------

    def expanded(self) -> set[str]:
        """The keys of everything that is open."""
        return set(self.model.expanded)

    def toggleExpanded(self, key: str) -> None:
        """Opens or closes a section, or a whole node by its key. The row clicked does not move."""
        self._toggle(key, key.split("/", 1)[0], "")

    def _toggle(self, key: str, node_key: str, block_key: str) -> None:
        opening = key not in self.model.expanded
        self._open(key, opening)
        self.place.keep(lambda: self._refresh(node_key), block_key or self._first_block(node_key))
        self.contents_changed()
        node = self.model.node(node_key)
        if opening and node is not None and lacks_attempts(node):
            self.attemptsWanted.emit(node_key)

    def _open(self, key: str, is_open: bool) -> None:
        (self.model.expanded.add if is_open else self.model.expanded.discard)(key)

    def _refresh(self, node_key: str) -> None:
        index = self.model.node_index(node_key)
        if index is not None:
            self._apply(Splice(index, 1, (self.model.nodes[index],)))

    def _first_block(self, node_key: str) -> str:
        index = self.model.node_index(node_key)
        rows = self.model.rows_of(index) if index is not None else range(0)
        return self.model.rows[rows[0]].block.key if rows else ""

    def expandAll(self) -> None:
        """Opens everything that is loaded, but for what very long texts leave out."""
        fresh = {key for node in self.model.nodes for key in opening_keys(node)} - self.model.expanded
        self.model.expanded |= fresh
        opened = {key.split("/", 1)[0] for key in fresh}
        self._cut_all_anew(lambda node: node.key in opened or bool(node.children))

    def collapseAll(self) -> None:
        """Closes everything that was opened."""
        closed = {key.split("/", 1)[0] for key in self.model.expanded}
        self.model.expanded.clear()
        self._cut_all_anew(lambda node: node.key in closed or bool(node.children))

    def open_current(self) -> None:
        """Opens or closes what the current node hides."""
        index = self.model.node_index(self.scene.state.current)
        for row in self.model.rows_of(index) if index is not None else range(0):
            block = self.model.rows[row].block
            if block.facts.get("expands"):
                self._toggle(str(block.facts["expands"]), block.node_key, block.key)
                return

    def menu_at_current(self) -> None:
        """The context menu of the current node, for the keyboard."""
        if self.currentNode():
            self.contextMenuWanted.emit(self.scene.state.current, self.corner_of_current())

    def corner_of_current(self) -> QPoint:
        """Where a menu of the current node opens, on the screen."""
        index = self.model.node_index(self.scene.state.current)
        first = -1 if index is None else self.model.first_row(index)
        y = next((top for row, top in self.scroller.visible() if row == first), 0.0)
        corner = QPoint(self.measure.column.left, max(0, round(y)) + self.look.px(20))
        return self.viewport().mapToGlobal(corner)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        command = command_for(event)
        if command is None:
            super().keyPressEvent(event)
            return
        self.reader_acted(by_keyboard=True)
        command(self)
        event.accept()

    # -- selecting and copying -------------------------------------------------------------

    def selectAll(self) -> None:
        """Selects every row that is loaded, laid out or not."""
        rows = self.model.rows
        if rows:
            first, last = rows[0], rows[-1]
            self.selection.set(
                Position(first.node.key, first.block.key, 0), Position(last.node.key, last.block.key, WHOLE)
            )
            self.viewport().update()

    def clearSelection(self) -> None:
        self.selection.clear()
        self.viewport().update()

    def copySelection(self) -> int:
        """Copies the selection, else the current node; returns the number of characters."""
        text = self.selectedText()
        if not text:
            node = self.model.node(self.scene.state.current)
            text = node_text(node) if node is not None else ""
        return self._copy(text)

    def _copy(self, text: str) -> int:
        if text:
            QGuiApplication.clipboard().setText(text)
            self.copied.emit(len(text))
        return len(text)

    # -- hot zones -------------------------------------------------------------------------

    def activate(self, zone: Zone) -> None:
        if zone.action is Action.EARLIER:
            self.loadEarlierWanted.emit()
            return
        self.set_current(zone.node_key)
        if zone.action in (Action.TOGGLE, Action.ATTEMPTS):
            self._toggle(zone.key, zone.node_key, zone.block_key)
        elif zone.action is Action.FORK:
            self.forkRequested.emit(zone.node_key)
        elif zone.action is Action.COMPARE:
            self.compareRequested.emit(zone.node_key, int(zone.key))
        elif zone.action is Action.RAW:
            self.rawWanted.emit(zone.node_key)
        elif zone.action is Action.COPY_SECTION:
            self._copy(self._section_text(zone))
        elif zone.action is Action.COPY_NODE:
            self._copy(self._answer_text(zone.node_key))

    def _section_text(self, zone: Zone) -> str:
        """The whole code of the frame that a Copy button belongs to."""
        index = self.model.node_index(zone.node_key)
        rows = [self.model.rows[row] for row in self.model.rows_of(index)] if index is not None else []
        start = next((number for number, row in enumerate(rows) if row.block.key == zone.block_key), None)
        if start is None:
            return ""
        texts = [rows[start].block.text]
        if start + 1 < len(rows) and rows[start + 1].block.facts.get("code"):
            return str(rows[start + 1].block.facts["code"])
        for row in rows[start + 1 :]:
            if row.block.first or row.block.kind is not rows[start].block.kind:
                break
            texts.append("" if row.block.facts.get("continues") else "\n")
            texts.append(row.block.text)
        return "".join(texts)

    def _answer_text(self, tail_key: str) -> str:
        """The texts of the last answer before the end of a turn."""
        index = self.model.node_index(tail_key)
        while index is not None and index >= 0:
            node = self.model.nodes[index]
            if node.kind in (NodeKind.ASSISTANT, NodeKind.INTERRUPTED) and node_text(node):
                return node_text(node)
            index -= 1
        return ""

    # -- screen readers --------------------------------------------------------------------

    def _announce_reply(self, last_before: str) -> None:
        """Says a new answer aloud once, when it stands at the end."""
        if not self.model.nodes:
            return
        last = self.model.nodes[-1]
        if last.key != last_before and last.kind is NodeKind.ASSISTANT and last.status != "running":
            announce(self, f"{role_name(last)}: {node_text(last)[:400]}")
