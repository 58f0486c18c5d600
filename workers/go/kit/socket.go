package kit

import (
	"bytes"
	"fmt"
	"net"
	"net/netip"
	"syscall"
	"unsafe"
)

type option struct {
	name          string
	level, number int
}

var (
	noDelay           = option{"no_delay", syscall.IPPROTO_TCP, syscall.TCP_NODELAY}
	receiveBuffer     = option{"receive_buffer_bytes", syscall.SOL_SOCKET, syscall.SO_RCVBUF}
	sendBuffer        = option{"send_buffer_bytes", syscall.SOL_SOCKET, syscall.SO_SNDBUF}
	congestionControl = option{"congestion_control", syscall.IPPROTO_TCP, syscall.TCP_CONGESTION}
)

// Network returns the network of a kind, tcp or udp, on which an IP address means itself alone: of tcp, 0.0.0.0 would
// be every address of IPv6, too.
func (l Listen) Network(kind string) string {
	if ip, err := netip.ParseAddr(l.Address); err == nil && ip.Unmap().Is4() {
		return kind + "4"
	}
	return kind
}

// Endpoint returns the IP address and the port as package net takes them.
func (l Listen) Endpoint() string { return net.JoinHostPort(l.Address, fmt.Sprint(l.Port)) }

// Config returns how a socket is opened that has the options of the request.
func (l Listen) Config() net.ListenConfig {
	return net.ListenConfig{Control: func(_, _ string, socket syscall.RawConn) error { return l.apply(socket) }}
}

// ApplyTo sets the options on a socket that is open already.
func (l Listen) ApplyTo(conn syscall.Conn) error {
	socket, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	return l.apply(socket)
}

func (l Listen) apply(socket syscall.RawConn) error {
	var failed error
	err := socket.Control(func(fd uintptr) {
		for _, one := range []option{noDelay, receiveBuffer, sendBuffer, congestionControl} {
			value, isAsked := l.Options[one.name]
			if !isAsked {
				continue
			}
			if err := one.set(int(fd), value); err != nil && failed == nil {
				failed = Unsupported(fmt.Sprintf("%s %v: %v", one.name, value, err))
			}
		}
	})
	if err != nil {
		return err
	}
	return failed
}

func (o option) set(fd int, value any) error {
	switch value := value.(type) {
	case string:
		return syscall.SetsockoptString(fd, o.level, o.number, value)
	case bool:
		number := 0
		if value {
			number = 1
		}
		return syscall.SetsockoptInt(fd, o.level, o.number, number)
	default:
		return syscall.SetsockoptInt(fd, o.level, o.number, int(value.(int64)))
	}
}

// WithDefault returns the request with an option that holds where it does not ask for another value.
func (l Listen) WithDefault(name string, value any) Listen {
	options := map[string]any{name: value}
	for name, value := range l.Options {
		options[name] = value
	}
	l.Options = options
	return l
}

// Effective tells the options as the socket has them.
func Effective(conn syscall.Conn, isTCP bool) (Fields, error) {
	socket, err := conn.SyscallConn()
	if err != nil {
		return nil, err
	}
	told := Fields{}
	err = socket.Control(func(fd uintptr) {
		for _, one := range []option{receiveBuffer, sendBuffer} {
			told[one.name], _ = syscall.GetsockoptInt(int(fd), one.level, one.number)
		}
		if isTCP {
			isOn, _ := syscall.GetsockoptInt(int(fd), noDelay.level, noDelay.number)
			told[noDelay.name] = isOn != 0
			told[congestionControl.name] = congestionControl.text(fd)
		}
	})
	return told, err
}

// text reads an option that is a text, which package syscall can't.
func (o option) text(fd uintptr) string {
	var value [16]byte
	size := uint32(len(value))
	syscall.Syscall6(syscall.SYS_GETSOCKOPT, fd, uintptr(o.level), uintptr(o.number),
		uintptr(unsafe.Pointer(&value)), uintptr(unsafe.Pointer(&size)), 0)
	text, _, _ := bytes.Cut(value[:size], []byte{0})
	return string(text)
}
