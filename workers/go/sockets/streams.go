package main

import (
	"fmt"
	"net"
	"os"
	"time"

	"pingmark/kit"
)

const shortagePause = 100 * time.Millisecond

// streams accepts connections, and serves each in a goroutine of its own.
type streams struct {
	serving  *kit.Serving
	listener net.Listener
	// begin prepares a connection that was accepted, and returns what is read from and written to.
	begin func(net.Conn) net.Conn
	*kit.OpenConns
}

// serveStreams begins to serve, and returns what ends the connections.
func serveStreams(listener net.Listener, serving *kit.Serving, begin func(net.Conn) net.Conn) (disconnect func()) {
	s := &streams{serving: serving, listener: listener, begin: begin, OpenConns: kit.NewOpenConns(serving)}
	go s.accept()
	return s.Disconnect
}

func (s *streams) accept() {
	for isShort := false; ; {
		conn, err := s.listener.Accept()
		if err != nil {
			// Descriptors have run out; others are served as before.
			if !isShort {
				fmt.Fprintln(os.Stderr, err)
			}
			isShort = true
			time.Sleep(shortagePause)
			continue
		}
		isShort = false
		s.Add(conn)
		go s.serve(conn)
	}
}

func (s *streams) serve(conn net.Conn) {
	defer func() {
		conn.Close()
		s.Remove(conn)
	}()
	// However it ends, it is closed: the client has gone, or is none of ours, which is counted.
	_ = s.serving.Stream(s.begin(conn))
}
