"""The stack of grpc.aio's server, on asyncio: a unary call returns its message."""

import asyncio
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "kit"), os.path.join(HERE, "build")]

import echo_pb2_grpc
import grpc
from echo_pb2 import Message
from on_loop import LoopThread
from peers import Peers
from serving import LOOKS_S, PATIENCE_S, Ended
from sockets import facts
from worker import Failed, Worker


class EchoService(echo_pb2_grpc.EchoServiceServicer):
    """Sends a call's message back."""

    def __init__(self, peers):
        self._peers = peers

    async def Echo(self, request, context):
        peer = context.peer()
        try:
            return Message(body=self._peers.answer(peer, request.body))
        except Ended:
            self._peers.end(peer)
            await context.abort(grpc.StatusCode.PERMISSION_DENIED)


class Server:
    """A server of grpc.aio on an event loop of its own."""

    def __init__(self, address, port, token):
        self._peers = self.counts = Peers(token)
        self._thread = LoopThread(asyncio.new_event_loop)
        self._thread.run(self._serve(f"[{address}]:{port}" if ":" in address else f"{address}:{port}"))
        self.address, self.options = self._peers.listening()

    async def _serve(self, endpoint):
        # Else a port that is taken would be shared.
        self._server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
        echo_pb2_grpc.add_EchoServiceServicer_to_server(EchoService(self._peers), self._server)
        try:
            self._peers.port = self._server.add_insecure_port(endpoint)
        except RuntimeError as error:
            raise Failed(f"listen on {endpoint}: {error}") from error
        if self._peers.port == 0:
            raise Failed(f"listen on {endpoint}: gRPC can't, and does not tell why; the port may be taken")
        await self._server.start()

    def disconnect(self):
        self._thread.run(self._disconnect())

    async def _disconnect(self):
        for _ in range(round(PATIENCE_S / LOOKS_S)):
            if self._peers.connections == 0:
                return
            await asyncio.sleep(LOOKS_S)
        self._peers.end_all()
        while self._peers.connections > 0:
            await asyncio.sleep(LOOKS_S)


class Stack:
    """grpc.aio over TCP. Its sockets are gRPC's own, with the options that it gives them."""

    facts = {
        **facts(
            "python/grpc-aio",
            "grpc.aio: a service whose unary call returns its message",
            "tcp",
            "one thread with asyncio's event loop, beside gRPC's that waits for the network",
        ),
        "transport": "grpc",
        "loads": ["closed"],
        "socket_options": [],
    }

    def listen(self, address, port, token, options):
        return Server(address, port, token)


Worker("python/grpc", [f"grpcio {grpc.__version__}"], [Stack()]).run()
