//! Sockets of Rust's standard library, and mio.

mod mio_tcp;
mod threads_tcp;
mod udp;

use pingmark_worker::{library, run};

fn main() {
    let libraries = vec![library("mio", include_str!("../Cargo.lock"))];
    run("rust/sockets", libraries, &[threads_tcp::STACK, mio_tcp::STACK, udp::STACK]);
}
