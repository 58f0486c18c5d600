"""The stacks of Python's standard library."""

import asyncio
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kit"))

from on_loop import StackOnLoop, TcpOnLoop, UdpOnLoop
from sockets import facts
from threads_tcp import ThreadsTcp
from worker import Worker

ONE_THREAD = "one thread, asyncio's event loop"
Worker(
    "python/sockets",
    [],
    [
        StackOnLoop(
            facts("python/asyncio-tcp", "asyncio.Protocol on asyncio's own event loop", "tcp", ONE_THREAD),
            TcpOnLoop,
            asyncio.SelectorEventLoop,
        ),
        StackOnLoop(
            facts("python/asyncio-udp", "asyncio.DatagramProtocol; one socket for all peers", "udp", ONE_THREAD),
            UdpOnLoop,
            asyncio.SelectorEventLoop,
        ),
        ThreadsTcp(),
    ],
).run()
