package main

import (
	"net"
	"net/netip"
	"syscall"

	"pingmark/kit"
)

// Where the control message that tells which address was asked has the number of the interface, and how long it is.
const (
	controlHeadBytes = syscall.SizeofCmsghdr
	interfaceOfIPv4  = controlHeadBytes
	interfaceOfIPv6  = controlHeadBytes + net.IPv6len
	interfaceBytes   = 4
	mostControlBytes = 64
)

// oneAddress is a socket that is bound to one address, from which its answers leave.
type oneAddress struct{ *net.UDPConn }

func (o oneAddress) receive(buffer []byte) (int, netip.AddrPort, error) {
	return o.ReadFromUDPAddrPort(buffer)
}

func (o oneAddress) send(answer []byte, to netip.AddrPort) { _, _ = o.WriteToUDPAddrPort(answer, to) }

// anyAddress is a socket at a wildcard address. It would answer from the address of the route, and not from the one
// that was asked: the kernel tells which that was in a control message, which is sent with the answer.
type anyAddress struct {
	*net.UDPConn
	control     []byte
	interfaceAt int
	asked       []byte // the part of control that the last datagram had
}

func newAnyAddress(conn *net.UDPConn, request kit.Listen) (*anyAddress, error) {
	socket, err := conn.SyscallConn()
	if err != nil {
		return nil, err
	}
	level, option, interfaceAt := syscall.IPPROTO_IPV6, syscall.IPV6_RECVPKTINFO, interfaceOfIPv6
	if request.Network("udp") == "udp4" {
		level, option, interfaceAt = syscall.IPPROTO_IP, syscall.IP_PKTINFO, interfaceOfIPv4
	}
	failed := socket.Control(func(fd uintptr) { err = syscall.SetsockoptInt(int(fd), level, option, 1) })
	if failed != nil {
		err = failed
	}
	return &anyAddress{conn, make([]byte, mostControlBytes), interfaceAt, nil}, err
}

func (a *anyAddress) receive(buffer []byte) (int, netip.AddrPort, error) {
	n, controlBytes, _, from, err := a.ReadMsgUDPAddrPort(buffer, a.control)
	a.asked = a.control[:controlBytes]
	if len(a.asked) >= a.interfaceAt+interfaceBytes {
		// It leaves by the interface of its route, which need not be the one that the datagram came by.
		copy(a.asked[a.interfaceAt:], make([]byte, interfaceBytes))
	}
	return n, from, err
}

func (a *anyAddress) send(answer []byte, to netip.AddrPort) {
	_, _, _ = a.WriteMsgUDPAddrPort(answer, a.asked, to)
}
