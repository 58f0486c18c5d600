//! What a server does where descriptors, or memory for threads, run out.

use std::{io, time::Duration};

/// Whether connections can't be accepted, which is said once on stderr, until it is over.
#[derive(Default)]
pub struct Shortage {
    is_told: bool,
}

impl Shortage {
    /// How long to wait before the next try.
    pub const PAUSE: Duration = Duration::from_millis(100);

    /// A connection could not be accepted.
    pub fn tell(&mut self, error: &io::Error) {
        if !self.is_told {
            eprintln!("accept: {error}");
        }
        self.is_told = true;
    }

    /// A connection was accepted.
    pub fn end(&mut self) {
        self.is_told = false;
    }
}
