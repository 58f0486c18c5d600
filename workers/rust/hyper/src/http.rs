//! A server of HTTP/1.1 with a task for each connection. What a connection says is the bodies of its requests.

use crate::client::{Bodies, Client};
use hyper::body::{to_bytes, HttpBody};
use hyper::header::{HeaderValue, CONNECTION};
use hyper::server::conn::Http;
use hyper::service::service_fn;
use hyper::{Body, Request, Response, StatusCode};
use pingmark_tasks::{serve_each, THREADING};
use pingmark_worker::{Serve, Stack, Stream};
use std::sync::{Arc, Mutex};
use tokio::net::TcpStream;

const MOST_MESSAGE_BYTES: u64 = 65_540;
const IMPOSSIBLE_LENGTH: &[u8] = &[0xff; 4];

pub const STACK: Stack = Stack {
    id: "rust/hyper-http",
    about: "hyper: a service that reads the body and sends it back",
    threading: THREADING,
    serve: Serve::Streams(|listener, counts| serve_each(listener, counts, serve)),
};

/// Serves a connection until its client ends it, or must not be served.
async fn serve(socket: TcpStream, stream: Stream) {
    let bodies = Arc::new(Mutex::new(Some(stream)));
    let client = Client::new(socket, bodies.clone());
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
