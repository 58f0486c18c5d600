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

// unix is a server of Unix stream sockets: its address is a folder, and a port the number of a socket in it.
type unix struct {
	*streams
	listener *net.UnixListener
	folder   string
	number   int
}

func listenUnix(request kit.Listen, serving *kit.Serving) (kit.Server, error) {
	if !filepath.IsAbs(request.Address) {
		return nil, fmt.Errorf("%q is no absolute path", request.Address)
	}
	first, last := request.Port, request.Port
	if first == 0 {
		first, last = 1, math.MaxUint16
	}
	for number := first; ; number++ {
		listener, err := openUnix(request, number)
		if errors.Is(err, syscall.EADDRINUSE) && number < last {
			continue
		}
		if err != nil {
			return nil, err
		}
		// Accepted sockets inherit nothing.
		begin := func(conn net.Conn) net.Conn {
			if err := request.ApplyTo(conn.(*net.UnixConn)); err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
			return conn
		}
		return &unix{serveStreams(listener, serving, begin), listener, request.Address, number}, nil
	}
}

func openUnix(request kit.Listen, number int) (*net.UnixListener, error) {
	path := fmt.Sprintf("%s/%d", request.Address, number)
	if len(path) > mostPathBytes {
		reason := fmt.Sprintf("the path of a socket has at most %d bytes, and %s has %d", mostPathBytes, path, len(path))
		return nil, kit.Unsupported(reason)
	}
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, err
	}
	if err := request.ApplyTo(listener); err != nil {
		listener.Close() // It removes the file, too.
		return nil, err
	}
	return listener, nil
}

// Listening tells the folder, the number and the options of the socket.
func (u *unix) Listening() (kit.Fields, error) {
	told, err := kit.Effective(u.listener, false)
	if err == nil {
		told["address"], told["port"] = u.folder, u.number
	}
	return told, err
}
