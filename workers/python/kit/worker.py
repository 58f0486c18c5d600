"""The control part of a worker of Python: it reads requests from stdin, a line of JSON each, and answers on stdout.
docs/write-a-server.md describes what a server must do."""

import gc
import ipaddress
import json
import os
import platform
import resource
import sys
import time

PROTOCOL = 1
MOST_LINE_BYTES = 4 << 20
SOCKET_OPTIONS = {
    "no_delay": bool,
    "receive_buffer_bytes": int,
    "send_buffer_bytes": int,
    "congestion_control": str,
}
FIELDS = {
    "hello": {"protocol": int},
    "describe": {"stack": str},
    "listen": {
        "stack": str,
        "address": str,
        "port": int,
        "token": str,
        "plain": bool,
        "allow_wildcard": bool,
        **SOCKET_OPTIONS,
    },
    "disconnect": {},
    "usage": {},
    "stop": {},
}


class Unsupported(Exception):
    """The worker can't do that, and never will."""


class Failed(Exception):
    """It should have worked, and did not, or is malformed."""


class Collections:
    """How often Python's collector ran, and for how long."""

    def __init__(self):
        self.count = self.pause_ns = self._began_ns = 0
        gc.callbacks.append(self._note)

    def _note(self, phase, _):
        if phase == "start":
            self._began_ns = time.monotonic_ns()
        else:
            self.count += 1
            self.pause_ns += time.monotonic_ns() - self._began_ns


class Worker:
    """Carries out requests. A stack has `facts`, what describe tells of it, and `listen(address, port, counts,
    options)`, which begins to serve in the background; what that returns has `counts`, `address` (as the socket tells
    it), `options` (as they took effect) and `disconnect()`."""

    def __init__(self, name, libraries, stacks):
        self._name = name
        self._libraries = libraries
        self._stacks = {stack.facts["stack"]: stack for stack in stacks}
        self._server = None
        self._collections = Collections()

    def run(self) -> None:
        """Answers until stdin ends, or until it is told to stop; then the process ends."""
        while True:
            line = sys.stdin.buffer.readline(MOST_LINE_BYTES + 1)
            if not line:
                os._exit(0)
            reply, is_last = self._answer(line)
            sys.stdout.write(json.dumps(reply) + "\n")
            sys.stdout.flush()
            if is_last:
                os._exit(0)

    def _answer(self, line: bytes):
        try:
            request = json.loads(line)
            if not isinstance(request, dict) or type(request.get("id")) is not int:
                raise ValueError("a request is an object with an id, a whole number")
            number, op = request.pop("id"), request.pop("op", None)
            if type(op) is not str:
                raise ValueError("a request has an op")
        except (ValueError, RecursionError) as error:
            return {"id": None, "status": "error", "reason": words(f"no request: {error}")}, False
        try:
            fields = self._carry_out(op, request)
            return {"id": number, "status": "ok", **fields}, op == "stop"
        except Unsupported as error:
            return {"id": number, "status": "unsupported", "reason": words(str(error))}, False
        except (Failed, OSError) as error:
            return {"id": number, "status": "error", "reason": words(str(error))}, False

    def _carry_out(self, op: str, request: dict) -> dict:
        known = FIELDS.get(op)
        if known is None:
            raise Unsupported(f"unknown op '{op}'")
        for name, value in request.items():
            if name not in known:
                raise Unsupported(f"unknown field '{name}' of {op}")
            if type(value) is not known[name]:
                raise Failed(f"{name} is no {known[name].__name__}: {value!r}")
        return getattr(self, f"_{op}")(**request)

    def _hello(self, protocol=None) -> dict:
        if protocol != PROTOCOL:
            raise Unsupported(f"protocol {protocol}; this worker speaks {PROTOCOL}")
        return {
            "protocol": PROTOCOL,
            "worker": self._name,
            "runtime": f"{platform.python_implementation()} {platform.python_version()}",
            "libraries": self._libraries,
            "pid": os.getpid(),
            "cpus": sorted(os.sched_getaffinity(0)),
            "gc": "reference counts, and a collector of cycles",
            "compiler_threads": [],
            "stacks": list(self._stacks),
        }

    def _describe(self, stack=None) -> dict:
        return self._find(stack).facts

    def _find(self, stack):
        if stack not in self._stacks:
            raise Unsupported(f"no stack '{stack}'; there are {', '.join(self._stacks)}")
        return self._stacks[stack]

    def _listen(
        self, stack=None, address="", port=None, token=None, plain=False, allow_wildcard=False, **options
    ) -> dict:
        found = self._find(stack)
        for name in options:
            if name not in found.facts["socket_options"]:
                raise Unsupported(f"{stack} has no option {name}")
        if plain and token is not None:
            raise Unsupported("plain has no token")
        if self._server is not None:
            raise Failed("it listens already")
        if port is None or not 0 <= port <= 65_535:
            raise Unsupported(f"port {port} is not within 0 and 65535")
        secret = None if plain else secret_of(token)
        require_address(address, allow_wildcard, found.facts)
        self._server = found.listen(address, port, secret, options)
        listening = self._server.address
        return {"address": listening[0], "port": listening[1], **self._server.options}

    def _disconnect(self) -> dict:
        if self._server is None:
            raise Failed("it does not listen")
        self._server.disconnect()
        return {"connections": self._server.counts.connections}

    def _usage(self) -> dict:
        used = resource.getrusage(resource.RUSAGE_SELF)
        counts = self._server.counts if self._server else None
        told = {
            "messages": counts.messages if counts else 0,
            "connections": counts.connections if counts else 0,
            "bad_frames": counts.bad_frames if counts else 0,
            "rejected": counts.rejected if counts else 0,
            "cpu_user_ns": round(used.ru_utime * 1e9),
            "cpu_system_ns": round(used.ru_stime * 1e9),
            "voluntary_switches": used.ru_nvcsw,
            "involuntary_switches": used.ru_nivcsw,
            **memory(),
            "gc_count": self._collections.count,
            "gc_pause_ns": self._collections.pause_ns,
            "allocated_bytes": None,
            "now_ns": time.monotonic_ns(),
        }
        if counts and counts.last_stranger:
            told["last_stranger"] = counts.last_stranger
        return told

    _stop = _usage


def words(reason: str) -> str:
    """Returns a reason that is valid text, also where it names what was not: half of a surrogate pair."""
    return reason.encode("utf-8", "replace").decode()


def secret_of(token) -> bytes:
    if token is None:
        raise Failed("a server that is not plain needs a token")
    try:
        secret = bytes.fromhex(token)
    except ValueError:
        secret = b""
    if len(secret) != 16 or len(token) != 32:
        raise Failed("a token has 32 hex digits")
    return secret


def require_address(address: str, allow_wildcard: bool, facts: dict) -> None:
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        raise Failed(f"no IP address: '{address}'") from None
    mapped = getattr(ip, "ipv4_mapped", None)
    if int(ip) != 0 and (mapped is None or int(mapped) != 0):
        return
    if facts["transport"] == "udp":
        raise Unsupported(
            f"{facts['stack']} can't listen at {address}: asyncio's datagram endpoints do not tell which address was "
            "asked, from which answers must leave; name one of this machine's addresses"
        )
    if not allow_wildcard:
        raise Unsupported(f"{address} listens on every interface, which allow_wildcard permits")


# It stays open, since a server may be out of descriptors when it is asked.
STATUS = os.open("/proc/self/status", os.O_RDONLY)
MEMORY = {"VmHWM:": "peak_rss_bytes", "VmRSS:": "rss_bytes"}


def memory() -> dict:
    lines = os.pread(STATUS, 1 << 16, 0).decode().splitlines()
    words = (line.split() for line in lines)
    return {MEMORY[line[0]]: int(line[1]) * 1024 for line in words if line and line[0] in MEMORY}
