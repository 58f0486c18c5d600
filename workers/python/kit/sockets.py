"""Sockets that listen, with the options that were asked for, and what they say of them."""

import socket

RECEIVE_BUFFER_OF_DATAGRAMS_BYTES = 4 << 20
BACKLOG = 4_096
SETTERS = {
    "no_delay": (socket.IPPROTO_TCP, socket.TCP_NODELAY),
    "receive_buffer_bytes": (socket.SOL_SOCKET, socket.SO_RCVBUF),
    "send_buffer_bytes": (socket.SOL_SOCKET, socket.SO_SNDBUF),
    "congestion_control": (socket.IPPROTO_TCP, socket.TCP_CONGESTION),
}
OF_STREAMS = list(SETTERS)
OF_DATAGRAMS = ["receive_buffer_bytes", "send_buffer_bytes"]


def listening(kind: socket.SocketKind, address: str, port: int, options: dict) -> socket.socket:
    """Returns a bound socket of streams (listening) or datagrams."""
    (family, _, _, _, where) = socket.getaddrinfo(
        address, port, type=kind, flags=socket.AI_NUMERICHOST | socket.AI_PASSIVE
    )[0]
    sock = socket.socket(family, kind)
    try:
        is_stream = kind == socket.SOCK_STREAM
        if is_stream:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            options = {"no_delay": True, **options}
        else:
            options = {"receive_buffer_bytes": RECEIVE_BUFFER_OF_DATAGRAMS_BYTES, **options}
        for name, value in options.items():
            sock.setsockopt(*SETTERS[name], value.encode() if isinstance(value, str) else int(value))
        sock.bind(where)
        if is_stream:
            sock.listen(BACKLOG)
    except OSError as error:
        sock.close()
        raise OSError(f"listen on {address}:{port}: {error.strerror or error}") from error
    return sock


def effective(sock: socket.socket) -> dict:
    """Returns the options as the socket has them; accepted sockets inherit them."""
    told = {name: sock.getsockopt(*SETTERS[name]) for name in OF_DATAGRAMS}
    if sock.type == socket.SOCK_STREAM:
        told["no_delay"] = sock.getsockopt(*SETTERS["no_delay"]) != 0
        told["congestion_control"] = sock.getsockopt(*SETTERS["congestion_control"], 16).rstrip(b"\0").decode()
    return told


def facts(stack: str, about: str, transport: str, threading: str) -> dict:
    """Returns what describe tells of a stack."""
    is_stream = transport == "tcp"
    return {
        "stack": stack,
        "about": about,
        "transport": transport,
        "framing": "stream" if is_stream else "datagram",
        "roles": ["server"],
        "waits": "block",
        "threading": threading,
        "min_message_bytes": 8,
        "max_message_bytes": 65_540 if is_stream else 65_507,
        "max_connections": 10_000,
        "loads": ["closed", "stream"],
        "reliable": is_stream,
        "unreliable": not is_stream,
        "tls": False,
        "socket_options": OF_STREAMS if is_stream else OF_DATAGRAMS,
    }
