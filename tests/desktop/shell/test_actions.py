"""One registry: unique ids, one action a key, everything reachable, letters only in the conversation."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from sessionloom.shell.actions import ActionRegistry, ActionSpec, Scope, plain


def test_no_two_actions_share_a_key(desk):
    desk.start()
    used = Counter()
    for spec in desk.do.registry:
        for shortcut in spec.shortcuts:
            sequence = QKeySequence(shortcut)
            assert sequence.count() == 1, f"{spec.id}: {shortcut} is no single key"
            used[sequence.toString(QKeySequence.SequenceFormat.PortableText)] += 1
    assert {key: count for key, count in used.items() if count > 1} == {}


def test_an_id_is_taken_once(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    registry = ActionRegistry(window)
    spec = ActionSpec("a", "A", lambda: None)
    with pytest.raises(ValueError, match="twice"):
        registry.add([spec, spec], {Scope.WINDOW: window})


def test_single_letters_act_only_in_the_conversation(desk):
    desk.start()
    for spec in desk.do.registry:
        single = [key for key in spec.shortcuts if len(key) == 1]
        if single:
            assert spec.scope is Scope.CONVERSATION, f"{spec.id} takes {single} everywhere"


def test_the_keys_that_some_keyboards_lack_have_a_second_one(desk):
    desk.start()
    for spec in desk.do.registry:
        if {"[", "]"} & set(spec.shortcuts):
            assert len(spec.shortcuts) > 1


def test_every_action_is_in_a_menu_and_the_palette_knows_what_can_act(desk):
    desk.start()
    in_menus = set()
    pending = list(desk.window.menuBar().actions())
    while pending:
        action = pending.pop()
        if action.menu() is not None:
            pending += action.menu().actions()
        in_menus.add(action.objectName())
    ids = {spec.id for spec in desk.do.registry}
    assert ids <= in_menus
    desk.do.open_palette()
    offered = {entry.title for entry in desk.do.palette._all}
    able = {
        plain(spec.text())
        for spec in desk.do.registry
        if desk.do.registry.enabled(spec.id) and spec.id != "tools.palette"
    }
    assert offered == able
    desk.do.palette.close_panel()


def test_no_action_is_dead_in_a_session(desk):
    """Everything that is enabled can be triggered without a bug; dialogs and quitting aside."""
    desk.start()
    desk.window.first_page.samples.click()
    desk.settle()
    aside = {
        "app.quit", "open.folder", "open.file", "open.zip", "import.folder",
        "help.dataFolder",
        "session.showInFolder",
        "source.import", "session.import", "source.remove", "source.reload", "language.zh_CN",
        "language.system",
    }  # fmt: skip
    for spec in desk.do.registry:
        if spec.id not in aside and desk.do.registry.enabled(spec.id):
            desk.do.registry.trigger(spec.id)
            desk.settle()
    assert desk.application.trouble.reports == []


def test_actions_know_when_they_cannot_act(desk):
    desk.start()
    assert not desk.do.registry.action("session.close").isEnabled()
    desk.window.first_page.samples.click()
    desk.settle()
    assert desk.do.registry.action("session.close").isEnabled()
    desk.trigger("session.close")
    assert not desk.do.registry.action("session.close").isEnabled()


def test_a_registry_belongs_to_its_window(desk):
    desk.start()
    assert isinstance(desk.do.registry.parent(), QObject)
    assert desk.do.registry.parent() is desk.window
