//! What the workers of Rust have in common. docs/write-a-server.md describes what a server must do.
#![warn(missing_docs)]

mod any_address;
mod counts;
mod datagrams;
mod process;
mod request;
mod shortage;
mod sockets;
mod stream;
mod worker;

pub use any_address::{is_wildcard, AnyAddress};
pub use counts::Counts;
pub use datagrams::Datagrams;
pub use shortage::Shortage;
pub use stream::Stream;
pub use worker::{run, Serve, Stack};

/// Returns a crate and its version, as the text of a `Cargo.lock` has it.
pub fn library(name: &str, lock: &str) -> String {
    let begin = format!("name = \"{name}\"\nversion = \"");
    let version = lock.split_once(&begin).and_then(|(_, rest)| rest.split('"').next());
    format!("{name} {}", version.unwrap_or("of an unknown version"))
}
