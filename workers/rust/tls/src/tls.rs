//! A server of TLS 1.3 with a task for each connection.

use crate::certificate::configure;
use pingmark_tasks::{serve_each, THREADING};
use pingmark_worker::{Counts, Serve, Stack, Stream};
use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;

pub const STACK: Stack = Stack {
    id: "rust/tokio-tls",
    about: "tokio-rustls: TLS 1.3, a task for each connection",
    threading: THREADING,
    serve: Serve::Secured(serve),
};

fn serve(listener: TcpListener, counts: Arc<Counts>) -> io::Result<String> {
    let (config, digest) = configure()?;
    let acceptor = TlsAcceptor::from(config);
    serve_each(listener, counts, move |socket, stream| echo(acceptor.clone(), socket, stream))?;
    Ok(digest)
}

/// Serves a connection until its client ends it, or must not be served.
async fn echo(acceptor: TlsAcceptor, mut socket: TcpStream, mut stream: Stream) -> io::Result<()> {
    let mut secured = acceptor.accept(&mut socket).await?;
    loop {
        let received = secured.read(stream.space()).await?;
        if received == 0 {
            return Ok(());
        }
        secured.write_all(stream.received(received)?).await?;
        secured.flush().await?;
    }
}
