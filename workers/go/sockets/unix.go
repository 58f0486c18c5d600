package main

import (
	"errors"
	"fmt"
	"math"
	"net"
	"os"
	"path/filepath"
	"syscall"

	"pingmark/kit"
)

const mostPathBytes = 107

// listenUnix opens a Unix stream socket: an address is a folder, and a port the number of a socket in it.
func listenUnix(asked kit.Listen, serving *kit.Serving) (kit.Fields, func(), error) {
	if !filepath.IsAbs(asked.Address) {
		return nil, nil, fmt.Errorf("%q is no absolute path", asked.Address)
	}
	number, last := asked.Port, asked.Port
	if number == 0 {
		number, last = 1, math.MaxUint16
	}
	listener, err := openUnix(asked, number)
	for errors.Is(err, syscall.EADDRINUSE) && number < last {
		number++
		listener, err = openUnix(asked, number)
	}
	if err != nil {
		return nil, nil, err
	}
	told, err := kit.Effective(listener, false)
	if err != nil {
		return nil, nil, err
	}
	told["address"], told["port"] = asked.Address, number
	// Accepted sockets inherit nothing.
	begin := func(conn net.Conn) net.Conn {
		if err := asked.Options.ApplyTo(conn.(*net.UnixConn)); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		return conn
	}
	return told, serveStreams(listener, serving, begin), nil
}

func openUnix(asked kit.Listen, number int) (*net.UnixListener, error) {
	path := fmt.Sprintf("%s/%d", asked.Address, number)
	if len(path) > mostPathBytes {
		reason := fmt.Sprintf("the path of a socket has at most %d bytes, and %s has %d", mostPathBytes, path, len(path))
		return nil, kit.Unsupported(reason)
	}
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, err
	}
	if err := asked.Options.ApplyTo(listener); err != nil {
		listener.Close() // It removes the file, too.
		return nil, err
	}
	return listener, nil
}
