"""The rules of generation 4 between events, asked of the release that keeps them (spec 03b section 7.2)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from harness import Release
from read_by import read_by
from rule_cases import CASES, OWN_WORDS, numbered

from sessionlog.sources.names import encode_segment, project_key

pytestmark = pytest.mark.timeout(300)


def test_the_release_says_what_our_row_sets_say_of_it(tmp_path: Path) -> None:
    """Each is refused with the text that we give, or read to the end."""
    home, cwd = tmp_path / "home", tmp_path / "work"
    cwd.mkdir()
    wanted = {}
    for number, (rows, text) in enumerate(CASES.values()):
        session = f"set-{number}"
        header = {"type": "session", "version": 4, "id": session, "createdAt": 1, "cwd": str(cwd)}
        header |= {"isSeeded": False, "delegationDepth": 0}
        folder = home / "sessions" / project_key(str(cwd)) / encode_segment(session)
        folder.mkdir(parents=True)
        lines = [json.dumps(row, separators=(",", ":")) + "\n" for row in (header, *numbered(rows))]
        (folder / "session.v4.jsonl").write_text("".join(lines))
        wanted[session] = text or len(rows)
    told = read_by(Release("0.2.1rc2"), home, cwd, list(wanted))
    for name, (session, said) in zip(CASES, wanted.items()):
        if isinstance(said, int):
            assert told[session] == {"events": said}, name
        else:
            assert told[session]["name"] == "SessionPersistenceCorruptionError", name
            assert said.endswith(OWN_WORDS) or said in told[session]["message"], name
