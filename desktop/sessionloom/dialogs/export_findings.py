"""What one may not want to hand over, each in its place; what is checked is replaced in the export."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from sessionlog.export.findings import Finding
from sessionlog.export.redaction import Redaction
from sessionloom.models.titles import visible_text
from sessionloom.theme.theme import theme

Index = QModelIndex | QPersistentModelIndex
SHOWN = 60


class FindingModel(QAbstractListModel):
    """Everything is checked at first: to hand over less is the safe side."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._findings: list[Finding] = []
        self._left: set[str] = set()

    def set_findings(self, findings: Sequence[Finding]) -> None:
        self.beginResetModel()
        self._findings = list(findings)
        self._left = set()
        self.endResetModel()

    def redaction(self) -> Redaction:
        chosen = [finding for finding in self._findings if finding.id not in self._left]
        return Redaction(chosen, [finding for finding in self._findings if finding.id in self._left])

    def chosen(self) -> int:
        return len(self._findings) - len(self._left)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._findings)

    def flags(self, index: Index) -> Qt.ItemFlag:
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        finding = self._findings[index.row()]
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Unchecked if finding.id in self._left else Qt.CheckState.Checked
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return finding_text(finding)
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(place_text(finding, at) for at in range(min(5, len(finding.places))))
        if role == Qt.ItemDataRole.FontRole:
            return theme().font("small")
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or not index.isValid():
            return False
        identity = self._findings[index.row()].id
        if Qt.CheckState(value) == Qt.CheckState.Checked:
            self._left.discard(identity)
        else:
            self._left.add(identity)
        self.dataChanged.emit(index, index)
        return True


def chosen_text(model: FindingModel) -> str:
    """How many findings there are, and how many of them are chosen."""
    translate = QCoreApplication.translate
    if model.rowCount() == 0:
        return translate("ExportDialog", "Nothing was found")
    text = translate("ExportDialog", "%1 findings, %2 will be replaced")
    if model.rowCount() == 1:
        text = translate("ExportDialog", "1 finding, %2 will be replaced")
    return text.replace("%1", f"{model.rowCount():,}").replace("%2", f"{model.chosen():,}")


def finding_text(finding: Finding) -> str:
    """Rule, text, and where it was met first."""
    translate = QCoreApplication.translate
    times = translate("ExportDialog", "%1 times").replace("%1", f"{finding.count:,}")
    if finding.count == 1:
        times = translate("ExportDialog", "once")
    secret = visible_text(finding.text[:SHOWN])
    return f"{rule_text(finding.rule)}: {secret}  ·  {times}  ·  {place_text(finding, 0)}"


def rule_text(rule: str) -> str:
    translate = QCoreApplication.translate
    return {
        "home-path": translate("ExportDialog", "Home folder"),
        "e-mail": translate("ExportDialog", "E-mail address"),
        "key": translate("ExportDialog", "Key"),
        "private-key": translate("ExportDialog", "Private key"),
        "Secret Keyword": translate("ExportDialog", "Password or secret"),
    }.get(rule, rule)


def place_text(finding: Finding, at: int) -> str:
    place = finding.places[at]
    where = QCoreApplication.translate("ExportDialog", "%1, line %2")
    where = where.replace("%1", visible_text(place.entry)).replace("%2", f"{place.line:,}")
    return f"{where}: …{visible_text(place.before[-20:])}[…]{visible_text(place.after[:20])}…"


class FindingList(QListView):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.findings = FindingModel(self)
        self.setModel(self.findings)
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        theme().changed.connect(self.scheduleDelayedItemsLayout)
