//! The peers of a socket for datagrams. Nobody is answered who has not said hello.

use crate::counts::{number, Counts, LEAST_BODY, LEAST_ONE_WAY_BODY, WELCOME};
use std::collections::{HashMap, VecDeque};
use std::net::SocketAddr;
use std::sync::Arc;

const MOST_PEERS: usize = 16_384;

/// A peer: how many of its messages were counted that go one way, and in how large parts they are acknowledged (0: its
/// messages are echoed).
struct Peer {
    part: u32,
    arrived: u64,
}

/// What the thread or task that serves a socket knows.
pub struct Datagrams {
    counts: Arc<Counts>,
    peers: HashMap<SocketAddr, Peer>,
    oldest: VecDeque<SocketAddr>,
    forgotten: u32,
    acknowledgement: [u8; LEAST_ONE_WAY_BODY],
}

impl Datagrams {
    /// No datagrams have arrived.
    pub fn new(counts: Arc<Counts>) -> Self {
        Self {
            forgotten: counts.forgotten(),
            counts,
            peers: HashMap::new(),
            oldest: VecDeque::new(),
            acknowledgement: [0; LEAST_ONE_WAY_BODY],
        }
    }

    /// Returns the answer to a datagram, None where there is none.
    pub fn answer<'a>(&'a mut self, datagram: &'a [u8], from: SocketAddr) -> Option<&'a [u8]> {
        if self.counts.is_plain() {
            self.counts.datagrams.add(1);
            return Some(datagram);
        }
        if self.forgotten != self.counts.forgotten() {
            self.forget();
        }
        if let Some(part) = self.counts.part_of(datagram) {
            self.greet(from, part);
            return Some(WELCOME);
        }
        let peer = match self.peers.get_mut(&from) {
            Some(peer) => peer,
            None => {
                self.counts.reject(from);
                return None;
            }
        };
        if datagram.len() < if peer.part == 0 { LEAST_BODY } else { LEAST_ONE_WAY_BODY } {
            self.counts.refuse_frame(from);
            return None;
        }
        self.counts.datagrams.add(1);
        if peer.part == 0 {
            return Some(datagram);
        }
        peer.arrived += 1;
        if number(datagram).wrapping_add(1) % peer.part != 0 {
            return None;
        }
        self.acknowledgement[..4].copy_from_slice(&datagram[..4]);
        self.acknowledgement[4..].copy_from_slice(&peer.arrived.to_le_bytes());
        Some(&self.acknowledgement)
    }

    fn greet(&mut self, from: SocketAddr, part: u32) {
        match self.peers.get_mut(&from) {
            Some(peer) if peer.part == part => return,
            Some(peer) => *peer = Peer { part, arrived: 0 },
            None => {
                self.peers.insert(from, Peer { part, arrived: 0 });
                self.oldest.push_back(from);
            }
        }
        if self.peers.len() > MOST_PEERS {
            let oldest = self.oldest.pop_front();
            self.peers.remove(&oldest.expect("as many as peers"));
        }
        self.counts.set_peers(self.forgotten, self.peers.len());
    }

    fn forget(&mut self) {
        self.forgotten = self.counts.forgotten();
        self.peers.clear();
        self.oldest.clear();
    }
}
