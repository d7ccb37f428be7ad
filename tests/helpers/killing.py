"""Children that are killed, and what must never be found afterwards."""

from __future__ import annotations

import time

from sessionlog.library import Library


def run(children, target, *given, until=None):
    """Run a child; with `until`, kill it that many seconds after its first word. Returns its words."""
    heard, said = children.Pipe(duplex=False)
    child = children.Process(target=target, args=(*given, said))
    child.start()
    said.close()
    words = [heard.recv()]
    if until is not None:
        time.sleep(until)
        child.kill()
    while True:
        try:
            words.append(heard.recv())
        except EOFError:
            break
    child.join()
    return words


def half_done(library: Library) -> list[str]:
    """Whatever in the tables belongs to nothing, or to a session that is not whole."""
    checks = {
        "damaged file": "SELECT 1 FROM pragma_quick_check WHERE quick_check <> 'ok'",
        "unfinished session": "SELECT 1 FROM session WHERE state <> 'ready'",
        "segment of nobody": "SELECT 1 FROM segment WHERE id NOT IN (SELECT segment FROM session_segment)",
        "words of nobody": "SELECT 1 FROM segment_type WHERE segment NOT IN (SELECT id FROM segment)",
        "ids of nobody": "SELECT 1 FROM segment_ref WHERE segment NOT IN (SELECT id FROM segment)",
        "part without its rows": "SELECT 1 FROM part p WHERE last_seq >= first_seq AND last_seq <> (SELECT"
        " max(last_seq) FROM session_segment s WHERE s.session = p.session AND s.part = p.number)",
        "events that do not add up": "SELECT 1 FROM session s WHERE events <> (SELECT"
        " sum(last_seq - first_seq + 1) FROM part p WHERE p.session = s.id)",
    }
    with library._store.readers.read() as connection:
        return [name for name, query in checks.items() if connection.execute(query).fetchone()]
