//! What is served and what is turned away. Nothing that happens for each message takes a lock.

use serde_json::Value;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::os::unix::io::RawFd;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

pub(crate) const HELLO: &[u8] = b"PMK1";
pub(crate) const WELCOME: &[u8] = b"PMOK";
pub(crate) const HELLO_BYTES: usize = 20;
pub(crate) const ONE_WAY_HELLO_BYTES: usize = 24;
pub(crate) const LEAST_BODY: usize = 4;
pub(crate) const LEAST_ONE_WAY_BODY: usize = 12;
pub(crate) const MOST_BODY: usize = 65_536;
const MOST_PART: u32 = 65_536;
const PATIENCE: Duration = Duration::from_secs(1);
const PATIENCE_WITH_OURSELVES: Duration = Duration::from_secs(2);

/// Returns the number in the first 4 bytes.
pub(crate) fn number(bytes: &[u8]) -> u32 {
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

/// A number that one thread at a time writes, and any reads. It has a line of the cache to itself.
#[derive(Default)]
#[repr(align(64))]
pub(crate) struct Tally(AtomicU64);

impl Tally {
    pub fn add(&self, more: u64) {
        self.0.store(self.get() + more, Relaxed);
    }

    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

/// Connections of streams that are open, and how many messages came on those that are not.
#[derive(Default)]
struct Streams {
    open: HashMap<RawFd, Arc<Tally>>,
    messages_of_ended: u64,
}

/// What a server has served and turned away since it listens.
#[derive(Default)]
pub struct Counts {
    token: Option<[u8; 16]>,
    streams: Mutex<Streams>,
    stream_ended: Condvar,
    pub(crate) datagrams: Tally,
    /// How often the peers of datagrams were forgotten; with how many of the last time there are, in the upper half.
    forgotten: AtomicU32,
    peers: AtomicU64,
    bad_frames: AtomicU64,
    rejected: AtomicU64,
    last_stranger: Mutex<Option<SocketAddr>>,
}

impl Counts {
    /// Counts of a server whose peers have to know a token; without one it is plain.
    pub(crate) fn new(token: Option<[u8; 16]>) -> Self {
        Self { token, ..Self::default() }
    }

    pub(crate) fn is_plain(&self) -> bool {
        self.token.is_none()
    }

    /// Returns the part of a hello: 0 of one whose messages are echoed, None of what is no hello that is welcome.
    pub(crate) fn part_of(&self, hello: &[u8]) -> Option<u32> {
        if hello.len() < HELLO_BYTES || &hello[..4] != HELLO || Some(&hello[4..HELLO_BYTES]) != self.token() {
            return None;
        }
        match hello.len() {
            HELLO_BYTES => Some(0),
            ONE_WAY_HELLO_BYTES => {
                Some(number(&hello[HELLO_BYTES..])).filter(|part| part.is_power_of_two() && *part <= MOST_PART)
            }
            _ => None,
        }
    }

    fn token(&self) -> Option<&[u8]> {
        self.token.as_ref().map(|token| token.as_slice())
    }

    pub(crate) fn reject(&self, stranger: SocketAddr) {
        self.rejected.fetch_add(1, Relaxed);
        *self.last_stranger.lock().unwrap() = Some(stranger);
    }

    pub(crate) fn refuse_frame(&self, stranger: SocketAddr) {
        self.bad_frames.fetch_add(1, Relaxed);
        *self.last_stranger.lock().unwrap() = Some(stranger);
    }

    pub(crate) fn begin_stream(&self, socket: RawFd) -> Arc<Tally> {
        let messages = Arc::<Tally>::default();
        self.streams().open.insert(socket, messages.clone());
        messages
    }

    /// It must come before the socket is closed, whose number another one may get.
    pub(crate) fn end_stream(&self, socket: RawFd) {
        let mut streams = self.streams();
        if let Some(messages) = streams.open.remove(&socket) {
            streams.messages_of_ended += messages.get();
        }
        self.stream_ended.notify_all();
    }

    fn streams(&self) -> MutexGuard<'_, Streams> {
        self.streams.lock().unwrap()
    }

    /// How often peers of datagrams were to be forgotten.
    pub(crate) fn forgotten(&self) -> u32 {
        self.forgotten.load(Relaxed)
    }

    /// So many peers of datagrams are known since they were forgotten so often.
    pub(crate) fn set_peers(&self, forgotten: u32, peers: usize) {
        self.peers.store(u64::from(forgotten) << 32 | peers as u64, Relaxed);
    }

    /// Ends the connections that their clients have not ended within a second, and forgets the peers of datagrams.
    pub(crate) fn disconnect(&self) {
        self.forgotten.fetch_add(1, Relaxed);
        let is_left = |streams: &mut Streams| !streams.open.is_empty();
        let left = self.stream_ended.wait_timeout_while(self.streams(), PATIENCE, is_left).unwrap().0;
        for socket in left.open.keys() {
            // SAFETY: a socket is closed after it is removed here, and it can't be removed while this holds the lock.
            unsafe { libc::shutdown(*socket, libc::SHUT_RDWR) };
        }
        drop(self.stream_ended.wait_timeout_while(left, PATIENCE_WITH_OURSELVES, is_left));
    }

    fn messages(&self) -> u64 {
        let streams = self.streams();
        let open: u64 = streams.open.values().map(|messages| messages.get()).sum();
        streams.messages_of_ended + open + self.datagrams.get()
    }

    pub(crate) fn connections(&self) -> u64 {
        let peers = self.peers.load(Relaxed);
        let is_of_now = peers >> 32 == u64::from(self.forgotten());
        self.streams().open.len() as u64 + if is_of_now { peers & u64::from(u32::MAX) } else { 0 }
    }

    /// Returns the counts as a reply tells them.
    pub(crate) fn told(&self) -> [(&'static str, Value); 5] {
        let stranger = *self.last_stranger.lock().unwrap();
        [
            ("messages", self.messages().into()),
            ("connections", self.connections().into()),
            ("bad_frames", self.bad_frames.load(Relaxed).into()),
            ("rejected", self.rejected.load(Relaxed).into()),
            ("last_stranger", stranger.map(|address| address.to_string()).into()),
        ]
    }
}
