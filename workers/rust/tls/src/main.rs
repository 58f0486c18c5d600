//! TLS by rustls, on Tokio.

mod certificate;
mod tls;

use pingmark_worker::{library, run};

fn main() {
    let lock = include_str!("../Cargo.lock");
    let libraries = ["tokio", "tokio-rustls", "rustls"].map(|name| library(name, lock)).to_vec();
    run("rust/tls", libraries, &[tls::STACK]);
}
