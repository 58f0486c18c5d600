"""Servers on an event loop of asyncio's interface, which is served by a thread of its own."""

import asyncio
import socket
import sys
import threading

from serving import LOOKS_S, PATIENCE_S, Counts, Datagrams, Ended, Stream
from sockets import BACKLOG, effective, listening


class LoopThread:
    """An event loop that runs in the background."""

    def __init__(self, new_loop):
        self.loop = new_loop()
        self.loop.set_exception_handler(lambda _, context: print(context["message"], file=sys.stderr))
        threading.Thread(target=self.loop.run_forever, name="serving", daemon=True).start()

    def run(self, coroutine):
        """Runs something on the loop, and waits for its result."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result()


class Connection(asyncio.Protocol):
    """A connection of a TCP server. What its client does not take is not read either."""

    def __init__(self, server):
        self._server = server

    def connection_made(self, transport):
        self._transport = transport
        self._stream = Stream(self._server.counts, transport.get_extra_info("peername"))
        self._server.transports.add(transport)

    def data_received(self, data):
        try:
            answer = self._stream.receive(data)
        except Ended:
            self._transport.close()
        else:
            if answer:
                self._transport.write(answer)

    def pause_writing(self):
        self._transport.pause_reading()

    def resume_writing(self):
        self._transport.resume_reading()

    def connection_lost(self, error):
        self._stream.end()
        self._server.transports.discard(self._transport)


class TcpOnLoop:
    """A TCP server of `asyncio.Protocol`s."""

    def __init__(self, new_loop, address, port, token, options):
        self.counts = Counts(token)
        self.transports = set()
        self._thread = LoopThread(new_loop)
        sock = listening(socket.SOCK_STREAM, address, port, options)
        self.address, self.options = sock.getsockname(), effective(sock)
        # It listens once more, and would have a backlog of 100.
        server = self._thread.loop.create_server(lambda: Connection(self), sock=sock, backlog=BACKLOG)
        self._thread.run(server)

    def disconnect(self):
        self._thread.run(self._disconnect())

    async def _disconnect(self):
        for _ in range(round(PATIENCE_S / LOOKS_S)):
            if not self.transports:
                return
            await asyncio.sleep(LOOKS_S)
        for transport in list(self.transports):
            transport.abort()
        while self.transports:
            await asyncio.sleep(0)


class Endpoint(asyncio.DatagramProtocol):
    """The socket of a UDP server."""

    def __init__(self, peers, lost):
        self._peers, self._lost = peers, lost

    def connection_made(self, transport):
        self._transport = transport

    def connection_lost(self, error):
        self._lost()

    def datagram_received(self, data, address):
        answer = self._peers.receive(data, address)
        if answer is not None:
            self._transport.sendto(answer, address)

    def error_received(self, error):
        """A peer is gone; others are served."""


class UdpOnLoop:
    """A UDP server of an `asyncio.DatagramProtocol`. uvloop closes an endpoint whose answer the kernel refuses to send
    (EPERM of a packet filter): the socket stays, and gets another endpoint."""

    def __init__(self, new_loop, address, port, token, options):
        self.counts = Counts(token)
        self._peers = Datagrams(self.counts)
        self._thread = LoopThread(new_loop)
        self._sock = listening(socket.SOCK_DGRAM, address, port, options)
        self._sock.setblocking(False)
        self.address, self.options = self._sock.getsockname(), effective(self._sock)
        self._thread.run(self._open())

    async def _open(self):
        await self._thread.loop.create_datagram_endpoint(
            lambda: Endpoint(self._peers, self._reopen), sock=self._sock.dup()
        )

    def _reopen(self):
        self._thread.loop.create_task(self._open())

    def disconnect(self):
        self._thread.run(self._forget())

    async def _forget(self):
        self._peers.forget()


class StackOnLoop:
    """A stack whose server is one of these, on loops of one kind."""

    def __init__(self, facts, server, new_loop):
        self.facts, self._server, self._new_loop = facts, server, new_loop

    def listen(self, address, port, token, options):
        return self._server(self._new_loop, address, port, token, options)
