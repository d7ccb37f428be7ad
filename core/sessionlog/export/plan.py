"""Planning a raw export: which logs and attachments go in, under which names, and what is missing.

Order and names are the harness's (spec 02 section 8): the root, its descendants depth first, then
media and files once each. Sessions that only a log of these lists as its children, without a header
that says so, come after the descendants.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from sessionlog.export.attached import Look, look_up
from sessionlog.export.entries import (
    Candidate,
    Entry,
    LogBytes,
    Missing,
    Options,
    Place,
    Plan,
    Survey,
)
from sessionlog.export.names import Folders, log_name
from sessionlog.export.references import Reference
from sessionlog.lineage.trace import Descendant, Lineage, LineageFault, SessionHead
from sessionlog.model.errors import SessionlogError
from sessionlog.sources.names import claimed_generation

_SAME_NAME = "Another log of the same session in the same format goes in under its name."

_ById = dict[str, list[Candidate]]


def make_plan(place: Place, root: Candidate, options: Options, look: Look = lambda size: None) -> Plan:
    """Read what is to be exported once, and say what comes of it.

    `look` is told of bytes as they pass and may raise `Cancelled`. Raises the `SessionlogError` of
    a root that cannot be read; a descendant or an attachment that cannot is in `missing`.
    """
    return _Planner(place, root, options, look).plan()


class _Planner:
    def __init__(self, place: Place, root: Candidate, options: Options, look: Look) -> None:
        self._place = place
        self._root = root
        self._options = options
        self._look = look
        self._entries: list[Entry] = []
        self._missing: list[Missing] = []
        self._references: dict[tuple[str, str, str], tuple[Reference, Candidate]] = {}
        self._folders = Folders()
        self._planned: set[str] = set()
        self._listed: list[tuple[str, str]] = []
        self._family: Lineage | None = None

    def plan(self) -> Plan:
        candidates = self._place.candidates()
        by_id: _ById = {}
        for candidate in candidates:
            by_id.setdefault(candidate.id, []).append(candidate)
        self._add_session(self._root, by_id[self._root.id], "")
        if self._options.descendants:
            self._add_descendants(self._root.id, by_id)
            for parent, child in self._listed:  # grows while it is walked
                self._add_listed(parent, child, by_id)
        if self._options.media:
            found = self._references.values()
            for reference, session in sorted(found, key=lambda item: item[0].kind == "file"):
                self._add_attachment(reference, session)
        return Plan(self._root, self._options, tuple(self._entries), tuple(self._missing))

    def _add_descendants(self, ancestor: str, by_id: _ById) -> None:
        for session_id in self._descendants(ancestor, by_id):
            if session_id not in self._planned:
                self._add_family(session_id, by_id)

    def _add_family(self, session_id: str, by_id: _ById) -> None:
        """The newest log of a descendant that can be read, and those above it that cannot: an older one
        never stands in for them."""
        family = by_id[session_id]
        newest = _newest(family)
        above = [each for each in family if each.generation < 0 and _claimed(each) > newest.generation]
        self._add_session(newest, family, self._folders.of(session_id) + "/", above)

    def _add_listed(self, parent: str, child: str, by_id: _ById) -> None:
        """A child that a log lists; one whose own header names another parent is somebody else's."""
        if child in self._planned:
            return
        reason = ""
        if child not in by_id:
            reason = f"The log of {parent} lists it as a subagent, and it is not here."
        elif _newest(by_id[child]).parent not in (None, parent):
            reason = f"The log of {parent} lists it as a subagent, but its own header names another parent."
        if reason:
            self._planned.add(child)
            self._missing.append(Missing("session", child, reason, parent))
            return
        self._add_family(child, by_id)
        self._add_descendants(child, by_id)

    def _descendants(self, ancestor: str, by_id: _ById) -> Iterator[str]:
        try:
            found = self._lineage(by_id).trace(ancestor).descendants
        except LineageFault as fault:
            self._missing.append(Missing("session", ancestor, fault.sentence))
            return
        yield from _depth_first(found)

    def _lineage(self, by_id: _ById) -> Lineage:
        if self._family is None:
            newest = map(_newest, by_id.values())
            self._family = Lineage(SessionHead(each.id, each.created_at, each.parent) for each in newest)
        return self._family

    def _add_session(
        self, chosen: Candidate, family: Iterable[Candidate], folder: str, above: Iterable[Candidate] = ()
    ) -> None:
        self._planned.add(chosen.id)
        taken = {_entry_key(each): each for each in (chosen, *above)}
        if self._options.all_generations:
            for candidate in family:
                if taken.setdefault(_entry_key(candidate), candidate).key != candidate.key:
                    self._missing.append(Missing("session", candidate.id, _SAME_NAME))
        for candidate in sorted(taken.values(), key=lambda candidate: candidate.generation):
            is_root = candidate is self._root
            try:
                log = self._place.log(candidate)
                survey = log.survey(self._look)
            except SessionlogError as fault:
                if is_root:
                    raise
                self._missing.append(Missing("session", candidate.id, fault.sentence))
                continue
            self._add_log(candidate, log, survey, folder, is_root=is_root)

    def _add_log(
        self, candidate: Candidate, log: LogBytes, survey: Survey, folder: str, *, is_root: bool
    ) -> None:
        own = candidate.file_name if candidate.generation < 0 else None
        if candidate.seed_length is not None and survey.inherited is not None:
            # what nobody has read to its end yet is known by its header, which does not say how much
            candidate = replace(candidate, seed_length=survey.inherited)
        name = folder + (own or log_name(max(candidate.generation, 0), zstd=survey.zstd))
        self._entries.append(
            Entry(
                name,
                "log",
                survey.size,
                survey.sha256,
                lambda: log.read(survey),
                candidate,
                survey.content,
                is_root,
            )
        )
        self._listed += [(candidate.id, child) for child in survey.children]
        for reference in survey.references:
            name = reference.name if reference.kind == "file" else ""
            key = (reference.kind, reference.attachment_id, name)
            self._references.setdefault(key, (reference, candidate))

    def _add_attachment(self, reference: Reference, session: Candidate) -> None:
        found = look_up(reference, partial(self._place.blobs, session), self._look)
        if found.blob is None:
            self._missing.append(Missing(found.kind, reference.attachment_id, found.reason, session.id))
        elif all(entry.name.casefold() != found.name.casefold() for entry in self._entries):
            blob = found.blob
            self._entries.append(Entry(found.name, found.kind, blob.size, reference.digest, blob.read))


def _entry_key(candidate: Candidate) -> int | str:
    """What tells the logs of one session apart in its folder: the format, or the name of what is unread."""
    return candidate.file_name or -1 if candidate.generation < 0 else candidate.generation


def _claimed(candidate: Candidate) -> int:
    return claimed_generation(candidate.file_name, candidate.generation)


def _newest(family: list[Candidate]) -> Candidate:
    return max(family, key=lambda candidate: candidate.generation)


def _depth_first(roots: tuple[Descendant, ...]) -> Iterator[str]:
    """Pre-order; without recursion, because a family may be deeper than the stack."""
    waiting = list(reversed(roots))
    while waiting:
        node = waiting.pop()
        yield node.session.id
        waiting.extend(reversed(node.children))
