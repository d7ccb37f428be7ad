"""One window for a library: a second start hands over its paths and leaves (spec 06 section 3)."""

from __future__ import annotations

import getpass
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from sessionloom.shell.go_to import is_link

CONNECT_MS = 500
ANSWER_MS = 3000
MAX_MESSAGE = 1 << 20
ACCEPTED = b"taken\n"


def socket_name(library: Path) -> str:
    """The same for every start of one person with one library."""
    text = f"{getpass.getuser()}\0{library.resolve()}"
    return f"sessionloom-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def hand_over(name: str, paths: Sequence[Path]) -> bool:
    """Give paths and links to a window that is open already; `False` where there is none that answers."""
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(CONNECT_MS):
        return False
    told = [str(path if is_link(path) else path.absolute()) for path in paths]
    socket.write(json.dumps(told).encode() + b"\n")
    socket.flush()
    answered = socket.waitForReadyRead(ANSWER_MS) and bytes(socket.readAll().data()) == ACCEPTED
    socket.disconnectFromServer()
    return answered


class InstanceServer(QObject):
    """Listens for later starts. `handed` carries their paths; an empty list means: come to the front."""

    handed = Signal(list)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)
        # Nobody answered, so a socket that is left over belongs to a process that died.
        QLocalServer.removeServer(name)
        self.listening = self._server.listen(name)

    def close(self) -> None:
        self._server.close()

    def _accept(self) -> None:
        while self._server.hasPendingConnections():
            caller = _Caller(self._server.nextPendingConnection())
            caller.told.connect(self.handed)
            caller.read()


class _Caller(QObject):
    """A later start on the line. It belongs to its socket and goes with it."""

    told = Signal(list)

    def __init__(self, socket: QLocalSocket) -> None:
        super().__init__(socket)
        self._socket = socket
        self._heard = bytearray()
        socket.readyRead.connect(self.read)
        socket.disconnected.connect(socket.deleteLater)

    def read(self) -> None:
        self._heard += bytes(self._socket.readAll().data())
        ended = b"\n" in self._heard
        if not ended and len(self._heard) <= MAX_MESSAGE:
            return
        paths = _paths(bytes(self._heard)) if ended else None
        self._heard.clear()
        if paths is None:
            self._socket.abort()
            return
        self._socket.write(ACCEPTED)
        self._socket.flush()
        self.told.emit(paths)


def _paths(message: bytes) -> list[Path] | None:
    try:
        value = json.loads(message)
    except ValueError:
        return None
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        return None
    return [Path(item) for item in value]
