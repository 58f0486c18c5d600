//! hyper, on the runtime that `#[tokio::main]` makes: threads that take tasks from each other.

mod client;
mod http;

use pingmark_worker::{library, run};

fn main() {
    let libraries = ["hyper", "tokio"].map(|name| library(name, include_str!("../Cargo.lock")));
    run("rust/hyper", libraries.to_vec(), &[http::STACK]);
}
