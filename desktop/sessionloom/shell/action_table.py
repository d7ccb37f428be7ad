"""Every action of the window. Menus, context menus, the palette and the shortcut page come from here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sessionloom.shell.actions import ActionSpec, Scope

if TYPE_CHECKING:
    from sessionloom.shell.commands import Commands

VOICE = Scope.CONVERSATION


def file_actions(do: Commands) -> list[ActionSpec]:
    return [
        ActionSpec("open.folder", "Open session folder…", do.opening.ask_folder, ("Ctrl+O",),
                   icon="action.openFolder", menu="file"),
        ActionSpec("open.file", "Open log file…", do.opening.ask_file, ("Ctrl+Shift+O",),
                   icon="tool.read", menu="file"),
        ActionSpec("open.zip", "Open ZIP…", do.handover.ask_zip, icon="action.openZip", menu="file"),
        ActionSpec("open.samples", "Open the sample sessions", do.opening.open_samples,
                   icon="action.openSamples", menu="file"),
        ActionSpec("import.folder", "Import folder into library…", do.opening.ask_import, ("Ctrl+I",),
                   icon="action.import", menu="file"),
        ActionSpec("import.cancel", "Cancel import", do.bench.imports.cancel, when=do.bench.imports.running,
                   icon="action.cancel", menu="file"),
        ActionSpec("source.reload", "Reload source", do.reload_source, ("F5",), when=do.has_source,
                   icon="action.retry", menu="file.source"),
        ActionSpec("source.import", "Import source into library", do.import_source, when=do.can_close_source,
                   icon="action.import", menu="file.source"),
        ActionSpec("source.case", "Show what is in the ZIP", do.handover.show_case,
                   when=do.handover.can_show_case, icon="diagnosis.info", menu="file.source"),
        ActionSpec("source.remove", "Close source", do.close_source, when=do.can_close_source,
                   icon="action.close", menu="file.source"),
        ActionSpec("library.deleted", "Recently deleted", do.deleted.show, icon="action.delete",
                   menu="file.library"),
        ActionSpec("library.storage", "Storage", do.storage.show, icon="flusher.idle", menu="file.library"),
        ActionSpec("app.quit", "Quit", do.quit, ("Ctrl+Q",), menu="file.end"),
    ]  # fmt: skip


def edit_actions(do: Commands) -> list[ActionSpec]:
    return [
        ActionSpec("edit.copy", "Copy", do.canvas.copySelection, ("Ctrl+C",), VOICE, when=do.has_session,
                   icon="action.copy", menu="edit"),
        ActionSpec("edit.selectAll", "Select all", do.canvas.selectAll, ("Ctrl+A",), VOICE,
                   when=do.has_session, menu="edit"),
        ActionSpec("edit.copyId", "Copy session id", do.copy_id, ("Ctrl+Shift+C",), when=do.has_session,
                   icon="action.copyId", menu="edit"),
        ActionSpec("edit.copyLink", "Copy link to this place", do.copy_link, ("Ctrl+Shift+L",),
                   when=do.has_session, icon="action.openLink", menu="edit"),
        ActionSpec("edit.find", "Search sessions by title", do.search_sessions, ("Ctrl+L",),
                   icon="action.findInSession", menu="edit"),
    ]  # fmt: skip


def view_actions(do: Commands) -> list[ActionSpec]:
    look = do.look

    def switch(name: str, title: str) -> ActionSpec:
        return ActionSpec(f"view.{name}", title, lambda: look.toggle_switch(name),
                          checked=lambda: look.switch(name), menu="view.switches")  # fmt: skip

    kinds: dict[str, tuple[Callable[[str], object], Callable[[], str], str]] = {
        "theme": (look.set_mode, look.mode, "action.theme"),
        "density": (look.set_density, look.density, ""),
        "language": (look.set_language, look.language, "action.language"),
        "clock": (look.set_clock, look.clock, ""),
        "times": (look.set_times, look.times, ""),
    }

    def choice(kind: str, name: str, title: str) -> ActionSpec:
        """One of several of which one is checked."""
        take, now, icon = kinds[kind]
        return ActionSpec(f"{kind}.{name}", title, lambda: take(name), checked=lambda: now() == name,
                          menu=f"view.{kind}", choice=kind, icon=icon)  # fmt: skip

    return [
        ActionSpec("view.sidebar", "Sidebar", do.window.toggle_sidebar, ("Ctrl+B",),
                   checked=do.window.sidebar_shown, icon="action.toggleSidebar", menu="view"),
        ActionSpec("list.grouped", "Group sessions by workspace", do.toggle_grouped,
                   checked=lambda: do.bench.sessions.grouped, menu="view.list"),
        ActionSpec("list.byPrompt", "Order by last prompt", do.order_by_prompt,
                   checked=do.ordered_by_prompt, menu="view.list", choice="order"),
        ActionSpec("list.byName", "Order by name", do.order_by_name,
                   checked=lambda: not do.ordered_by_prompt(), menu="view.list", choice="order"),
        ActionSpec("list.archived", "Show archived sessions", do.toggle_archived_shown,
                   checked=lambda: do.bench.sessions.show_archived, menu="view.list"),
        switch("attempts", "Failed attempts"),
        switch("context", "Injected context"),
        switch("audit", "Audit rows"),
        switch("raw", "Raw events"),
        ActionSpec("view.expandAll", "Expand all that is loaded", do.canvas.expandAll, when=do.has_session,
                   menu="view.open"),
        ActionSpec("view.collapseAll", "Collapse all", do.canvas.collapseAll, when=do.has_session,
                   menu="view.open"),
        choice("theme", "system", "Theme of the desktop"),
        choice("theme", "light", "Light"),
        choice("theme", "dark", "Dark"),
        choice("density", "compact", "Compact"),
        choice("density", "regular", "Regular"),
        choice("density", "roomy", "Roomy"),
        ActionSpec("view.zoomIn", "Zoom in", lambda: look.step_zoom(1), ("Ctrl++", "Ctrl+="),
                   icon="action.zoomIn", menu="view.zoom"),
        ActionSpec("view.zoomOut", "Zoom out", lambda: look.step_zoom(-1), ("Ctrl+-",),
                   icon="action.zoomOut", menu="view.zoom"),
        ActionSpec("view.zoomReset", "Actual size", look.reset_zoom, ("Ctrl+0",), menu="view.zoom"),
        choice("clock", "local", "Local time"),
        choice("clock", "utc", "UTC"),
        choice("times", "relative", "Relative times"),
        choice("times", "absolute", "Absolute times"),
        choice("language", "system", "Language of the desktop"),
        choice("language", "en", "English"),
        choice("language", "zh_CN", "简体中文"),
    ]  # fmt: skip


def session_actions(do: Commands) -> list[ActionSpec]:
    return [
        ActionSpec("session.fork", "Fork from here…", do.forks.from_here, ("F",), VOICE, when=do.has_session,
                   icon="action.fork", menu="session"),
        ActionSpec("session.lineage", "Lineage", do.lineage.show, ("L",), VOICE, when=do.has_session,
                   icon="action.lineage", menu="session"),
        ActionSpec("session.holders", "Sessions with this event", do.lineage.show_holders,
                   when=do.has_session, icon="action.lineage", menu="session"),
        ActionSpec("session.compareParent", "Compare with parent", do.compare.with_parent,
                   when=do.compare.has_parent, icon="action.compare", menu="session"),
        ActionSpec("session.compareWith", "Compare with…", do.compare.with_another,
                   when=do.has_session, icon="action.compare", menu="session"),
        ActionSpec("session.compareAttempt", "Compare attempt with the answer", do.compare.compare_attempt,
                   when=do.compare.has_attempts, icon="action.compare", menu="session"),
        ActionSpec("session.compareGenerations", "Compare generations", do.compare.with_generation,
                   when=do.has_session, icon="action.compare", menu="session"),
        ActionSpec("attachment.save", "Save attachment as…", do.attachments.save, ("Ctrl+S",), VOICE,
                   when=do.attachments.can_save, icon="action.export", menu="session"),
        ActionSpec("attachment.copy", "Copy image", do.attachments.copy_image, ("Ctrl+Alt+C",), VOICE,
                   when=do.attachments.can_copy, icon="action.copy", menu="session"),
        ActionSpec("attachment.show", "Show where the attachment lies", do.attachments.show,
                   when=do.attachments.can_show, icon="action.showInFolder", menu="session"),
        ActionSpec("session.rename", "Rename…", do.acts.rename, ("F2",), when=do.acts.can_change,
                   icon="action.rename", menu="session"),
        ActionSpec("session.archived", "Archived", do.acts.toggle_archived, when=do.acts.can_change,
                   checked=do.acts.is_archived, menu="session"),
        ActionSpec("session.delete", "Delete", do.acts.delete, ("Del",), Scope.LIST,
                   when=do.acts.can_change, icon="action.delete", menu="session"),
        ActionSpec("session.import", "Import session into library", do.import_session,
                   when=do.can_import_session, icon="action.import", menu="session"),
        ActionSpec("session.export", "Export…", do.handover.export_shown, ("Ctrl+E",), when=do.has_session,
                   icon="action.export", menu="session"),
        ActionSpec("session.showInFolder", "Show in folder", do.show_in_folder, when=do.has_artifact,
                   icon="action.showInFolder", menu="session"),
        ActionSpec("session.copyReport", "Copy diagnosis report", do.bench.pages.copy_report,
                   when=do.has_session, icon="action.copyReport", menu="session"),
        ActionSpec("session.firstProblem", "Show first problem", do.bench.pages.show_first_problem,
                   when=do.has_problems, icon="session.damaged", menu="session"),
        ActionSpec("session.loadEarlier", "Load earlier", do.bench.controller.load_earlier,
                   ("Ctrl+Shift+Up",), when=do.has_session, icon="action.loadEarlier", menu="session"),
        ActionSpec("session.close", "Close session", do.close_session, ("Ctrl+W",), when=do.has_session,
                   icon="action.close", menu="session"),
    ]  # fmt: skip


def go_actions(do: Commands) -> list[ActionSpec]:
    canvas = do.canvas
    return [
        ActionSpec("go.back", "Back", do.back, ("Alt+Left",), when=do.bench.navigation.can_go_back,
                   menu="go"),
        ActionSpec("go.forward", "Forward", do.forward, ("Alt+Right",),
                   when=do.bench.navigation.can_go_forward, menu="go"),
        ActionSpec("go.seq", "Go to seq…", do.open_go_to, ("Ctrl+G",), icon="action.openLink", menu="go"),
        ActionSpec("go.nextNode", "Next node", canvas.nextNode, ("J",), VOICE, when=do.has_session,
                   icon="action.nextNode", menu="go.nodes"),
        ActionSpec("go.previousNode", "Previous node", canvas.previousNode, ("K",), VOICE,
                   when=do.has_session, icon="action.previousNode", menu="go.nodes"),
        ActionSpec("go.nextTurn", "Next turn", canvas.nextTurn, ("]", "Ctrl+Down"), VOICE,
                   when=do.has_session, icon="action.nextTurn", menu="go.nodes"),
        ActionSpec("go.previousTurn", "Previous turn", canvas.previousTurn, ("[", "Ctrl+Up"), VOICE,
                   when=do.has_session, icon="action.previousTurn", menu="go.nodes"),
        ActionSpec("go.nextPrompt", "Next prompt of yours", canvas.nextPrompt, ("N",), VOICE,
                   when=do.has_session, icon="action.nextPrompt", menu="go.nodes"),
        ActionSpec("go.previousPrompt", "Previous prompt of yours", canvas.previousPrompt, ("P",), VOICE,
                   when=do.has_session, icon="action.previousPrompt", menu="go.nodes"),
        ActionSpec("go.nextError", "Next error", canvas.nextError, ("E",), VOICE, when=do.has_session,
                   icon="action.nextError", menu="go.nodes"),
        ActionSpec("compare.next", "Next difference", do.compare.next_difference, ("F7",),
                   when=do.compare.showing, icon="action.nextNode", menu="go.differences"),
        ActionSpec("compare.previous", "Previous difference", do.compare.previous_difference, ("Shift+F7",),
                   when=do.compare.showing, icon="action.previousNode", menu="go.differences"),
        ActionSpec("compare.swap", "Swap the sides", do.compare.swap, when=do.compare.showing,
                   icon="action.compare", menu="go.differences"),
        ActionSpec("go.nextSession", "Next session in the list", lambda: do.bench.step_session(1),
                   ("Alt+Down",), when=do.has_sessions, menu="go.sessions"),
        ActionSpec("go.previousSession", "Previous session in the list", lambda: do.bench.step_session(-1),
                   ("Alt+Up",), when=do.has_sessions, menu="go.sessions"),
        ActionSpec("go.list", "Go to the session list", do.focus_list, ("Ctrl+1",), menu="go.sessions"),
        ActionSpec("go.conversation", "Go to the conversation", do.focus_conversation, ("Ctrl+2",),
                   when=do.has_session, menu="go.sessions"),
    ]  # fmt: skip


def tool_actions(do: Commands) -> list[ActionSpec]:
    return [
        ActionSpec("tools.palette", "Command palette…", do.open_palette, ("Ctrl+K",),
                   icon="action.commandPalette", menu="tools"),
        ActionSpec("tools.retrySaving", "Retry saving now", do.retry_saving, when=do.can_retry_saving,
                   icon="action.retry", menu="tools"),
        ActionSpec("help.shortcuts", "Keyboard shortcuts", do.show_shortcuts, ("F1",),
                   icon="action.shortcuts", menu="help"),
        ActionSpec("help.dataFolder", "Show the data folder", do.show_data_folder,
                   icon="action.showInFolder", menu="help"),
        ActionSpec("help.licences", "Third-party licences", do.show_licences, icon="node.systemPrompt",
                   menu="help"),
        ActionSpec("help.about", "About Sessionloom", do.show_about, icon="diagnosis.info", menu="help"),
    ]  # fmt: skip


def all_actions(do: Commands) -> list[ActionSpec]:
    return [
        *file_actions(do),
        *edit_actions(do),
        *view_actions(do),
        *session_actions(do),
        *go_actions(do),
        *tool_actions(do),
    ]
