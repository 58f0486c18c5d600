package kit

import (
	"encoding/binary"
	"sync/atomic"
)

const leastMessageBytes = lengthBytes + leastBodyBytes

// MostMessageBytes is how long a message on a stream may be, its length included.
const MostMessageBytes = lengthBytes + mostBodyBytes

var welcomeMessage = append(binary.LittleEndian.AppendUint32(nil, uint32(len(welcome))), welcome...)

// Bodies is a connection on which each message, its length included, is the body of a request. Requests may be answered
// at the same time.
type Bodies struct {
	serving   *Serving
	stranger  string
	isGreeted atomic.Bool
}

// NewBodies returns a connection of a client, whose address is told where it is turned away.
func (s *Serving) NewBodies(client string) *Bodies {
	bodies := &Bodies{serving: s, stranger: client}
	bodies.isGreeted.Store(s.isPlain())
	return bodies
}

// Answer returns the body of the response. Without one the connection is to be closed.
func (b *Bodies) Answer(body []byte) (answer []byte, isAnswered bool) {
	switch {
	case !b.isGreeted.Load():
		if part, isWelcome := b.serving.part(message(body)); !isWelcome || part > 0 {
			b.Refuse()
			return nil, false
		}
		b.isGreeted.Store(true)
		return welcomeMessage, true
	case !b.serving.isPlain() && !isMessage(body):
		b.Refuse()
		return nil, false
	default:
		b.serving.Messages.Add(1)
		return body, true
	}
}

// Refuse counts what can't be answered: a stranger, or a message that is none.
func (b *Bodies) Refuse() {
	if b.isGreeted.Load() {
		b.serving.refuseFrame(b.stranger)
	} else {
		b.serving.reject(b.stranger)
	}
}

// message returns what a message says, nothing of what is none.
func message(body []byte) []byte {
	if !isMessage(body) {
		return nil
	}
	return body[lengthBytes:]
}

// isMessage tells whether a body is one message, whole.
func isMessage(body []byte) bool {
	return len(body) >= leastMessageBytes && len(body) <= MostMessageBytes &&
		littleEndian.Uint32(body) == uint32(len(body)-lengthBytes)
}
