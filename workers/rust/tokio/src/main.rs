//! Tokio, on the runtime that `#[tokio::main]` makes: threads that take tasks from each other.

mod tcp;
mod udp;

use pingmark_worker::{library, run};
use std::future::Future;
use std::{io, thread};
use tokio::runtime::Runtime;

fn main() {
    let libraries = vec![library("tokio", include_str!("../Cargo.lock"))];
    run("rust/tokio", libraries, &[tcp::STACK, udp::STACK]);
}

/// Runs a server on a runtime of its own. As in a program's `main`, its own future has a thread to itself, and the
/// tasks that it spawns are run by the runtime's.
fn start<F: Future<Output = io::Result<()>>>(server: impl FnOnce() -> F + Send + 'static) -> io::Result<()> {
    let runtime = Runtime::new()?;
    let serve = move || runtime.block_on(server()).unwrap_or_else(|error| panic!("serve: {error}"));
    thread::Builder::new().name("main-future".into()).spawn(serve)?;
    Ok(())
}
