"""What a server of Python does whatever its I/O model is: it knows its peers by their hellos, cuts streams into
messages, and counts. A stack hands over what arrived and sends what it is given back."""

import struct
from collections import OrderedDict

HELLO = b"PMK1"
WELCOME = b"PMOK"
HELLO_BYTES = 20
ONE_WAY_HELLO_BYTES = 24
LEAST_BODY, MOST_BODY = 4, 65_536
MOST_PART = 65_536
MOST_PEERS = 16_384
PATIENCE_S = 1  # for clients that are to end their connections
LOOKS_S = 0.01  # whether they have
ACKNOWLEDGEMENT = struct.Struct("<Iq")
NUMBER = struct.Struct("<I")


class Ended(Exception):
    """The connection must be closed: what arrived is no hello with the right token, or no frame."""


class Counts:
    """What is served and what is turned away, since the server listens."""

    def __init__(self, token: bytes | None):
        self.token = token
        self.messages = 0
        self.bad_frames = 0
        self.rejected = 0
        self.connections = 0
        self.last_stranger = None

    @property
    def is_plain(self) -> bool:
        return self.token is None

    def part_of(self, hello: bytes) -> int | None:
        """The part of a hello: 0 of one whose messages are echoed, None of what is no hello that is welcome."""
        if hello[:HELLO_BYTES] != HELLO + self.token:
            return None
        if len(hello) == HELLO_BYTES:
            return 0
        if len(hello) != ONE_WAY_HELLO_BYTES:
            return None
        (part,) = NUMBER.unpack_from(hello, HELLO_BYTES)
        return part if 0 < part <= MOST_PART and part & (part - 1) == 0 else None

    def opened(self) -> None:
        self.connections += 1

    def closed(self) -> None:
        self.connections -= 1

    def reject(self, address) -> None:
        self.rejected += 1
        self.last_stranger = told(address)


def told(address) -> str:
    host, port = address[0], address[1]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


class Stream:
    """A connection of a byte stream."""

    def __init__(self, counts: Counts, address):
        self._counts = counts
        self._address = address
        self._rest = b""
        self._arrived = 0
        self.receive = self._echo_plainly if counts.is_plain else self._greet
        counts.opened()

    def end(self) -> None:
        self._counts.closed()

    def _echo_plainly(self, data: bytes) -> bytes:
        self._counts.messages += 1
        return data

    def _greet(self, data: bytes) -> bytes:
        data = self._rest + data
        self._rest = data
        if len(data) < 4:
            return b""
        (length,) = NUMBER.unpack_from(data)
        if length not in (HELLO_BYTES, ONE_WAY_HELLO_BYTES):
            self._reject()
        if len(data) < 4 + length:
            return b""
        part = self._counts.part_of(data[4 : 4 + length])
        more = data[4 + length :]
        if part is None or (part and more):
            self._reject()
        self._rest = b""
        welcome = NUMBER.pack(len(WELCOME)) + WELCOME
        if part:
            self._part = part
            self.receive = self._count
            return welcome
        self.receive = self._echo
        return welcome + self._echo(more)

    def _reject(self) -> None:
        self._counts.reject(self._address)
        raise Ended

    def _echo(self, data: bytes) -> bytes:
        """Returns the whole messages of what has arrived, as they are."""
        if self._rest:
            data = self._rest + data
        at, end, messages = 0, len(data), 0
        while end - at >= 4:
            (length,) = NUMBER.unpack_from(data, at)
            if not LEAST_BODY <= length <= MOST_BODY:
                self._refuse_frame()
            if end - at < 4 + length:
                break
            at += 4 + length
            messages += 1
        self._counts.messages += messages
        if at == end:
            self._rest = b""
            return data
        self._rest = data[at:]
        return data[:at]

    def _count(self, data: bytes) -> bytes:
        """Counts messages that go one way, and acknowledges the last one that asks for it."""
        if self._rest:
            data = self._rest + data
        at, end, answer = 0, len(data), b""
        while end - at >= 4:
            (length,) = NUMBER.unpack_from(data, at)
            if not ACKNOWLEDGEMENT.size <= length <= MOST_BODY:
                self._refuse_frame()
            if end - at < 4 + length:
                break
            (sequence,) = NUMBER.unpack_from(data, at + 4)
            at += 4 + length
            self._arrived += 1
            self._counts.messages += 1
            if (sequence + 1) % self._part == 0:
                answer = NUMBER.pack(ACKNOWLEDGEMENT.size) + ACKNOWLEDGEMENT.pack(sequence, self._arrived)
        self._rest = data[at:]
        return answer

    def _refuse_frame(self) -> None:
        self._counts.bad_frames += 1
        self._counts.last_stranger = told(self._address)
        raise Ended


class Datagrams:
    """The peers of a socket for datagrams. Nobody is answered who has not said hello."""

    def __init__(self, counts: Counts):
        self._counts = counts
        self._peers = OrderedDict()

    def forget(self) -> None:
        self._peers.clear()
        self._counts.connections = 0

    def receive(self, data: bytes, address) -> bytes | None:
        """Returns the answer to a datagram, None where there is none."""
        counts = self._counts
        if counts.is_plain:
            counts.messages += 1
            return data
        peer = self._peers.get(address)
        if data[:4] == HELLO and len(data) in (HELLO_BYTES, ONE_WAY_HELLO_BYTES):
            part = counts.part_of(data)
            if part is not None:
                return self._greet(address, peer, part)
        if peer is None:
            counts.reject(address)
            return None
        if len(data) < LEAST_BODY:
            counts.bad_frames += 1
            return None
        part = peer[0]
        if part == 0:
            counts.messages += 1
            return data
        return self._count(data, peer)

    def _greet(self, address, peer, part: int) -> bytes:
        if peer is None or peer[0] != part:
            self._peers[address] = [part, 0]
            if len(self._peers) > MOST_PEERS:
                self._peers.popitem(last=False)
            self._counts.connections = len(self._peers)
        return WELCOME

    def _count(self, data: bytes, peer) -> bytes | None:
        if len(data) < ACKNOWLEDGEMENT.size:
            self._counts.bad_frames += 1
            return None
        peer[1] += 1
        self._counts.messages += 1
        (sequence,) = NUMBER.unpack_from(data)
        return ACKNOWLEDGEMENT.pack(sequence, peer[1]) if (sequence + 1) % peer[0] == 0 else None
