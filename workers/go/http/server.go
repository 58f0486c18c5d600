package main

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"

	"pingmark/kit"
)

// server is an http.Server, and the connections that it has.
type server struct {
	listener *net.TCPListener
	*kit.OpenConns
}

func listen(request kit.Listen, serving *kit.Serving) (kit.Server, error) {
	request = request.WithDefault("no_delay", true)
	config := request.Config()
	listener, err := config.Listen(context.Background(), request.Network("tcp"), request.Endpoint())
	if err != nil {
		return nil, err
	}
	s := &server{listener: listener.(*net.TCPListener), OpenConns: kit.NewOpenConns(serving)}
	isDelayed := request.Options["no_delay"] == false
	served := http.Server{
		Handler:   http.HandlerFunc(echo),
		ConnState: s.changed,
		ConnContext: func(parent context.Context, conn net.Conn) context.Context {
			if isDelayed {
				conn.(*net.TCPConn).SetNoDelay(false) // Package net turns it on again.
			}
			return context.WithValue(parent, bodies{}, serving.NewBodies(conn.RemoteAddr().String()))
		},
		// What strangers send is no news.
		ErrorLog: log.New(io.Discard, "", 0),
	}
	go served.Serve(listener)
	return s, nil
}

// bodies is the key of what a request's context knows of its connection.
type bodies struct{}

func echo(response http.ResponseWriter, request *http.Request) {
	of := request.Context().Value(bodies{}).(*kit.Bodies)
	if request.ContentLength > kit.MostMessageBytes {
		of.Refuse()
		// Net/http would wait for the body before it closed the connection.
		if conn, _, err := response.(http.Hijacker).Hijack(); err == nil {
			conn.Close()
		}
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, kit.MostMessageBytes))
	if err != nil {
		return // Its client has gone, or sends more than it should without saying how much.
	}
	answer, isAnswered := of.Answer(body)
	if !isAnswered {
		response.Header().Set("Connection", "close")
		response.WriteHeader(http.StatusForbidden)
		return
	}
	response.Header().Set("Content-Length", strconv.Itoa(len(answer)))
	_, _ = response.Write(answer)
}

// changed counts connections.
func (s *server) changed(conn net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		s.Add(conn)
	case http.StateClosed, http.StateHijacked:
		s.Remove(conn)
	}
}

// Listening tells the address and the options of the socket.
func (s *server) Listening() (kit.Fields, error) {
	told, err := kit.Effective(s.listener, true)
	if err != nil {
		return nil, err
	}
	bound := s.listener.Addr().(*net.TCPAddr).AddrPort()
	told["address"], told["port"] = bound.Addr().Unmap().String(), bound.Port()
	return told, nil
}
