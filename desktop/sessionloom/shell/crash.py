"""Bugs: a log file, a dump after a hard crash, and a report that holds no content of any log."""

from __future__ import annotations

import faulthandler
import logging
import logging.handlers
import os
import platform
import sys
import threading
import traceback
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType
from typing import IO, Literal

from PySide6.QtCore import QtMsgType, qInstallMessageHandler, qVersion

log = logging.getLogger("sessionloom")
LOG_BYTES = 512 * 1024
DUMP_NAME = "crash.txt"
LOG_NAME = "sessionloom.log"


def report_of(error: BaseException) -> str:
    """Kind and place of an error and the versions in use.

    The message of the error is left out: it may quote what it stumbled over.
    """
    lines = [f"Sessionloom {version()}", f"Python {platform.python_version()}, Qt {qVersion()}"]
    lines += [platform.platform(), ""]
    chain: BaseException | None = error
    while chain is not None:
        lines.append(f"{type(chain).__module__}.{type(chain).__qualname__}")
        lines += [
            f"  {_short(frame.filename)}:{frame.lineno} in {frame.name}"
            for frame in traceback.extract_tb(chain.__traceback__)
        ]
        chain = chain.__cause__ or (None if chain.__suppress_context__ else chain.__context__)
        if chain is not None:
            lines.append("after")
    return "\n".join(lines) + "\n"


def version() -> str:
    from importlib import metadata  # brings the parser of e-mails along, and is asked for rarely

    try:
        return metadata.version("sessionloom")
    except metadata.PackageNotFoundError:
        return "0.1.0"


def _short(filename: str) -> str:
    """The path inside its package: a home folder names a person."""
    parts = Path(filename).parts
    for root in ("sessionloom", "sessionlog", "site-packages"):
        if root in parts:
            return "/".join(parts[len(parts) - 1 - parts[::-1].index(root) :])
    return parts[-1] if parts else filename


def _opened(path: str | Path, mode: Literal["a", "w"]) -> TextIOWrapper:
    return open(path, mode, encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600))


class _PrivateLog(logging.handlers.RotatingFileHandler):
    """The log and the one before it can be read by this user alone."""

    def _open(self) -> TextIOWrapper:
        return _opened(self.baseFilename, "a")


class CrashWatch:
    """Hooks for everything that nobody caught. `take_last` gives what a hard crash left behind."""

    def __init__(self, folder: Path, on_bug: Callable[[BaseException], None]) -> None:
        self._folder = folder
        self._on_bug = on_bug
        self._file: IO[str] | None = None
        self._handler: logging.Handler | None = None

    def take_last(self) -> str:
        """The dump of the run before, once."""
        path = self._folder / DUMP_NAME
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
            path.unlink()
        except OSError:
            return ""
        return text.strip()

    def install(self) -> None:
        """Where the folder cannot be written, the hooks work and the files are left out."""
        sys.excepthook = self._caught
        threading.excepthook = self._caught_in_thread
        qInstallMessageHandler(_qt_message)
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._handler = _PrivateLog(
                self._folder / LOG_NAME, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8", delay=True
            )
            self._file = _opened(self._folder / DUMP_NAME, "w")
        except OSError:
            return
        self._handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        logging.getLogger().addHandler(self._handler)
        faulthandler.enable(self._file)

    def uninstall(self) -> None:
        """A clean end leaves no dump."""
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__
        qInstallMessageHandler(None)
        if self._handler is not None:
            logging.getLogger().removeHandler(self._handler)
            self._handler.close()
        if self._file is not None:
            faulthandler.disable()
            self._file.close()
            (self._folder / DUMP_NAME).unlink(missing_ok=True)

    def _caught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        log.error("bug\n%s", report_of(error))
        self._on_bug(error)

    def _caught_in_thread(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            log.error("bug in a thread\n%s", report_of(args.exc_value))
            self._on_bug(args.exc_value)


def _qt_message(kind: QtMsgType, _context: object, message: str) -> None:
    level = {
        QtMsgType.QtDebugMsg: logging.DEBUG,
        QtMsgType.QtInfoMsg: logging.INFO,
        QtMsgType.QtWarningMsg: logging.WARNING,
    }.get(kind, logging.ERROR)
    logging.getLogger("qt").log(level, "%s", message)
