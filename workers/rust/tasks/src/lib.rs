//! What the servers on Tokio have in common: the runtime that `#[tokio::main]` makes, whose threads take tasks from each
//! other, and a task for each connection.
#![warn(missing_docs)]

use pingmark_worker::{Counts, Shortage, Stream};
use std::future::Future;
use std::sync::Arc;
use std::{io, thread};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;

/// Which threads do what, as describe tells it.
pub const THREADING: &str = "tokio's multi-thread runtime: a worker thread per core, or TOKIO_WORKER_THREADS";

/// Runs a server on a runtime of its own. As in a program's `main`, its own future has a thread to itself, and the
/// tasks that it spawns are run by the runtime's.
pub fn start<F: Future<Output = io::Result<()>>>(server: impl FnOnce() -> F + Send + 'static) -> io::Result<()> {
    let runtime = Runtime::new()?;
    let serve = move || runtime.block_on(server()).unwrap_or_else(|error| panic!("serve: {error}"));
    thread::Builder::new().name("main-future".into()).spawn(serve)?;
    Ok(())
}

/// Begins to accept connections, each of which is served by a task of its own: the future that `serve` makes, and which
/// ends when the connection does.
pub fn serve_each<S, F>(listener: std::net::TcpListener, counts: Arc<Counts>, serve: S) -> io::Result<()>
where
    S: Fn(TcpStream, Stream) -> F + Send + 'static,
    F: Future + Send + 'static,
    F::Output: Send,
{
    listener.set_nonblocking(true)?;
    start(move || accept(listener, counts, serve))
}

async fn accept<S, F>(listener: std::net::TcpListener, counts: Arc<Counts>, serve: S) -> io::Result<()>
where
    S: Fn(TcpStream, Stream) -> F,
    F: Future + Send + 'static,
    F::Output: Send,
{
    let listener = TcpListener::from_std(listener)?;
    let mut shortage = Shortage::default();
    loop {
        match listener.accept().await {
            Ok((socket, client)) => {
                shortage.end();
                let stream = Stream::new(&counts, &socket, client);
                tokio::spawn(serve(socket, stream));
            }
            Err(error) => {
                shortage.tell(&error);
                tokio::time::sleep(Shortage::PAUSE).await;
            }
        }
    }
}
