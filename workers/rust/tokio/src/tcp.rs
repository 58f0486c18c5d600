//! A TCP server with a task for each connection.

use pingmark_tasks::{serve_each, THREADING};
use pingmark_worker::{Serve, Stack, Stream};
use std::io;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub const STACK: Stack = Stack {
    id: "rust/tokio-tcp",
    about: "tokio::net, a task for each connection",
    threading: THREADING,
    serve: Serve::Streams(|listener, counts| serve_each(listener, counts, echo)),
};

/// Serves a connection until its client ends it, or must not be served.
async fn echo(mut socket: TcpStream, mut stream: Stream) -> io::Result<()> {
    loop {
        let received = socket.read(stream.space()).await?;
        if received == 0 {
            return Ok(());
        }
        socket.write_all(stream.received(received)?).await?;
    }
}
