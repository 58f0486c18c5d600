//! A TCP server on mio: one thread polls all connections.

use mio::net::{TcpListener, TcpStream};
use mio::{Events, Interest, Poll, Token};
use pingmark_worker::{Counts, Serve, Shortage, Stack, Stream};
use std::collections::HashMap;
use std::io::{self, ErrorKind, Read, Write};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

const LISTENER: Token = Token(0);
const EVENTS_AT_ONCE: usize = 1_024;

pub const STACK: Stack = Stack {
    id: "rust/mio-tcp",
    about: "mio: readiness of all connections, and calls that do not block",
    threading: "one thread",
    serve: Serve::Streams(serve),
};

fn serve(listener: std::net::TcpListener, counts: Arc<Counts>) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let mut listener = TcpListener::from_std(listener);
    let poll = Poll::new()?;
    poll.registry().register(&mut listener, LISTENER, Interest::READABLE)?;
    let server =
        Server { listener, counts, poll, clients: HashMap::new(), last: LISTENER, shortage: Shortage::default() };
    thread::Builder::new().name("echo".into()).spawn(move || server.run())?;
    Ok(())
}

struct Server {
    listener: TcpListener,
    counts: Arc<Counts>,
    poll: Poll,
    clients: HashMap<Token, Client>,
    last: Token,
    shortage: Shortage,
}

impl Server {
    fn run(mut self) {
        let mut events = Events::with_capacity(EVENTS_AT_ONCE);
        let mut accept_again = None::<Instant>;
        loop {
            let patience = accept_again.map(|at| at.saturating_duration_since(Instant::now()));
            match self.poll.poll(&mut events, patience) {
                Err(error) if error.kind() != ErrorKind::Interrupted => panic!("poll: {error}"),
                _ => (),
            }
            let mut may_accept = accept_again.map_or(false, |at| at <= Instant::now());
            for event in &events {
                if event.token() == LISTENER {
                    may_accept = true;
                } else if let Some(client) = self.clients.get_mut(&event.token()) {
                    if client.echo(event.is_read_closed()).is_err() {
                        self.clients.remove(&event.token());
                    }
                }
            }
            if may_accept {
                accept_again = self.accept().err().map(|_| Instant::now() + Shortage::PAUSE);
            }
        }
    }

    /// Accepts all who wait; an error says that some are left, for lack of descriptors.
    fn accept(&mut self) -> io::Result<()> {
        loop {
            match self.accept_one() {
                Ok(()) => self.shortage.end(),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) => {
                    self.shortage.tell(&error);
                    return Err(error);
                }
            }
        }
    }

    fn accept_one(&mut self) -> io::Result<()> {
        let (mut socket, address) = self.listener.accept()?;
        self.last.0 += 1;
        self.poll.registry().register(&mut socket, self.last, Interest::READABLE | Interest::WRITABLE)?;
        self.clients.insert(self.last, Client { stream: Stream::new(&self.counts, &socket, address), socket });
        Ok(())
    }
}

struct Client {
    stream: Stream,
    socket: TcpStream,
}

impl Client {
    /// Serves the connection until it would block. An error says that it is to be closed.
    fn echo(&mut self, is_read_closed: bool) -> io::Result<()> {
        match self.echo_all(is_read_closed) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(()),
            result => result,
        }
    }

    fn echo_all(&mut self, is_read_closed: bool) -> io::Result<()> {
        self.send()?;
        loop {
            let space = self.stream.space();
            let asked = space.len();
            let received = self.socket.read(space)?;
            if received == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            self.stream.received(received)?;
            self.send()?;
            // What filled no buffer was all: on Linux, the next bytes make another event.
            if received < asked && !is_read_closed {
                return Ok(());
            }
        }
    }

    /// Sends what is to be sent. What the client does not take is not read either.
    fn send(&mut self) -> io::Result<()> {
        while !self.stream.unsent().is_empty() {
            let sent = self.socket.write(self.stream.unsent())?;
            self.stream.sent(sent);
        }
        Ok(())
    }
}
