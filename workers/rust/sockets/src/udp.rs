//! A UDP server: one thread, one socket for all peers, and blocking calls.

use pingmark_worker::{is_wildcard, AnyAddress, Counts, Datagrams, Serve, Stack};
use std::io;
use std::net::UdpSocket;
use std::sync::Arc;
use std::thread;

const MOST_DATAGRAM_BYTES: usize = 65_536;

pub const STACK: Stack = Stack {
    id: "rust/udp",
    about: "std::net, blocking calls; one socket for all peers",
    threading: "one thread",
    serve: Serve::Datagrams(serve),
};

fn serve(socket: UdpSocket, counts: Arc<Counts>) -> io::Result<()> {
    let echo = if is_wildcard(socket.local_addr()?.ip()) { echo_at_any_address } else { echo };
    thread::Builder::new().name("echo".into()).spawn(move || echo(&socket, counts))?;
    Ok(())
}

fn echo(socket: &UdpSocket, counts: Arc<Counts>) {
    let mut datagrams = Datagrams::new(counts);
    let mut buffer = vec![0; MOST_DATAGRAM_BYTES];
    loop {
        // An error is about one peer, who is gone; the others are served.
        if let Ok((received, from)) = socket.recv_from(&mut buffer) {
            if let Some(answer) = datagrams.answer(&buffer[..received], from) {
                let _ = socket.send_to(answer, from);
            }
        }
    }
}

fn echo_at_any_address(socket: &UdpSocket, counts: Arc<Counts>) {
    let mut calls = AnyAddress::new();
    let mut datagrams = Datagrams::new(counts);
    let mut buffer = vec![0; MOST_DATAGRAM_BYTES];
    loop {
        if let Ok((received, from)) = calls.receive(socket, &mut buffer) {
            if let Some(answer) = datagrams.answer(&buffer[..received], from) {
                let _ = calls.answer(socket, answer, from);
            }
        }
    }
}
