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

func listen(asked kit.Listen, serving *kit.Serving) (kit.Fields, func(), error) {
	listener, told, err := asked.ListenTCP()
	if err != nil {
		return nil, nil, err
	}
	open := kit.NewOpenConns(serving)
	server := http.Server{
		Handler: http.HandlerFunc(echo),
		ConnState: func(conn net.Conn, state http.ConnState) {
			switch state {
			case http.StateNew:
				open.Add(conn)
			case http.StateClosed, http.StateHijacked:
				open.Remove(conn)
			}
		},
		ConnContext: func(parent context.Context, conn net.Conn) context.Context {
			return context.WithValue(parent, bodies{}, serving.NewBodies(conn.RemoteAddr().String()))
		},
		// What strangers send is no news.
		ErrorLog: log.New(io.Discard, "", 0),
	}
	go server.Serve(listener)
	return told, open.Disconnect, nil
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
