//! The control part: it reads requests from stdin, a line of JSON each, and answers on stdout.

use crate::counts::Counts;
use crate::process::{cpus, Process};
use crate::request::{Fields, Refusal, Request};
use crate::sockets::{bound, listening, options_of};
use crate::stack::{Serve, Stack};
use serde_json::{json, Value};
use std::io::{self, BufRead, Read, Write};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use Refusal::{Failed, Unsupported};

const PROTOCOL: u64 = 1;
const MOST_LINE_BYTES: u64 = 4 << 20;

struct Worker {
    name: &'static str,
    libraries: Vec<String>,
    stacks: &'static [Stack],
    counts: Option<Arc<Counts>>,
    process: Process,
}

/// Answers until stdin ends, or until it is told to stop; then the process ends.
pub fn run(name: &'static str, libraries: Vec<String>, stacks: &'static [Stack]) -> ! {
    let mut worker = Worker { name, libraries, stacks, counts: None, process: Process::open() };
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

fn reply(id: Option<i64>, told: Result<Value, Refusal>) -> Value {
    let (status, mut reply) = match told {
        Ok(told) => ("ok", told),
        Err(Unsupported(reason)) => ("unsupported", json!({"reason": reason})),
        Err(Failed(reason)) => ("error", json!({"reason": reason})),
    };
    reply["id"] = id.into();
    reply["status"] = status.into();
    reply
}

impl Worker {
    /// Returns the reply, and whether it is the last one.
    fn answer(&mut self, line: &[u8]) -> (Value, bool) {
        match Request::parse(line) {
            Ok(mut request) => {
                let told = self.carry_out(&mut request).and_then(|told| request.end().map(|()| told));
                let is_last = told.is_ok() && request.op == "stop";
                (reply(Some(request.id), told), is_last)
            }
            Err(refusal) => (reply(None, Err(refusal)), false),
        }
    }

    /// Returns what is told. The fields that are left are checked afterwards; what can't be undone does it before.
    fn carry_out(&mut self, request: &mut Request) -> Result<Value, Refusal> {
        match request.op.as_str() {
            "hello" => self.hello(request),
            "describe" => Ok(self.stack(request)?.describe()),
            "listen" => self.listen(request),
            "disconnect" => self.disconnect(request),
            "usage" | "stop" => Ok(self.usage()),
            op => Err(Unsupported(format!("unknown op '{op}'"))),
        }
    }

    fn hello(&self, request: &mut Request) -> Result<Value, Refusal> {
        let protocol = request.take("protocol")?.unwrap_or(0);
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

    fn stack(&self, request: &mut Request) -> Result<&'static Stack, Refusal> {
        let id = request.take::<String>("stack")?.unwrap_or_default();
        let found = self.stacks.iter().find(|stack| stack.id == id);
        found.ok_or_else(|| Unsupported(format!("{} has no stack '{id}'", self.name)))
    }

    fn listen(&mut self, request: &mut Request) -> Result<Value, Refusal> {
        let stack = self.stack(request)?;
        let (address, token) = (address(request)?, token(request)?);
        let mut options = Fields::new();
        for option in options_of(stack.is_stream()) {
            options.extend(request.fields.remove_entry(option.name));
        }
        request.end()?;
        if self.counts.is_some() {
            return Err(Failed("it listens already".into()));
        }
        let socket = listening(stack.is_stream(), address, &options);
        let socket = socket.map_err(|error| Failed(format!("listen on {address}: {error}")))?;
        let mut told = bound(&socket, stack.is_stream())?;
        let counts = Arc::new(Counts::new(token));
        match stack.serve {
            Serve::Streams(serve) => serve(socket.into(), counts.clone())?,
            Serve::Secured(serve) => told["certificate"] = serve(socket.into(), counts.clone())?.into(),
            Serve::Datagrams(serve) => serve(socket.into(), counts.clone())?,
        }
        self.counts = Some(counts);
        Ok(told)
    }

    fn disconnect(&self, request: &Request) -> Result<Value, Refusal> {
        request.end()?;
        let counts = self.counts.as_ref().ok_or_else(|| Failed("it does not listen".into()))?;
        counts.disconnect();
        Ok(json!({"connections": counts.connections()}))
    }

    fn usage(&self) -> Value {
        let mut told = self.process.used();
        for (name, count) in self.counts.as_deref().unwrap_or(&Counts::default()).told() {
            told[name] = count;
        }
        told
    }
}

fn address(request: &mut Request) -> Result<SocketAddr, Refusal> {
    let port = request.take::<i64>("port")?.and_then(|port| u16::try_from(port).ok());
    let port = port.ok_or_else(|| Unsupported("port is not within 0 and 65535".into()))?;
    let literal = request.take::<String>("address")?.unwrap_or_default();
    // With its brackets a v6 address may have a scope.
    let address = literal.parse().map(|ip: IpAddr| SocketAddr::new(ip, port));
    let address = address.or_else(|_| format!("[{literal}]:{port}").parse());
    let address: SocketAddr = address.map_err(|_| Failed(format!("no IP address: '{literal}'")))?;
    let is_wildcard = match address.ip() {
        IpAddr::V4(ip) => ip.is_unspecified(),
        IpAddr::V6(ip) => ip.is_unspecified() || ip.to_ipv4_mapped().map_or(false, |ip| ip.is_unspecified()),
    };
    if !request.is_on("allow_wildcard")? && is_wildcard {
        return Err(Unsupported(format!("{literal} listens on every interface, which allow_wildcard permits")));
    }
    Ok(address)
}

/// Returns the secret of the run; None of a plain server.
fn token(request: &mut Request) -> Result<Option<[u8; 16]>, Refusal> {
    match (request.is_on("plain")?, request.take::<String>("token")?) {
        (true, None) => Ok(None),
        (true, Some(_)) => Err(Unsupported("plain has no token".into())),
        (false, Some(digits)) if digits.len() == 32 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()) => {
            Ok(u128::from_str_radix(&digits, 16).ok().map(u128::to_be_bytes))
        }
        (false, _) => Err(Failed("a server that is not plain needs a token of 32 hex digits".into())),
    }
}
