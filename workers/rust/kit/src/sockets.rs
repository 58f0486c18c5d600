//! Sockets that listen, with the options that were asked for, and what they say of them.

use crate::any_address::{is_wildcard, tell_asked};
use crate::request::{Fields, Kind};
use libc::{c_int, c_void, socklen_t};
use serde_json::Value;
use socket2::{Domain, Socket, Type};
use std::io;
use std::net::SocketAddr;
use std::os::unix::io::AsRawFd;

const BACKLOG: c_int = 4_096;
const RECEIVE_BUFFER_OF_DATAGRAMS_BYTES: u32 = 4 << 20;
const MOST_NAME_BYTES: usize = 16;

/// An option of sockets: its name in the protocol, whether sockets of datagrams have it, and the level and name that
/// setsockopt(2) has.
pub(crate) struct SocketOption {
    pub name: &'static str,
    pub kind: Kind,
    is_of_datagrams: bool,
    level: c_int,
    option: c_int,
}

pub(crate) const OPTIONS: [SocketOption; 4] = [
    option("no_delay", Kind::Switch, false, libc::IPPROTO_TCP, libc::TCP_NODELAY),
    option("receive_buffer_bytes", Kind::Whole, true, libc::SOL_SOCKET, libc::SO_RCVBUF),
    option("send_buffer_bytes", Kind::Whole, true, libc::SOL_SOCKET, libc::SO_SNDBUF),
    option("congestion_control", Kind::Text, false, libc::IPPROTO_TCP, libc::TCP_CONGESTION),
];

const fn option(name: &'static str, kind: Kind, is_of_datagrams: bool, level: c_int, option: c_int) -> SocketOption {
    SocketOption { name, kind, is_of_datagrams, level, option }
}

/// Returns the options that sockets of streams, or of datagrams, have.
pub(crate) fn options_of(is_stream: bool) -> impl Iterator<Item = &'static SocketOption> {
    OPTIONS.iter().filter(move |option| is_stream || option.is_of_datagrams)
}

/// Returns a bound socket of streams (listening) or of datagrams. `fields` may have options.
pub(crate) fn listening(is_stream: bool, address: SocketAddr, fields: &Fields) -> io::Result<Socket> {
    let kind = if is_stream { Type::STREAM } else { Type::DGRAM };
    let socket = Socket::new(Domain::for_address(address), kind, None)?;
    if is_stream {
        socket.set_reuse_address(true)?;
    }
    for option in options_of(is_stream) {
        let usual = match option.name {
            "no_delay" => Some(true.into()),
            "receive_buffer_bytes" if !is_stream => Some(RECEIVE_BUFFER_OF_DATAGRAMS_BYTES.into()),
            _ => None,
        };
        if let Some(value) = fields.get(option.name).or(usual.as_ref()) {
            set(&socket, option, value)?;
        }
    }
    if !is_stream && is_wildcard(address.ip()) {
        tell_asked(&socket, address)?;
    }
    socket.bind(&address.into())?;
    if is_stream {
        socket.listen(BACKLOG)?;
    }
    Ok(socket)
}

fn set(socket: &Socket, option: &SocketOption, value: &Value) -> io::Result<()> {
    let whole = value.as_i64().unwrap_or_else(|| value.as_bool().unwrap_or_default().into());
    let whole = c_int::try_from(whole).map_err(|_| io::ErrorKind::InvalidInput)?.to_ne_bytes();
    let bytes = value.as_str().map_or(&whole[..], str::as_bytes);
    // SAFETY: the call reads as many bytes as there are.
    let failed = unsafe {
        let begin = bytes.as_ptr().cast::<c_void>();
        libc::setsockopt(socket.as_raw_fd(), option.level, option.option, begin, bytes.len() as socklen_t)
    };
    if failed == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}

/// Returns the value of an option as the socket has it; connections that it accepts inherit it.
pub(crate) fn effective(socket: &Socket, option: &SocketOption) -> io::Result<Value> {
    let mut bytes = [0; MOST_NAME_BYTES];
    let mut length = bytes.len() as socklen_t;
    // SAFETY: the call writes as many bytes as there are, at most.
    let failed = unsafe {
        let begin = bytes.as_mut_ptr().cast::<c_void>();
        libc::getsockopt(socket.as_raw_fd(), option.level, option.option, begin, &mut length)
    };
    if failed != 0 {
        return Err(io::Error::last_os_error());
    }
    let whole = c_int::from_ne_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    Ok(match option.kind {
        Kind::Switch => (whole != 0).into(),
        Kind::Whole => whole.into(),
        Kind::Text => String::from_utf8_lossy(&bytes).trim_end_matches('\0').into(),
    })
}
