package main

import (
	"context"
	"net"

	"pingmark/kit"
)

// tcp is a server of TCP, with TLS or without.
type tcp struct {
	*streams
	listener *net.TCPListener
}

func listenTCP(request kit.Listen, serving *kit.Serving) (kit.Server, error) {
	return openTCP(request, serving, func(conn net.Conn) net.Conn { return conn })
}

func openTCP(request kit.Listen, serving *kit.Serving, begin func(net.Conn) net.Conn) (*tcp, error) {
	request = request.WithDefault("no_delay", true)
	config := request.Config()
	listener, err := config.Listen(context.Background(), request.Network("tcp"), request.Endpoint())
	if err != nil {
		return nil, err
	}
	accepted := begin
	if request.Options["no_delay"] == false {
		// Accepted sockets inherit it, but package net turns it on again.
		accepted = func(conn net.Conn) net.Conn {
			conn.(*net.TCPConn).SetNoDelay(false)
			return begin(conn)
		}
	}
	return &tcp{serveStreams(listener, serving, accepted), listener.(*net.TCPListener)}, nil
}

// Listening tells the address and the options of the socket.
func (t *tcp) Listening() (kit.Fields, error) {
	told, err := kit.Effective(t.listener, true)
	if err != nil {
		return nil, err
	}
	bound := t.listener.Addr().(*net.TCPAddr).AddrPort()
	told["address"], told["port"] = bound.Addr().Unmap().String(), bound.Port()
	return told, nil
}
