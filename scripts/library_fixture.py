"""Makes the library that stands for the current schema in the tests: tests/fixtures/libraries/schema-N.db.

Run it once for each schema, before the first release with it, and never again: what was shipped
then is what must open for ever.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "core"), str(ROOT / "tests" / "helpers")]

from logs import LogBuilder  # noqa: E402

from sessionlog.library import Library  # noqa: E402
from sessionlog.store import connection as cx  # noqa: E402
from sessionlog.store.recorder import Recorder  # noqa: E402
from sessionlog.store.schema import MIGRATIONS  # noqa: E402

V0 = {"version": 0, "createdAt": 1, "delegationDepth": 0}


def without_places(path: Path) -> None:
    """Name the places of nobody's machine."""
    connection = cx.driver.connect(str(path), isolation_level=None)
    connection.execute("UPDATE source SET path = '/home/dev/demo' WHERE path <> ''")
    connection.execute("UPDATE file SET path = '/home/dev/demo/mirror.jsonl'")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    connection.close()


def main() -> None:
    target = ROOT / "tests" / "fixtures" / "libraries" / f"schema-{len(MIGRATIONS)}.db"
    if target.exists():
        sys.exit(f"{target.name} is there already; a shipped schema is never changed.")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "library.db"
        library = Library.open(path)
        log = LogBuilder("mirror").user("Hello").assistant("Hi.", thinking="A greeting.").end_turn()
        library.import_path(log.write_plain(Path(folder) / "mirror.jsonl"))
        _, session = library.native.create({**V0, "id": "native"})
        recorder = Recorder(session)
        recorder.start_turn()
        recorder.start_step()
        recorder.end_turn()
        session.close()
        library.close()
        without_places(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    print(target)


if __name__ == "__main__":
    main()
