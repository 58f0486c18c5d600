//! The control part: it reads requests from stdin, a line of JSON each, and answers on stdout.

use crate::any_address::is_wildcard;
use crate::counts::Counts;
use crate::process::{cpus, Status, Used};
use crate::request::{Fields, Refusal, Request};
use crate::sockets::{effective, listening, options_of};
use serde_json::{json, Value};
use std::io::{self, BufRead, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, UdpSocket};
use std::sync::Arc;
use Refusal::{Failed, Unsupported};

const PROTOCOL: u64 = 1;
const MOST_LINE_BYTES: u64 = 4 << 20;

/// How a stack begins to serve, in the background. Its messages are counted by what it is given.
pub enum Serve {
    /// Over TCP, on a socket that listens.
    Streams(fn(TcpListener, Arc<Counts>) -> io::Result<()>),
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
    fn is_stream(&self) -> bool {
        matches!(self.serve, Serve::Streams(_))
    }

    /// HTTP carries a stream in its bodies.
    fn transport(&self) -> &'static str {
        match self.serve {
            Serve::Streams(_) if self.id.ends_with("-http") => "http",
            Serve::Streams(_) => "tcp",
            Serve::Datagrams(_) => "udp",
        }
    }

    fn describe(&self) -> Value {
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
            "tls": false,
            "socket_options": options_of(is_stream).map(|option| option.name).collect::<Vec<_>>(),
        })
    }
}

struct Worker {
    name: &'static str,
    libraries: Vec<String>,
    stacks: &'static [Stack],
    counts: Option<Arc<Counts>>,
    status: Status,
}

/// Answers until stdin ends, or until it is told to stop; then the process ends.
pub fn run(name: &'static str, libraries: Vec<String>, stacks: &'static [Stack]) -> ! {
    let mut worker = Worker { name, libraries, stacks, counts: None, status: Status::open() };
    let mut requests = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = requests.by_ref().take(MOST_LINE_BYTES).read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) {
            std::process::exit(0);
        }
        let (reply, is_last) = worker.answer(&line);
        let mut replies = io::stdout().lock();
        if writeln!(replies, "{reply}").and_then(|()| replies.flush()).is_err() || is_last {
            std::process::exit(0);
        }
    }
}

impl Worker {
    /// Returns the reply, and whether it is the last one.
    fn answer(&mut self, line: &[u8]) -> (Value, bool) {
        let request = match Request::parse(line) {
            Ok(request) => request,
            Err(reason) => {
                return (json!({"id": null, "status": "error", "reason": format!("no request: {reason}")}), false);
            }
        };
        let refused = |status, reason| json!({"status": status, "reason": reason});
        let (mut reply, is_done) = match request.check().and_then(|()| self.carry_out(&request)) {
            Ok(mut reply) => {
                reply["status"] = "ok".into();
                (reply, true)
            }
            Err(Unsupported(reason)) => (refused("unsupported", reason), false),
            Err(Failed(reason)) => (refused("error", reason), false),
        };
        reply["id"] = request.id;
        (reply, is_done && request.op == "stop")
    }

    fn carry_out(&mut self, request: &Request) -> Result<Value, Refusal> {
        match request.op.as_str() {
            "hello" => self.hello(request),
            "describe" => Ok(self.stack(request)?.describe()),
            "listen" => self.listen(request),
            "disconnect" => self.disconnect(),
            _ => Ok(self.usage()),
        }
    }

    fn hello(&self, request: &Request) -> Result<Value, Refusal> {
        let protocol = request.fields.get("protocol").unwrap_or(&Value::Null);
        if protocol != PROTOCOL {
            return Err(Unsupported(format!("protocol {protocol}; this worker speaks {PROTOCOL}")));
        }
        Ok(json!({
            "protocol": PROTOCOL,
            "worker": self.name,
            "runtime": env!("COMPILER"),
            "libraries": self.libraries,
            "pid": std::process::id(),
            "cpus": cpus(),
            "gc": null,
            "compiler_threads": [],
            "stacks": self.stacks.iter().map(|stack| stack.id).collect::<Vec<_>>(),
        }))
    }

    fn stack(&self, request: &Request) -> Result<&'static Stack, Refusal> {
        let id = request.text("stack").unwrap_or_default();
        let found = self.stacks.iter().find(|stack| stack.id == id);
        found.ok_or_else(|| Unsupported(format!("{} has no stack '{id}'", self.name)))
    }

    fn listen(&mut self, request: &Request) -> Result<Value, Refusal> {
        let stack = self.stack(request)?;
        let has = |name: &str| options_of(stack.is_stream()).any(|option| option.name == name);
        if let Some(name) = request.options().find(|name| !has(name)) {
            return Err(Unsupported(format!("{} has no option {name}", stack.id)));
        }
        let is_plain = request.is_on("plain");
        if is_plain && request.text("token").is_some() {
            return Err(Unsupported("plain has no token".into()));
        }
        if self.counts.is_some() {
            return Err(Failed("it listens already".into()));
        }
        let address = address(request)?;
        let counts = Arc::new(Counts::new(if is_plain { None } else { Some(token(request)?) }));
        let bound = bind(stack, address, &request.fields, &counts);
        let reply = bound.map_err(|error| Failed(format!("listen on {address}: {error}")))?;
        self.counts = Some(counts);
        Ok(reply)
    }

    fn disconnect(&self) -> Result<Value, Refusal> {
        let counts = self.counts.as_ref().ok_or_else(|| Failed("it does not listen".into()))?;
        counts.disconnect();
        Ok(json!({"connections": counts.connections()}))
    }

    fn usage(&self) -> Value {
        let used = Used::now();
        let counts = self.counts.as_deref();
        json!({
            "messages": counts.map_or(0, Counts::messages),
            "connections": counts.map_or(0, Counts::connections),
            "bad_frames": counts.map_or(0, Counts::bad_frames),
            "rejected": counts.map_or(0, Counts::rejected),
            "last_stranger": counts.and_then(Counts::last_stranger).map(|stranger| stranger.to_string()),
            "cpu_user_ns": used.cpu_user_ns,
            "cpu_system_ns": used.cpu_system_ns,
            "voluntary_switches": used.voluntary_switches,
            "involuntary_switches": used.involuntary_switches,
            "peak_rss_bytes": self.status.bytes("VmHWM"),
            "rss_bytes": self.status.bytes("VmRSS"),
            "gc_count": null,
            "gc_pause_ns": null,
            "allocated_bytes": null,
        })
    }
}

/// Binds a socket, lets the stack serve it, and returns what listen replies.
fn bind(stack: &Stack, address: SocketAddr, fields: &Fields, counts: &Arc<Counts>) -> io::Result<Value> {
    let socket = listening(stack.is_stream(), address, fields)?;
    let mut reply = Fields::new();
    for option in options_of(stack.is_stream()) {
        reply.insert(option.name.into(), effective(&socket, option)?);
    }
    let bound = socket.local_addr()?.as_socket().ok_or(io::ErrorKind::InvalidInput)?;
    reply.insert("address".into(), bound.ip().to_string().into());
    reply.insert("port".into(), bound.port().into());
    match stack.serve {
        Serve::Streams(serve) => serve(socket.into(), counts.clone())?,
        Serve::Datagrams(serve) => serve(socket.into(), counts.clone())?,
    }
    Ok(reply.into())
}

fn address(request: &Request) -> Result<SocketAddr, Refusal> {
    let port = request.fields.get("port").unwrap_or(&Value::Null);
    let port = port.as_u64().and_then(|port| u16::try_from(port).ok());
    let port = port.ok_or_else(|| Unsupported("port is not within 0 and 65535".into()))?;
    let literal = request.text("address").unwrap_or_default();
    // With its brackets a v6 address may have a scope.
    let address = literal.parse().map(|ip: IpAddr| SocketAddr::new(ip, port));
    let address = address.or_else(|_| format!("[{literal}]:{port}").parse());
    let address: SocketAddr = address.map_err(|_| Failed(format!("no IP address: '{literal}'")))?;
    if is_wildcard(address.ip()) && !request.is_on("allow_wildcard") {
        return Err(Unsupported(format!("{literal} listens on every interface, which allow_wildcard permits")));
    }
    Ok(address)
}

fn token(request: &Request) -> Result<[u8; 16], Refusal> {
    let digits = request.text("token").ok_or_else(|| Failed("a server that is not plain needs a token".into()))?;
    let is_token = digits.len() == 32 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let number = if is_token { u128::from_str_radix(digits, 16).ok() } else { None };
    Ok(number.ok_or_else(|| Failed("a token has 32 hex digits".into()))?.to_be_bytes())
}
