"""The stacks of uvloop, an event loop for asyncio that libuv drives."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kit"))

import uvloop
from on_loop import StackOnLoop, TcpOnLoop, UdpOnLoop
from sockets import facts
from worker import Worker

ONE_THREAD = "one thread, uvloop's event loop"
Worker(
    "python/uvloop",
    [f"uvloop {uvloop.__version__}"],
    [
        StackOnLoop(
            facts("python/uvloop-tcp", "asyncio.Protocol on uvloop", "tcp", ONE_THREAD), TcpOnLoop, uvloop.new_event_loop
        ),
        StackOnLoop(
            facts("python/uvloop-udp", "asyncio.DatagramProtocol on uvloop; one socket for all peers", "udp", ONE_THREAD),
            UdpOnLoop,
            uvloop.new_event_loop,
        ),
    ],
).run()
