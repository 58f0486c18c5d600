"""The stack of aiohttp's server, on asyncio: a handler that reads a request's body and sends it back."""

import asyncio
import logging
import os
import socket
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kit"))

import aiohttp
from aiohttp import web
from on_loop import LoopThread
from serving import LOOKS_S, PATIENCE_S, Counts, Ended, Stream
from sockets import BACKLOG, effective, facts, listening
from worker import Worker

MOST_MESSAGE_BYTES = 65_540
IMPOSSIBLE_LENGTH = b"\xff\xff\xff\xff"
FOREVER_S = 1e9  # between measurements clients rest


class Connections(web.Server):
    """Knows the connections that are open, each with the stream that its requests' bodies are."""

    def __init__(self, counts):
        super().__init__(self._echo, keepalive_timeout=FOREVER_S, access_log=None)
        self.counts = counts
        self.streams = {}

    def connection_made(self, handler, transport):
        super().connection_made(handler, transport)
        self.streams[handler] = Stream(self.counts, transport.get_extra_info("peername"))

    def connection_lost(self, handler, error=None):
        super().connection_lost(handler, error)
        self.streams.pop(handler).end()

    async def _echo(self, request):
        stream = self.streams[request.protocol]
        is_possible = (request.content_length or 0) <= MOST_MESSAGE_BYTES
        body = await request.read() if is_possible else IMPOSSIBLE_LENGTH
        try:
            answer = stream.receive(body)
        except Ended:
            answer = b""
        if answer:
            return web.Response(body=answer)
        request.protocol.force_close()
        return web.Response(status=403, headers={"Connection": "close"})


class Server:
    """An aiohttp server on an event loop of its own."""

    def __init__(self, address, port, token, options):
        self.counts = Counts(token)
        self._thread = LoopThread(asyncio.new_event_loop)
        sock = listening(socket.SOCK_STREAM, address, port, options)
        self.address, self.options = sock.getsockname(), effective(sock)
        self._thread.run(self._serve(sock))

    async def _serve(self, sock):
        self._connections = Connections(self.counts)
        # It listens once more, and would have a backlog of 100.
        await asyncio.get_running_loop().create_server(self._connections, sock=sock, backlog=BACKLOG)

    def disconnect(self):
        self._thread.run(self._disconnect())

    async def _disconnect(self):
        streams = self._connections.streams
        for _ in range(round(PATIENCE_S / LOOKS_S)):
            if not streams:
                return
            await asyncio.sleep(LOOKS_S)
        for handler in list(streams):
            handler.transport.abort()
        while streams:
            await asyncio.sleep(0)


class Stack:
    """aiohttp over TCP."""

    facts = {
        **facts(
            "python/aiohttp-http",
            "aiohttp.web: a handler that reads the body and returns it",
            "tcp",
            "one thread, asyncio's event loop",
        ),
        "transport": "http",
        "loads": ["closed"],
    }

    def listen(self, address, port, token, options):
        return Server(address, port, token, options)


# What strangers send is no news.
logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)
Worker("python/aiohttp", [f"aiohttp {aiohttp.__version__}"], [Stack()]).run()
