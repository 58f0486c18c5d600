package kit

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/netip"
	"syscall"
	"unsafe"
)

const receiveBufferBytes = 4 << 20

// option is how a socket's option is taken from a request and named by setsockopt(2).
type option struct {
	take          func(*request, string) any
	level, number int
}

var options = map[string]option{
	"no_delay":             {taken[bool], syscall.IPPROTO_TCP, syscall.TCP_NODELAY},
	"receive_buffer_bytes": {taken[int32], syscall.SOL_SOCKET, syscall.SO_RCVBUF},
	"send_buffer_bytes":    {taken[int32], syscall.SOL_SOCKET, syscall.SO_SNDBUF},
	"congestion_control":   {taken[string], syscall.IPPROTO_TCP, syscall.TCP_CONGESTION},
}

func taken[T any](r *request, name string) any { return take[T](r, name) }

// Options are those that were asked for, or are set anyway.
type Options map[string]any

// takeOptions takes those that sockets of a stack have.
func takeOptions(r *request, facts Fields) Options {
	asked := Options{}
	for _, name := range facts["socket_options"].([]string) {
		if _, isAsked := r.fields[name]; isAsked {
			asked[name] = options[name].take(r, name)
		}
	}
	return asked
}

// ListenTCP opens what accepts connections, and tells where, and which options its socket has.
func (l Listen) ListenTCP() (net.Listener, Fields, error) {
	config := net.ListenConfig{Control: l.Options.with("no_delay", true).control}
	listener, err := config.Listen(context.Background(), l.network("tcp"), l.endpoint())
	if err != nil {
		return nil, nil, err
	}
	told, err := boundTo(listener.(*net.TCPListener), listener.Addr())
	if l.Options["no_delay"] == false {
		listener = delaying{listener}
	}
	return listener, told, err
}

// delaying accepts connections that inherit no_delay, which package net turns on again.
type delaying struct{ net.Listener }

func (d delaying) Accept() (net.Conn, error) {
	conn, err := d.Listener.Accept()
	if err == nil {
		err = conn.(*net.TCPConn).SetNoDelay(false)
	}
	return conn, err
}

// ListenUDP opens a socket for datagrams, and tells where, and which options it has.
func (l Listen) ListenUDP() (*net.UDPConn, Fields, error) {
	config := net.ListenConfig{Control: l.Options.with("receive_buffer_bytes", int32(receiveBufferBytes)).control}
	conn, err := config.ListenPacket(context.Background(), l.network("udp"), l.endpoint())
	if err != nil {
		return nil, nil, err
	}
	told, err := boundTo(conn.(*net.UDPConn), conn.LocalAddr())
	return conn.(*net.UDPConn), told, err
}

// network returns the one on which an IP address means itself alone: of tcp, 0.0.0.0 would be every address of IPv6,
// too.
func (l Listen) network(kind string) string {
	if ip, err := netip.ParseAddr(l.Address); err == nil && ip.Unmap().Is4() {
		return kind + "4"
	}
	return kind
}

func (l Listen) endpoint() string { return net.JoinHostPort(l.Address, fmt.Sprint(l.Port)) }

// boundTo tells the IP address and the port of a socket, and its options.
func boundTo(conn syscall.Conn, address net.Addr) (Fields, error) {
	bound, err := netip.ParseAddrPort(address.String())
	if err != nil {
		return nil, err
	}
	told, err := Effective(conn, address.Network() == "tcp")
	if err == nil {
		told["address"], told["port"] = bound.Addr().Unmap().String(), bound.Port()
	}
	return told, err
}

// with returns the options, and one that has this value where nothing else was asked for.
func (o Options) with(name string, value any) Options {
	all := Options{name: value}
	for name, value := range o {
		all[name] = value
	}
	return all
}

// ApplyTo sets the options of a socket that is open already.
func (o Options) ApplyTo(conn syscall.Conn) error {
	socket, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	return o.control("", "", socket)
}

func (o Options) control(_, _ string, socket syscall.RawConn) (failed error) {
	err := socket.Control(func(fd uintptr) {
		for name, value := range o {
			if err := options[name].set(int(fd), value); err != nil {
				failed = Unsupported(fmt.Sprintf("%s %v: %v", name, value, err))
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
		return syscall.SetsockoptInt(fd, o.level, o.number, int(value.(int32)))
	}
}

// Effective tells the options as the socket has them.
func Effective(conn syscall.Conn, isTCP bool) (Fields, error) {
	socket, err := conn.SyscallConn()
	if err != nil {
		return nil, err
	}
	told := Fields{}
	err = socket.Control(func(fd uintptr) {
		told["receive_buffer_bytes"] = options["receive_buffer_bytes"].whole(fd)
		told["send_buffer_bytes"] = options["send_buffer_bytes"].whole(fd)
		if isTCP {
			told["no_delay"] = options["no_delay"].whole(fd) != 0
			told["congestion_control"] = options["congestion_control"].text(fd)
		}
	})
	return told, err
}

func (o option) whole(fd uintptr) int {
	value, _ := syscall.GetsockoptInt(int(fd), o.level, o.number)
	return value
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
