package main

import (
	"errors"
	"net"

	"pingmark/kit"
)

const mostDatagramBytes = 65_536

// listenUDP opens one socket for all peers, who have no connections that they could end: they are forgotten at once.
func listenUDP(asked kit.Listen, serving *kit.Serving) (kit.Fields, func(), error) {
	conn, told, err := asked.ListenUDP()
	if err != nil {
		return nil, nil, err
	}
	peers := kit.NewPeers(serving)
	go serveUDP(conn, peers)
	return told, peers.Forget, nil
}

func serveUDP(conn *net.UDPConn, peers *kit.Peers) {
	buffer := make([]byte, mostDatagramBytes)
	for {
		n, from, err := conn.ReadFromUDPAddrPort(buffer)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			continue // A peer is gone; others are served.
		}
		if answer, isAnswered := peers.Answer(buffer[:n], from); isAnswered {
			// An answer that can't be sent is lost, as datagrams are.
			_, _ = conn.WriteToUDPAddrPort(answer, from)
		}
	}
}
