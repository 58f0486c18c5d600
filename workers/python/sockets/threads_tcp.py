"""A TCP server with a thread for each connection, and blocking calls."""

import socket
import sys
import threading
import time

from serving import LOOKS_S, PATIENCE_S, Counts, Ended, Stream
from sockets import effective, facts, listening

SHORTAGE_PAUSE_S = 0.1
RECEIVED_AT_ONCE_BYTES = 65_536


class ThreadsServer:
    def __init__(self, address, port, token, options):
        self.counts = Counts(token)
        self._lock = threading.Lock()
        self._open = set()
        self._sock = listening(socket.SOCK_STREAM, address, port, options)
        self.address, self.options = self._sock.getsockname(), effective(self._sock)
        threading.Thread(target=self._accept, name="accepting", daemon=True).start()

    def _accept(self):
        is_short = False
        while True:
            try:
                sock, address = self._sock.accept()
                is_short = False
            except OSError as error:
                if not is_short:
                    print(f"accept: {error.strerror}", file=sys.stderr)
                is_short = True
                time.sleep(SHORTAGE_PAUSE_S)
                continue
            with self._lock:
                self._open.add(sock)
                stream = Stream(self.counts, address)
            threading.Thread(target=self._serve, args=(sock, stream), daemon=True).start()

    def _serve(self, sock, stream):
        try:
            while data := sock.recv(RECEIVED_AT_ONCE_BYTES):
                if answer := stream.receive(data):
                    sock.sendall(answer)
        except (Ended, OSError):
            pass  # It is closed, whether it was no client of ours or is gone.
        finally:
            with self._lock:
                self._open.discard(sock)
                sock.close()
                stream.end()

    def disconnect(self):
        deadline = time.monotonic() + PATIENCE_S
        while self._open and time.monotonic() < deadline:
            time.sleep(LOOKS_S)
        with self._lock:
            for sock in self._open:
                sock.shutdown(socket.SHUT_RDWR)
        while self._open:
            time.sleep(LOOKS_S)


class ThreadsTcp:
    facts = facts(
        "python/threads-tcp", "blocking sockets, a thread for each connection", "tcp", "one thread per connection"
    )

    def listen(self, address, port, token, options):
        return ThreadsServer(address, port, token, options)
