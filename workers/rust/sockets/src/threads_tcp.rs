//! A TCP server with a thread for each connection, and blocking calls.

use pingmark_worker::{Counts, Serve, Shortage, Stack, Stream};
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

pub const STACK: Stack = Stack {
    id: "rust/threads-tcp",
    about: "std::net, blocking calls",
    threading: "one thread per connection",
    serve: Serve::Streams(serve),
};

fn serve(listener: TcpListener, counts: Arc<Counts>) -> io::Result<()> {
    thread::Builder::new().name("accept".into()).spawn(move || accept(&listener, &counts))?;
    Ok(())
}

fn accept(listener: &TcpListener, counts: &Arc<Counts>) {
    let mut shortage = Shortage::default();
    loop {
        match listener.accept().and_then(|(socket, client)| {
            let stream = Stream::new(counts, &socket, client);
            thread::Builder::new().name("echo".into()).spawn(move || echo(socket, stream))
        }) {
            Ok(_) => shortage.end(),
            Err(error) => {
                shortage.tell(&error);
                thread::sleep(Shortage::PAUSE);
            }
        }
    }
}

/// Serves a connection until its client ends it, or must not be served.
fn echo(mut socket: TcpStream, mut stream: Stream) -> io::Result<()> {
    loop {
        let received = socket.read(stream.space())?;
        if received == 0 {
            return Ok(());
        }
        socket.write_all(stream.received(received)?)?;
    }
}
