"""The session list: families in order, grouped or flat, found by title, quick at ten thousand."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from sessionloom.models import session_rows
from sessionloom.models.session_rows import (
    ListRow,
    Order,
    RowKind,
    build_families,
    flatten,
    group_families,
)


@dataclass(frozen=True)
class Ref:
    source: int
    key: int


@dataclass(frozen=True)
class Info:
    ref: Ref
    id: str
    title: str
    updated_at: int
    parent_session: str | None = None
    cwd: str | None = None


def info(key, title, updated, parent=None, cwd="/home/u/tidewatch"):
    return Info(Ref(1, key), f"s{key}", title, updated, parent, cwd)


def rows_of(sessions, *, order=Order.PROMPT, grouped=True, **options):
    families = build_families(
        sessions, title_of=lambda item: item.title, ghost_title=lambda parent: f"ghost {parent}", order=order
    )
    groups = group_families(
        families,
        workspace_of=lambda item: (item.cwd or "").rsplit("/", 1)[-1] if grouped else "",
        order=order,
        nameless="No workspace",
    )
    options = {"collapsed": (), "expanded": (), **options}
    return flatten(groups, headings=grouped, **options)


def shown(rows):
    return [(row.kind.value, row.title, row.depth) for row in rows]


def test_sessions_follow_the_last_human_prompt_within_their_workspace():
    rows = rows_of([info(1, "old", 10), info(2, "new", 30), info(3, "other", 20, cwd="/x/parcelkit")])
    assert shown(rows) == [
        ("group", "tidewatch", 0),
        ("session", "new", 0),
        ("session", "old", 0),
        ("group", "parcelkit", 0),
        ("session", "other", 0),
    ]


def test_a_fork_stands_under_its_parent_and_lifts_it():
    rows = rows_of([info(1, "parent", 10), info(2, "between", 20), info(3, "fork", 30, parent="s1")])
    assert shown(rows)[1:] == [("session", "parent", 0), ("session", "fork", 1), ("session", "between", 0)]
    assert rows[1].opens
    assert rows[2].last


def test_a_missing_parent_is_a_ghost_over_its_children():
    rows = rows_of([info(1, "child", 10, parent="gone"), info(2, "child two", 5, parent="gone")])
    assert shown(rows)[1:] == [
        ("ghost", "ghost gone", 0),
        ("session", "child", 1),
        ("session", "child two", 1),
    ]
    assert [row.last for row in rows[2:]] == [False, True]


def test_lines_pass_by_the_rows_between_two_siblings():
    rows = rows_of(
        [info(1, "top", 9), info(2, "a", 8, "s1"), info(3, "a1", 7, "s2"), info(4, "b", 6, "s1")],
        grouped=False,
    )
    assert [(row.title, row.through, row.last) for row in rows] == [
        ("top", (), True),
        ("a", (), False),
        ("a1", (1,), True),
        ("b", (), True),
    ]


def test_a_group_shows_six_and_says_how_many_more():
    sessions = [info(n, f"t{n}", 100 - n) for n in range(20)]
    rows = rows_of(sessions)
    assert [row.title for row in rows[1:7]] == [f"t{n}" for n in range(6)]
    assert (rows[7].kind, rows[7].count) == (RowKind.MORE, 14)
    assert len(rows_of(sessions, expanded={"tidewatch"})) == 21
    assert len(rows_of(sessions, collapsed={"tidewatch"})) == 1


def test_the_session_that_is_shown_never_hides_behind_more():
    sessions = [info(n, f"t{n}", 100 - n) for n in range(20)]
    rows = rows_of(sessions, keep="session:1:12")
    assert rows[-2].title == "t12"
    assert rows[-1].count == 7


def test_rows_behind_more_are_not_made(monkeypatch):
    made = []

    def counted(*given, **named):
        made.append(ListRow(*given, **named))
        return made[-1]

    monkeypatch.setattr(session_rows, "ListRow", counted)
    sessions = [info(number, f"title {number}", number) for number in range(1, 3_001)]
    rows = rows_of(sessions, keep=f"session:1:{3_000 - 20}")
    assert [row.key for row in rows[1:-1]] == [f"session:1:{number}" for number in range(3_000, 2_979, -1)]
    assert rows[-1].count == 3_000 - 21
    assert len(made) < 30


def test_a_filter_finds_every_match_with_its_ancestors():
    sessions = [info(n, f"t{n}", 100 - n) for n in range(20)]
    sessions.append(info(30, "Needle", 1, parent="s15"))
    rows = rows_of(sessions, needle="needle", collapsed={"tidewatch"})
    assert shown(rows) == [("group", "tidewatch", 0), ("session", "t15", 0), ("session", "Needle", 1)]


def test_sessions_without_a_workspace_come_last():
    rows = rows_of([info(1, "bare", 99, cwd=None), info(2, "housed", 1)])
    assert [row.title for row in rows if row.kind is RowKind.GROUP] == ["tidewatch", "No workspace"]


def test_by_name_means_by_name():
    rows = rows_of([info(1, "beta", 9), info(2, "Alpha", 1)], order=Order.NAME, grouped=False)
    assert [row.title for row in rows] == ["Alpha", "beta"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 99)), max_size=30))
def test_every_session_is_listed_once_whatever_names_whom_as_parent(links):
    sessions = [info(n, f"t{n}", time, parent=f"s{parent}") for n, (parent, time) in enumerate(links)]
    rows = rows_of(sessions, grouped=False)
    listed = [row.info.ref.key for row in rows if row.info is not None]
    assert sorted(listed) == list(range(len(links)))


def test_a_chain_of_ten_thousand_forks_is_walked_once():
    sessions = [info(0, "t0", 0)] + [info(n, f"t{n}", n, parent=f"s{n - 1}") for n in range(1, 10_000)]
    rows = rows_of(sessions, grouped=False, needle="t9999")
    assert len(rows) == 10_000
