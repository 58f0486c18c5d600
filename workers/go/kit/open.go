package kit

import (
	"net"
	"sync"
	"time"
)

const (
	disconnectPatience = time.Second
	lookInterval       = time.Millisecond
)

// OpenConns are the connections that a server has, which are counted.
type OpenConns struct {
	serving *Serving
	mutex   sync.Mutex
	open    map[net.Conn]struct{}
}

// NewOpenConns makes a set without connections.
func NewOpenConns(serving *Serving) *OpenConns {
	return &OpenConns{serving: serving, open: map[net.Conn]struct{}{}}
}

// Add takes a connection in.
func (o *OpenConns) Add(conn net.Conn) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.open[conn] = struct{}{}
	o.serving.Connections.Add(1)
}

// Remove takes a connection out that is closed.
func (o *OpenConns) Remove(conn net.Conn) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	delete(o.open, conn)
	o.serving.Connections.Add(-1)
}

// Disconnect waits for clients to end their connections, and closes those that are left.
func (o *OpenConns) Disconnect() {
	for end := time.Now().Add(disconnectPatience); o.serving.Connections.Load() > 0 && time.Now().Before(end); {
		time.Sleep(lookInterval)
	}
	o.mutex.Lock()
	for conn := range o.open {
		conn.Close()
	}
	o.mutex.Unlock()
	for o.serving.Connections.Load() > 0 {
		time.Sleep(lookInterval)
	}
}
