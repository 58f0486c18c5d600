package main

import (
	"context"
	"net"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"

	"pingmark.local/rpc"
	"pingmark/kit"
)

func listen(asked kit.Listen, serving *kit.Serving) (kit.Fields, func(), error) {
	listener, told, err := asked.ListenTCP()
	if err != nil {
		return nil, nil, err
	}
	open := kit.NewOpenConns(serving)
	served := grpc.NewServer(grpc.Creds(known{}))
	rpc.RegisterEchoServiceServer(served, echo{})
	go served.Serve(&listening{listener, open, serving})
	return told, open.Disconnect, nil
}

// echo is the service.
type echo struct {
	rpc.UnimplementedEchoServiceServer
}

// Echo sends a call's message back.
func (echo) Echo(ctx context.Context, message *rpc.Message) (*rpc.Message, error) {
	of, _ := peer.FromContext(ctx)
	conn := of.AuthInfo.(known).conn
	answer, isAnswered := conn.bodies.Answer(message.Body)
	if !isAnswered {
		conn.Close()
		return nil, status.Error(codes.PermissionDenied, "")
	}
	return &rpc.Message{Body: answer}, nil
}

// listening accepts connections, which are counted.
type listening struct {
	net.Listener
	open    *kit.OpenConns
	serving *kit.Serving
}

// Accept returns the next connection.
func (l *listening) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	conn := &conn{Conn: accepted, open: l.open, bodies: l.serving.NewBodies(accepted.RemoteAddr().String())}
	l.open.Add(conn)
	return conn, nil
}

// known is what the service knows of a connection: in place of who is on the other side by TLS, the connection.
type known struct {
	conn *conn
}

// AuthType is that of no TLS.
func (known) AuthType() string { return "insecure" }

// ServerHandshake does nothing on the wire.
func (known) ServerHandshake(accepted net.Conn) (net.Conn, credentials.AuthInfo, error) {
	return accepted, known{accepted.(*conn)}, nil
}

// ClientHandshake is of no use to a server.
func (known) ClientHandshake(_ context.Context, _ string, c net.Conn) (net.Conn, credentials.AuthInfo, error) {
	return c, known{}, nil
}

// Info is empty.
func (known) Info() credentials.ProtocolInfo { return credentials.ProtocolInfo{} }

// Clone returns itself, as there is nothing to change.
func (t known) Clone() credentials.TransportCredentials { return t }

// OverrideServerName does nothing.
func (known) OverrideServerName(string) error { return nil }
