//! Tokio, on the runtime that `#[tokio::main]` makes: threads that take tasks from each other.

mod tcp;
mod udp;

use pingmark_worker::{library, run};

fn main() {
    let libraries = vec![library("tokio", include_str!("../Cargo.lock"))];
    run("rust/tokio", libraries, &[tcp::STACK, udp::STACK]);
}
