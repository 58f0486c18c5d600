//! Datagrams at a wildcard address. A socket there answers from the address of the route, and not from the one that was
//! asked. The kernel tells which that was in a control message; sent with the answer, it lets the answer leave from
//! there.

use libc::{c_int, c_void, iovec, msghdr, sockaddr_storage, socklen_t};
use socket2::{SockAddr, Socket};
use std::io;
use std::mem::{size_of, zeroed};
use std::net::{IpAddr, SocketAddr};
use std::os::unix::io::AsRawFd;

const CONTROL_WORDS: usize = 8;
const HEAD_BYTES: usize = size_of::<libc::cmsghdr>();
/// Where the control message has the number of the interface.
const INTERFACE_OF_V4: usize = HEAD_BYTES;
const INTERFACE_OF_V6: usize = HEAD_BYTES + size_of::<libc::in6_addr>();
const INTERFACE_BYTES: usize = 4;

/// Tells whether this is every interface's address.
pub fn is_wildcard(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_unspecified(),
        IpAddr::V6(ip) => ip.is_unspecified() || ip.to_ipv4_mapped().map_or(false, |ip| ip.is_unspecified()),
    }
}

/// Before the socket is bound.
pub(crate) fn tell_asked(socket: &Socket, address: SocketAddr) -> io::Result<()> {
    let (level, option) = match address {
        SocketAddr::V4(_) => (libc::IPPROTO_IP, libc::IP_PKTINFO),
        SocketAddr::V6(_) => (libc::IPPROTO_IPV6, libc::IPV6_RECVPKTINFO),
    };
    let on: c_int = 1;
    // SAFETY: the call reads the number.
    let failed = unsafe {
        let begin = (&on as *const c_int).cast::<c_void>();
        libc::setsockopt(socket.as_raw_fd(), level, option, begin, size_of::<c_int>() as socklen_t)
    };
    if failed == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}

/// Receives datagrams, and answers the last one.
pub struct AnyAddress {
    control: [u64; CONTROL_WORDS],
    control_bytes: usize,
}

impl AnyAddress {
    /// Nothing was received.
    pub fn new() -> Self {
        Self { control: [0; CONTROL_WORDS], control_bytes: 0 }
    }

    /// Receives a datagram, as `recv_from` does.
    pub fn receive(&mut self, socket: &impl AsRawFd, buffer: &mut [u8]) -> io::Result<(usize, SocketAddr)> {
        let mut part = iovec { iov_base: buffer.as_mut_ptr().cast(), iov_len: buffer.len() };
        // SAFETY: the call writes to what it is given, and not beyond; all of its types may be zero.
        let (received, message, from) = unsafe {
            let mut from: sockaddr_storage = zeroed();
            let mut message: msghdr = zeroed();
            message.msg_name = (&mut from as *mut sockaddr_storage).cast();
            message.msg_namelen = size_of::<sockaddr_storage>() as socklen_t;
            message.msg_iov = &mut part;
            message.msg_iovlen = 1;
            message.msg_control = self.control.as_mut_ptr().cast();
            message.msg_controllen = size_of::<[u64; CONTROL_WORDS]>() as _;
            let received = libc::recvmsg(socket.as_raw_fd(), &mut message, 0);
            (received, message, SockAddr::new(from, message.msg_namelen))
        };
        let received = usize::try_from(received).map_err(|_| io::Error::last_os_error())?;
        let from = from.as_socket().ok_or(io::ErrorKind::InvalidData)?;
        self.control_bytes = message.msg_controllen as usize;
        self.leave_interface_open(from);
        Ok((received, from))
    }

    /// An answer leaves by the interface of its route, which need not be the one that the datagram came by.
    fn leave_interface_open(&mut self, from: SocketAddr) {
        let at = if from.is_ipv4() { INTERFACE_OF_V4 } else { INTERFACE_OF_V6 };
        if self.control_bytes >= at + INTERFACE_BYTES {
            // SAFETY: it is inside of the array, and its words may have any value.
            unsafe { self.control.as_mut_ptr().cast::<u8>().add(at).cast::<u32>().write(0) };
        }
    }

    /// Sends the answer to the last datagram, as `send_to` does.
    pub fn answer(&mut self, socket: &impl AsRawFd, answer: &[u8], to: SocketAddr) -> io::Result<usize> {
        let to = SockAddr::from(to);
        let mut part = iovec { iov_base: answer.as_ptr() as *mut c_void, iov_len: answer.len() };
        // SAFETY: the call reads what it is given, and not beyond; all of its types may be zero.
        let sent = unsafe {
            let mut message: msghdr = zeroed();
            message.msg_name = to.as_ptr() as *mut c_void;
            message.msg_namelen = to.len();
            message.msg_iov = &mut part;
            message.msg_iovlen = 1;
            message.msg_control = self.control.as_mut_ptr().cast();
            message.msg_controllen = self.control_bytes as _;
            libc::sendmsg(socket.as_raw_fd(), &message, 0)
        };
        usize::try_from(sent).map_err(|_| io::Error::last_os_error())
    }
}

impl Default for AnyAddress {
    fn default() -> Self {
        Self::new()
    }
}
