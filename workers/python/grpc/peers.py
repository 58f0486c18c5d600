"""Who calls. gRPC tells of each call the address that it comes from, and of no connection when it begins and ends: the
sockets of this process do, whenever somebody asks."""

import os
import socket

from serving import HELLO, HELLO_BYTES, NUMBER, Counts, Ended, Stream
from sockets import effective

ESTABLISHED, LISTENS = 1, 10  # states of TCP, by Linux's numbers
HELLO_MESSAGE_BYTES = NUMBER.size + HELLO_BYTES


class Peers(Counts):
    """The peers of a server, and what it counts."""

    port = 0

    def __init__(self, token):
        self._streams = {}
        self._last_count = 0
        super().__init__(token)

    def answer(self, peer: str, message: bytes) -> bytes:
        """Returns the answer to a peer's message."""
        stream = self._streams.get(peer)
        # Somebody else may have had the address before.
        is_hello = len(message) == HELLO_MESSAGE_BYTES and message[NUMBER.size :][: len(HELLO)] == HELLO
        if stream is None or (is_hello and not self.is_plain):
            stream = self._streams[peer] = Stream(self, address_in(peer))
        answer = stream.receive(message)
        if not answer:
            raise Ended
        return answer

    @property
    def connections(self) -> int:
        """Those that are open now, or were when last there was a descriptor to look."""
        known = list(self._streams)  # before looking, so that none that comes meanwhile is taken for gone
        try:
            peers = {peer for peer, _ in self._sockets() if peer is not None}
        except OSError:
            return self._last_count
        for gone in set(known) - peers:
            self._streams.pop(gone, None)
        self._last_count = len(peers)
        return self._last_count

    @connections.setter
    def connections(self, _: int) -> None:
        """Sockets are counted instead."""

    def opened(self) -> None:
        """To count sockets whenever one more opens would take a time that grows by the square of their number."""

    def listening(self):
        """Returns the address of the socket that listens, and its options."""
        found = []
        for peer, sock in self._sockets():
            if peer is None:
                host, port, *_ = sock.getsockname()
                found.append(((plain(host), port), effective(sock)))
        return found[0]

    def end(self, peer: str) -> None:
        """Ends a peer's connection."""
        self._end(lambda other: other == peer)

    def end_all(self) -> None:
        """Ends those that are open."""
        self._end(lambda other: other is not None)

    def _end(self, is_meant) -> None:
        for peer, sock in self._sockets():
            if is_meant(peer):
                sock.shutdown(socket.SHUT_RDWR)

    def _sockets(self):
        """Gives each socket of the server's port while it is looked at, with the peer's name; None is the one that
        listens. Those that have ended may be open for as long as gRPC remembers a call."""
        for name in os.listdir("/proc/self/fd"):
            try:
                sock = socket.socket(fileno=int(name))
            except OSError:
                continue  # It is none, or closed by now.
            try:
                is_ours = sock.family in (socket.AF_INET, socket.AF_INET6) and sock.getsockname()[1] == self.port
                if is_ours and state_of(sock) in (ESTABLISHED, LISTENS):
                    yield name_of(sock), sock
            except OSError:
                pass  # It has ended.
            finally:
                sock.detach()


def state_of(sock: socket.socket) -> int:
    return sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0]


def name_of(sock: socket.socket) -> str | None:
    """Returns the peer of a socket as gRPC names it."""
    if state_of(sock) == LISTENS:
        return None
    host, port, *_ = sock.getpeername()
    host = plain(host)
    return f"ipv6:%5B{host}%5D:{port}" if ":" in host else f"ipv4:{host}:{port}"


def plain(host: str) -> str:
    """Returns an address as people write it: gRPC listens to those of IPv4 within IPv6."""
    return host.removeprefix("::ffff:")


def address_in(peer: str):
    """Returns host and port of a peer that gRPC has named."""
    host, _, port = peer.partition(":")[2].rpartition(":")
    return host.replace("%5B", "").replace("%5D", ""), int(port)
