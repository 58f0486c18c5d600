package main

import (
	"net"

	"pingmark/kit"
)

func listenTCP(asked kit.Listen, serving *kit.Serving) (kit.Fields, func(), error) {
	listener, told, err := asked.ListenTCP()
	if err != nil {
		return nil, nil, err
	}
	return told, serveStreams(listener, serving, func(conn net.Conn) net.Conn { return conn }), nil
}
