//! A server of HTTP/1.1 with a task for each connection. What a connection says is the bodies of its requests.

use crate::client::{Bodies, Client};
use hyper::body::{to_bytes, HttpBody};
use hyper::header::{HeaderValue, CONNECTION};
use hyper::server::conn::Http;
use hyper::service::service_fn;
use hyper::{Body, Request, Response, StatusCode};
use pingmark_worker::{Counts, Serve, Shortage, Stack, Stream};
use std::sync::{Arc, Mutex};
use std::{io, thread};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

const MOST_MESSAGE_BYTES: u64 = 65_540;
const IMPOSSIBLE_LENGTH: &[u8] = &[0xff; 4];

pub const STACK: Stack = Stack {
    id: "rust/hyper-http",
    about: "hyper: a service that reads the body and sends it back",
    threading: "tokio's multi-thread runtime: a worker thread per core, or TOKIO_WORKER_THREADS",
    serve: Serve::Streams(serve),
};

/// Its own future has a thread to itself, as in a program's `main`; the runtime's threads run the tasks.
fn serve(listener: std::net::TcpListener, counts: Arc<Counts>) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = Runtime::new()?;
    let serve = move || runtime.block_on(accept(listener, counts)).unwrap_or_else(|error| panic!("serve: {error}"));
    thread::Builder::new().name("main-future".into()).spawn(serve)?;
    Ok(())
}

async fn accept(listener: std::net::TcpListener, counts: Arc<Counts>) -> io::Result<()> {
    let listener = TcpListener::from_std(listener)?;
    let mut shortage = Shortage::default();
    loop {
        match listener.accept().await {
            Ok((socket, client)) => {
                shortage.end();
                let bodies = Arc::new(Mutex::new(Some(Stream::new(&counts, &socket, client))));
                tokio::spawn(serve_one(Client::new(socket, bodies.clone()), bodies));
            }
            Err(error) => {
                shortage.tell(&error);
                tokio::time::sleep(Shortage::PAUSE).await;
            }
        }
    }
}

/// Serves a connection until its client ends it, or must not be served.
async fn serve_one(client: Client, bodies: Bodies) {
    let service = service_fn(move |request| answer(bodies.clone(), request));
    // However it ends, it is closed.
    let _ = Http::new().http1_only(true).serve_connection(client, service).await;
}

async fn answer(bodies: Bodies, request: Request<Body>) -> hyper::Result<Response<Body>> {
    let body = request.into_body();
    let is_possible = body.size_hint().upper().map_or(false, |most| most <= MOST_MESSAGE_BYTES);
    let bytes = if is_possible { to_bytes(body).await? } else { IMPOSSIBLE_LENGTH.into() };
    let mut bodies = bodies.lock().unwrap();
    let answer = bodies.as_mut().and_then(|stream| {
        stream.space()[..bytes.len()].copy_from_slice(&bytes);
        stream.received(bytes.len()).ok()
    });
    Ok(match answer {
        Some(answer) if !answer.is_empty() => Response::new(answer.to_vec().into()),
        _ => refusal(),
    })
}

/// The connection ends with it.
fn refusal() -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::FORBIDDEN;
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    response
}
