package main

import (
	"context"
	"errors"
	"net"
	"net/netip"

	"pingmark/kit"
)

const (
	receiveBufferBytes = 4 << 20
	mostDatagramBytes  = 65_536
)

// udp is a server whose one socket serves all peers.
type udp struct {
	conn  *net.UDPConn
	peers *kit.Peers
}

func listenUDP(request kit.Listen, serving *kit.Serving) (kit.Server, error) {
	request = request.WithDefault("receive_buffer_bytes", int64(receiveBufferBytes))
	config := request.Config()
	conn, err := config.ListenPacket(context.Background(), request.Network("udp"), request.Endpoint())
	if err != nil {
		return nil, err
	}
	u := &udp{conn.(*net.UDPConn), kit.NewPeers(serving)}
	if !request.IsWildcard() {
		go serveDatagrams(oneAddress{u.conn}, u.peers)
		return u, nil
	}
	calls, err := newAnyAddress(u.conn, request)
	if err != nil {
		u.conn.Close()
		return nil, err
	}
	go serveDatagrams(calls, u.peers)
	return u, nil
}

// calls receive a datagram, and send its answer.
type calls interface {
	receive(buffer []byte) (int, netip.AddrPort, error)
	send(answer []byte, to netip.AddrPort)
}

func serveDatagrams[C calls](socket C, peers *kit.Peers) {
	buffer := make([]byte, mostDatagramBytes)
	for {
		n, from, err := socket.receive(buffer)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			continue // A peer is gone; others are served.
		}
		if answer, isAnswered := peers.Answer(buffer[:n], from); isAnswered {
			// An answer that can't be sent is lost, as datagrams are.
			socket.send(answer, from)
		}
	}
}

// Listening tells the address and the options of the socket.
func (u *udp) Listening() (kit.Fields, error) {
	told, err := kit.Effective(u.conn, false)
	if err != nil {
		return nil, err
	}
	bound := u.conn.LocalAddr().(*net.UDPAddr).AddrPort()
	told["address"], told["port"] = bound.Addr().Unmap().String(), bound.Port()
	return told, nil
}

// Disconnect forgets all peers, at once: they have no connections that they could end.
func (u *udp) Disconnect() { u.peers.Forget() }
