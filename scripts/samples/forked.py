"""A fork pair: the parent keeps tiles in memory, the child tries the disk instead."""

# ruff: noqa: E501 (the stories keep their long lines)

from __future__ import annotations

from samples.teller import Teller, bash, edit, grep, read

CWD = "/home/noor/code/maptiles"
SERVE = """
async fn tile(Path((z, x, y)): Path<(u8, u32, u32)>, State(app): State<App>) -> Response {
    let tile = render(&app.style, z, x, y).await;
    (PNG, tile).into_response()
}
"""
CACHED = """
async fn tile(Path(at): Path<(u8, u32, u32)>, State(app): State<App>) -> Response {
    let tile = app.tiles.get_with(at, render(&app.style, at)).await;
    (PNG, tile).into_response()
}
"""
ON_DISK = """
async fn tile(Path(at): Path<(u8, u32, u32)>, State(app): State<App>) -> Response {
    let file = app.cache.join(format!("{}/{}/{}.png", at.0, at.1, at.2));
    if let Ok(kept) = tokio::fs::read(&file).await {
        return (PNG, kept).into_response();
    }
    let tile = render(&app.style, at).await;
    keep(&file, &tile).await;
    (PNG, tile).into_response()
}
"""


def build() -> list[Teller]:
    parent = Teller(
        "session-e4417b9a-9f02-47d6-8c1b-05d2a7f3c6de", cwd=CWD, started="2026-07-17T16:20:45+00:00"
    )
    _measure(parent)
    cut = parent.events[-1]["seq"]
    child = _child(parent, cut)
    _memory(parent)
    return [parent, child]


def _measure(log: Teller) -> None:
    log.user("Panning the map feels slow. Measure first, then propose **two** ways to cache tiles.")
    log.title("Cache rendered map tiles", by="provider")
    log.tools(
        [
            grep("render\\(", "src/", ["src/serve.rs:31:    let tile = render(&app.style, z, x, y).await;"]),
            read(CWD, "src/serve.rs", SERVE, offset=30, total=88),
            bash("cargo bench -- tile", "tile/cold   time: [41.8 ms 42.3 ms 42.9 ms]\ntile/again  time: [41.7 ms 42.1 ms 42.6 ms]",
                 took_ms=18400),
        ],
        text="I'll measure a tile, cold and asked for again.",
    )  # fmt: skip
    log.assistant(
        """A tile takes **42 ms**, also when it was rendered a moment ago: nothing is kept. While panning, \
about 70 % of the requests are repeats.

| | in memory | on disk |
| --- | --- | --- |
| repeat costs | ~0.01 ms | ~0.4 ms |
| survives a restart | no | yes |
| bound | entries | bytes, by a sweep |
| new code | 6 lines | ~40 lines |

Which one first?"""
    ).end_turn()


def _memory(log: Teller) -> None:
    log.later(2).user("In memory. Bound it at 4,000 tiles.")
    log.tools([edit(CWD, "src/serve.rs", SERVE, CACHED)], thinking="moka has get_with: one render per key.")
    log.tools(
        [bash("cargo bench -- tile", "tile/cold   time: [42.0 ms 42.4 ms 43.1 ms]\ntile/again  time: [8.91 µs 9.02 µs 9.17 µs]",
              took_ms=17900)]
    )  # fmt: skip
    log.assistant(
        "A repeat now takes **9 µs** instead of 42 ms. Two requests for one cold tile render it once, because "
        "`get_with` lets the second wait for the first."
    ).end_turn()


def _child(parent: Teller, cut: int) -> Teller:
    child = Teller(
        "session-f0c3d871-31be-4e59-b6a7-7712ce40ab98", cwd=CWD, started="2026-07-18T08:02:10+00:00",
        parentSession=parent.id, seedLength=cut + 1,
    )  # fmt: skip
    child.inherit(parent, cut)
    child.title("Cache rendered map tiles (1)")
    child.later(1).user("Let me try the other way here: on disk, so that a restart stays warm.")
    child.tools([edit(CWD, "src/serve.rs", SERVE, ON_DISK)])
    child.tools(
        [
            bash(
                "cargo test cache",
                """running 2 tests
test cache::keeps_a_tile ... ok
test cache::half_written_tile_is_not_served ... FAILED

---- cache::half_written_tile_is_not_served stdout ----
thread panicked at src/cache.rs:52: served 1204 of 9310 bytes""",
                code=101,
                took_ms=6100,
            )
        ]
    )
    child.tools(
        [
            edit(
                CWD, "src/cache.rs",
                "    fs::write(file, tile).await.ok();",
                "    // A rename is atomic: a reader sees the whole tile or none.\n"
                '    let part = file.with_extension("part");\n'
                "    if fs::write(&part, tile).await.is_ok() {\n"
                "        fs::rename(&part, file).await.ok();\n"
                "    }",
            ),
            bash("cargo test cache", "running 2 tests\n..\ntest result: ok. 2 passed; 0 failed", took_ms=5800),
        ],
        text="A reader can meet a half-written file. Write aside, then rename.",
    )  # fmt: skip
    child.assistant(
        "Warm after a restart, **0.4 ms** a tile. A tile is written aside and renamed, so a reader never sees "
        "half of one. 🗺️"
    ).end_turn()
    return child
