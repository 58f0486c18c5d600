package main

import (
	"net"
	"sync"

	"pingmark/kit"
)

// conn is a connection that is counted until it is closed.
type conn struct {
	net.Conn
	open   *kit.OpenConns
	bodies *kit.Bodies
	once   sync.Once
}

// Close may be called several times.
func (c *conn) Close() error {
	err := c.Conn.Close()
	c.once.Do(func() { go c.open.Remove(c) }) // OpenConns closes connections while it is locked.
	return err
}
