//! A TCP server with a task for each connection.

use pingmark_worker::{Counts, Serve, Shortage, Stack, Stream};
use std::io;
use std::sync::Arc;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

pub const STACK: Stack = Stack {
    id: "rust/tokio-tcp",
    about: "tokio::net, a task for each connection",
    threading: "tokio's multi-thread runtime: a worker thread per core, or TOKIO_WORKER_THREADS",
    serve: Serve::Streams(serve),
};

fn serve(listener: std::net::TcpListener, counts: Arc<Counts>) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    crate::start(move || accept(listener, counts))
}

async fn accept(listener: std::net::TcpListener, counts: Arc<Counts>) -> io::Result<()> {
    let listener = TcpListener::from_std(listener)?;
    let mut shortage = Shortage::default();
    loop {
        match listener.accept().await {
            Ok((socket, client)) => {
                shortage.end();
                let stream = Stream::new(&counts, &socket, client);
                tokio::spawn(echo(socket, stream));
            }
            Err(error) => {
                shortage.tell(&error);
                tokio::time::sleep(Shortage::PAUSE).await;
            }
        }
    }
}

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
