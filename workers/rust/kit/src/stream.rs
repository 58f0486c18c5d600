//! A connection of a byte stream: it knows its client by the hello, and finds whole messages.

use crate::counts::{
    number, Counts, Tally, HELLO_BYTES, LEAST_BODY, LEAST_ONE_WAY_BODY, MOST_BODY, ONE_WAY_HELLO_BYTES, WELCOME,
};
use std::io;
use std::net::SocketAddr;
use std::ops::Range;
use std::os::unix::io::{AsRawFd, RawFd};
use std::sync::Arc;

const LENGTH_BYTES: usize = 4;
const WELCOME_BYTES: usize = LENGTH_BYTES + WELCOME.len();
const ACKNOWLEDGEMENT_BYTES: usize = LENGTH_BYTES + LEAST_ONE_WAY_BODY;
/// There is room for as much as the largest message has, behind one that has not arrived to its last byte.
const BUFFER_BYTES: usize = 2 * (LENGTH_BYTES + MOST_BODY);

enum State {
    Plain,
    Stranger,
    Echoed,
    /// Messages are counted: those that have arrived, and in how large parts they are acknowledged.
    OneWay {
        part: u32,
        arrived: u64,
    },
}

/// A connection, with what has arrived on it. It must be dropped before its socket is. As a parameter or a local
/// variable it comes after the socket, and as a field before it.
pub struct Stream {
    counts: Arc<Counts>,
    messages: Arc<Tally>,
    socket: RawFd,
    client: SocketAddr,
    state: State,
    buffer: Box<[u8]>,
    /// Where in the buffer what has arrived, and is not answered, begins and ends.
    begin: usize,
    end: usize,
    answer: Range<usize>,
}

impl Stream {
    /// A connection that was accepted.
    pub fn new(counts: &Arc<Counts>, socket: &impl AsRawFd, client: SocketAddr) -> Self {
        let socket = socket.as_raw_fd();
        Self {
            messages: counts.begin_stream(socket),
            state: if counts.is_plain() { State::Plain } else { State::Stranger },
            counts: counts.clone(),
            socket,
            client,
            buffer: vec![0; BUFFER_BYTES].into_boxed_slice(),
            begin: 0,
            end: 0,
            answer: 0..0,
        }
    }

    /// Returns where to put what arrives. What was to be sent is gone then.
    pub fn space(&mut self) -> &mut [u8] {
        self.buffer.copy_within(self.begin..self.end, 0);
        self.end -= self.begin;
        self.begin = 0;
        &mut self.buffer[self.end..]
    }

    /// So many bytes have arrived in the space. Returns what is to be sent, which may be nothing. After an error the
    /// connection is to be closed.
    pub fn received(&mut self, bytes: usize) -> io::Result<&[u8]> {
        self.end += bytes;
        self.answer = match self.state {
            State::Plain => self.echo_plainly(),
            State::Stranger => self.greet()?,
            State::Echoed => self.echo()?,
            State::OneWay { part, arrived } => self.count(part, arrived)?,
        };
        Ok(self.unsent())
    }

    /// Returns what is to be sent and was not yet.
    pub fn unsent(&self) -> &[u8] {
        &self.buffer[self.answer.clone()]
    }

    /// So much of it was sent.
    pub fn sent(&mut self, bytes: usize) {
        self.answer.start += bytes;
    }

    fn echo_plainly(&mut self) -> Range<usize> {
        self.messages.add(1);
        self.take(self.end)
    }

    fn greet(&mut self) -> io::Result<Range<usize>> {
        let arrived = &self.buffer[..self.end];
        if arrived.len() < LENGTH_BYTES {
            return Ok(0..0);
        }
        let length = number(arrived) as usize;
        if length != HELLO_BYTES && length != ONE_WAY_HELLO_BYTES {
            return self.reject();
        }
        let end = LENGTH_BYTES + length;
        if arrived.len() < end {
            return Ok(0..0);
        }
        let has_more = arrived.len() > end;
        self.state = match self.counts.part_of(&arrived[LENGTH_BYTES..end]) {
            Some(0) => State::Echoed,
            Some(part) if !has_more => State::OneWay { part, arrived: 0 },
            _ => return self.reject(),
        };
        self.begin = end;
        // The answer takes the end of the hello's place, so that the messages behind it follow.
        let welcome = end - WELCOME_BYTES;
        self.buffer[welcome..welcome + LENGTH_BYTES].copy_from_slice(&(WELCOME.len() as u32).to_le_bytes());
        self.buffer[welcome + LENGTH_BYTES..end].copy_from_slice(WELCOME);
        Ok(if has_more { welcome..self.echo()?.end } else { welcome..end })
    }

    /// Returns the messages that are whole, as they are.
    fn echo(&mut self) -> io::Result<Range<usize>> {
        let (mut at, mut messages) = (self.begin, 0);
        while let Some(body) = self.body(at, LEAST_BODY)? {
            at = body.end;
            messages += 1;
        }
        self.messages.add(messages);
        Ok(self.take(at))
    }

    /// Counts the messages that are whole, and acknowledges the last one that asks for it.
    fn count(&mut self, part: u32, mut arrived: u64) -> io::Result<Range<usize>> {
        let (mut at, before, mut asked) = (self.begin, arrived, None);
        while let Some(body) = self.body(at, LEAST_ONE_WAY_BODY)? {
            at = body.end;
            arrived += 1;
            let sequence = number(&self.buffer[body]);
            if sequence.wrapping_add(1) % part == 0 {
                asked = Some((sequence, arrived));
            }
        }
        self.messages.add(arrived - before);
        self.state = State::OneWay { part, arrived };
        let taken = self.take(at);
        Ok(asked.map_or(0..0, |(sequence, arrived)| {
            // It takes the place of what has been counted.
            let answer = taken.end - ACKNOWLEDGEMENT_BYTES..taken.end;
            let bytes = &mut self.buffer[answer.clone()];
            bytes[..4].copy_from_slice(&(LEAST_ONE_WAY_BODY as u32).to_le_bytes());
            bytes[4..8].copy_from_slice(&sequence.to_le_bytes());
            bytes[8..].copy_from_slice(&arrived.to_le_bytes());
            answer
        }))
    }

    /// Returns where the body of the message is that begins here; None where it is not whole.
    fn body(&self, at: usize, least: usize) -> io::Result<Option<Range<usize>>> {
        let arrived = &self.buffer[at..self.end];
        if arrived.len() < LENGTH_BYTES {
            return Ok(None);
        }
        let length = number(arrived) as usize;
        if length < least || length > MOST_BODY {
            self.counts.refuse_frame(self.client);
            return Err(io::ErrorKind::InvalidData.into());
        }
        let begin = at + LENGTH_BYTES;
        Ok(if begin + length <= self.end { Some(begin..begin + length) } else { None })
    }

    fn take(&mut self, end: usize) -> Range<usize> {
        let taken = self.begin..end;
        self.begin = end;
        taken
    }

    fn reject(&self) -> io::Result<Range<usize>> {
        self.counts.reject(self.client);
        Err(io::ErrorKind::PermissionDenied.into())
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.counts.end_stream(self.socket);
    }
}
