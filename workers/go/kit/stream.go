package kit

import (
	"errors"
	"net"
)

var (
	errRejected = errors.New("what came first was no hello that is welcome")
	errBadFrame = errors.New("a length is out of range")
)

// Stream serves a connection until it ends, or must be closed.
func (s *Serving) Stream(conn net.Conn) error {
	// It holds the longest message, so that one that is not whole always has room for its rest.
	in := inbox{conn: conn, buffer: make([]byte, lengthBytes+mostBodyBytes)}
	if s.isPlain() {
		return s.echoPlainly(conn, in.buffer)
	}
	part, err := s.greet(conn, &in)
	switch {
	case errors.Is(err, errRejected):
		s.reject(stranger(conn))
	case err != nil:
		return err
	case part == 0:
		err = s.echo(conn, &in)
	default:
		err = s.count(conn, &in, part)
	}
	if errors.Is(err, errBadFrame) {
		s.refuseFrame(stranger(conn))
	}
	return err
}

// stranger returns the other end's address, "" where it has none.
func stranger(conn net.Conn) string {
	if conn.RemoteAddr().Network() == "unix" {
		return ""
	}
	return conn.RemoteAddr().String()
}

func (s *Serving) echoPlainly(conn net.Conn, buffer []byte) error {
	for {
		n, err := conn.Read(buffer)
		if err != nil {
			return err
		}
		s.Messages.Add(1)
		if _, err := conn.Write(buffer[:n]); err != nil {
			return err
		}
	}
}

// greet waits for the hello, and answers it.
func (s *Serving) greet(conn net.Conn, in *inbox) (part uint32, err error) {
	for {
		if err := in.read(); err != nil {
			return 0, err
		}
		arrived := in.arrived()
		if len(arrived) < lengthBytes {
			continue
		}
		length := littleEndian.Uint32(arrived)
		if length != uint32(helloBytes) && length != uint32(oneWayHelloSize) {
			return 0, errRejected
		}
		end := lengthBytes + int(length)
		if len(arrived) < end {
			continue
		}
		part, isWelcome := s.part(arrived[lengthBytes:end])
		// Who sends messages one way waits for the answer first.
		if !isWelcome || part > 0 && len(arrived) > end {
			return 0, errRejected
		}
		in.drop(end)
		_, err := conn.Write(append(littleEndian.AppendUint32(nil, uint32(len(welcome))), welcome...))
		return part, err
	}
}

// echo sends back the whole messages of each receive call by one call.
func (s *Serving) echo(conn net.Conn, in *inbox) error {
	for {
		end, messages, bad := cut(in.arrived())
		if messages > 0 {
			s.Messages.Add(messages)
			if _, err := conn.Write(in.arrived()[:end]); err != nil {
				return err
			}
			in.drop(end)
		}
		if bad != nil {
			return bad
		}
		if err := in.read(); err != nil {
			return err
		}
	}
}

// cut returns where the last whole message ends, and how many there are.
func cut(arrived []byte) (end int, messages int64, err error) {
	for len(arrived)-end >= lengthBytes {
		length := littleEndian.Uint32(arrived[end:])
		if length < leastBodyBytes || length > mostBodyBytes {
			return end, messages, errBadFrame
		}
		next := end + lengthBytes + int(length)
		if next > len(arrived) {
			break
		}
		end = next
		messages++
	}
	return end, messages, nil
}

// count counts messages that go one way. Of each receive call it acknowledges the last one that asks for it.
func (s *Serving) count(conn net.Conn, in *inbox, part uint32) error {
	answer := make([]byte, 0, lengthBytes+acknowledgementBytes)
	for total := uint64(0); ; {
		end, messages := 0, int64(0)
		answer = answer[:0]
		for arrived := in.arrived(); len(arrived)-end >= lengthBytes; messages++ {
			length := littleEndian.Uint32(arrived[end:])
			if length < acknowledgementBytes || length > mostBodyBytes {
				return errBadFrame
			}
			next := end + lengthBytes + int(length)
			if next > len(arrived) {
				break
			}
			total++
			if sequence := littleEndian.Uint32(arrived[end+lengthBytes:]); asks(sequence, part) {
				answer = littleEndian.AppendUint32(answer[:0], acknowledgementBytes)
				answer = appendAcknowledgement(answer, sequence, total)
			}
			end = next
		}
		s.Messages.Add(messages)
		in.drop(end)
		if len(answer) > 0 {
			if _, err := conn.Write(answer); err != nil {
				return err
			}
		}
		if err := in.read(); err != nil {
			return err
		}
	}
}

// inbox holds what has arrived of a stream and is not answered.
type inbox struct {
	conn   net.Conn
	buffer []byte
	filled int
}

func (in *inbox) arrived() []byte { return in.buffer[:in.filled] }

// read makes one receive call.
func (in *inbox) read() error {
	n, err := in.conn.Read(in.buffer[in.filled:])
	in.filled += n
	if n > 0 {
		return nil // An error comes again.
	}
	return err
}

// drop forgets the first bytes, which are answered.
func (in *inbox) drop(n int) { in.filled = copy(in.buffer, in.buffer[n:in.filled]) }
