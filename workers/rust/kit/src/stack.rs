//! Stacks, and what describe tells of them.

use crate::counts::Counts;
use crate::sockets::options_of;
use serde_json::{json, Value};
use std::io;
use std::net::{TcpListener, UdpSocket};
use std::sync::Arc;

/// How a stack begins to serve, in the background. Its messages are counted by what it is given.
pub enum Serve {
    /// Over TCP, on a socket that listens.
    Streams(fn(TcpListener, Arc<Counts>) -> io::Result<()>),
    /// Over TLS, with a certificate whose SHA-256 it returns, in hex digits.
    Secured(fn(TcpListener, Arc<Counts>) -> io::Result<String>),
    /// Over UDP.
    Datagrams(fn(UdpSocket, Arc<Counts>) -> io::Result<()>),
}

/// A server of the worker, and what describe tells of it.
pub struct Stack {
    /// The language, and words of which one is the transport.
    pub id: &'static str,
    /// One line: what it is.
    pub about: &'static str,
    /// One line: which threads do what.
    pub threading: &'static str,
    /// Its server.
    pub serve: Serve,
}

impl Stack {
    pub(crate) fn is_stream(&self) -> bool {
        !matches!(self.serve, Serve::Datagrams(_))
    }

    /// HTTP carries a stream in its bodies.
    fn transport(&self) -> &'static str {
        match self.serve {
            Serve::Streams(_) if self.id.ends_with("-http") => "http",
            Serve::Streams(_) => "tcp",
            Serve::Secured(_) => "tls",
            Serve::Datagrams(_) => "udp",
        }
    }

    pub(crate) fn describe(&self) -> Value {
        let is_stream = self.is_stream();
        json!({
            "stack": self.id,
            "about": self.about,
            "transport": self.transport(),
            "framing": if is_stream { "stream" } else { "datagram" },
            "roles": ["server"],
            "waits": "block",
            "threading": self.threading,
            "min_message_bytes": 8,
            "max_message_bytes": if is_stream { 65_540 } else { 65_507 },
            "max_connections": 10_000,
            "loads": if self.transport() == "http" { &["closed"][..] } else { &["closed", "stream"] },
            "reliable": is_stream,
            "unreliable": !is_stream,
            "tls": self.transport() == "tls",
            "socket_options": options_of(is_stream).map(|option| option.name).collect::<Vec<_>>(),
        })
    }
}
