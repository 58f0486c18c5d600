//! A UDP server: one task, and one socket for all peers.

use pingmark_worker::{is_wildcard, AnyAddress, Counts, Datagrams, Serve, Stack};
use std::io;
use std::sync::Arc;
use tokio::io::Interest;
use tokio::net::UdpSocket;

const MOST_DATAGRAM_BYTES: usize = 65_536;

pub const STACK: Stack = Stack {
    id: "rust/tokio-udp",
    about: "tokio::net, one task and one socket for all peers",
    threading: "the thread that blocks on the server's future, on tokio's multi-thread runtime",
    serve: Serve::Datagrams(serve),
};

fn serve(socket: std::net::UdpSocket, counts: Arc<Counts>) -> io::Result<()> {
    socket.set_nonblocking(true)?;
    if is_wildcard(socket.local_addr()?.ip()) {
        crate::start(move || echo_at_any_address(socket, counts))
    } else {
        crate::start(move || echo(socket, counts))
    }
}

async fn echo(socket: std::net::UdpSocket, counts: Arc<Counts>) -> io::Result<()> {
    let socket = UdpSocket::from_std(socket)?;
    let mut datagrams = Datagrams::new(counts);
    let mut buffer = vec![0; MOST_DATAGRAM_BYTES];
    loop {
        // An error is about one peer, who is gone; the others are served.
        if let Ok((received, from)) = socket.recv_from(&mut buffer).await {
            if let Some(answer) = datagrams.answer(&buffer[..received], from) {
                let _ = socket.send_to(answer, from).await;
            }
        }
    }
}

async fn echo_at_any_address(socket: std::net::UdpSocket, counts: Arc<Counts>) -> io::Result<()> {
    let socket = UdpSocket::from_std(socket)?;
    let mut calls = AnyAddress::new();
    let mut datagrams = Datagrams::new(counts);
    let mut buffer = vec![0; MOST_DATAGRAM_BYTES];
    loop {
        socket.readable().await?;
        let received = socket.try_io(Interest::READABLE, || calls.receive(&socket, &mut buffer));
        if let Ok((received, from)) = received {
            if let Some(answer) = datagrams.answer(&buffer[..received], from) {
                // An answer that does not fit into the send buffer is lost, as datagrams are.
                let _ = calls.answer(&socket, answer, from);
            }
        }
    }
}
