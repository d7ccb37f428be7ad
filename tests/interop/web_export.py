"""The harness's own export, asked of the web server that it brings along. Every wait is bounded."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from threading import Timer

from harness import Release

SERVER_SECONDS = 90
ANSWER_SECONDS = 30
NO_MODEL = "http://127.0.0.1:9"
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/\?token=\S+")


def stop(server: subprocess.Popen[str]) -> None:
    """End the server and all that it started; its group is ours alone."""
    if server.poll() is None:
        os.killpg(server.pid, signal.SIGKILL)
    server.wait(ANSWER_SECONDS)


@contextmanager
def harness_server(release: Release, home: Path, cwd: Path) -> Iterator[str]:
    """The harness's own web server on a free loopback port; gives the address with its token."""
    server = subprocess.Popen(
        [str(release.python.with_name("dsh")), "web", "--no-open", "--port", "0"],
        cwd=cwd,
        env=release._environment(home, NO_MODEL),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    limit = Timer(SERVER_SECONDS, stop, [server])
    limit.start()
    try:
        assert server.stdout is not None
        said = []
        for line in server.stdout:
            said.append(line)
            found = ADDRESS.search(line)
            if found is not None:
                yield found[0]
                return
        raise RuntimeError(f"dsh web told no address: {''.join(said)[-2000:]}")
    finally:
        limit.cancel()
        stop(server)
        if server.stdout is not None:
            server.stdout.close()


def harness_export(release: Release, home: Path, cwd: Path, id: str) -> bytes:
    """The ZIP that the harness makes of a session with its descendants."""
    with harness_server(release, home, cwd) as address:
        cookies = urllib.request.HTTPCookieProcessor(CookieJar())
        browser = urllib.request.build_opener(urllib.request.ProxyHandler({}), cookies)
        browser.open(address, timeout=ANSWER_SECONDS).close()
        asked = urllib.parse.urlencode({"sessionId": id, "includeDescendants": "true"})
        route = urllib.parse.urljoin(address, f"/api/session.export?{asked}")
        with browser.open(route, timeout=ANSWER_SECONDS) as answer:
            whole: bytes = answer.read()
            return whole
