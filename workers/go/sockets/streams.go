package main

import (
	"fmt"
	"net"
	"os"
	"sync"
	"time"

	"pingmark/kit"
)

const (
	disconnectPatience = time.Second
	shortagePause      = 100 * time.Millisecond
	lookInterval       = time.Millisecond
)

// streams accepts connections, and serves each in a goroutine of its own.
type streams struct {
	serving  *kit.Serving
	listener net.Listener
	// begin prepares a connection that was accepted, and returns what is read from and written to.
	begin func(net.Conn) net.Conn

	mutex sync.Mutex
	open  map[net.Conn]struct{}
}

func serveStreams(listener net.Listener, serving *kit.Serving, begin func(net.Conn) net.Conn) *streams {
	s := &streams{serving: serving, listener: listener, begin: begin, open: map[net.Conn]struct{}{}}
	go s.accept()
	return s
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
		s.mutex.Lock()
		s.open[conn] = struct{}{}
		s.serving.Connections.Add(1)
		s.mutex.Unlock()
		go s.serve(conn)
	}
}

func (s *streams) serve(conn net.Conn) {
	defer func() {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		conn.Close()
		delete(s.open, conn)
		s.serving.Connections.Add(-1)
	}()
	// However it ends, it is closed: the client has gone, or is none of ours, which is counted.
	_ = s.serving.Stream(s.begin(conn))
}

// Disconnect waits for clients to end their connections, and closes those that are left.
func (s *streams) Disconnect() {
	for end := time.Now().Add(disconnectPatience); s.serving.Connections.Load() > 0 && time.Now().Before(end); {
		time.Sleep(lookInterval)
	}
	s.mutex.Lock()
	for conn := range s.open {
		conn.Close()
	}
	s.mutex.Unlock()
	for s.serving.Connections.Load() > 0 {
		time.Sleep(lookInterval)
	}
}
